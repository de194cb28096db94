// A plan as it would be read and exported: what a restored path is compared by. Built in documents of its own, so that nothing is written
// before it is known to be whole.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { sameJson } from '#lib/core/json/same.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { RecordId, type CellId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { readRecord, type RecordSnapshot } from '#lib/core/record/document.ts';
import { writeAiraSteps } from './aira/steps.ts';
import { writeAira } from './aira/write.ts';
import { derivedSteps, writeSteps, type DerivedStep, type WrittenStep } from './airalogy/steps.ts';
import { numbersIn, writePath, type Records } from './airalogy/write.ts';
import { buildPath, buildRecord } from './apply.ts';
import type { Dialect } from './detect.ts';
import { without } from './keys.ts';
import { SELF, type ImportPlan, type PlannedRecord } from './plan.ts';

export interface Built {
	readonly snapshot: PathSnapshot;
	/** The file in the form that was asked for, without the path's data; that data, and its path_data. */
	readonly around: JsonObject;
	readonly data: JsonObject;
	readonly path: JsonObject;
	readonly steps: readonly WrittenStep[];
	/** Hashes of what the steps say, by cell; also of those the form leaves out. */
	readonly said: ReadonlyMap<CellId, string>;
}

/** The forms that carry our own part. */
export type Form = Exclude<Dialect, 'engine'>;

/** Builds and exports a plan in one of the forms that carry our own part. Throws where something of it is lost. */
export function build(
	plan: ImportPlan,
	records: ReadonlyMap<RecordId, RecordSnapshot>,
	form: Form = 'airalogy',
): Built {
	const { doc, snapshot } = buildPath(plan, SELF);
	const built = form === 'aira' ? asAira(snapshot, records) : asCanonical(snapshot, records);
	doc.destroy();
	return built;
}

/** Only the steps of a plan in a form, and the hashes of what they say; half the time of a whole build. */
export function buildSteps(plan: ImportPlan, form: Form): Pick<Built, 'steps' | 'said'> {
	const records = readRecords(plan.records);
	const { doc, snapshot } = buildPath(plan, SELF);
	const tree = growTree(snapshot);
	const derived = derivedSteps(snapshot, tree, numbersIn(records));
	const canonical = writeSteps(snapshot, tree, derived);
	const steps = form === 'aira' ? writeAiraSteps(snapshot, canonical, records).steps : canonical;
	doc.destroy();
	return { steps, said: saidIn(derived) };
}

function asCanonical(snapshot: PathSnapshot, records: Records): Built {
	const { value, data, path, steps } = writePath(snapshot, records);
	const rest = isObject(value['data']) ? without(value['data'], ['workflow']) : {};
	return { snapshot, around: { ...value, data: rest }, data, path, steps, said: saidBy(steps) };
}

function asAira(snapshot: PathSnapshot, records: Records): Built {
	const { value, data, path, steps, canonical } = writeAira(snapshot, records);
	const around = value === data ? {} : without(value, ['workflow_data']);
	return { snapshot, around, data, path, steps, said: saidBy(canonical) };
}

function saidBy(steps: readonly WrittenStep[]): ReadonlyMap<CellId, string> {
	return saidIn(steps.flatMap(({ derived }) => derived ?? []));
}

function saidIn(derived: readonly DerivedStep[]): ReadonlyMap<CellId, string> {
	return new Map(derived.map(({ cell, said }) => [cell, said]));
}

/** The records of a plan, read as anybody would read them. */
export function readRecords(records: readonly PlannedRecord[]): ReadonlyMap<RecordId, RecordSnapshot> {
	return new Map(
		records.map((record) => {
			const doc = buildRecord(record);
			const id = RecordId.parse(record.id);
			return [id, readRecord(doc, id)] as const;
		}),
	);
}

/** Whether two values say the same, whatever the order of their keys. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
	return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

/** A list, or an empty one where the value is none. */
export function listOf(value: Json | undefined): readonly Json[] {
	return Array.isArray(value) ? (value as readonly Json[]) : []; // a list of JSON is one
}
