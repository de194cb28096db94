// The values of the record a step refers to, with their place: inside the step, in a file of its own, or in our own part of the file.

import { readRecords } from '#lib/core/exchange/built.ts';
import { VENDOR_KEY } from '#lib/core/exchange/airalogy/vendor.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import type { FoundSteps } from '#lib/core/exchange/read.ts';
import { within, type Spot } from '#lib/core/exchange/report.ts';
import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';

export interface FoundRecord {
	/** Where its `var` stands. */
	readonly spot: Spot;
	readonly values: JsonObject;
}

/** The record of a step; null where it did not come along, `other-versions` where only others of its versions did. */
export function findRecord(
	plan: ImportPlan,
	found: FoundSteps,
	position: number,
	data: JsonObject,
): FoundRecord | 'other-versions' | null {
	const inline = found.inline.get(position);
	if (inline) return valuesIn(inline.value, inline.spot);
	const id = data['record_id'];
	const number = numberOf(data['record_version']);
	const files = found.records.filter(({ record, airalogyId }) =>
		typeof id === 'string' ? record === id : airalogyId !== null && airalogyId === data['airalogy_record_id'],
	);
	const file = files.find((one) => number === undefined || one.number === null || one.number === number);
	if (file && 'spot' in file.from) return valuesIn(file.from.envelope, file.from.spot);
	const kept = typeof id === 'string' ? findKept(plan, found.spot, id, number) : null;
	return kept === null && files.length > 0 ? 'other-versions' : kept;
}

function findKept(
	plan: ImportPlan,
	steps: Spot,
	id: string,
	number: number | undefined,
): FoundRecord | 'other-versions' | null {
	const place = plan.records.findIndex((record) => record.id === id);
	const planned = plan.records[place];
	if (!planned) return null;
	const [snapshot] = readRecords([planned]).values();
	const versions = [...(snapshot?.versions.values() ?? [])];
	const version = number === undefined ? versions.at(-1) : versions.find((one) => one.number === number);
	if (!version) return versions.length > 0 ? 'other-versions' : null;
	const path = { file: steps.file, pointer: steps.pointer.replace(/\/steps$/, '') };
	const spot = within(path, VENDOR_KEY, 'records', place, 'versions', version.uid, 'data', 'var');
	return { spot, values: version.version.data.var };
}

function valuesIn(envelope: Json, spot: Spot): FoundRecord | null {
	const data = isObject(envelope) ? envelope['data'] : undefined;
	const values = isObject(data) ? data['var'] : undefined;
	return isObject(values) ? { spot: within(spot, 'data', 'var'), values } : null;
}
