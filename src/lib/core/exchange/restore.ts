// A canonical file that we wrote comes back as it was: from our vendor part, if what it says is what the file says. So it is built, written
// out again and compared, which also proves that nothing in it is lost. Everything around the steps (protocols, graph, keys of others) may
// differ: that is kept and named. Refused: a checksum of the steps (it would only tell that something differs).

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { RecordId } from '#lib/core/path/names.ts';
import { auditPath } from '#lib/core/path/shelves.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';
import { readVendor, VENDOR_KEY } from './airalogy/vendor.ts';
import { amend } from './amend.ts';
import { keepAround, keepOddities, type Oddity, type VendorRecord } from './around.ts';
import { build, listOf, readRecords, same, type Built, type Form } from './built.ts';
import type { Bundle } from './bundle.ts';
import { canonicalWords } from './canonical-words.ts';
import { Additions, type ImportPlan, type Importer, type PlannedRecord } from './plan.ts';
import { Reporter, within } from './report.ts';

export interface Restored {
	/** Null where the steps of the file are not those of its vendor part. */
	readonly plan: ImportPlan | null;
	/** What the plan says; undefined where something was added after it was built. */
	readonly snapshot?: PathSnapshot | undefined;
	/** The records in the vendor part, for steps that refer to them. */
	readonly records: readonly VendorRecord[];
}

/** Takes a path back from the vendor part of its file, whose steps are in `form`; null where that part cannot be read. */
export function restore(
	one: Bundle,
	vendor: Json,
	form: Form,
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
	const first = build(plan, records, form);
	const path = one.path?.value ?? {};
	const differing = firstDifference(first.path, path);
	const written = listOf(path['steps']);
	const known = plan.records.map((json) => vendorRecord(json, records));
	const spoken = new Reporter();
	const words = canonicalWords(one, form, spoken);
	const file = {
		form,
		words,
		written,
		status: path['path_status'],
		records: [...known.flatMap(({ known: versions }) => versions), ...one.records],
	};
	const taken = same(first.path[VENDOR_KEY], vendor) ? amend(plan, first, file, importer) : null;
	if (!taken) {
		reporter.kept(spot, 'vendor_part_differs', { at: differing });
		return { plan: null, records: known };
	}
	for (const at of taken.changed)
		reporter.changed(within(words.spot, at), 'step_changed', { step: nameOf(written[at]) });
	if (taken.added) {
		reporter.changed(words.spot, 'steps_added', { count: written.length - first.steps.length });
		reporter.add(spoken.report(form));
		reporter.add(taken.added.report(form));
	}
	for (const { map, key, why } of auditPath(first.snapshot))
		reporter.kept(within(spot, map, key), 'damaged', { map, key, why });
	const beside = new Additions(importer);
	keepDifferences(one, taken.built, beside, reporter);
	keepOddities(oddities, beside);
	const whole = beside.addedTo(taken.plan);
	return { plan: whole, snapshot: whole === taken.plan ? taken.built.snapshot : undefined, records: [] };
}

function nameOf(step: Json | undefined): Json {
	return isObject(step) ? (step['step'] ?? null) : null;
}

/** Where the steps or the vendor part of the file are not those that were written out again; null where both are. */
function firstDifference(written: JsonObject, file: JsonObject): string | null {
	const [ours, theirs] = [listOf(written['steps']), listOf(file['steps'])];
	const length = Math.max(ours.length, theirs.length);
	for (let at = 0; at < length; at += 1) if (!same(ours[at], theirs[at])) return `/steps/${at}`;
	return same(written[VENDOR_KEY], file[VENDOR_KEY]) ? null : `/${VENDOR_KEY}`;
}

/** What else another tool may have changed: it has no way into the path, so it is kept beside it. */
function keepDifferences(
	one: Bundle,
	{ around, data, path }: Built,
	additions: Additions,
	reporter: Reporter,
): void {
	const parts = [
		['workflow_info', one.workflow] as const,
		['protocols_info', one.protocols] as const,
		...one.beside.map((item) => [item.key, item] as const),
	];
	for (const [key, found] of parts) {
		if (!found || same(data[key], found.value)) continue;
		const known = key === 'workflow_info' || key === 'protocols_info';
		// Another file's path_data that is none must not go where this path's stands.
		const odd = key === 'path_data';
		const place = known ? 'differs' : odd ? 'odd' : 'workflow_data';
		additions.keep(found.spot, found.value, { place, key });
		reporter.kept(found.spot, known ? 'outside_differs' : odd ? 'malformed_part' : 'unknown_key', { key });
	}
	const spot = one.path?.spot ?? one.whole;
	for (const [key, value] of Object.entries(one.path?.value ?? {})) {
		// Ours was compared before steps of it were amended, and the steps are those of the file.
		if (key === VENDOR_KEY || (key === 'steps' && Array.isArray(value)) || same(path[key], value)) continue;
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
	if (one.around && !same(around, one.around.value)) keepAround(one, additions, reporter);
}

function vendorRecord(json: PlannedRecord, records: ReadonlyMap<RecordId, RecordSnapshot>): VendorRecord {
	const versions = [...(records.get(RecordId.parse(json.id))?.versions.values() ?? [])];
	return {
		json,
		known: versions.map(({ uid, number, version }) => ({
			record: json.id,
			number,
			airalogyId: null,
			from: { uid, data: version.data as Json }, // checked as JSON by its hash
		})),
	};
}
