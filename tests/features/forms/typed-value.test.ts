// What people type into inputs and what is kept of it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isExact, type Json } from '#lib/core/json/json.ts';
import { durationParts, readDuration } from '#lib/features/notebook/forms/duration-text.ts';
import { jsonText, readJsonText } from '#lib/features/notebook/forms/json-text.ts';
import {
	nativeStep,
	nativeText,
	offsetText,
	readMoment,
	writeMoment,
} from '#lib/features/notebook/forms/moment-text.ts';
import { numberText, readNumber } from '#lib/features/notebook/forms/number-text.ts';
import { readTyped, textOf } from '#lib/features/notebook/forms/typed-value.ts';

describe('numbers', () => {
	test.each(['60', '60.0', '-0.50', '1e3', '1E-3', '0', '-0', '12345678901234567890', '0.10'])(
		'[V1] %s stays as it is',
		(typed) => {
			const reading = readNumber(typed);
			expect(reading.at === 'number' && numberText(reading.value)).toBe(typed);
		},
	);

	test.each([
		['６０．０', '60.0'],
		['−5', '-5'],
		['–5', '-5'],
		['＋3', '3'],
		['.5', '0.5'],
		['5.', '5'],
		['007', '7'],
		[' 12 ', '12'],
		['2e+05', '2e+05'],
	])('[V1] %s is %s', (typed, lexeme) => {
		const reading = readNumber(typed);
		expect(reading.at === 'number' && numberText(reading.value)).toBe(lexeme);
	});

	test.each([
		['3,5', '', ['3.5']],
		['1,234', '', ['1.234', '1234']],
		['1,234,567', '', ['1234567']],
		['1,234.5', '', ['1234.5']],
		['1.234,5', '', ['1234.5']],
		['3，5', '', ['3.5']],
		['12。5', '', ['12.5']],
		['1 000', '', ['1000']],
		['60 °C', '°C', ['60']],
		['5%', '%', ['5']],
		['1.2×10^5', '', ['1.2e5']],
		['about 5', '', []],
		['<0.01', '', []],
		['--', '', []],
		['.', '', []],
		['0x10', '', []],
		['Infinity', '', []],
	])('[V2] %s with unit %j is words, and may be %j', (typed, unit, offers) => {
		expect(readNumber(typed, unit)).toEqual({ at: 'words', offers });
	});

	test('[V2] words typed into a number field are kept with a doubt', () => {
		expect(readTyped({ kind: 'number', unit: '' }, 'about 5')).toEqual({
			value: 'about 5',
			doubt: 'not-a-number',
			offers: [],
		});
		expect(readTyped({ kind: 'integer', unit: '' }, '2.5')).toMatchObject({ value: 2.5, doubt: 'not-whole' });
		expect(readTyped({ kind: 'integer', unit: '' }, '60.0')).toMatchObject({
			value: { '#': '60.0' },
			doubt: undefined,
		});
	});

	test('[V7] a number is shown as it will be read', () => {
		fc.assert(
			fc.property(
				fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
				(value) => {
					const reading = readTyped(
						{ kind: 'number', unit: '' },
						textOf({ kind: 'number', unit: '' }, value),
					);
					expect(isExact(reading.value) ? Number(reading.value['#']) : reading.value).toEqual(value);
				},
			),
			{ seed: 7, numRuns: 200 },
		);
	});
});

