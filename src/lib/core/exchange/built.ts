// A plan as it would be read and exported: what a restored path is compared by. Built in documents of its own, so that nothing is written
// before it is known to be whole.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { sameJson } from '#lib/core/json/same.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { readRecord, type RecordSnapshot } from '#lib/core/record/document.ts';
import { derivedSteps, writeSteps, type WrittenStep } from './airalogy/steps.ts';
import { exportPath, numbersIn } from './airalogy/write.ts';
import { buildPath, buildRecord } from './apply.ts';
import { SELF, type ImportPlan, type PlannedRecord } from './plan.ts';

export interface Built {
	readonly snapshot: PathSnapshot;
	/** The canonical file, its workflow_data and its path_data. */
	readonly written: JsonObject;
	readonly data: JsonObject;
	readonly path: JsonObject;
	readonly steps: readonly WrittenStep[];
}

/** Builds and exports a plan. Throws where something of it is lost. */
export function build(plan: ImportPlan, records: ReadonlyMap<RecordId, RecordSnapshot>): Built {
	const { doc } = buildPath(plan, SELF);
	const snapshot = readPath(doc, SELF);
	const tree = growTree(snapshot);
	const written = exportPath(snapshot, records);
	const data = dataIn(written);
	const path = isObject(data['path_data']) ? data['path_data'] : {};
	const steps = writeSteps(snapshot, tree, derivedSteps(snapshot, tree, numbersIn(records)));
	doc.destroy();
	return { snapshot, written, data, path, steps };
}

/** The workflow data in a canonical file of ours: it holds one path. */
function dataIn({ data }: JsonObject): JsonObject {
	const map = isObject(data) && isObject(data['workflow']) ? data['workflow'] : {};
	const [only] = Object.values(map);
	return isObject(only) ? only : {};
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
