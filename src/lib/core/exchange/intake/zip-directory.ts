// The list at the end of a ZIP archive, read by ourselves: fflate takes sizes and names from it on trust and tells no checksum. Everything
// an archive says twice is compared, because two readers that believe different halves see two archives. Refused: looking for members by
// their local headers (recovery of a torn archive is guessing), archives behind other data, archives of several volumes.

import type { Decode } from '#lib/core/exchange/files.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { decodeName, nameFault } from './zip-names.ts';
import type { ZipCaps, ZipFault } from './zip.ts';

/** A member as the central directory says, its data found. */
export interface Member {
	readonly name: string;
	readonly folder: boolean;
	readonly stored: boolean;
	readonly crc: number;
	readonly size: number;
	/** First byte of its local header, of its data, and the byte behind the data. */
	readonly header: number;
	readonly start: number;
	readonly end: number;
}

interface Directory {
	readonly start: number;
	readonly end: number;
	readonly count: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

/** Every member in the directory's order, or the first thing that is wrong. Reads headers alone, unpacks nothing. */
export function readDirectory(
	bytes: Uint8Array,
	caps: ZipCaps,
	decode: Decode,
): Result<readonly Member[], ZipFault> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const found = findDirectory(view);
	if (!found.ok) return found;
	const { start, end, count } = found.value;
	if (count > caps.entries) return fault('too_many_entries', '', { found: count, limit: caps.entries });
	const members: Member[] = [];
	let at = start;
	for (let index = 0; index < count; index += 1) {
		if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) return fault('malformed', '', { at });
		const next = at + 46 + [28, 30, 32].reduce((sum, field) => sum + view.getUint16(at + field, true), 0);
		if (next > end) return fault('malformed', '', { at });
		const member = readMember(view, at, start, decode);
		if (!member.ok) return member;
		members.push(member.value);
		at = next;
	}
	return at === end ? ok(members) : fault('malformed', '', { at });
}

/** A refusal of an archive. */
export function fault(
	code: ZipFault['code'],
	name: string,
	data: ZipFault['data'] = {},
): Result<never, ZipFault> {
	return err({ code, name, data });
}

function findDirectory(view: DataView): Result<Directory, ZipFault> {
	const length = view.byteLength;
	const first = length < 4 ? 0 : view.getUint32(0, true);
	let at = length - 22;
	const last = Math.max(0, at - MAX_16);
	while (
		at >= last &&
		!(view.getUint32(at, true) === END && view.getUint16(at + 20, true) === length - at - 22)
	)
		at -= 1;
	if (at < last) return fault(first === LOCAL ? 'truncated' : 'not_zip', '');
	const [disk, diskOfStart, here, count] = [4, 6, 8, 10].map((field) => view.getUint16(at + field, true));
	const size = view.getUint32(at + 12, true);
	const start = view.getUint32(at + 16, true);
	if (count === MAX_16 || here === MAX_16 || size === MAX_32 || start === MAX_32)
		return findDirectory64(view, at);
	if (disk !== 0 || diskOfStart !== 0 || here !== count) return fault('several_volumes', '');
	return start + size === at ? ok({ start, end: at, count: count ?? 0 }) : fault('malformed', '', { at });
}

/** Large archives say their numbers in 64 bits; what fits our caps is read. */
function findDirectory64(view: DataView, end: number): Result<Directory, ZipFault> {
	const locator = end - 20;
	if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return fault('malformed', '', { at: end });
	const at = int64(view, locator + 8);
	if (at === null || at + 56 > locator || view.getUint32(at, true) !== END_64)
		return fault('zip64', '', { at: locator });
	const [record, here, count, size, start] = [4, 24, 32, 40, 48].map((field) => int64(view, at + field));
	if (view.getUint32(at + 16, true) !== 0 || view.getUint32(at + 20, true) !== 0 || here !== count)
		return fault('several_volumes', '');
	if (record === null || record === undefined || at + 12 + record !== locator)
		return fault('malformed', '', { at });
	if (typeof count !== 'number' || typeof size !== 'number' || typeof start !== 'number')
		return fault('zip64', '', { at });
	return start + size === at ? ok({ start, end: at, count }) : fault('malformed', '', { at });
}

