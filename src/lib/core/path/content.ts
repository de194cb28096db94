// What a cell or a stage says, as JSON, and its hash. Accepting a proposal is refused when the hash is another than the one the person saw; a
// deleted stage was edited since when its hash is another than the one it was deleted with. Times and names are not part of it: who
// wrote the same thing again has changed nothing. Works on a snapshot, and on a bare document for edits (bare-path.ts).

import { contentHash } from '#lib/core/json/hash.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import type { CellState, GoneEntry, Proposal, RecordEntry, StageEntry } from './entries.ts';
import { CELL_KINDS, cellId, cellOfText, partsOf, RecordId, RESEARCHABLE } from './names.ts';
import type { CellId, ProposalId, StageId, Variant, VersionUid } from './names.ts';
import type { FieldValues, Row } from './snapshot.ts';
import { proposalWords } from './words.ts';

interface Lookup<K, V> {
	get(key: K): V | undefined;
}

/** The part of a snapshot that content is read from. */
export interface ContentSource {
	readonly stages: Lookup<StageId, StageEntry>;
	readonly gone: Lookup<StageId, GoneEntry>;
	readonly cells: Lookup<CellId, CellState>;
	readonly shown: Lookup<CellId, Variant>;
	readonly records: Lookup<StageId, RecordEntry>;
	readonly proposalsOf: Lookup<CellId, readonly ProposalId[]>;
	proposal(id: ProposalId): Proposal | undefined;
	text(cell: CellId, variant: Variant): string | undefined;
	fields(stage: StageId, variant: Variant): FieldValues;
	textNames(): readonly string[];
}

/** Whose words a cell shows. */
export function variantShown(source: ContentSource, cell: CellId): Variant {
	return source.shown.get(cell) ?? 'own';
}

/** The words of a cell in one variant: what was typed, else the proposal's, else ''. */
export function wordsOf(source: ContentSource, cell: CellId, variant: Variant): string {
	const typed = source.text(cell, variant);
	if (typed !== undefined) return typed;
	const proposal = variant === 'own' ? undefined : source.proposal(variant);
	return proposal === undefined ? '' : proposalWords(proposal);
}

/** The judgement of a strategy in one variant: a person's, else the proposal's, else null. */
export function judgementOf(source: ContentSource, stage: StageId, variant: Variant): boolean | null {
	const entry = source.fields(stage, variant).values.get(RESEARCHABLE);
	const proposed = variant === 'own' ? undefined : source.proposal(variant)?.content[RESEARCHABLE];
	const value = entry === undefined ? proposed : entry.value;
	return typeof value === 'boolean' ? value : null;
}

/** The initial values in one variant: the proposal's, overlaid by what people wrote; cleared ones are absent. Keys in order of their names. */
export function valuesOf(source: ContentSource, stage: StageId, variant: Variant): ReadonlyMap<string, Json> {
	const proposed = variant === 'own' ? undefined : source.proposal(variant)?.content['values'];
	const values = overlayFields(isObject(proposed) ? proposed : {}, source.fields(stage, variant));
	const isPreparation = source.stages.get(stage)?.choice === null;
	return isPreparation ? new Map([...values].filter(([field]) => field !== RESEARCHABLE)) : values;
}

/** Values with what people wrote laid over them; rows of tables put together. Keys in order of their names. */
export function overlayFields(base: JsonObject, written: FieldValues): ReadonlyMap<string, Json> {
	const fields = new Set([...Object.keys(base), ...written.values.keys(), ...written.rows.keys()]);
	const values = new Map<string, Json>();
	for (const field of [...fields].sort()) {
		const entry = written.values.get(field);
		const rows = written.rows.get(field);
		const plain =
			entry === undefined
				? Object.hasOwn(base, field)
					? base[field]
					: undefined
				: entry.cleared === true
					? undefined
					: entry.value;
		const value = rows === undefined ? plain : overlayRows(plain, entry === undefined, rows);
		if (value !== undefined) values.set(field, value);
	}
	return values;
}

/** The row id under which a row of what lies below (a proposal, a version) is edited: it never changes, so its position names it. */
export function proposalRow(index: number): string {
	return `p${String(index)}`;
}

function overlayRows(base: Json | undefined, addressable: boolean, rows: readonly Row[]): Json | undefined {
	const list = Array.isArray(base) ? (base as readonly Json[]) : [];
	const written = new Map(rows.map((row) => [row.id, row]));
	const result: Json[] = [];
	for (const [index, item] of list.entries()) {
		const row = addressable ? written.get(proposalRow(index)) : undefined;
		if (row === undefined) result.push(item);
		else if (!row.gone) result.push(overlayColumns(isObject(item) ? item : {}, row));
	}
	for (const row of rows) {
		const ofProposal = addressable && /^p\d+$/.test(row.id) && Number(row.id.slice(1)) < list.length;
		if (!ofProposal && !row.gone) result.push(overlayColumns({}, row));
	}
	return result.length === 0 && base === undefined ? undefined : result;
}

