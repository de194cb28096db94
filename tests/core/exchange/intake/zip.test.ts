// Archives of our own, read back as they were written, by us and by their own rules. Hostile ones are in zip-hostile.test.ts.

import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ZIP_CAPS } from '#lib/core/exchange/intake/caps.ts';
import { readZip, writeZip } from '#lib/core/exchange/intake/zip.ts';
import { decode, utf8 } from './bytes.ts';

const noise = Uint8Array.from({ length: 60_000 }, (_, at) => (at * at * 7919 + (at >> 3) * 104_729) & 255);
const ENTRIES = [
	{ name: 'b/试样.txt', bytes: utf8('水浴 60 °C\n'.repeat(400)) },
	{ name: '1', bytes: new Uint8Array() },
	{ name: 'a.bin', bytes: noise },
	{ name: '0', bytes: utf8('x') },
];

test('[X26] an archive holds what was given, in that order, numbers as names too', () => {
	const read = readZip(writeZip(ENTRIES), ZIP_CAPS, decode);
	expect(read).toEqual({ ok: true, value: ENTRIES });
});

test('[X26] an archive is the same bytes each time, whatever the clock and its zone say', () => {
	const zip = writeZip(ENTRIES);
	const zone = process.env['TZ'];
	process.env['TZ'] = 'Asia/Kathmandu';
	expect(writeZip(ENTRIES)).toEqual(zip);
	process.env['TZ'] = zone;
	// 1980-01-01 00:00 of the local header.
	expect([...zip.subarray(10, 14)]).toEqual([0, 0, 0x21, 0]);
});

test('[X26] another reader finds the same in it', () => {
	const theirs = unzipSync(writeZip(ENTRIES));
	for (const { name, bytes } of ENTRIES) expect(theirs[name]).toEqual(bytes);
});

test('[X26] names that would collide, or leave the folder, are never written', () => {
	const bytes = utf8('x');
	expect(() => writeZip([{ name: '../a', bytes }])).toThrow('name_parent');
	expect(() =>
		writeZip([
			{ name: 'Path.json', bytes },
			{ name: 'path.json', bytes },
		]),
	).toThrow('path.json');
});
