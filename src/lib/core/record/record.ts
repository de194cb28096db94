// A record is data measured under a protocol, in versions that nobody can change: each is named by the hash of what it says. The draft is
// the only thing that is edited. Refused: numbered versions in storage (two people offline both make "version 2"; a position in a
// list is not an identity).

import * as z from 'zod/mini';
import { JsonValue } from '#lib/core/path/entries.ts';
import { RecordId, VersionUid } from '#lib/core/path/names.ts';

/** Sections of a Record v1: `var` always, others where there is something in them. Unknown sections pass through. */
export const RecordData = z.looseObject({
	var: z.record(z.string(), JsonValue),
	step: z.optional(z.record(z.string(), JsonValue)),
	check: z.optional(z.record(z.string(), JsonValue)),
	quiz: z.optional(z.record(z.string(), JsonValue)),
});
export type RecordData = z.infer<typeof RecordData>;

/** uid = SHA-256 of JCS {record, basedOn, author, at, zone, data}; other keys are kept and count for nothing. */
export const RecordVersion = z.looseObject({
	record: RecordId,
	basedOn: z.nullable(VersionUid),
	/** Thumbprint of the member key, or '' where a foreign file names nobody. */
	author: z.string(),
	/** Device time, RFC 3339 with offset, such as 2026-11-21T16:02:11.000+01:00; '' where unknown. */
	at: z.string(),
	/** IANA zone such as Europe/Berlin; '' where unknown. */
	zone: z.string(),
	data: RecordData,
});
export type RecordVersion = z.infer<typeof RecordVersion>;

export interface VersionView {
	readonly uid: VersionUid;
	readonly version: RecordVersion;
	/** Depth along basedOn, from 1. */
	readonly depth: number;
	/** The version it is based on is not here (yet): it counts as a first one until that comes. */
	readonly rootless: boolean;
	/** "2", and "2b", "2c" for twins in uid order. */
	readonly label: string;
	/** 1…n by depth, then uid: only for exports. */
	readonly number: number;
}
