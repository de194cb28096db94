// All maps of a path, parsed, and the snapshot that is made of them. A snapshot holds the maps as they were; making one copies nothing.
// What is unreadable is put together only when somebody asks.

import * as Y from 'yjs';
import type { Json } from '#lib/core/json/json.ts';
import type { CellState, GoneEntry, KeptEntry, LogEntry, PathMeta, Person } from './entries.ts';
import type { BranchName, Definition, Proposal, RecordEntry, StageEntry } from './entries.ts';
import * as doors from './doors.ts';
import { MAP_NAMES, mapsOf, type MapName, type PathMaps } from './document.ts';
import { FieldIndex, readFieldEntry, type FieldGroups } from './field-index.ts';
import type { CellId, DefinitionHash, PersonId, ProposalId, StageId, Variant } from './names.ts';
import { textName } from './names.ts';
import { Shelf } from './shelf.ts';
import type { FieldValues, PathSnapshot, Unreadable } from './snapshot.ts';
import { storable } from './storable.ts';
import { strayEntries } from './stray.ts';
import { Vault } from './vault.ts';
import type { WordIndex } from './word-index.ts';

export class Shelves {
	readonly id: string;
	readonly words: WordIndex;
	readonly maps: PathMaps;
	readonly vault: Vault;
	readonly fields: FieldIndex;
	readonly people: Shelf<PersonId, Person>;
	readonly clients: Shelf<number, PersonId>;
	readonly stages: Shelf<StageId, StageEntry>;
	readonly gone: Shelf<StageId, GoneEntry>;
	readonly line: Shelf<StageId, StageId>;
	readonly names: Shelf<StageId, BranchName>;
	readonly cells: Shelf<CellId, CellState>;
	readonly shown: Shelf<CellId, Variant>;
	readonly records: Shelf<StageId, RecordEntry>;
	readonly log: Shelf<string, LogEntry>;
	readonly kept: Shelf<string, KeptEntry>;
	#raw: Partial<Record<MapName, ReadonlyMap<string, Json>>> = {};

	constructor(doc: Y.Doc, id: string, words: WordIndex) {
		const maps = mapsOf(doc);
		this.id = id;
		this.words = words;
		this.maps = maps;
		this.vault = new Vault(maps.proposals, maps.frozen);
		this.fields = new FieldIndex(maps.fields, 'fields', readFieldEntry);
		this.people = new Shelf(maps.people, 'people', doors.personDoor);
		this.clients = new Shelf(maps.clients, 'clients', doors.clientDoor);
		this.stages = new Shelf(maps.stages, 'stages', doors.stageDoor);
		this.gone = new Shelf(maps.gone, 'gone', doors.goneDoor);
		this.line = new Shelf(maps.line, 'line', doors.lineDoor);
		this.names = new Shelf(maps.names, 'names', doors.nameDoor);
		this.cells = new Shelf(maps.cells, 'cells', doors.cellDoor);
		this.shown = new Shelf(maps.cells, 'cells', doors.shownDoor);
		this.records = new Shelf(maps.record, 'record', doors.recordDoor);
		this.log = new Shelf(maps.log, 'log', doors.logDoor);
		this.kept = new Shelf(maps.kept, 'kept', doors.keptDoor);
	}

	/** Every parsed map with the document's map it comes from. */
	shelves(): readonly (readonly [
		MapName,
		{ update(keys: Iterable<string>): void; unreadable: ReadonlyMap<string, Unreadable> },
	])[] {
		return [
			['people', this.people],
			['clients', this.clients],
			['stages', this.stages],
			['gone', this.gone],
			['line', this.line],
			['names', this.names],
			['cells', this.cells],
			['cells', this.shown],
			['record', this.records],
			['log', this.log],
			['kept', this.kept],
			['fields', this.fields],
			['proposals', this.vault],
		];
	}

	/** Reads the changed keys again. */
	update(changed: ReadonlyMap<MapName, ReadonlySet<string>>): void {
		for (const [name, shelf] of this.shelves()) {
			const keys = changed.get(name);
			if (keys !== undefined) shelf.update(keys);
		}
		for (const name of changed.keys()) this.#raw = { ...this.#raw, [name]: undefined };
	}

	cellOfProposal(id: string): CellId | undefined {
		return this.vault.cellOf(id);
	}

	/** A map as it stands, as JSON; what is none is left out here (and stays in the document). */
	raw(name: string): ReadonlyMap<string, Json> {
		const map = MAP_NAMES.find((known) => known === name);
		if (map === undefined) return new Map();
		const known = this.#raw[map];
		if (known !== undefined) return known;
		const entries = new Map<string, Json>();
		this.maps[map].forEach((value, key) => {
			const json = storable(value instanceof Y.AbstractType ? value.toJSON() : value);
			if (json !== undefined) entries.set(key, json.value);
		});
		this.#raw = { ...this.#raw, [map]: entries };
		return entries;
	}

