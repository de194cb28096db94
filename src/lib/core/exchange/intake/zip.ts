// ZIP archives in and out. Out: the same entries give the same bytes on every machine, in the order given, so we write the container ourselves
// (fflate's would take its dates from the local clock's time zone and put entries named like numbers first). In: an archive is other people's
// word, so every size, sum and name is checked, and unpacking stops at what was promised. Refused: the readable half of a torn archive.

import { deflateSync, Inflate } from 'fflate';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Decode } from '#lib/core/exchange/files.ts';
import type { JsonObject } from '#lib/core/json/json.ts';
import { ok, type Result } from '#lib/core/result.ts';
import { crc32 } from './crc32.ts';
import { fault, readDirectory, type Member } from './zip-directory.ts';
import { collision, nameFault, type NameFault } from './zip-names.ts';

export interface ZipEntry {
	/** A path with `/` between folders. */
	readonly name: string;
	readonly bytes: Uint8Array;
}

export interface ZipCaps {
	readonly entries: number;
	/** Unpacked bytes of one entry, and of all together. */
	readonly entryBytes: number;
	readonly totalBytes: number;
	/** How many times its packed size an entry may be, where it is larger than `ratioFrom` bytes. */
	readonly ratio: number;
	readonly ratioFrom: number;
}

/** Why an archive is refused. `name` is the entry's, '' where it is the whole archive. */
export interface ZipFault {
	readonly code:
		| NameFault
		| 'not_zip'
		| 'truncated'
		| 'malformed'
		| 'several_volumes'
		| 'zip64'
		| 'too_many_entries'
		| 'too_large'
		| 'too_large_together'
		| 'bomb'
		| 'encrypted'
		| 'method'
		| 'special'
		| 'folder_content'
		| 'header_differs'
		| 'overlap'
		| 'doubled_name'
		| 'size_lies'
		| 'sum_differs'
		| 'corrupt';
	readonly name: string;
	readonly data: JsonObject;
}

/** Packs entries in the order given; every date is 1980-01-01. Throws where two names collide, or one is no path inside an archive. */
export function writeZip(entries: readonly ZipEntry[]): Uint8Array {
	if (entries.length > 0xfffe) throw new Error('more entries than an archive of this form can name');
	const doubled = collision(entries.map(({ name }) => name));
	if (doubled !== null) throw new Error(`two entries are named ${doubled}`);
	const sum = crc32();
	const parts: Uint8Array[] = [];
	const directory: Uint8Array[] = [];
	let at = 0;
	for (const { name, bytes } of entries) {
		const odd = nameFault(name);
		if (odd) throw new Error(`${odd}: ${name}`);
		const path = utf8ToBytes(name);
		const deflated = deflateSync(bytes, { level: 6 });
		const packed = deflated.length < bytes.length ? deflated : bytes;
		const method = packed === deflated ? 8 : 0;
		// Version 2.0, names in UTF-8, method, time and date, checksum, sizes, lengths of name and extra fields.
		const common = [20, 0x800, method, 0, 0x21];
		const facts = block(common, [sum(bytes), packed.length, bytes.length], [path.length, 0]);
		directory.push(block([], [0x02014b50], [20]), facts, block([0, 0, 0], [0, at], []), path);
		parts.push(block([], [0x04034b50], []), facts, path, packed);
		at += 4 + facts.length + path.length + packed.length;
	}
	const size = directory.reduce((total, part) => total + part.length, 0);
	const end = block([], [0x06054b50], [0, 0, entries.length, entries.length]);
	return joined([...parts, ...directory, end, block([], [size, at], [0])]);
}

/** Little-endian numbers: 16-bit ones, then 32-bit ones, then 16-bit ones again. */
function block(before: readonly number[], middle: readonly number[], after: readonly number[]): Uint8Array {
	const bytes = new Uint8Array(before.length * 2 + middle.length * 4 + after.length * 2);
	const view = new DataView(bytes.buffer);
	let at = 0;
	const put = (value: number, width: 2 | 4): void => {
		if (width === 2) view.setUint16(at, value, true);
		else view.setUint32(at, value, true);
		at += width;
	};
	for (const value of before) put(value, 2);
	for (const value of middle) put(value, 4);
	for (const value of after) put(value, 2);
	return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
	const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

/** Every file of an archive in its order, unpacked and checked, or the first reason against it. Folders are left out. */
export function readZip(
	bytes: Uint8Array,
	caps: ZipCaps,
	decode: Decode,
): Result<readonly ZipEntry[], ZipFault> {
	const members = readDirectory(bytes, caps, decode);
	if (!members.ok) return members;
	const unsafe = check(members.value, caps);
	if (unsafe) return unsafe;
	const sum = crc32();
	const entries: ZipEntry[] = [];
	for (const member of members.value) {
		if (member.folder) continue;
		const unpacked = unpack(bytes.subarray(member.start, member.end), member, sum);
		if (!unpacked.ok) return unpacked;
		entries.push({ name: member.name, bytes: unpacked.value });
	}
	return ok(entries);
}

/** What the directory alone shows to be wrong. */
function check(members: readonly Member[], caps: ZipCaps): Result<never, ZipFault> | null {
	let total = 0;
	for (const { name, size, start, end } of members) {
		if (size > caps.entryBytes) return fault('too_large', name, { found: size, limit: caps.entryBytes });
		if (size > caps.ratioFrom && size > caps.ratio * (end - start))
			return fault('bomb', name, { found: size, packed: end - start });
		total += size;
	}
	if (total > caps.totalBytes)
		return fault('too_large_together', '', { found: total, limit: caps.totalBytes });
	let reached = 0;
	for (const { name, header, end } of [...members].sort((a, b) => a.header - b.header)) {
		if (header < reached) return fault('overlap', name);
		reached = end;
	}
	const doubled = collision(members.map(({ name }) => name));
	return doubled === null ? null : fault('doubled_name', doubled);
}

/** Packed bytes are handed over in pieces of this size: none of them can become more than about 8 MB. */
const PIECE = 8 * 1024;

type Sum = ReturnType<typeof crc32>;

function unpack(packed: Uint8Array, member: Member, sum: Sum): Result<Uint8Array, ZipFault> {
	const { name, size, crc, stored } = member;
	const unpacked = stored ? packed.slice() : inflated(packed, size);
	if (unpacked === null) return fault('corrupt', name);
	if (unpacked === 'longer' || unpacked.length !== size) return fault('size_lies', name, { declared: size });
	return sum(unpacked) === crc ? ok(unpacked) : fault('sum_differs', name);
}

/** At most `size` bytes; 'longer' where there would be more, null where the data is no deflate stream or ends early. */
function inflated(packed: Uint8Array, size: number): Uint8Array | 'longer' | null {
	const bytes = new Uint8Array(size);
	let reached = 0;
	const inflate = new Inflate((piece) => {
		if (reached + piece.length <= size) bytes.set(piece, reached);
		reached += piece.length;
	});
	try {
		for (let at = 0; at < packed.length || at === 0; at += PIECE) {
			inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
			if (reached > size) return 'longer';
		}
	} catch {
		return null; // fflate throws where the stream is none; which of its reasons tells nobody anything
	}
	return bytes.subarray(0, reached);
}
