// Between a value and the text in its input, for every kind that is typed. What cannot be read as its kind is kept as the words that were
// typed, with a doubt beside it: refusing it would lose them, changing it would be a lie. Refused: validation here (that is the core's).

import type { Json } from '#lib/core/json/json.ts';
import { numberOf } from '#lib/core/json/json.ts';
import type { Field } from '#lib/core/protocol/protocol.ts';
import { readDuration } from './duration-text.ts';
import { jsonText, readJsonText } from './json-text.ts';
import { numberText, readNumber } from './number-text.ts';
import { readMoment } from './moment-text.ts';

export type Doubt =
	| 'not-a-number'
	| 'not-whole'
	| 'not-a-date'
	| 'not-a-time'
	| 'not-a-datetime'
	| 'not-a-duration'
	| 'not-json';

export interface Reading {
	/** Undefined where the input is empty. */
	readonly value: Json | undefined;
	readonly doubt: Doubt | undefined;
	/** Texts that may be meant instead. */
	readonly offers: readonly string[];
}

type Typed = Pick<Field, 'kind' | 'unit'>;

/** The text in the input for a value. */
export function textOf({ kind }: Typed, value: Json | undefined): string {
	if (value === undefined || value === null) return '';
	if (kind === 'json') return jsonText(value);
	if (typeof value === 'string') return value;
	return numberText(value) ?? jsonText(value);
}

/** What a text says as a value of its kind. */
export function readTyped({ kind, unit }: Typed, text: string): Reading {
	if (text === '') return sure(undefined);
	if (kind === 'number' || kind === 'integer') return readNumeric(kind, unit, text);
	if (kind === 'duration') {
		const reading = readDuration(text);
		if (reading.at === 'empty') return sure(undefined);
		return reading.at === 'duration' ? sure(reading.value) : doubtful(text, 'not-a-duration', reading.offers);
	}
	if (kind === 'date' || kind === 'time' || kind === 'datetime') {
		return readMoment(kind, text) === undefined ? doubtful(text, `not-a-${kind}`) : sure(text);
	}
	if (kind === 'json') {
		const { value, json } = readJsonText(text);
		return json ? sure(value) : doubtful(text, 'not-json');
	}
	return sure(text);
}

function readNumeric(kind: 'number' | 'integer', unit: string, text: string): Reading {
	const reading = readNumber(text, unit);
	if (reading.at === 'empty') return sure(undefined);
	if (reading.at === 'words') return doubtful(text, 'not-a-number', reading.offers);
	const whole = kind === 'number' || Number.isInteger(numberOf(reading.value));
	return whole ? sure(reading.value) : doubtful(reading.value, 'not-whole');
}

const sure = (value: Json | undefined): Reading => ({ value, doubt: undefined, offers: [] });
const doubtful = (value: Json, doubt: Doubt, offers: readonly string[] = []): Reading => ({
	value,
	doubt,
	offers,
});
