// What stands around a path and its steps and is no part of either: the record it travelled in, the request it was sent with, comments and
// doubled keys of the text. It has no place in a path, so it is kept beside it; of a record everything but its identity is written back.
// Refused: writing a foreign record's id back (it would name another content from now on).

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import type { Bundle } from './bundle.ts';
import { without } from './keys.ts';
import type { PlanBuilder, PlannedRecord } from './plan.ts';
import { withoutWrongSha1 } from './record-file.ts';
import type { KnownRecord } from './records.ts';
import { within, type Reporter, type Spot } from './report.ts';

/** Something odd about a file's text that a plan has to keep: a comment, the earlier value of a doubled key. */
export interface Oddity {
	readonly spot: Spot;
	readonly rule: 'comment' | 'doubled_key' | 'json_repaired';
	readonly data: JsonObject;
	readonly value: Json;
}

/** A record in a vendor part, and its versions by number. */
export interface VendorRecord {
	readonly json: PlannedRecord;
	readonly known: readonly KnownRecord[];
}

/** Keys of a record that are written anew. */
export const ENVELOPE_KEYS = [
	'format',
	'schema_version',
	'airalogy_record_id',
	'record_id',
	'record_version',
	'version',
	'metadata',
	'data',
];

/** What keeps things: a plan in the making, or a restored one's additions. */
export type Keeper = Pick<PlanBuilder, 'keep'>;

/** Keeps comments and the earlier values of doubled keys. */
export function keepOddities(oddities: readonly Oddity[], keeper: Keeper): void {
	for (const { spot, data, value, rule } of oddities)
		if (rule !== 'json_repaired') keeper.keep(spot, value, { place: rule, ...data });
}

/** Keeps what stood around a path's data: of a record everything but the path, of a request body its other keys. */
export function keepAround({ around, workflowId }: Bundle, keeper: Keeper, reporter: Reporter): void {
	if (!around) return;
	const { spot, value, whole: record } = around;
	if (!('data' in value) && workflowId === '') {
		for (const [key, item] of Object.entries(value)) {
			keeper.keep(within(spot, key), item, { place: 'request', key });
			reporter.kept(within(spot, key), 'unknown_key', { key });
		}
		return;
	}
	// A hash that is right is that of the file's data, our part of which is another: it is kept, and never written.
	const bare = takeSha1(value, record?.['data'] ?? null, spot, reporter);
	const whole = 'data' in bare ? bare : { data: bare };
	keeper.keep(spot, whole, { place: 'envelope' });
	const more = Object.keys(without(whole, ENVELOPE_KEYS));
	reporter.kept(spot, 'envelope', { record: value['record_id'] ?? null, keys: more });
}

/** An envelope without a hash that is not that of `data`, which is reported and kept nowhere. */
export function takeSha1(envelope: JsonObject, data: Json, spot: Spot, reporter: Reporter): JsonObject {
	const right = withoutWrongSha1(envelope, data);
	const { metadata } = envelope;
	if (right !== envelope && isObject(metadata))
		reporter.lost(within(spot, 'metadata', 'sha1'), 'sha1_differs', { says: metadata['sha1'] ?? null });
	return right;
}
