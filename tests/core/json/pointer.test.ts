import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '#lib/core/json/json.ts';
import { appendPointer, readPointer, splitPointer } from '#lib/core/json/pointer.ts';

test('[J14] pointers escape and come apart again', () => {
	expect(appendPointer('/a', 'b/c', 0, '~1')).toBe('/a/b~1c/0/~01');
	fc.assert(
		fc.property(fc.array(fc.string()), (tokens) => {
			expect(splitPointer(appendPointer('', ...tokens))).toEqual(tokens);
		}),
		{ seed: 24 },
	);
	expect(splitPointer('a')).toBeNull();
	expect(splitPointer('/~2')).toBeNull();
});

test('[J14] a pointer reads own keys only and never looks into a carried number', () => {
	const value: Json = { rows: [{ 'a/b': null }, { '#': '1.0' }], length: 2 };
	expect(readPointer(value, '')).toBe(value);
	expect(readPointer(value, '/rows/0/a~1b')).toBeNull();
	expect(readPointer(value, '/rows/1/#')).toBeUndefined();
	expect(readPointer(value, '/rows/length')).toBeUndefined();
	expect(readPointer(value, '/rows/01')).toBeUndefined();
	expect(readPointer(value, '/toString')).toBeUndefined();
	expect(readPointer(value, '/length')).toBe(2);
});
