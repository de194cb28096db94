// A canonical file that we wrote comes back as it was: from our vendor part, if what it says is what the file says. So it is built, written
// out again and compared, which also proves that nothing in it is lost. Everything around the steps (protocols, graph, keys of others) may
// differ: that is kept and named. Refused: a checksum of the steps (it would only tell that something differs).

import * as Y from 'yjs';
import { canonicalize } from '#lib/core/json/jcs.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import { auditPath } from '#lib/core/path/shelves.ts';
import { readRecord, type RecordSnapshot } from '#lib/core/record/document.ts';
import { readVendor, VENDOR_KEY } from './airalogy/vendor.ts';
import { exportPath } from './airalogy/write.ts';
import { applyRecord, buildPath } from './apply.ts';
import { keepAround, keepOddities, type Oddity, type VendorRecord } from './around.ts';
import type { Bundle } from './bundle.ts';
import { without } from './keys.ts';
import { Additions, SELF, type ImportPlan, type Importer, type PlannedRecord } from './plan.ts';
import { within, type Reporter } from './report.ts';

export interface Restored {
	/** Null where the steps of the file are not those of its vendor part. */
	readonly plan: ImportPlan | null;
	/** The records in the vendor part, for steps that refer to them. */
	readonly records: readonly VendorRecord[];
}

/** Takes a path back from the vendor part of its file; null where that part cannot be read. */
export function restore(
	one: Bundle,
	vendor: Json,
	oddities: readonly Oddity[],
	importer: Importer,
	reporter: Reporter,
): Restored | null {
	const spot = within(one.path?.spot ?? one.whole, VENDOR_KEY);
	const read = readVendor(vendor);
	if (!read) {
		reporter.kept(spot, 'vendor_part_unreadable', {
			version: isObject(vendor) ? (vendor['version'] ?? null) : null,
		});
		return null;
	}
	const additions = new Additions(importer);
	for (const [key, value] of Object.entries(read.unknown)) {
		additions.keep(within(spot, key), value, { place: 'vendor', key });
		reporter.kept(within(spot, key), 'unknown_key', { key });
	}
	const plan = additions.addedTo(read.plan);
	const records = readRecords(plan.records);
	const { doc } = buildPath(plan, SELF);
	const snapshot = readPath(doc, SELF);
	const written = exportPath(snapshot, records);
	const differing = firstDifference(pathIn(written), one.path?.value ?? {});
	if (differing !== null) {
		reporter.kept(spot, 'vendor_part_differs', { at: differing });
		doc.destroy();
		return { plan: null, records: plan.records.map((json) => vendorRecord(json, records)) };
	}
	for (const { map, key, why } of auditPath(snapshot))
		reporter.kept(within(spot, map, key), 'damaged', { map, key, why });
	doc.destroy();
	keepDifferences(one, written, additions, reporter);
	keepOddities(oddities, additions);
	return { plan: additions.addedTo(read.plan), records: [] };
}

/** Where the steps or the vendor part of the file are not those that were written out again; null where both are. */
function firstDifference(written: JsonObject, file: JsonObject): string | null {
	const [ours, theirs] = [written['steps'], file['steps']].map((steps) =>
		Array.isArray(steps) ? (steps as readonly Json[]) : [],
	);
	const length = Math.max(ours?.length ?? 0, theirs?.length ?? 0);
	for (let at = 0; at < length; at += 1) if (!same(ours?.[at], theirs?.[at])) return `/steps/${at}`;
	return same(written[VENDOR_KEY], file[VENDOR_KEY]) ? null : `/${VENDOR_KEY}`;
}

function same(a: Json | undefined, b: Json | undefined): boolean {
	return a === undefined || b === undefined ? a === b : canonicalize(a) === canonicalize(b);
}

/** What else another tool may have changed: it has no way into the path, so it is kept beside it. */
function keepDifferences(one: Bundle, written: JsonObject, additions: Additions, reporter: Reporter): void {
	const data = dataIn(written);
	const path = pathIn(written);
	const parts = [
		['workflow_info', one.workflow] as const,
		['protocols_info', one.protocols] as const,
		...one.beside.map((item) => [item.key, item] as const),
	];
	for (const [key, found] of parts) {
		if (!found || same(data[key], found.value)) continue;
		const known = key === 'workflow_info' || key === 'protocols_info';
		additions.keep(
			found.spot,
			found.value,
			known ? { place: 'differs', key } : { place: 'workflow_data', key },
		);
		reporter.kept(found.spot, known ? 'outside_differs' : 'unknown_key', { key });
	}
	const spot = one.path?.spot ?? one.whole;
	for (const [key, value] of Object.entries(one.path?.value ?? {})) {
		if (same(path[key], value)) continue;
		if (key === 'path_status')
			reporter.changed(within(spot, key), 'status_contradicts', {
				says: value,
				found: path[key] ?? null,
			});
		else reporter.kept(within(spot, key), 'unknown_key', { key });
		additions.keep(
			within(spot, key),
			value,
			key === 'path_status' ? { place: 'status' } : { place: 'path_data', key },
		);
	}
	// What we write around a path ourselves says nothing new.
	const { data: around, ...envelope } = written;
	const ours = { ...envelope, data: without(isObject(around) ? around : {}, ['workflow']) };
	if (one.around && !same(ours, one.around.value)) keepAround(one, additions, reporter);
}

/** The workflow data in a canonical file of ours: it holds one path. */
function dataIn({ data }: JsonObject): JsonObject {
	const map = isObject(data) && isObject(data['workflow']) ? data['workflow'] : {};
	const [only] = Object.values(map);
	return isObject(only) ? only : {};
}

function pathIn(written: JsonObject): JsonObject {
	const path = dataIn(written)['path_data'];
	return isObject(path) ? path : {};
}

/** The records of a plan, read as anybody would read them. */
function readRecords(records: readonly PlannedRecord[]): ReadonlyMap<RecordId, RecordSnapshot> {
	return new Map(
		records.map((record) => {
			const doc = new Y.Doc();
			applyRecord(doc, record);
			const id = RecordId.parse(record.id);
			return [id, readRecord(doc, id)] as const;
		}),
	);
}

function vendorRecord(json: PlannedRecord, records: ReadonlyMap<RecordId, RecordSnapshot>): VendorRecord {
	const versions = [...(records.get(RecordId.parse(json.id))?.versions.values() ?? [])];
	return {
		json,
		known: versions.map(({ uid, number }) => ({ record: json.id, number, airalogyId: null, from: { uid } })),
	};
}
