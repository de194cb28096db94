import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentHash, sha256Hex } from '#lib/core/json/hash.ts';
import { canonicalize } from '#lib/core/json/jcs.ts';
import type { Json } from '#lib/core/json/json.ts';
import { anyJson } from './any-json.ts';

describe('RFC 8785', () => {
	test('[J10] the example of section 3.2.3: keys in UTF-16 order', () => {
		const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
		expect(canonicalize(value)).toBe(
			'{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
		);
	});

	test('[J10] the example of section 3.2.2: strings and numbers', () => {
		const value = {
			numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
			string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
			literals: [null, true, false],
		};
		expect(canonicalize(value)).toBe(
			'{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
				'"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
		);
	});

	test.each([
		['0000000000000000', '0'],
		['8000000000000000', '0'],
		['0000000000000001', '5e-324'],
		['8000000000000001', '-5e-324'],
		['7fefffffffffffff', '1.7976931348623157e+308'],
		['4340000000000000', '9007199254740992'],
		['4430000000000000', '295147905179352830000'],
		['44b52d02c7e14af5', '9.999999999999997e+22'],
		['44b52d02c7e14af6', '1e+23'],
		['444b1ae4d6e2ef50', '1e+21'],
		['3eb0c6f7a0b5ed8d', '0.000001'],
		['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
		['41b3de4355555553', '333333333.3333332'],
		['becbf647612f3696', '-0.0000033333333333333333'],
		['43143ff3c1cb0959', '1424953923781206.2'],
	])('[J10] appendix B: the double %s is %s', (bits, text) => {
		const view = new DataView(new ArrayBuffer(8));
		view.setBigUint64(0, BigInt(`0x${bits}`));
		expect(canonicalize(view.getFloat64(0))).toBe(text);
	});

	test('[J10] what is not JSON throws', () => {
		expect(() => canonicalize(Number.POSITIVE_INFINITY)).toThrow(TypeError);
	});
});

describe('our decisions', () => {
	test('[J11] a carried number is hashed as it stands, so 1.0 is not 1', () => {
		expect(canonicalize({ t: { '#': '1.0' } })).toBe('{"t":{"#":"1.0"}}');
		expect(contentHash({ '#': '1.0' })).not.toBe(contentHash(1));
	});

	test('[J12] half an emoji is hashed as every reader will see it', () => {
		const typed = { '\ud83d': 'a\ud83db', ok: '😀' };
		const transported = JSON.parse(JSON.stringify(typed).replaceAll('\\ud83d', '\ufffd')) as Json;
		expect(canonicalize(typed)).toBe(canonicalize(transported));
		expect(contentHash(typed)).toBe(contentHash(transported));
		expect(sha256Hex('\ud83d')).toBe(sha256Hex('\ufffd'));
	});

	test('[J10] the order in which keys were set does not matter, and keys set to undefined do not exist', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), anyJson, { noNullPrototype: true }), (value) => {
				const turned = Object.fromEntries(Object.entries(value).reverse());
				expect(canonicalize(turned)).toBe(canonicalize(value));
			}),
			{ seed: 23, numRuns: 200 },
		);
		const holed = { a: 1, b: undefined } as unknown as Json;
		expect(canonicalize(holed)).toBe('{"a":1}');
	});
});

describe('hashes', () => {
	test('[J13] SHA-256 of texts and bytes, lower-case hex', () => {
		expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
		expect(sha256Hex(new Uint8Array([0x61, 0x62, 0x63]))).toBe(sha256Hex('abc'));
		expect(contentHash({ b: 1, a: '温度' })).toBe(sha256Hex('{"a":"温度","b":1}'));
	});
});
