// A path as an .aira archive: the canonical file, its records as files of their own, its protocols as packages, its attachments as blobs. The same
// path gives the same bytes: the time in the manifest is the path's own newest, entries have a fixed order. Refused: the time of export, and
// protocol files among the blobs (they belong to their packages).

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { ExportSource } from '#lib/core/exchange/forms.ts';
import { writeZip, type ZipEntry } from '#lib/core/exchange/intake/zip.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import { packProtocols, protocolsOf } from './protocols.ts';
import { packPath, packRecords } from './records.ts';

export const MANIFEST = '_airalogy_archive/manifest.json';

export interface WrittenArchive {
	readonly bytes: Uint8Array;
	/** Files whose bytes are not at hand. */
	readonly lost: readonly ReportLine[];
}

/** The archive of a path, kind `records`. */
export function writeArchive({ snapshot, records, file }: ExportSource): WrittenArchive {
	const protocols = packProtocols(protocolsOf(snapshot), file);
	const path = packPath(snapshot, records);
	const packed = [path, ...packRecords(snapshot, records, protocols, path.entry.name)];
	const attached = attachments(snapshot);
	const blobs = new Map<string, Uint8Array>();
	for (const { sha256 } of attached) {
		const bytes = file(sha256);
		if (bytes !== undefined) blobs.set(sha256, bytes);
	}
	const manifest: JsonObject = {
		format: 'airalogy.archive',
		version: 1,
		kind: 'records',
		...createdAt(snapshot),
		records: packed.map((record) => record.manifest),
		protocols: [...protocols.values()].map((protocol) => protocol.manifest),
		blobs: [...blobs].map(([sha256, { length }]) => ({
			blob_id: `sha256:${sha256}`,
			archive_path: blobPath(sha256),
			sha256,
			size: length,
		})),
		files: attached.map((one) => fileReference(one, blobs.has(one.sha256), path.entry.name)),
	};
	const entries: ZipEntry[] = [
		{ name: MANIFEST, bytes: utf8ToBytes(printJson(manifest, { indent: 2 })) },
		...packed.map(({ entry }) => entry),
		...[...protocols.values()].flatMap((protocol) => protocol.entries),
		...[...blobs].map(([sha256, bytes]) => ({ name: blobPath(sha256), bytes })),
	];
	const missing = attached.filter(({ sha256 }) => !blobs.has(sha256)).map(notHere);
	return {
		bytes: writeZip(entries),
		lost: [...[...protocols.values()].flatMap(({ lost }) => lost), ...missing],
	};
}

/** A file somebody attached to a cell. */
export interface Attachment {
	readonly id: string;
	readonly sha256: string;
	readonly name: string;
	readonly type: string | null;
	readonly size: number | null;
}

/** The attachments of a path, by their ids; entries that name no content are left to the path's own part. */
export function attachments(snapshot: PathSnapshot): readonly Attachment[] {
	const found = [...snapshot.raw('files')].flatMap(([id, entry]): Attachment[] => {
		const { sha256, name, type, size } = isObject(entry) ? entry : {};
		if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return [];
		const whole = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;
		return [{ id, sha256, name: textOf(name) ?? id, type: textOf(type), size: whole ? size : null }];
	});
	return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function textOf(value: Json | undefined): string | null {
	return typeof value === 'string' ? value : null;
}

function blobPath(sha256: string): string {
	return `blobs/sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

function fileReference(
	{ id, sha256, name, type, size }: Attachment,
	here: boolean,
	path: string,
): JsonObject {
	const blob_id = here ? `sha256:${sha256}` : null;
	return { file_id: id, blob_id, filename: name, mime_type: type, size, record_path: path };
}

function notHere({ id, sha256, name }: Attachment): ReportLine {
	const pointer = `/path_data/pathbook/files/${id}`;
	return { file: '', pointer, rule: 'file_not_here', data: { name, sha256 } };
}

/** From 1970 to the end of 9999: what RFC 3339 can say. */
const LAST = 253_402_300_799_999;

/** The newest stamp in the path, as RFC 3339; none where it has no stamp. */
function createdAt(snapshot: PathSnapshot): JsonObject {
	let newest = snapshot.meta?.createdAt ?? -1;
	for (const map of ['stages', 'cells', 'fields', 'log', 'gone'])
		for (const entry of snapshot.raw(map).values()) {
			const at = isObject(entry) ? entry['at'] : undefined;
			if (typeof at === 'number' && Number.isSafeInteger(at) && at <= LAST) newest = Math.max(newest, at);
		}
	return newest < 0 || newest > LAST ? {} : { created_at: new Date(newest).toISOString() };
}
