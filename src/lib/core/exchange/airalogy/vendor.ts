// Our own part of a canonical file, `path_data.pathbook`: the maps of the document as they stand, so that a path comes back equal, with its
// branches, its trash, its proposals, its damaged entries. Other readers ignore it. Left out are only what means nothing elsewhere: the ids of
// Yjs clients, and where this document was imported from. Refused: a shape of its own for each map (a converter for each, and each could
// lose something), a base64 of the Yjs update (nobody could read or repair it).

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { cellOfText } from '#lib/core/path/names.ts';
import { proposalWords } from '#lib/core/path/words.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { retargeted } from '#lib/core/exchange/apply.ts';
import { without } from '#lib/core/exchange/keys.ts';
import { mapsFrom, PLAN_MAPS, SELF, type ImportPlan, type PlannedRecord } from '#lib/core/exchange/plan.ts';

export const VENDOR_KEY = 'pathbook';
export const VENDOR_VERSION = '1.0';

/** Keys of the vendor part that are no map of the path: reviews and acts have documents of their own, and come later. */
const OTHER_KEYS = ['version', 'meta', 'texts', 'records', 'acts', 'review'];

/** A record with what its maps hold, sorted; undefined where it holds nothing. */
export interface RecordContent {
	readonly id: string;
	readonly versions: ReadonlyMap<string, Json>;
	readonly draft: ReadonlyMap<string, Json>;
}

/** The vendor part of a path. The same content gives the same value. */
export function writeVendor(snapshot: PathSnapshot, records: readonly RecordContent[]): JsonObject {
	const maps = mapsFrom((name) => {
		const entries = sorted(snapshot.raw(name));
		return name === 'log'
			? entries.map(([key, entry]) => [key, retargeted(entry, snapshot.id, SELF)] as const)
			: entries;
	});
	const kept = maps.kept.filter(([, entry]) => !isObject(entry) || entry['place'] !== 'vendor');
	return {
		version: VENDOR_VERSION,
		meta: without(Object.fromEntries(sorted(snapshot.raw('meta'))), ['importedFrom']),
		...Object.fromEntries(
			PLAN_MAPS.map((name) => [name, Object.fromEntries(name === 'kept' ? kept : maps[name])]),
		),
		texts: Object.fromEntries(texts(snapshot)),
		records: records.filter(({ versions, draft }) => versions.size + draft.size > 0).map(writeRecord),
		acts: {},
		review: {},
		...vendorKept(maps.kept),
	};
}

/** What a newer Pathbook wrote into its vendor part and we do not know goes back where it was. */
function vendorKept(kept: readonly (readonly [string, Json])[]): JsonObject {
	const values = kept.flatMap(([, entry]) => (isObject(entry) && entry['place'] === 'vendor' ? [entry] : []));
	return Object.fromEntries(
		values.flatMap(({ key, value }) =>
			typeof key === 'string' && value !== undefined ? [[key, value] as const] : [],
		),
	);
}

function writeRecord({ id, versions, draft }: RecordContent): JsonObject {
	return { id, versions: Object.fromEntries(sorted(versions)), draft: Object.fromEntries(sorted(draft)) };
}

/** Words by name. Empty ones are the same as none, except where they stand for a proposal's words that somebody deleted. */
function texts(snapshot: PathSnapshot): (readonly [string, string])[] {
	return snapshot.textNames().flatMap((name) => {
		const text = cellOfText(name);
		const words = text && snapshot.text(text.cell, text.variant);
		if (text === undefined || words === undefined) return [];
		const proposal = text.variant === 'own' ? undefined : snapshot.proposal(text.variant);
		const emptied = proposal !== undefined && proposalWords(proposal) !== '';
		return words === '' && !emptied ? [] : [[name, words] as const];
	});
}

/** Entries in the order of their keys, by UTF-16 units. */
export function sorted<T>(entries: ReadonlyMap<string, T>): (readonly [string, T])[] {
	return [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The plan in a vendor part; null where it is none of version 1, or anything in it has another shape. */
export function readVendor(value: Json): { readonly plan: ImportPlan; readonly unknown: JsonObject } | null {
	if (!isObject(value) || typeof value['version'] !== 'string' || !/^1\.\d+$/.test(value['version']))
		return null;
	const { meta, texts: words = {}, records = [] } = value;
	const maps = PLAN_MAPS.map((name) => [name, value[name] ?? {}] as const);
	if (!isObject(meta) || !isObject(words) || !Array.isArray(records)) return null;
	if (!maps.every(([, entries]) => isObject(entries)) || !Object.entries(words).every(isText)) return null;
	const read = records.map(readRecord);
	if (read.some((record) => record === null)) return null;
	const held = [
		meta,
		...maps.map(([, entries]) => entries),
		...read.flatMap((one) => [one?.versions, one?.draft]),
	];
	if (!held.every(isHeld)) return null;
	const known: readonly string[] = [...OTHER_KEYS, ...PLAN_MAPS];
	const unknown = Object.entries(value).filter(([key, item]) => !known.includes(key) || isFilled(key, item));
	return {
		plan: {
			meta: without(meta, ['importedFrom']),
			maps: mapsFrom((name) => (value[name] as JsonObject | undefined) ?? {}), // every one was looked at above
			texts: words as Record<string, string>, // looked at above
			records: read.filter((record) => record !== null),
		},
		unknown: Object.fromEntries(unknown),
	};
}

/** Yjs asks an entry for its `constructor`, so that no map can hold one that has such a key itself. */
function isHeld(entries: Json | undefined): boolean {
	return (
		!isObject(entries) ||
		Object.values(entries).every((entry) => !isObject(entry) || !Object.hasOwn(entry, 'constructor'))
	);
}

/** Acts and reviews are not read yet; where a file has some they are kept. */
function isFilled(key: string, item: Json): boolean {
	if (key !== 'acts' && key !== 'review') return false;
	return !(isObject(item) && Object.keys(item).length === 0);
}

function isText([name, words]: readonly [string, Json]): boolean {
	return typeof words === 'string' && cellOfText(name) !== undefined;
}

function readRecord(value: Json): PlannedRecord | null {
	if (!isObject(value)) return null;
	const { id, versions = {}, draft = {} } = value;
	if (typeof id !== 'string' || id === '' || id.length > 200 || !isObject(versions) || !isObject(draft))
		return null;
	return { id, versions, draft };
}
