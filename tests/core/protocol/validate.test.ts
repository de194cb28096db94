import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/core/json/json.ts';
import { fieldOfMark } from '#lib/core/protocol/field.ts';
import { readMarks } from '#lib/core/protocol/marks.ts';
import { matchesPattern } from '#lib/core/protocol/pattern.ts';
import type { Field } from '#lib/core/protocol/protocol.ts';
import { fieldsOfSchema } from '#lib/core/protocol/schema-field.ts';
import { checkBySchema } from '#lib/core/protocol/schema-check.ts';
import { checkValue, checkValues } from '#lib/core/protocol/validate.ts';

function field(inner: string): Field {
	const [mark] = readMarks(`{{var|${inner}}}`).vars;
	if (!mark) throw new Error('no field');
	return fieldOfMark(mark);
}

function schemaField(property: Json, defs: Json = {}): Field {
	const [first] = fieldsOfSchema({ properties: { a: property }, required: ['a'], $defs: defs }) ?? [];
	if (!first) throw new Error('no field');
	return first;
}

const reasons = (of: Field, value: Json | undefined) =>
	checkValue(of, value, checkBySchema).map(({ code, pointer }) => `${code} ${pointer}`.trim());

describe('values', () => {
	test.each<[string, Json, string[]]>([
		['a: float', 1.5, []],
		['a: float', { '#': '20.0' }, []],
		['a: float', '20', ['not_a_number']],
		['a: float', { '#': '1e400' }, ['not_a_number']],
		['a: float', true, ['not_a_number']],
		['a: int', 3, []],
		['a: int', { '#': '20.0' }, []],
		['a: int', { '#': '12345678901234567890' }, []],
		['a: int', 1.5, ['not_an_integer']],
		['a: float, ge=0', { '#': '-0.10' }, ['too_small']],
		['a: float, gt=0', 0, ['too_small']],
		['a: float, ge=0', 0, []],
		['a: float, le=5', 5.5, ['too_large']],
		['a: float, lt=5', { '#': '5.0' }, ['too_large']],
		['a: float, multiple_of=0.1', 0.3, []],
		['a: float, multiple_of=0.1', 0.35, ['not_a_multiple']],
		['a: bool', false, []],
		['a: bool', 'true', ['not_a_boolean']],
		['a: str', 5, ['not_text']],
		['a: str, min_length=2, max_length=3', '😀', ['too_short']],
		['a: str, min_length=2, max_length=3', 'abcd', ['too_long']],
		['a: str, pattern="^[A-Z]{2}-\\\\d+$"', 'AB-12', []],
		['a: str, pattern="^[A-Z]{2}-\\\\d+$"', 'ab-12', ['bad_pattern']],
		['a: date', '2024-02-29', []],
		['a: date', '2023-02-29', ['bad_date']],
		['a: date', '29.02.2024', ['bad_date']],
		['a: time', '09:30', []],
		['a: time', '24:00', ['bad_time']],
		['a: datetime', '2026-05-27 09:30', []],
		['a: datetime', '2026-05-27T09:30:15.250+08:00', []],
		['a: datetime', '2026-05-27T9:30', ['bad_datetime']],
		['a: timedelta', 'PT1H30M', []],
		['a: timedelta', '2 days, 1:30:00', []],
		['a: timedelta', 90, []],
		['a: timedelta', 'P', ['bad_duration']],
		['a: Literal["x", 1]', 'x', []],
		['a: Literal["x", 1]', { '#': '1.0' }, []],
		['a: Literal["x", 1]', 'y', ['wrong_choice']],
		['a: list[Literal["x", "y"]]', ['x', 'z'], ['wrong_choice /1']],
		['a: list[int], min_length=1, max_length=2', [], ['too_few']],
		['a: list[int], min_length=1, max_length=2', [1, 2, 3], ['too_many']],
		['a: list[int]', [1, 'x', null, 2.5], ['not_a_number /1', 'required /2', 'not_an_integer /3']],
		['a: list[int | None]', [null], []],
		['a: list[int]', 5, ['not_a_list']],
		['a: FileIdCSV', 'airalogy.id.file.0.csv', []],
		['a: FileIdCSV', 'airalogy.id.file.0.pdf', ['wrong_file_type']],
		['a: FileIdCSV', 'c0ffee', []],
		['a: FileIdJPG', 'photo.JPEG', []],
		[
			'a, subvars=[n: str, v: float | None]',
			[{ n: 'x' }, { v: 'y' }, 3],
			['required /1/n', 'not_a_number /1/v', 'not_a_row /2'],
		],
		['a: dict', { any: ['thing'] }, []],
	])('[P13] %s = %j', (inner, value, expected) => {
		expect(reasons(field(inner), value)).toEqual(expected);
	});

	test('[P13] limits are in the data', () => {
		expect(checkValue(field('a: float, gt=0'), 0, checkBySchema)).toEqual([
			{ code: 'too_small', pointer: '', data: { limit: 0, exclusive: true }, at: null, detail: '' },
		]);
	});

	test.each([undefined, null, '', '  \n'])('[P14] %j is missing', (value) => {
		expect(reasons(field('a: str'), value)).toEqual(['required']);
		expect(reasons(field('a: float = 1'), value)).toEqual([]);
		expect(reasons(field('a: str | None'), value)).toEqual([]);
	});

	test('[P14] a draft may lack what a record may not; pointers begin with the field', () => {
		const fields = [field('a/b'.replace('/', '_')), field('n: float'), field('t, subvars=[x: int]')];
		const values = { n: 'x', t: [{ x: 1.5 }], other: 1 };
		const where = (partial: boolean) =>
			checkValues(fields, values, checkBySchema, { partial }).map(
				({ code, pointer }) => `${code} ${pointer}`,
			);
		expect(where(true)).toEqual(['not_a_number /n', 'not_an_integer /t/0/x']);
		expect(where(false)).toEqual(['required /a_b', 'not_a_number /n', 'not_an_integer /t/0/x']);
		expect(
			checkValues(fields, JSON.parse('{"__proto__": {"n": 1}}') as { [key: string]: Json }, checkBySchema, {
				partial: true,
			}),
		).toEqual([]);
	});
});

