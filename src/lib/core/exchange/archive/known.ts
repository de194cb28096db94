// Records of an archive of ours come twice: as files, for everybody, and in the path's own part. A file that says only what the path has already is
// not left over, so nobody has to be told about it. Anything else about it (a number, a protocol, one more key) and it is.

import { isList, isObject, type Json } from '#lib/core/json/json.ts';
import { sameJson } from '#lib/core/json/same.ts';
import { RecordId } from '#lib/core/path/names.ts';
import { readRecords } from '#lib/core/exchange/built.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import type { RecordProtocol } from '#lib/core/exchange/record-file.ts';
import type { KnownRecord } from '#lib/core/exchange/records.ts';
import { recordFile } from './records.ts';

/** The record files that hold nothing but a version the plan brings itself. */
export function saidAlready(files: readonly KnownRecord[], plan: ImportPlan): ReadonlySet<KnownRecord> {
	if (files.length === 0) return new Set();
	const records = readRecords(plan.records);
	const protocols = protocolsIn(plan);
	return new Set(
		files.filter(({ record, from }) => {
			if (!('spot' in from)) return false;
			const { metadata } = from.envelope;
			const id = isObject(metadata) ? (metadata['protocol_id'] ?? null) : null;
			const [...versions] = records.get(RecordId.parse(record))?.versions.values() ?? [];
			return protocols
				.filter(({ protocolId }) => protocolId === id)
				.some((protocol) => versions.some((view) => sameJson(recordFile(view, protocol), from.envelope)));
		}),
	);
}

/** The protocols a record of the plan may have been made under; a record that was made under none names none. */
function protocolsIn({ maps }: ImportPlan): readonly RecordProtocol[] {
	const definitions = Object.values(maps.frozen).filter(isObject);
	const items = definitions.flatMap(({ protocols }) => (isList(protocols) ? protocols : [])).filter(isObject);
	const named = items.map(({ airalogyProtocolId, protocolId, protocolVersion }) => ({
		airalogyProtocolId: textOf(airalogyProtocolId),
		protocolId: textOf(protocolId),
		protocolVersion: textOf(protocolVersion),
	}));
	return [{ airalogyProtocolId: null, protocolId: null, protocolVersion: null }, ...named];
}

function textOf(value: Json | undefined): string | null {
	return typeof value === 'string' ? value : null;
}