/** A 64-bit number; null where no double holds it. */
function int64(view: DataView, at: number): number | null {
	const value = Number(view.getBigUint64(at, true));
	return Number.isSafeInteger(value) ? value : null;
}

function readMember(view: DataView, at: number, limit: number, decode: Decode): Result<Member, ZipFault> {
	const flags = view.getUint16(at + 8, true);
	const method = view.getUint16(at + 10, true);
	const nameLength = view.getUint16(at + 28, true);
	const raw = bytesOf(view, at + 46, nameLength);
	const name = decodeName(raw, (flags & 0x800) !== 0, decode);
	if (name === null) return fault('name_encoding', Array.from(raw, (byte) => hex(byte)).join(' '));
	const odd = nameFault(name);
	if (odd) return fault(odd, name);
	if (flags & 0x2041) return fault('encrypted', name);
	if (method !== 0 && method !== 8) return fault('method', name, { found: method });
	const kind = (view.getUint32(at + 38, true) >>> 28) & 15;
	if (kind !== 0 && kind !== 8 && kind !== 4) return fault('special', name);
	const sizes = sizesOf(view, at, nameLength);
	if (!sizes) return fault('zip64', name);
	const { size, packed, header } = sizes;
	const start = dataStart(view, at, header, raw);
	if (start === null) return fault('header_differs', name);
	const end = start + packed;
	if (end > limit) return fault('truncated', name);
	const folder = name.endsWith('/');
	if (folder && size > 0) return fault('folder_content', name);
	if (method === 0 && packed !== size) return fault('size_lies', name, { declared: size });
	return ok({
		name,
		folder,
		stored: method === 0,
		crc: view.getUint32(at + 16, true),
		size,
		header,
		start,
		end,
	});
}

function hex(byte: number): string {
	return byte.toString(16).padStart(2, '0');
}

function bytesOf(view: DataView, at: number, length: number): Uint8Array {
	return new Uint8Array(view.buffer, view.byteOffset + at, length);
}

/** Sizes and place of a member; from the 64-bit extra field where the fields are full. Null where that is absent or too large. */
function sizesOf(
	view: DataView,
	at: number,
	nameLength: number,
): { size: number; packed: number; header: number } | null {
	const small = [24, 20, 42].map((field) => view.getUint32(at + field, true));
	const large: (number | null)[] = [];
	let extra = at + 46 + nameLength;
	const end = extra + view.getUint16(at + 30, true);
	while (extra + 4 <= end) {
		const next = extra + 4 + view.getUint16(extra + 2, true);
		if (view.getUint16(extra, true) === 1 && next <= end)
			for (let value = extra + 4; value + 8 <= next; value += 8) large.push(int64(view, value));
		extra = next;
	}
	const [size, packed, header] = small.map((value) => (value === MAX_32 ? (large.shift() ?? null) : value));
	if (typeof size !== 'number' || typeof packed !== 'number' || typeof header !== 'number') return null;
	return { size, packed, header };
}

/** Where the data of a member begins; null where its local header is none, or says something else than the directory. */
function dataStart(view: DataView, central: number, header: number, name: Uint8Array): number | null {
	if (header + 30 > view.byteLength || view.getUint32(header, true) !== LOCAL) return null;
	const length = view.getUint16(header + 26, true);
	const start = header + 30 + length + view.getUint16(header + 28, true);
	if (length !== name.length || start > view.byteLength) return null;
	const local = bytesOf(view, header + 30, length);
	if (!name.every((byte, place) => byte === local[place])) return null;
	const flags = view.getUint16(header + 6, true);
	if (flags & 0x2041 || view.getUint16(header + 8, true) !== view.getUint16(central + 10, true)) return null;
	// Written in one go, the header knows the sizes; a writer that streams leaves them to the directory.
	const differs = [14, 18, 22].some((field) => {
		const said = view.getUint32(header + field, true);
		return said !== view.getUint32(central + field + 2, true) && said !== MAX_32;
	});
	return differs && !(flags & 8) ? null : start;
}
