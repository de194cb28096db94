// One version of a record as a Record v1: what a foreign file said around its data goes back with it, our own versions get an envelope of ours.
// A sha1 is written only where it is that of the data, foreign or ours, so that no file of ours ever bears a wrong one. Refused: a time of
// export, and our own names of versions outside our own part.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { dataSha1 } from '#lib/core/record/python-json.ts';
import type { VersionView } from '#lib/core/record/record.ts';
import { without } from './keys.ts';

/** The protocol a record was made under, as its envelope names it. */
export interface RecordProtocol {
	readonly airalogyProtocolId: string | null;
	readonly protocolId: string | null;
	readonly protocolVersion: string | null;
}

/** Keys that stand before `data` in a Record v1. */
const BEFORE_DATA = [
	'format',
	'schema_version',
	'airalogy_record_id',
	'record_id',
	'record_version',
	'version',
	'metadata',
];

/** A version as Record v1, with the envelope it came in where it came from elsewhere. `airalogyRecordId` counts only where it has none. */
export function writeRecord(
	{ version, number }: VersionView,
	protocol: RecordProtocol,
	airalogyRecordId: string | null,
): JsonObject {
	const data = version.data as JsonObject; // checked as JSON by its hash
	const foreign = envelopeOf(version);
	if (foreign) return withData(withoutWrongSha1(foreign, data), data);
	const sha1 = dataSha1(data);
	return {
		format: 'airalogy.record',
		schema_version: 1,
		airalogy_record_id: airalogyRecordId,
		record_id: version.record,
		record_version: number,
		metadata: {
			airalogy_protocol_id: protocol.airalogyProtocolId,
			protocol_id: protocol.protocolId,
			protocol_version: protocol.protocolVersion,
			...(sha1 === null ? {} : { sha1 }),
		},
		data,
	};
}

/** What stood around a version's data in the file it came from; undefined for one that was made here. */
export function envelopeOf(version: Readonly<Record<string, unknown>>): JsonObject | undefined {
	const envelope = version['envelope'] as Json | undefined; // loose keys of a document are JSON
	return isObject(envelope) ? envelope : undefined;
}

/** An envelope that names no hash but that of `data`; the same one where it does not. */
export function withoutWrongSha1(envelope: JsonObject, data: Json): JsonObject {
	const { metadata } = envelope;
	if (!isObject(metadata) || !('sha1' in metadata) || isSha1Of(metadata['sha1'], data)) return envelope;
	return { ...envelope, metadata: without(metadata, ['sha1']) };
}

/** Whether `says` is the SHA-1 of a record's data. */
export function isSha1Of(says: Json | undefined, data: Json): boolean {
	return typeof says === 'string' && says.toLowerCase() === dataSha1(data);
}

function withData(envelope: JsonObject, data: JsonObject): JsonObject {
	const entries = Object.entries(envelope);
	const last = entries.findLastIndex(([key]) => BEFORE_DATA.includes(key));
	return Object.fromEntries([...entries.slice(0, last + 1), ['data', data], ...entries.slice(last + 1)]);
}
