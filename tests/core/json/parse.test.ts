import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/core/json/json.ts';
import { parseJson, type ParseLimits } from '#lib/core/json/parse.ts';
import { printJson } from '#lib/core/json/print.ts';
import { anyJson } from './any-json.ts';

function read(text: string, limits?: ParseLimits) {
	const result = parseJson(text, limits);
	if (!result.ok)
		throw new Error(`${result.error.code} at ${result.error.at.line}:${result.error.at.column}`);
	return result.value;
}

function refuse(text: string, limits?: ParseLimits) {
	const result = parseJson(text, limits);
	if (result.ok) throw new Error('was read');
	const { at, code, found } = result.error;
	return { code, found, line: at.line, column: at.column };
}

describe('numbers', () => {
	test.each([
		['1', 1],
		['-3', -3],
		['0.5', 0.5],
		['1.0', { '#': '1.0' }],
		['1e3', { '#': '1e3' }],
		['-0', { '#': '-0' }],
		['12345678901234567890', { '#': '12345678901234567890' }],
		['1e400', { '#': '1e400' }],
		['0.1000', { '#': '0.1000' }],
	])('[J1] %s keeps its lexeme', (text, value) => {
		expect(read(text).value).toEqual(value);
		expect(printJson(read(text).value)).toBe(text);
	});

	test.each(['NaN', 'Infinity', '-Infinity', '+infinity', '[nan]'])('[J4] %s is refused', (text) => {
		expect(refuse(text).code).toBe('not_finite');
	});

	test.each(['0x1F', '007', '1.2.3', '1-2', '-', '.', '1e', '1_000'])('[J4] %s is no number', (text) => {
		expect(refuse(text)).toMatchObject({ code: 'bad_number', found: text });
	});
});

describe('round trip', () => {
	test('[J2] what is printed is read back the same, compact and indented', () => {
		fc.assert(
			fc.property(anyJson, fc.constantFrom(0, 2, '\t'), (value, indent) => {
				const { value: back, repaired, duplicates } = read(printJson(value, { indent }));
				expect(back).toEqual(value);
				expect([...repaired, ...duplicates]).toEqual([]);
			}),
			{ seed: 20, numRuns: 500 },
		);
	});

	test('[J2] a text without spaces is printed back byte for byte', () => {
		const text = '{"a":[1.0,1e3,{"#":"1.0"},{"##":"x"},{"#":1},{"#":"1.0","b":0}],"":"\\u0001\\n\\"😀"}';
		expect(printJson(read(text).value)).toBe(text);
	});

	test('[J2] values without carried numbers are laid out like JSON.stringify does', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const text = JSON.stringify(value, null, 2);
				expect(printJson(read(text).value, { indent: 2 })).toBe(text);
			}),
			{ seed: 21, numRuns: 300 },
		);
	});

	test('[J3] a carried number that is none cannot leave its quotes', () => {
		expect(printJson({ '#': '1,"admin":true' })).toBe('{"#":"1,\\"admin\\":true"}');
		expect(() => printJson(Number.NaN)).toThrow(TypeError);
	});
});

describe('foreign objects', () => {
	test('[J3] an object that looks like a carried number is escaped and comes back', () => {
		expect(read('{"#":"1.0"}').value).toEqual({ '##': '1.0' });
		expect(read('{"###":"x"}').value).toEqual({ '####': 'x' });
		expect(read('{"#":1}').value).toEqual({ '#': 1 });
	});

	test('[J5] __proto__ is a key like any other', () => {
		const { value } = read('{"__proto__":{"polluted":1},"constructor":2}');
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
		expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
		expect(printJson(value)).toBe('{"__proto__":{"polluted":1},"constructor":2}');
	});

	test('[J6] a doubled key is reported with the value that would be lost', () => {
		const { value, duplicates } = read('{"a/b": [{"k": 1,\n "k": {"deep": 2.0}, "k": 3}]}');
		expect(value).toEqual({ 'a/b': [{ k: 3 }] });
		expect(duplicates.map(({ at, pointer, earlier }) => [at.line, at.column, pointer, earlier])).toEqual([
			[2, 2, '/a~1b/0/k', 1],
			[2, 22, '/a~1b/0/k', { deep: { '#': '2.0' } }],
		]);
	});
});

