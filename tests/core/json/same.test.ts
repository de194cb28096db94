import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalize } from '#lib/core/json/jcs.ts';
import { isObject, type Json } from '#lib/core/json/json.ts';
import { sameJson } from '#lib/core/json/same.ts';
import { anyJson } from './any-json.ts';

/** The same value with its keys in another order. */
function turned(value: Json): Json {
	if (Array.isArray(value)) return value.map((item: Json) => turned(item));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, item]) => [key, turned(item)]),
	);
}

test('[J15] two values are the same exactly when their canonical forms are', () => {
	fc.assert(
		fc.property(anyJson, anyJson, (a, b) => {
			expect(sameJson(a, b)).toBe(canonicalize(a) === canonicalize(b));
		}),
	);
});

test('[J15] the order of keys does not count', () => {
	fc.assert(
		fc.property(anyJson, (value) => {
			expect(sameJson(value, turned(value))).toBe(true);
		}),
	);
});

test.each<[Json, Json, boolean]>([
	[[1, 2], [1, 2, 3], false],
	[{ a: 1 }, { a: 1, b: 2 }, false],
	[{ a: 1, b: 2 }, { a: 1, c: 2 }, false],
	[{ '#': '1.0' }, 1, false],
	[0, -0, true],
	['\ud83d', '\ufffd', true],
	[{ toString: 1 }, {}, false],
])('[J15] %j and %j: %s', (a, b, expected) => {
	expect(sameJson(a, b)).toBe(expected);
	expect(sameJson(b, a)).toBe(expected);
});