	snapshot(): PathSnapshot {
		return new ShelvedPath(this);
	}
}

/** A snapshot: the parsed maps as they were when it was made, words and content-addressed things read on demand. */
class ShelvedPath implements PathSnapshot {
	readonly id: string;
	readonly meta: PathMeta | undefined;
	readonly people: ReadonlyMap<PersonId, Person>;
	readonly clients: ReadonlyMap<number, PersonId>;
	readonly stages: ReadonlyMap<StageId, StageEntry>;
	readonly gone: ReadonlyMap<StageId, GoneEntry>;
	readonly line: ReadonlyMap<StageId, StageId>;
	readonly names: ReadonlyMap<StageId, BranchName>;
	readonly cells: ReadonlyMap<CellId, CellState>;
	readonly shown: ReadonlyMap<CellId, Variant>;
	readonly records: ReadonlyMap<StageId, RecordEntry>;
	readonly log: ReadonlyMap<string, LogEntry>;
	readonly kept: ReadonlyMap<string, KeptEntry>;
	readonly proposalsOf: ReadonlyMap<CellId, readonly ProposalId[]>;
	readonly #shelves: Shelves;
	readonly #groups: FieldGroups;
	readonly #bad: readonly ReadonlyMap<string, Unreadable>[];
	readonly #badMeta: readonly string[];
	#found: readonly Unreadable[] | undefined;

	constructor(shelves: Shelves) {
		const { meta, bad } = doors.readMeta(shelves.maps.meta.toJSON(), () =>
			firstDefinition(shelves.stages.entries),
		);
		this.#shelves = shelves;
		this.#groups = shelves.fields.groups;
		this.#bad = shelves.shelves().map(([, shelf]) => shelf.unreadable);
		this.#badMeta = bad;
		this.id = shelves.id;
		this.meta = meta;
		this.people = shelves.people.entries;
		this.clients = shelves.clients.entries;
		this.stages = shelves.stages.entries;
		this.gone = shelves.gone.entries;
		this.line = shelves.line.entries;
		this.names = shelves.names.entries;
		this.cells = shelves.cells.entries;
		this.shown = shelves.shown.entries;
		this.records = shelves.records.entries;
		this.log = shelves.log.entries;
		this.kept = shelves.kept.entries;
		this.proposalsOf = shelves.vault.proposalsOf;
	}

	/** By map, then key. Content-addressed things are listed once they were read; `auditPath` reads them all. */
	get unreadable(): readonly Unreadable[] {
		this.#found ??= [
			...this.#badMeta.map((key): Unreadable => ({ map: 'meta', key, why: 'malformed' })),
			...this.#bad.flatMap((bad) => [...bad.values()]),
			...strayEntries(this, this.#groups.keys()),
		];
		return [...this.#found, ...this.#shelves.vault.damaged()].sort(byPlace);
	}

	definition(hash: DefinitionHash): Definition | undefined {
		return this.#shelves.vault.definition(hash);
	}

	proposal(id: ProposalId): Proposal | undefined {
		return this.#shelves.vault.proposal(id);
	}

	text(cell: CellId, variant: Variant): string | undefined {
		return this.#shelves.words.text(textName(cell, variant));
	}

	fields(stage: StageId, variant: Variant): FieldValues {
		return this.#shelves.fields.fields(this.#groups, `${stage}/${variant}`);
	}

	raw(map: string): ReadonlyMap<string, Json> {
		return this.#shelves.raw(map);
	}

	textNames(): readonly string[] {
		return this.#shelves.words.names();
	}
}

/** What the earliest preparation was made under. */
function firstDefinition(stages: ReadonlyMap<StageId, StageEntry>): DefinitionHash | undefined {
	const first = [...stages]
		.filter(([, { after }]) => after.length === 0)
		.sort(([a], [b]) => (a < b ? -1 : 1))[0];
	return first?.[1].under;
}

function byPlace(a: Unreadable, b: Unreadable): number {
	if (a.map !== b.map) return a.map < b.map ? -1 : 1;
	return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** Checks every proposal and definition against its hash, and lists all that is unreadable. Takes about a second at 10,000 proposals. */
export function auditPath(snapshot: PathSnapshot): readonly Unreadable[] {
	for (const ids of snapshot.proposalsOf.values()) for (const id of ids) snapshot.proposal(id);
	for (const { under } of snapshot.stages.values()) snapshot.definition(under);
	if (snapshot.meta !== undefined) snapshot.definition(snapshot.meta.template);
	return snapshot.unreadable;
}
