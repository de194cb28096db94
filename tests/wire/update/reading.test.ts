// The parts of reading, each against the decoder that Yjs uses: what that takes as it is, and what it throws at.

import fc from 'fast-check';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { readOverAny } from '#lib/wire/update/any-value.ts';
import { isJson } from '#lib/wire/update/json-text.ts';
import { Reader } from '#lib/wire/update/reader.ts';
import { readStateVector, writeStateVector } from '#lib/wire/update/state-vector.ts';
import { offsetOfUnit, unitsOf } from '#lib/wire/update/text-units.ts';
import { Writer } from '#lib/wire/update/writer.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const few = { maxLength: 12 };

describe('texts', () => {
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

	function decoded(bytes: Uint8Array): string | undefined {
		try {
			return decoder.decode(bytes);
		} catch {
			return undefined; // the decoder of Yjs throws here too
		}
	}

	test('[I10] count as many UTF-16 units as the decoder of Yjs makes, and what it throws at is none', () => {
		const nearly = fc.array(
			fc.constantFrom(
				0x61,
				0x7f,
				0x80,
				0x8f,
				0x90,
				0x9f,
				0xa0,
				0xbf,
				0xc0,
				0xc2,
				0xdf,
				0xe0,
				0xe4,
				0xed,
				0xef,
				0xf0,
				0xf1,
				0xf4,
				0xf5,
				0xff,
			),
			few,
		);
		const bytes = fc.oneof(
			nearly.map((list) => Uint8Array.from(list)),
			fc.string({ unit: 'binary' }).map(utf8),
			fc.uint8Array(few),
		);
		fc.assert(
			fc.property(bytes, (text) => {
				expect(unitsOf(text, 0, text.length)).toBe(decoded(text)?.length ?? -1);
			}),
			{ numRuns: 3_000 },
		);
	});

	test('[I10] are cut at a unit, behind the character that a cut would halve', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, at) => {
				const bytes = utf8(text);
				const units = at % (text.length + 1);
				const low = text.charCodeAt(units);
				const isHalf =
					units > 0 &&
					low >= 0xdc00 &&
					low < 0xe000 &&
					text.codePointAt(units - 1) !== text.charCodeAt(units - 1);
				const rest = text.slice(isHalf ? units + 1 : units);
				expect(decoded(bytes.subarray(offsetOfUnit(bytes, 0, bytes.length, units)))).toBe(rest);
			}),
		);
	});
});

describe('JSON', () => {
	function parses(text: string): boolean {
		try {
			JSON.parse(text);
			return true;
		} catch {
			return false; // Yjs throws here too
		}
	}
	const pieces = [
		'{',
		'}',
		'[',
		']',
		',',
		':',
		'"a"',
		'"',
		'\\u00e4',
		'\\',
		'1',
		'-',
		'0',
		'.5',
		'e+3',
		'true',
		'null',
		' ',
		'\n',
		'世',
		'\u0001',
		'\u00a0',
	];

	test('[I11] is what JSON.parse takes', () => {
		const nearly = fc.array(fc.constantFrom(...pieces), few).map((list) => list.join(''));
		const changed = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...pieces, '')).map(([json, at, piece]) => {
			const cut = at % (json.length + 1);
			return json.slice(0, cut) + piece + json.slice(cut + 1);
		});
		fc.assert(
			fc.property(fc.oneof(nearly, changed, fc.json()), (text) => {
				const bytes = utf8(`"${text}"`);
				expect(isJson(bytes, 1, bytes.length - 1)).toBe(parses(decodedAgain(text)));
			}),
			{ numRuns: 5_000 },
		);
	});

	/** As it is after a way through UTF-8. */
	function decodedAgain(text: string): string {
		return new TextDecoder().decode(utf8(text));
	}

	test.each([
		['200 lists', `${'['.repeat(200)}${']'.repeat(200)}`, true],
		['201 lists', `${'['.repeat(201)}${']'.repeat(201)}`, false],
		['100,000 objects', '{"a":'.repeat(100_000), false],
		['nothing', '', false],
	])('[I11] nested %s: %#', (_, text, expected) => {
		expect(isJson(utf8(text), 0, utf8(text).length)).toBe(expected);
	});
});