describe('the field’s own schema', () => {
	const point = {
		type: 'object',
		properties: { x: { type: 'number' }, tag: { $ref: '#/$defs/Tag' } },
		required: ['x'],
	};
	const defs = { Point: point, Tag: { type: 'string', maxLength: 3 } };

	test('[P15] checks what limits do not cover', () => {
		const of = schemaField({ $ref: '#/$defs/Point' }, defs);
		expect(of.kind).toBe('json');
		expect(reasons(of, { x: { '#': '1.0' }, tag: 'abc' })).toEqual([]);
		expect(reasons(of, { tag: 'abcd' })).toEqual(['schema', 'schema /tag']);
		expect(checkValue(of, { x: 'no' }, checkBySchema)[0]).toMatchObject({
			code: 'schema',
			pointer: '/x',
			data: { keyword: 'type' },
		});
	});

	test('[P15] circles and references that blow up are not checked, and cost nothing', () => {
		const start = performance.now();
		expect(
			reasons(
				schemaField(
					{ type: 'object', allOf: [{ $ref: '#/$defs/A' }, {}] },
					{ A: { allOf: [{ $ref: '#/$defs/A' }] } },
				),
				{},
			),
		).toEqual([]);
		const blowing = Object.fromEntries(
			Array.from({ length: 40 }, (_, n) => [
				`D${n}`,
				{ allOf: [{ $ref: `#/$defs/D${n + 1}` }, { $ref: `#/$defs/D${n + 1}` }] },
			]),
		);
		expect(
			reasons(
				schemaField({ type: 'object', allOf: [{ $ref: '#/$defs/D0' }, {}] }, { ...blowing, D40: {} }),
				{},
			),
		).toEqual([]);
		expect(performance.now() - start).toBeLessThan(10_000);
	});

	test('[P15] a pattern inside a condition is not half checked', () => {
		expect(
			reasons(schemaField({ type: 'object', properties: { n: { not: { pattern: '^x' } } } }), { n: 'y' }),
		).toEqual([]);
		const named = { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] };
		expect(reasons(schemaField(named), { pattern: 1 })).toEqual(['schema /pattern']);
	});
});

describe('patterns of strangers', () => {
	test.each([
		['^\\d{4}-\\d{2}$', '2024-05', true],
		['^\\d{4}-\\d{2}$', '2024-5', false],
		['b', 'abc', true],
		['^(?:foo|bar)$', 'bar', true],
		['^(?<year>\\d+)$', '12', true],
		['^[\\w.+-]+@[\\w-]+\\.[\\w.]+$', 'a@b.org', true],
		['^(ab){2}c?$', 'ababc', true],
		['^[^)(]+$', '()', false],
		['^[A-Z]+(-\\d{1,3})?$', 'AB-12', true],
		['^\\p{L}+$', '温度', true],
	] as const)('[P16] %s on %j', (pattern, text, expected) => {
		expect(matchesPattern(pattern, text)).toBe(expected);
	});

	test.each([
		['^(a+)+$', 'a'.repeat(40)],
		['^(a|aa)+$', 'a'.repeat(60)],
		['^(a|a?)+$', 'a'.repeat(60)],
		['^(?:(?:a?b?)*)*$', 'ab'.repeat(40)],
		['(a{1,30}){1,30}x', 'a'.repeat(40)],
		['^(.*)\\1$', 'a'.repeat(40)],
		['^(?=(a+))a*b$', 'a'.repeat(40)],
		[`^${'a?'.repeat(30)}${'a'.repeat(30)}$`, 'a'.repeat(30)],
		['a*a*a*a*a*b', 'a'.repeat(2000)],
		['(', 'a'],
		['(?P<x>a)', 'a'],
		['a'.repeat(500), 'a'],
	])('[P16] %s is not run', (pattern, text) => {
		const start = performance.now();
		expect(matchesPattern(pattern, `${text}!`)).toBe('unchecked');
		expect(performance.now() - start).toBeLessThan(5000);
	});

	test('[P16] whatever is run, is quick', () => {
		const atom = fc.constantFrom('a', 'b', '.', '\\w', '[ab]', '^', '$');
		const pattern = fc.letrec<{ node: string }>((tie) => ({
			node: fc.oneof(
				{ maxDepth: 4 },
				atom,
				fc
					.tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,9}', '{3,}', '*?'))
					.map(([a, q]) => `(?:${a})${q}`),
				fc.tuple(tie('node'), tie('node')).map(([a, b]) => a + b),
				fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}|${b})`),
				fc.tuple(atom, fc.constantFrom('*', '+', '?')).map(([a, q]) => a + q),
			),
		})).node;
		fc.assert(
			fc.property(pattern, fc.constantFrom(25, 60, 300, 3000), (source, length) => {
				const start = performance.now();
				matchesPattern(source, `${'a'.repeat(length)}!`);
				expect(performance.now() - start).toBeLessThan(10_000);
			}),
			{ seed: 41, numRuns: 3000 },
		);
	});

	test('[P16] an unchecked pattern refuses nothing', () => {
		expect(reasons(field('a: str, pattern="^(a+)+$"'), `${'a'.repeat(40)}!`)).toEqual([]);
	});
});