describe('tolerance', () => {
	test.each<[string, Json, string[]]>([
		['\ufeff[1]', [1], ['byte_order_mark']],
		['// why\n[1, /* two */ 2]', [1, 2], ['comment', 'comment']],
		['{"a": 1,}', { a: 1 }, ['trailing_comma']],
		['[[], {},]', [[], {}], ['trailing_comma']],
		['{"a": 1\n"b": 2}', { a: 1, b: 2 }, ['missing_comma']],
		['[1 // one\n 2]', [1, 2], ['comment', 'missing_comma']],
		["{'it''s': 1}".replace("''", "\\'"), { "it's": 1 }, ['single_quotes', 'odd_escape']],
		['{a_1: 1, 温度: 2}', { a_1: 1, 温度: 2 }, ['unquoted_key', 'unquoted_key']],
		[
			'[+1, .5, 5., -.25e3]',
			[1, 0.5, { '#': '5.0' }, { '#': '-0.25e3' }],
			Array<string>(4).fill('number_form'),
		],
		['["a\tb"]', ['a\tb'], ['raw_control']],
		['[1,\u00a02]', [1, 2], ['odd_space']],
		['["\\ud83d"]', ['\ufffd'], ['lone_surrogate']],
		['["\\ud83d\\ude00"]', ['😀'], []],
	])('[J7] %j is read and reported', (text, value, codes) => {
		const read1 = read(text);
		expect(read1.value).toEqual(value);
		expect(read1.repaired.map(({ code }) => code)).toEqual(codes);
	});

	test('[J7] a comment is handed over whole with its place', () => {
		expect(read('{\n  "a": 1 // seen on Monday\n}').repaired).toEqual([
			{ code: 'comment', found: '// seen on Monday', at: { line: 2, column: 10, offset: 11 } },
		]);
	});

	test.each([
		['', 'empty', 1, 1],
		[' // nothing\n', 'empty', 2, 1],
		['{"a": 1', 'unclosed', 1, 1],
		['{"a":\n [1, 2', 'unclosed', 2, 2],
		['[1, 2]]', 'trailing_text', 1, 7],
		['{"a" 1}', 'missing_colon', 1, 6],
		['{"a": "he said "no""}', 'missing_comma', 1, 17],
		['[1 2]', 'missing_comma', 1, 4],
		['[1,,2]', 'unexpected', 1, 4],
		['[,]', 'unexpected', 1, 2],
		['{"a": }', 'unexpected', 1, 7],
		['{"a": None}', 'unexpected', 1, 7],
		['{1: 2}', 'unexpected', 1, 2],
		['["a\nb"]', 'unterminated_string', 1, 2],
		['["\\x41"]', 'bad_escape', 1, 3],
		['["\\u12"]', 'bad_escape', 1, 3],
		['[1] /* open', 'unterminated_comment', 1, 5],
		['{“a”: 1}', 'unexpected', 1, 2],
		['[1}', 'unexpected', 1, 3],
		['\r\n\r\n  ]', 'unexpected', 3, 3],
	])('[J8] %j is refused with its place', (text, code, line, column) => {
		expect(refuse(text)).toMatchObject({ code, line, column });
	});
});

describe('bounds', () => {
	test('[J9] depth bombs are refused without overflowing the stack', () => {
		expect(refuse('['.repeat(500_000))).toMatchObject({ code: 'too_deep', found: '128', column: 129 });
		expect(refuse('{"a":'.repeat(500_000))).toMatchObject({ code: 'too_deep' });
		expect(read('['.repeat(128) + ']'.repeat(128)).repaired).toEqual([]);
		expect(refuse('[[[1]]]', { maxDepth: 2 })).toMatchObject({ code: 'too_deep', column: 3 });
	});

	test('[J9] a text over the limit in UTF-8 is refused before it is read', () => {
		expect(refuse('"温度"', { maxBytes: 7 }).code).toBe('too_large');
		expect(read('"温度"', { maxBytes: 8 }).value).toBe('温度');
	});

	test('[J9] mutated texts never throw', () => {
		const text = '{"a": [1.0, "x\\n", {"b": null}], // c\n "d": true}';
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 3 })), { maxLength: 5 }),
				(edits) => {
					const mutated = edits.reduce((t, [at, cut, put]) => t.slice(0, at) + put + t.slice(at + cut), text);
					const result = parseJson(mutated);
					if (result.ok) expect(read(printJson(result.value.value)).value).toEqual(result.value.value);
				},
			),
			{ seed: 22, numRuns: 2000 },
		);
	});

	test('[J9] a hundred thousand repairs are placed in linear time', () => {
		const { repaired } = read(`[${'1,// c\n'.repeat(100_000)}]`);
		expect(repaired.length).toBe(100_001);
		expect(repaired.at(-2)?.at.line).toBe(100_000);
	});
});
