// What an archive from elsewhere may try. Each is refused by name, without an exception, and before it costs much.

import { constants, deflateRawSync } from 'node:zlib';
import { zipSync, Zip, ZipDeflate } from 'fflate';
import { describe, expect, test } from 'vitest';
import { ZIP_CAPS } from '#lib/core/exchange/intake/caps.ts';
import { readZip, writeZip } from '#lib/core/exchange/intake/zip.ts';
import { decode, utf8 } from './bytes.ts';
import { forge, type Forged } from './hostile.ts';

const content = utf8('{"a": 1}'.repeat(20));

function faultOf(bytes: Uint8Array, caps = ZIP_CAPS): unknown {
	const read = readZip(bytes, caps, decode);
	return read.ok ? read.value.map(({ name }) => name) : [read.error.code, read.error.name];
}

const one = (forged: Partial<Forged>): unknown => faultOf(forge([{ name: 'a.json', content, ...forged }]));

test('[X27] a forged archive that tells the truth is read', () => {
	expect(one({})).toEqual(['a.json']);
	expect(one({ method: 0 })).toEqual(['a.json']);
});

test('[X27] a size, a sum or a header that is not true is refused at its entry', () => {
	expect(one({ size: content.length - 1 })).toEqual(['size_lies', 'a.json']);
	expect(one({ size: content.length + 1 })).toEqual(['size_lies', 'a.json']);
	expect(one({ size: 0 })).toEqual(['size_lies', 'a.json']);
	expect(one({ method: 0, size: 3 })).toEqual(['size_lies', 'a.json']);
	expect(one({ packed: 4 })).toEqual(['corrupt', 'a.json']);
	expect(one({ packed: 1_000_000 })).toEqual(['truncated', 'a.json']);
	expect(one({ crc: 7 })).toEqual(['sum_differs', 'a.json']);
	expect(one({ localName: 'b.json' })).toEqual(['header_differs', 'a.json']);
	expect(one({ localSize: 3 })).toEqual(['header_differs', 'a.json']);
	expect(one({ header: 5 })).toEqual(['header_differs', 'a.json']);
	expect(one({ raw: Uint8Array.from([7, 7, 7, 7]) })).toEqual(['corrupt', 'a.json']);
});

test('[X27] what cannot be read is refused by its name', () => {
	expect(one({ flags: 0x801 })).toEqual(['encrypted', 'a.json']);
	expect(one({ method: 14 })).toEqual(['method', 'a.json']);
	expect(one({ attributes: 0xa1ff0000 })).toEqual(['special', 'a.json']);
	expect(one({ attributes: 0x81a40000 })).toEqual(['a.json']);
	expect(one({ size: 0xffffffff })).toEqual(['zip64', 'a.json']);
	const real = new Uint8Array(12);
	new DataView(real.buffer).setUint32(0, 0x00080001, true);
	new DataView(real.buffer).setUint32(4, content.length, true);
	expect(one({ size: 0xffffffff, extra: real })).toEqual(['a.json']);
	expect(one({ name: 'a/' })).toEqual(['folder_content', 'a/']);
	expect(faultOf(utf8('not an archive at all, but long enough for one'))).toEqual(['not_zip', '']);
	expect(faultOf(new Uint8Array())).toEqual(['not_zip', '']);
});

test.each([
	['../a', 'name_parent'],
	['a/../../b', 'name_parent'],
	['/etc/a', 'name_absolute'],
	['C:/a', 'name_drive'],
	['c:a', 'name_drive'],
	['a\\b', 'name_backslash'],
	['a\u0000.json', 'name_control'],
	['a\nb', 'name_control'],
	['a//b', 'name_empty'],
	['./a', 'name_empty'],
	['', 'name_empty'],
	['x'.repeat(2_000), 'name_long'],
])('[X27] a name that is no path inside a folder is refused: %j', (name, code) => {
	expect(one({ name })).toEqual([code, name]);
});

test('[X27] two names for one place on a disk are refused', () => {
	const both = (a: string, b: string): unknown =>
		faultOf(
			forge([
				{ name: a, content },
				{ name: b, content },
			]),
		);
	expect(both('a', 'a')).toEqual(['doubled_name', 'a']);
	expect(both('Path.json', 'path.JSON')).toEqual(['doubled_name', 'path.JSON']);
	expect(both('caf\u00e9', 'cafe\u0301')).toEqual(['doubled_name', 'cafe\u0301']);
	expect(both('a', 'a/b')).toEqual(['doubled_name', 'a/b']);
	expect(both('a/b', 'a')).toEqual(['doubled_name', 'a']);
	expect(both('a/b', 'a/c')).toEqual(['a/b', 'a/c']);
});

test('[X27] entries that share bytes are refused', () => {
	const first = { name: 'a', content };
	expect(faultOf(forge([first, { name: 'a', content, header: 0 }]))).toEqual(['overlap', 'a']);
});

