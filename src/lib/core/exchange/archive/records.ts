// The records of a path as files of an archive: first the path itself, which rides as a record, then every version of every record that belongs
// to it, so that another program finds them without knowing our part. Refused: only the versions the path refers to (a correction would
// lose what it corrects).

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256Hex } from '#lib/core/json/hash.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { recordOf } from '#lib/core/path/content.ts';
import type { RecordId, StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import type { VersionView } from '#lib/core/record/record.ts';
import { exportPath, type Records } from '#lib/core/exchange/airalogy/write.ts';
import type { ZipEntry } from '#lib/core/exchange/intake/zip.ts';
import { writeRecord, type RecordProtocol } from '#lib/core/exchange/record-file.ts';
import { safeName } from './names.ts';
import { protocolKey, type PackedProtocol } from './protocols.ts';

export interface PackedRecord {
	readonly entry: ZipEntry;
	readonly manifest: JsonObject;
}

/** The canonical file of a path as the bytes that every export has, and its line in the manifest. */
export function packPath(snapshot: PathSnapshot, records: Records): PackedRecord {
	const value = exportPath(snapshot, records);
	const id = typeof value['record_id'] === 'string' ? value['record_id'] : null;
	return packed(`records/${safeName(id ?? 'path')}.v1.json`, value, { record_id: id, record_version: 1 });
}

/** Every version of the records of a path, by record id and number. `protocols` are packages by their protocol's key, `taken` the path's own name. */
export function packRecords(
	snapshot: PathSnapshot,
	records: Records,
	protocols: ReadonlyMap<string, PackedProtocol>,
	taken: string,
): readonly PackedRecord[] {
	const made = makersOf(snapshot);
	return [...made.keys()].sort().flatMap((id) => {
		const protocol = protocolFor(snapshot, made.get(id));
		return [...(records.get(id)?.versions.values() ?? [])].map((view) =>
			packVersion(view, protocol, protocol && protocols.get(protocolKey(protocol))?.root, taken),
		);
	});
}

function packVersion(
	view: VersionView,
	protocol: Protocol | undefined,
	root: string | undefined,
	taken: string,
): PackedRecord {
	const { airalogyProtocolId = null, protocolId = null, protocolVersion = null } = protocol ?? {};
	const value = recordFile(view, { airalogyProtocolId, protocolId, protocolVersion });
	const { record } = view.version;
	const name = (id: string): string => `records/${id}.v${String(view.number)}.json`;
	const id = safeName(record);
	// A record made at the preparation bears the id the path is exported under.
	return packed(name(id) === taken ? name(`${id}-record`) : name(id), value, {
		record_id: record,
		record_version: view.number,
		...(root === undefined ? {} : { embedded_protocol_root: root }),
	});
}

/** A version as a file that stands alone: one that came without an id of its own bears the one the path refers to it by. */
export function recordFile(view: VersionView, protocol: RecordProtocol): JsonObject {
	const value = writeRecord(view, protocol, null);
	const { record } = view.version;
	const named = value['record_id'] === record ? value : { ...value, record_id: record };
	const numbered = 'record_version' in named || 'version' in named;
	return numbered ? named : { ...named, record_version: view.number };
}

function packed(name: string, value: JsonObject, more: JsonObject): PackedRecord {
	const bytes = utf8ToBytes(printJson(value));
	const metadata = isObject(value['metadata']) ? value['metadata'] : {};
	const manifest = {
		path: name,
		protocol_id: textOf(metadata['protocol_id']),
		protocol_version: textOf(metadata['protocol_version']),
		sha1: textOf(metadata['sha1']),
		sha256: sha256Hex(bytes),
		...more,
	};
	return { entry: { name, bytes }, manifest };
}

function textOf(value: Json | undefined): string | null {
	return typeof value === 'string' ? value : null;
}

/** The stage each record of a path belongs to: the one it was made in, else the first that refers to it. */
function makersOf(snapshot: PathSnapshot): ReadonlyMap<RecordId, StageId> {
	const made = new Map<RecordId, StageId>();
	for (const stage of [...snapshot.stages.keys()].sort()) {
		made.set(stage as string as RecordId, stage); // every stage id is a legal record id
		const entry = snapshot.records.get(stage);
		const record = entry && recordOf(entry, stage).record;
		if (record !== undefined && !made.has(record)) made.set(record, stage);
	}
	return made;
}

function protocolFor(snapshot: PathSnapshot, stage: StageId | undefined): Protocol | undefined {
	const entry = stage && snapshot.stages.get(stage);
	if (entry === undefined) return undefined;
	return snapshot.definition(entry.under)?.protocols.find(({ index }) => index === entry.choice);
}