function overlayColumns(base: JsonObject, row: Row): Json {
	const columns = new Map(Object.entries(base));
	for (const [column, { value, cleared }] of row.values) {
		if (cleared === true) columns.delete(column);
		else columns.set(column, value);
	}
	return Object.fromEntries([...columns].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The record a stage refers to: its id is the stage's unless the entry names another. */
export function recordOf(
	entry: RecordEntry,
	stage: StageId,
): { readonly record: RecordId; readonly uid: VersionUid } {
	return typeof entry === 'string'
		? { record: RecordId.parse(stage), uid: entry }
		: { record: entry.record, uid: entry.uid };
}

/** What a cell says in one variant (the shown one if none is named): {text}, {text, researchable}, {values}, {record} or {choice}. */
export function cellContent(source: ContentSource, cell: CellId, variant?: Variant): Json {
	const { stage, kind } = partsOf(cell);
	const which = variant ?? variantShown(source, cell);
	switch (kind) {
		case 'next':
			return { choice: source.stages.get(stage)?.choice ?? null };
		case 'values':
			return { values: Object.fromEntries(valuesOf(source, stage, which)) };
		case 'record': {
			const entry = source.records.get(stage);
			return { record: entry === undefined ? null : recordOf(entry, stage) };
		}
		case 'strategy':
			return { text: wordsOf(source, cell, which), researchable: judgementOf(source, stage, which) };
		default:
			return { text: wordsOf(source, cell, which) };
	}
}

/** SHA-256 of what a cell says. */
export function cellHash(source: ContentSource, cell: CellId, variant?: Variant): string {
	return contentHash(cellContent(source, cell, variant));
}

/** SHA-256 of everything people wrote in a stage, in every variant, shown or not. Proposals that only arrive are not part of it. */
export function stageHash(source: ContentSource, stage: StageId): string {
	const prefix = `cell/${stage}/`;
	const texts: [string, Json][] = [];
	for (const name of namesWith(source.textNames(), prefix)) {
		const text = cellOfText(name);
		const typed = text === undefined ? undefined : source.text(text.cell, text.variant);
		if (text === undefined || typed === undefined) continue;
		const given = text.variant === 'own' ? '' : givenWords(source, text.variant);
		if (typed !== given) texts.push([name.slice(prefix.length), typed]);
	}
	const record = source.records.get(stage);
	return contentHash({
		choice: source.stages.get(stage)?.choice ?? null,
		record: record === undefined ? null : recordOf(record, stage),
		states: Object.fromEntries(CELL_KINDS.map((kind) => [kind, stateOf(source, cellId(stage, kind))])),
		texts: Object.fromEntries(texts),
		fields: writtenFields(source, stage),
	});
}

function givenWords(source: ContentSource, id: ProposalId): string {
	const proposal = source.proposal(id);
	return proposal === undefined ? '' : proposalWords(proposal);
}

function stateOf(source: ContentSource, cell: CellId): Json {
	return [source.cells.get(cell)?.state ?? 'open', variantShown(source, cell)];
}

function writtenFields(source: ContentSource, stage: StageId): Json {
	const proposals = ['strategy', 'values'].flatMap(
		(kind) => source.proposalsOf.get(cellId(stage, kind)) ?? [],
	);
	const variants: Variant[] = ['own', ...proposals];
	const written = variants.map((variant): [string, Json] => {
		const fields = source.fields(stage, variant);
		const values = overlayFields({}, fields);
		const cleared = [...fields.values].filter(([, entry]) => entry.cleared === true).map(([field]) => field);
		return [variant, { values: Object.fromEntries(values), cleared: cleared.sort() }];
	});
	return Object.fromEntries(written);
}

/** The names that begin with `prefix`, of names in order. */
function namesWith(names: readonly string[], prefix: string): readonly string[] {
	let low = 0;
	let high = names.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((names[middle] ?? '') < prefix) low = middle + 1;
		else high = middle;
	}
	let end = low;
	while (names[end]?.startsWith(prefix) === true) end += 1;
	return names.slice(low, end);
}

/** Whether a stage is deleted, and whether somebody wrote in it since (it stays deleted, and says so). */
export function deletionOf(source: ContentSource, stage: StageId): 'none' | 'gone' | 'edited-since' {
	const gone = source.gone.get(stage);
	if (gone === undefined) return 'none';
	return gone.contentHash === stageHash(source, stage) ? 'gone' : 'edited-since';
}