describe("lib0's values", () => {
	function readsOver(bytes: Uint8Array): boolean {
		const reader = new Reader(bytes);
		readOverAny(reader, 0);
		return reader.fault === null && reader.at === bytes.length;
	}
	const value = fc.letrec((tie) => ({
		any: fc.oneof(
			{ depthSize: 'small' },
			fc.constantFrom(null, undefined, true, false),
			fc.integer(),
			fc.double(),
			fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
			fc.string({ unit: 'binary' }),
			fc.uint8Array(few),
			fc.array(tie('any'), few),
			fc.dictionary(fc.string(), tie('any'), { maxKeys: 6 }),
		),
	})).any;

	test('[I12] are read over to their end', () => {
		fc.assert(
			fc.property(value, (any) => {
				expect(readsOver(written(any))).toBe(true);
			}),
		);
	});

	function written(any: unknown): Uint8Array {
		const encoder = encoding.createEncoder();
		encoding.writeAny(encoder, any as Parameters<typeof encoding.writeAny>[1]); // the generator makes nothing else
		return encoding.toUint8Array(encoder);
	}

	test('[I12] whose bytes were changed are taken only where lib0 can read and write them', () => {
		fc.assert(
			fc.property(value, fc.nat(), fc.nat(255), (any, place, byte) => {
				const bytes = written(any);
				bytes[place % bytes.length] = byte;
				if (readsOver(bytes))
					expect(() => written(decoding.readAny(decoding.createDecoder(bytes)))).not.toThrow();
			}),
			{ numRuns: 5_000 },
		);
	});

	test('[I12] that lib0 reads and cannot write again are refused', () => {
		const hostile = Uint8Array.of(118, 1, 9, ...utf8('__proto__'), 116, 1, 7);
		const read: unknown = decoding.readAny(decoding.createDecoder(hostile));
		expect(() => written(read)).toThrow();
		expect(readsOver(hostile)).toBe(false);
		expect(readsOver(Uint8Array.of(118, 1, 9, ...utf8('__proto__'), 125, 1))).toBe(true);
	});

	test('[I12] are nested 200 deep and no deeper', () => {
		const nested = (depth: number): Uint8Array =>
			Uint8Array.from([...Array.from({ length: depth }, () => [117, 1]).flat(), 126]);
		expect([200, 201].map((depth) => readsOver(nested(depth)))).toEqual([true, false]);
	});
});

describe('numbers and state vectors', () => {
	test('[I13] up to 2^53 - 1 come back, and nothing larger or longer is read', () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), (number) => {
				const writer = new Writer(0);
				writer.uint(number);
				expect(decoding.readVarUint(decoding.createDecoder(writer.written()))).toBe(number);
				expect(new Reader(writer.written()).uint()).toBe(number);
			}),
		);
		for (const bytes of [
			[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x10],
			[...Array.from({ length: 200 }, () => 0x80), 0],
			[],
		]) {
			const reader = new Reader(Uint8Array.from(bytes));
			reader.uint();
			expect(reader.fault?.code).toBe(bytes.length === 0 ? 'cut' : 'number_too_large');
		}
	});

	test('[I14] a state vector is written and read as by Yjs, clients of 53 bits too', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.maxSafeNat(), fc.maxSafeNat())), (entries) => {
				const vector = new Map(entries);
				const bytes = writeStateVector(vector);
				expect(Y.decodeStateVector(bytes)).toEqual(vector);
				expect(readStateVector(bytes)).toEqual({ ok: true, value: vector });
			}),
		);
	});

	test.each([
		['cut', [1, 7]],
		['cut', []],
		['cut', [0xff, 0xff, 0xff, 0x7f]],
		['client_twice', [2, 7, 1, 7, 2]],
		['bytes_behind', [0, 0]],
	])('[I14] a state vector is refused: %s %j', (code, bytes) => {
		const read = readStateVector(Uint8Array.from(bytes));
		expect(read.ok ? undefined : read.error.code).toBe(code);
	});
});
