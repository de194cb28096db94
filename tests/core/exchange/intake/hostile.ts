// Archives that no honest tool writes, built byte by byte.

import { deflateSync } from 'fflate';
import { crc32 } from '#lib/core/exchange/intake/crc32.ts';
import { utf8 } from './bytes.ts';

export interface Forged {
	readonly name: string | Uint8Array;
	readonly content: Uint8Array;
	readonly method?: number;
	readonly flags?: number;
	/** What the directory says instead of the truth. */
	readonly size?: number;
	readonly packed?: number;
	readonly crc?: number;
	readonly attributes?: number;
	readonly header?: number;
	/** What the local header says instead of what the directory says. */
	readonly localName?: string;
	readonly localSize?: number;
	readonly extra?: Uint8Array;
	/** Packed content as it is. */
	readonly raw?: Uint8Array;
}

const u16 = (value: number): number[] => [value & 255, (value >>> 8) & 255];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];

/** An archive that says what `forged` tells it to say. */
export function forge(forged: readonly Forged[], { count }: { count?: number } = {}): Uint8Array {
	const sum = crc32();
	const parts: (Uint8Array | number[])[] = [];
	const directory: (Uint8Array | number[])[] = [];
	let at = 0;
	const put = (list: (Uint8Array | number[])[], part: Uint8Array | number[]): void => {
		list.push(part);
		if (list === parts) at += part.length;
	};
	for (const one of forged) {
		const name = typeof one.name === 'string' ? utf8(one.name) : one.name;
		const local = one.localName === undefined ? name : utf8(one.localName);
		const method = one.method ?? 8;
		const raw = one.raw ?? (method === 8 ? deflateSync(one.content) : one.content);
		const size = one.size ?? one.content.length;
		const facts = [...u16(20), ...u16(one.flags ?? 0x800), ...u16(method), ...u32(0x210000)];
		const crc = u32(one.crc ?? sum(one.content));
		const packed = u32(one.packed ?? raw.length);
		const header = one.header ?? at;
		const extra = one.extra ?? new Uint8Array();
		put(parts, [...u32(0x04034b50), ...facts, ...crc, ...packed, ...u32(one.localSize ?? size)]);
		put(parts, [...u16(local.length), ...u16(0)]);
		put(parts, local);
		put(parts, raw);
		put(directory, [...u32(0x02014b50), ...u16(0x0314), ...facts, ...crc, ...packed, ...u32(size)]);
		put(directory, [...u16(name.length), ...u16(extra.length), ...u16(0), ...u16(0), ...u16(0)]);
		put(directory, [...u32(one.attributes ?? 0), ...u32(header)]);
		put(directory, name);
		put(directory, extra);
	}
	const length = directory.reduce((total, part) => total + part.length, 0);
	const entries = u16(count ?? forged.length);
	const end = [...u32(0x06054b50), ...u32(0), ...entries, ...entries, ...u32(length), ...u32(at), ...u16(0)];
	return Uint8Array.from(Buffer.concat([...parts, ...directory, end].map((part) => Uint8Array.from(part))));
}
