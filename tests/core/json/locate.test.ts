// Places of things in JSON texts, tolerated forms included.

import { expect, test } from 'vitest';
import { locate } from '#lib/core/json/locate.ts';

function lines(text: string, ...pointers: string[]): Record<string, string> {
	const found = locate(text, new Set(pointers));
	return Object.fromEntries([...found].map(([pointer, { line, column }]) => [pointer, `${line}:${column}`]));
}

test('[X52] a thing stands where its key does, an item where it begins, the whole at its first character', () => {
	const text = '{\n  "a": [1,\n    {"b/c": null}],\n  "d": {}\n}';
	expect(lines(text, '', '/a', '/a/0', '/a/1', '/a/1/b~1c', '/d', '/absent')).toEqual({
		'': '1:1',
		'/a': '2:3',
		'/a/0': '2:9',
		'/a/1': '3:5',
		'/a/1/b~1c': '3:6',
		'/d': '4:3',
	});
});

test('[X52] comments, bare keys and absent commas are passed; of a doubled key the last place counts', () => {
	const text = '// "a": 0\n{a: 1 b: [true false],\n"a": 2}';
	expect(lines(text, '/a', '/b', '/b/1')).toEqual({ '/a': '3:1', '/b': '2:7', '/b/1': '2:16' });
});

test('[X52] a torn text gives the places before the tear', () => {
	expect(lines('{"a": 1, "b": "', '/a', '/b')).toEqual({ '/a': '1:2' });
});
