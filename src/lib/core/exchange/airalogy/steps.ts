// Steps as the canonical form has them. What a foreign file said in its own way (its path_index, a thought without a proposal, the lexeme of a
// number, an unknown key) is written back while the step it came with still says the same; afterwards only the keys we do not know are.
// Steps we do not know go back behind the step they followed. Refused: storing such things in the path's own maps, where they would steer it.

import { contentHash } from '#lib/core/json/hash.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { stepsOf, type Step } from '#lib/core/flow/steps.ts';
import type { StageTree } from '#lib/core/flow/tree.ts';
import { cellId, partsOf, CellId, type RecordId, type VersionUid } from '#lib/core/path/names.ts';
import type { KeptEntry } from '#lib/core/path/entries.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { kindOfStep } from '#lib/core/exchange/rounds.ts';

export interface DerivedStep {
	/** "<stage>/<kind>"; a choice is named by the stage it made, because its parent may have several. */
	readonly cell: CellId;
	/** Hash of what the path says here, without what may be numbered anew (a record's version). */
	readonly said: string;
	readonly json: JsonObject;
}

/** The number (1…n) a version of a record is exported under; undefined where the record is not at hand. */
export type VersionNumber = (record: RecordId, uid: VersionUid) => number | undefined;

/** The steps of the line in view, as the path itself says them. */
export function derivedSteps(
	snapshot: PathSnapshot,
	tree: StageTree,
	numberOf: VersionNumber,
): DerivedStep[] {
	return stepsOf(snapshot, tree).map((step) => {
		const { step: name, path_index, mode } = step;
		const cell = cellId(step.stage, kindOfStep(name) ?? 'note');
		const json = { step: name, path_index, mode, data: dataOf(step, numberOf) };
		const said = contentHash(
			step.step === 'record_protocol' ? { ...json, data: { ...recordSaid(step) } } : json,
		);
		return { cell, said, json };
	});
}

type RecordStep = Extract<Step, { step: 'record_protocol' }>;

function dataOf(step: Step, numberOf: VersionNumber): JsonObject {
	if (step.step !== 'record_protocol') return step.data;
	const { reference, protocol_index } = step;
	const record_version = numberOf(reference.record, reference.uid) ?? null;
	return { protocol_index, record_id: reference.record, record_version, airalogy_record_id: null };
}

function recordSaid({ protocol_index, reference }: RecordStep): JsonObject {
	return { protocol_index, record: reference.record, uid: reference.uid };
}

interface KeptStep {
	readonly was: string;
	/** Only what the file said; the rest is the path's. */
	readonly over: boolean;
	readonly value: JsonObject;
}

export interface WrittenStep {
	/** Null for a step we do not know. */
	readonly derived: DerivedStep | null;
	readonly json: Json;
	/** Whose words a step we do not know is in, where that was told. */
	readonly dialect?: string;
}

/** Steps as they are exported: derived ones, or what the file said where nothing changed, with unknown ones between them. */
export function writeSteps(
	snapshot: PathSnapshot,
	tree: StageTree,
	derived: readonly DerivedStep[],
): readonly WrittenStep[] {
	const kept = keptSteps(snapshot);
	const behind = unknownSteps(snapshot, tree, derived);
	const unknown = (cell: CellId | null): WrittenStep[] =>
		(behind.get(cell) ?? []).map(({ value, dialect }) => ({
			derived: null,
			json: value,
			...(typeof dialect === 'string' ? { dialect } : {}),
		}));
	return [
		...unknown(null),
		...derived.flatMap((step) => [
			{ derived: step, json: asWritten(step, kept.get(step.cell)) },
			...unknown(step.cell),
		]),
	];
}

function asWritten({ said, json }: DerivedStep, found: KeptStep | undefined): JsonObject {
	if (found === undefined) return json;
	return found.was === said ? unchanged(json, found) : withUnknownKeys(json, found.value);
}

function unchanged(json: JsonObject, { over, value }: KeptStep): JsonObject {
	return over ? laidOver(json, value) : value;
}

/** One step with what another says of it. */
export function laidOver(json: JsonObject, over: JsonObject): JsonObject {
	return { ...json, ...over, data: { ...dataIn(json), ...dataIn(over) } };
}

/** The data of a step; empty where it has none. */
export function dataIn(step: JsonObject): JsonObject {
	return isObject(step['data']) ? step['data'] : {};
}

function keptSteps({ kept }: PathSnapshot): ReadonlyMap<string, KeptStep> {
	const steps = new Map<string, KeptStep>();
	for (const [, { place, cell, was, over, value }] of [...kept].sort(([a], [b]) => (a < b ? -1 : 1))) {
		if (place !== 'step' || typeof cell !== 'string' || typeof was !== 'string' || !isObject(value)) continue;
		steps.set(cell, { was, over: over === true, value });
	}
	return steps;
}

/** What another tool added to a step that has changed since stays with it. */
function withUnknownKeys(json: JsonObject, written: JsonObject): JsonObject {
	const data = dataIn(json);
	return { ...json, ...absentIn(json, written), data: { ...data, ...absentIn(data, dataIn(written)) } };
}

function absentIn(known: JsonObject, written: JsonObject): JsonObject {
	// A person's own words have no thought: the foreign one belonged to what they replaced.
	return Object.fromEntries(
		Object.entries(written).filter(([key]) => !Object.hasOwn(known, key) && key !== 'thought'),
	);
}

/** Unknown steps by the exported step they go behind; null for those before all others. */
function unknownSteps(
	snapshot: PathSnapshot,
	tree: StageTree,
	derived: readonly DerivedStep[],
): ReadonlyMap<CellId | null, readonly KeptEntry[]> {
	const found = [...snapshot.kept.values()].filter(({ place }) => place === 'steps');
	const ordered = found
		.map((entry) => ({ entry, position: Number(entry['position']) }))
		.sort((a, b) => a.position - b.position);
	const behind = new Map<CellId | null, KeptEntry[]>();
	for (const { entry } of ordered) {
		const after = CellId.safeParse(entry['after']).data ?? null;
		const place = after === null ? null : placeFor(after, tree, derived);
		if (place === undefined) continue;
		const list = behind.get(place) ?? [];
		behind.set(place, list);
		list.push(entry);
	}
	return behind;
}

const ORDER = ['next', 'goal', 'strategy', 'values', 'record', 'phased', 'final'];

/** The last exported step that is not beyond `after`; null before all, undefined where `after` is not on the line. */
function placeFor(
	after: CellId,
	tree: StageTree,
	derived: readonly DerivedStep[],
): CellId | null | undefined {
	const line = new Map(tree.line.map((stage, place) => [stage, place]));
	const rank = (cell: CellId): number | undefined => {
		const { stage, kind } = partsOf(cell);
		const place = line.get(stage);
		return place === undefined ? undefined : place * ORDER.length + ORDER.indexOf(kind);
	};
	const wanted = rank(after);
	if (wanted === undefined) return undefined;
	return derived.findLast(({ cell }) => (rank(cell) ?? Infinity) <= wanted)?.cell ?? null;
}