test('[X27] names are read as the tool that wrote them meant', () => {
	const gb = Uint8Array.from([0xca, 0xd4, 0xd1, 0xf9, 0x2e, 0x6d, 0x64]); // 试样.md
	expect(one({ name: gb, flags: 0 })).toEqual(['试样.md']);
	expect(one({ name: utf8('试样.md'), flags: 0 })).toEqual(['试样.md']);
	expect(one({ name: gb })).toEqual(['name_encoding', 'ca d4 d1 f9 2e 6d 64']);
	expect(one({ name: Uint8Array.from([0xff, 0xff]), flags: 0 })).toEqual(['name_encoding', 'ff ff']);
});

describe('[X27] more than the caps', () => {
	const caps = { entries: 2, entryBytes: 1_000, totalBytes: 1_500, ratio: 20, ratioFrom: 500 };
	const sized = (...sizes: number[]): unknown =>
		faultOf(
			writeZip(
				sizes.map((size, at) => ({
					name: `f${at}`,
					bytes: Uint8Array.from({ length: size }, (_, byte) => (byte * byte * 31) & 255),
				})),
			),
			caps,
		);
	test('is refused: entries, one entry, all together, a ratio', () => {
		expect(sized(700, 700)).toEqual(['f0', 'f1']);
		expect(sized(1, 1, 1)).toEqual(['too_many_entries', '']);
		expect(sized(1_001)).toEqual(['too_large', 'f0']);
		expect(sized(800, 800)).toEqual(['too_large_together', '']);
		expect(faultOf(writeZip([{ name: 'z', bytes: new Uint8Array(900) }]), caps)).toEqual(['bomb', 'z']);
	});
	test('is refused though the directory counts otherwise', () => {
		expect(faultOf(forge([{ name: 'a', content }], { count: 2 }))).toEqual(['malformed', '']);
		expect(faultOf(forge([{ name: 'a', content }], { count: 0 }))).toEqual(['malformed', '']);
	});
});

/** A gigabyte of zeros: one packed megabyte, which its successors may refer back to, a thousand times, and an end. */
function gigabyte(): Uint8Array {
	const megabyte = deflateRawSync(new Uint8Array(1024 * 1024), {
		level: 9,
		finishFlush: constants.Z_FULL_FLUSH,
	});
	return Uint8Array.from(Buffer.concat([...new Array<Buffer>(1024).fill(megabyte), Buffer.from([3, 0])]));
}

test('[X27] a gigabyte of zeros is refused at once, whether it says so or not', () => {
	const raw = gigabyte();
	expect(raw.length).toBeLessThan(2_000_000);
	const honest = forge([{ name: 'zeros', content: new Uint8Array(), raw, size: 1024 ** 3 }]);
	const small = forge([{ name: 'zeros', content: new Uint8Array(), raw, size: 60_000 }]);
	const large = forge([{ name: 'zeros', content: new Uint8Array(), raw, size: 64 * 1024 ** 2 }]);
	const before = performance.now();
	expect(faultOf(honest)).toEqual(['too_large', 'zeros']);
	expect(faultOf(small)).toEqual(['size_lies', 'zeros']);
	expect(performance.now() - before).toBeLessThan(1_000);
	expect(faultOf(large)).toEqual(['size_lies', 'zeros']);
});

test('[X27] an archive written in one go, its sizes behind its data, is read', () => {
	const pieces: Uint8Array[] = [];
	const zip = new Zip((_, piece) => void pieces.push(piece));
	const file = new ZipDeflate('streamed.json');
	zip.add(file);
	file.push(content, true);
	zip.end();
	expect(faultOf(Uint8Array.from(Buffer.concat(pieces)))).toEqual(['streamed.json']);
});

test('[X27] an archive cut anywhere is refused, never read in part', () => {
	const whole = writeZip([
		{ name: 'a/path.json', bytes: content },
		{ name: 'b', bytes: utf8('b') },
	]);
	for (let length = 0; length < whole.length; length += 1)
		expect(['not_zip', 'truncated']).toContain((faultOf(whole.subarray(0, length)) as unknown[])[0]);
});

test('[X27] 500 archives with bytes changed by chance are read or refused', () => {
	const whole = zipSync({ 'a/path.json': content, b: utf8('b'), 'c/d': new Uint8Array(300) });
	let seed = 20_260_730;
	const chance = (below: number): number => {
		seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((seed / 2 ** 32) * below);
	};
	const seen = new Set<string>();
	for (let round = 0; round < 500; round += 1) {
		const bytes = whole.slice();
		for (let change = chance(4); change >= 0; change -= 1) bytes[chance(bytes.length)] = chance(256);
		const read = readZip(bytes, ZIP_CAPS, decode);
		seen.add(read.ok ? 'read' : read.error.code);
		if (read.ok) for (const { bytes: found } of read.value) expect(found.length).toBeLessThan(400);
	}
	expect([...seen]).toEqual(expect.arrayContaining(['header_differs', 'sum_differs', 'malformed']));
});