describe('moments', () => {
	const berlin = () => '+01:00';

	test.each([
		['datetime', '2026-11-21T16:02:11+01:00', '2026-11-21T16:02:11'],
		['datetime', '2026-11-21T16:02:00Z', '2026-11-21T16:02'],
		['datetime', '2026-05-27 09:30', '2026-05-27T09:30'],
		['datetime', '2026-11-21T16:02:11.250+0100', '2026-11-21T16:02:11.250'],
		['date', '2026-02-28', '2026-02-28'],
		['time', '16:02:11', '16:02:11'],
		['time', '16:02:00+08:00', '16:02'],
	] as const)('[V3] %s %s is edited as %s', (kind, value, native) => {
		const moment = readMoment(kind, value);
		expect(moment && nativeText(moment)).toBe(native);
	});

	test.each([
		['datetime', '2026-11-21T17:00', '2026-11-21T16:02:11+08:00', '2026-11-21T17:00:00+08:00'],
		['datetime', '2026-11-21T17:00', '2026-11-21T16:02:11Z', '2026-11-21T17:00:00Z'],
		['datetime', '2026-11-21T17:00', '', '2026-11-21T17:00:00+01:00'],
		['time', '09:05', '16:02:00', '09:05:00'],
		['date', '2026-11-22', '2026-11-21', '2026-11-22'],
	] as const)('[V3] %s %s after %j is %s', (kind, native, before, value) => {
		expect(writeMoment(kind, native, readMoment(kind, before), berlin)).toBe(value);
	});

	test.each([
		['date', '2026-02-30'],
		['date', '21.11.2026'],
		['date', '2026-11-21T16:02:00Z'],
		['time', '25:00'],
		['datetime', '2026-11-21'],
		['datetime', 'yesterday'],
		['datetime', ''],
	] as const)('[V4] %s %j is no moment', (kind, value) => {
		expect(readMoment(kind, value)).toBeUndefined();
	});

	test('[V3] seconds are asked for only where there are some', () => {
		expect(nativeStep(readMoment('time', '16:02:00'))).toBeUndefined();
		expect(nativeStep(readMoment('time', '16:02:11'))).toBe('1');
		expect(nativeStep(readMoment('time', '16:02:11.5'))).toBe('any');
	});

	test.each([
		[-60, '+01:00'],
		[0, '+00:00'],
		[210, '-03:30'],
		[-345, '+05:45'],
	])('[V3] %i minutes behind UTC is %s', (minutes, text) => {
		expect(offsetText(minutes)).toBe(text);
	});
});

describe('durations', () => {
	test.each([
		['90s', 'PT90S'],
		['1 h 30 min', 'PT1H30M'],
		['1h30m', 'PT1H30M'],
		['1.5 hours', 'PT1.5H'],
		['2 天', 'P2D'],
		['1小时30分钟', 'PT1H30M'],
		['3 days and 2 hours', 'P3DT2H'],
		['01:30:00', 'PT1H30M'],
		['pt5m', 'PT5M'],
		['P1W', 'P1W'],
		['0 s', 'PT0S'],
	])('[V5] %s is %s', (typed, value) => {
		expect(readDuration(typed)).toEqual({ at: 'duration', value });
	});

	test.each([
		['5:00', ['PT5M', 'PT5H']],
		['90', ['PT90S', 'PT90M', 'PT90H']],
		['overnight', []],
		['5 min 3 min', []],
		['P', []],
		['PT', []],
		['P1Y', []],
	])('[V5] %s is words, and may be %j', (typed, offers) => {
		expect(readDuration(typed)).toEqual({ at: 'words', offers });
	});

	test('[V5] the parts are named', () => {
		expect(durationParts('P2DT1H30M')).toEqual([
			{ unit: 'day', amount: '2' },
			{ unit: 'hour', amount: '1' },
			{ unit: 'minute', amount: '30' },
		]);
	});
});

describe('JSON', () => {
	const json = fc.jsonValue() as fc.Arbitrary<Json>;

	test('[V6] a value comes back from its text, also a string that looks like JSON or like nothing', () => {
		fc.assert(
			fc.property(
				fc.oneof(json, fc.string(), fc.constantFrom('{"a":', '"', '12', 'null', '{"#":"1"}')),
				(value) => {
					expect(readJsonText(jsonText(value)).value).toEqual(JSON.parse(JSON.stringify(value)));
				},
			),
			{ seed: 6, numRuns: 300, examples: [['{"a":'], ['12'], [{ a: 'x' }]] },
		);
	});

	test('[V6] half-written JSON is kept with a doubt', () => {
		expect(readTyped({ kind: 'json', unit: '' }, '{"a": 1')).toEqual({
			value: '{"a": 1',
			doubt: 'not-json',
			offers: [],
		});
		expect(readTyped({ kind: 'json', unit: '' }, '{"a": 1.0}').value).toEqual({ a: { '#': '1.0' } });
	});
});
