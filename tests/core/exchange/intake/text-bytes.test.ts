// Every encoding a text of ours was ever seen in, and what is no text. The words are the same, so that the encodings alone are compared.

import { expect, test } from 'vitest';
import { readText } from '#lib/core/exchange/intake/text-bytes.ts';
import { decode, gb18030, utf16, utf8 } from './bytes.ts';

const WORDS = '{"目标": "试样在 60 °C 下烘干", "n": 1}\r\n';

test.each([
	['utf-8', utf8(WORDS)],
	['utf-8-bom', Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(WORDS)])],
	['utf-16le', Uint8Array.from([0xff, 0xfe, ...utf16(WORDS, 'le')])],
	['utf-16be', Uint8Array.from([0xfe, 0xff, ...utf16(WORDS, 'be')])],
	['utf-16le', utf16(WORDS, 'le')],
	['utf-16be', utf16(WORDS, 'be')],
	['gb18030', gb18030('{"', [0xc4, 0xbf, 0xb1, 0xea], '"}')],
] as const)('[X28] a text is read as it was written: %s', (encoding, bytes) => {
	const text = encoding === 'gb18030' ? '{"目标"}' : WORDS;
	expect(readText(bytes, decode)).toEqual({ ok: true, value: { text, encoding } });
});

test('[X28] four-byte characters of GB18030 are read', () => {
	expect(readText(gb18030('{"', [0x95, 0x32, 0x82, 0x36], '"}'), decode)).toMatchObject({
		value: { text: '{"\u{20000}"}' },
	});
});

test.each([
	['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]],
	['jpeg', [0xff, 0xd8, 0xff, 0xe0]],
	['pdf', [...utf8('%PDF-1.7\n')]],
	['zip', [0x50, 0x4b, 3, 4]],
	['binary', [0, 0, 0, 0]],
	['binary', [0x7b, 0, 0x7d]],
	['binary', [0xe9, 0x20, 0x61]],
	['binary', [0xff, 0xfe, 0x7b]],
	['binary', [0xef, 0xbb, 0xbf, 0xff]],
	['binary', [0xb1, 0xea, 2, 3]],
] as const)('[X28] what is no text is said to be %s', (found, bytes) => {
	expect(readText(Uint8Array.from(bytes), decode)).toEqual({ ok: false, error: found });
});

test('[X28] an empty file is an empty text', () => {
	expect(readText(new Uint8Array(), decode)).toEqual({ ok: true, value: { text: '', encoding: 'utf-8' } });
});
