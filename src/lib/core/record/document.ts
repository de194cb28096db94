// A record's document: a draft that people edit and versions that nobody can change. Reading it follows the document like a path's reader
// does. Versions are few, so they are checked against their names at once; a version that says it is of another record counts for
// nothing here.

import * as Y from 'yjs';
import { contentHash } from '#lib/core/json/hash.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { FieldIndex, readPlaced, type FieldGroups } from '#lib/core/path/field-index.ts';
import { VersionUid } from '#lib/core/path/names.ts';
import type { FieldValues, Unreadable } from '#lib/core/path/snapshot.ts';
import { storable } from '#lib/core/path/storable.ts';
import { headsOf, orderVersions } from './lineage.ts';
import { draftGroup, partsOfDraft, type Section } from './names.ts';
import { RecordVersion, type VersionView } from './record.ts';

export const RECORD_MAPS = ['draft', 'versions'] as const;
export type RecordMap = (typeof RECORD_MAPS)[number];

/** The maps of a record. Asking for them creates no content. */
export function recordMaps(doc: Y.Doc): Readonly<Record<RecordMap, Y.Map<unknown>>> {
	return { draft: doc.getMap('draft'), versions: doc.getMap('versions') };
}

/** What people wrote into a draft, by section. Parts of steps and checks are columns of the row `PARTS`. */
export type DraftValues = Readonly<Record<Section, FieldValues>>;

export interface RecordSnapshot {
	readonly id: string;
	/** In the order of their numbers. */
	readonly versions: ReadonlyMap<VersionUid, VersionView>;
	/** Versions that no other is based on, in the order of their numbers. */
	readonly heads: readonly VersionUid[];
	readonly unreadable: readonly Unreadable[];
	/** What people wrote on top of a version, or (null) before the first. */
	draft(basedOn: VersionUid | null): DraftValues;
	/** A map as it stands, by key. */
	raw(map: RecordMap): ReadonlyMap<string, Json>;
}

export interface RecordChange {
	readonly maps: ReadonlySet<RecordMap>;
	/** Keys of changed draft entries. */
	readonly draft: ReadonlySet<string>;
}

/** The name of a version: SHA-256 of what it says; undefined where that is no JSON. */
export function versionUid(version: Readonly<Record<string, unknown>>): VersionUid | undefined {
	const { record, basedOn, author, at, zone, data } = version;
	const json = storable({ record, basedOn, author, at, zone, data });
	return json === undefined ? undefined : VersionUid.parse(contentHash(json.value));
}

export class RecordReader {
	readonly #doc: Y.Doc;
	readonly #id: string;
	readonly #maps: ReturnType<typeof recordMaps>;
	readonly #draft: FieldIndex;
	readonly #listeners = new Set<(changed: RecordChange) => void>();
	#versions: CheckedVersions;
	#current: RecordSnapshot | undefined;

	/** Follows `doc`, whether it is loaded already or not, until `close`. `id` is the record's own. */
	constructor(doc: Y.Doc, id: string) {
		this.#doc = doc;
		this.#id = id;
		this.#maps = recordMaps(doc);
		this.#draft = new FieldIndex(this.#maps.draft, 'draft', (key, value) =>
			readPlaced(partsOfDraft(key), value),
		);
		this.#versions = checkVersions(this.#maps.versions, id, undefined);
		doc.on('afterTransaction', this.#follow);
	}

	/** What the record says now: a new object after each change. */
	get current(): RecordSnapshot {
		this.#current ??= snapshotOf(this.#id, this.#maps, this.#draft, this.#versions);
		return this.#current;
	}

	/** Calls `listener` after each transaction that changed something. Returns the way to stop. */
	watch(listener: (changed: RecordChange) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	close(): void {
		this.#doc.off('afterTransaction', this.#follow);
		this.#listeners.clear();
	}

	readonly #follow = ({ changed }: Y.Transaction): void => {
		const maps = new Set<RecordMap>();
		const draft = new Set<string>();
		for (const [type, keys] of changed) {
			const map = RECORD_MAPS.find((name) => Object.is(this.#maps[name], type));
			if (map !== undefined) maps.add(map);
			if (map === 'draft') for (const key of keys) if (key !== null) draft.add(key);
		}
		if (maps.size === 0) return;
		this.#draft.update(draft);
		if (maps.has('versions')) this.#versions = checkVersions(this.#maps.versions, this.#id, this.#versions);
		this.#current = undefined;
		for (const listener of [...this.#listeners]) listener({ maps, draft });
	};
}

/** The record as it is now, once. */
export function readRecord(doc: Y.Doc, id: string): RecordSnapshot {
	const reader = new RecordReader(doc, id);
	const { current } = reader;
	reader.close();
	return current;
}

interface CheckedVersions {
	readonly good: ReadonlyMap<VersionUid, VersionView>;
	readonly bad: readonly Unreadable[];
	/** What was checked, by key, so that a change checks only what is new. */
	readonly checked: ReadonlyMap<
		string,
		{ readonly raw: unknown; readonly result: RecordVersion | Unreadable['why'] }
	>;
}

function checkVersions(
	map: Y.Map<unknown>,
	id: string,
	before: CheckedVersions | undefined,
): CheckedVersions {
	const good = new Map<VersionUid, RecordVersion>();
	const bad: Unreadable[] = [];
	const checked = new Map<string, { raw: unknown; result: RecordVersion | Unreadable['why'] }>();
	map.forEach((raw, key) => {
		const known = before?.checked.get(key);
		const result = known !== undefined && known.raw === raw ? known.result : checkVersion(key, raw, id);
		checked.set(key, { raw, result });
		if (typeof result === 'string') bad.push({ map: 'versions', key, why: result });
		else good.set(VersionUid.parse(key), result);
	});
	return { good: orderVersions(good), bad, checked };
}

function checkVersion(key: string, raw: unknown, id: string): RecordVersion | Unreadable['why'] {
	const version = RecordVersion.safeParse(raw).data;
	if (version === undefined || version.record !== id) return 'malformed';
	// The name is made of what stands there, not of what we understood of it.
	return versionUid(raw as Readonly<Record<string, unknown>>) === key ? version : 'hash-mismatch';
}

function snapshotOf(
	id: string,
	maps: ReturnType<typeof recordMaps>,
	index: FieldIndex,
	{ good, bad }: CheckedVersions,
): RecordSnapshot {
	const groups: FieldGroups = index.groups;
	const unreadable = [...bad, ...index.unreadable.values()].sort((a, b) =>
		a.map + a.key < b.map + b.key ? -1 : 1,
	);
	return {
		id,
		versions: good,
		heads: headsOf(good),
		unreadable,
		draft: (basedOn) => {
			const section = (name: Section): FieldValues => index.fields(groups, draftGroup(basedOn, name));
			return { var: section('var'), step: section('step'), check: section('check'), quiz: section('quiz') };
		},
		raw: (map) => {
			const entries = new Map<string, Json>();
			maps[map].forEach((value, key) => {
				const json = storable(value instanceof Y.AbstractType ? (value.toJSON() as JsonObject) : value);
				if (json !== undefined) entries.set(key, json.value);
			});
			return entries;
		},
	};
}
