// What the screen says about fields: codes and data of the core and of our own readings, in the reader's language.

import type { ValueFaultCode } from '#lib/core/protocol/validate.ts';
import { isObject } from '#lib/core/json/json.ts';
import { m } from '#lib/paraglide/messages.js';
import { valueWords } from '#lib/state/value-words.ts';
import { durationParts } from './duration-text.ts';
import type { FieldFault, Origin } from './form.ts';
import type { Doubt } from './typed-value.ts';

/** Why what was typed is doubted. */
export function doubtWords(doubt: Doubt): string {
	switch (doubt) {
		case 'not-a-number':
			return m.fields_doubt_number();
		case 'not-whole':
			return m.fields_doubt_whole();
		case 'not-a-date':
			return m.fields_doubt_date();
		case 'not-a-time':
			return m.fields_doubt_time();
		case 'not-a-datetime':
			return m.fields_doubt_datetime();
		case 'not-a-duration':
			return m.fields_doubt_duration();
		case 'not-json':
			return m.fields_doubt_json();
	}
}

/** Where a value comes from; '' where a person wrote it here, which needs no saying. */
export function originWords(origin: Origin): string {
	switch (origin) {
		case 'proposal':
			return m.fields_origin_proposal();
		case 'default':
			return m.fields_origin_default();
		case 'initial':
			return m.fields_origin_initial();
		case 'own':
		case 'empty':
			return '';
	}
}

/** A duration as people say it; the value itself where it is none. */
export function durationWords(value: string): string {
	const parts = durationParts(value);
	if (parts === undefined) return value;
	return parts.map(({ unit, amount }) => partWords(unit, amount)).join(' ');
}

function partWords(unit: 'week' | 'day' | 'hour' | 'minute' | 'second', amount: string): string {
	switch (unit) {
		case 'week':
			return m.fields_weeks({ amount });
		case 'day':
			return m.fields_days({ amount });
		case 'hour':
			return m.fields_hours({ amount });
		case 'minute':
			return m.fields_minutes({ amount });
		case 'second':
			return m.fields_seconds({ amount });
	}
}

/** A fault at a field. Codes without words of their own fall back on what the core quotes. */
export function faultWords({ code, data, detail = '' }: FieldFault): string {
	const said = (key: string) => (data[key] === undefined ? '' : valueWords(data[key]));
	const words = Object.hasOwn(FAULT_WORDS, code) ? FAULT_WORDS[code as ValueFaultCode] : undefined; // looked up above
	if (words !== undefined) return words(said, data['exclusive'] === true, detail);
	return m.fields_fault_code({ code, data: dataWords(data) });
}

type FaultSentence = (said: (key: string) => string, exclusive: boolean, detail: string) => string;

/** One sentence for every fault the core's check can find: a new one without words is a type error. */
const FAULT_WORDS: Readonly<Record<ValueFaultCode, FaultSentence>> = {
	required: () => m.fields_fault_required(),
	not_text: () => m.fields_fault_not_text(),
	not_a_number: () => m.fields_fault_not_a_number(),
	not_an_integer: () => m.fields_fault_not_an_integer(),
	not_a_boolean: () => m.fields_fault_not_a_boolean(),
	bad_date: () => m.fields_fault_bad_date(),
	bad_time: () => m.fields_fault_bad_time(),
	bad_datetime: () => m.fields_fault_bad_datetime(),
	bad_duration: () => m.fields_fault_bad_duration(),
	wrong_choice: () => m.fields_fault_choice(),
	not_a_list: () => m.fields_fault_not_a_list(),
	not_a_row: () => m.fields_fault_not_a_row(),
	wrong_file_type: (said) => m.fields_fault_wrong_file_type({ allowed: said('allowed') }),
	too_small: (said, exclusive) =>
		exclusive
			? m.fields_fault_too_small_open({ limit: said('limit') })
			: m.fields_fault_too_small({ limit: said('limit') }),
	too_large: (said, exclusive) =>
		exclusive
			? m.fields_fault_too_large_open({ limit: said('limit') })
			: m.fields_fault_too_large({ limit: said('limit') }),
	not_a_multiple: (said) => m.fields_fault_not_a_multiple({ of: said('of') }),
	too_short: (said) => m.fields_fault_too_short({ limit: said('limit') }),
	too_long: (said) => m.fields_fault_too_long({ limit: said('limit') }),
	too_few: (said) => m.fields_fault_too_few({ limit: said('limit') }),
	too_many: (said) => m.fields_fault_too_many({ limit: said('limit') }),
	bad_pattern: (said) => m.fields_fault_bad_pattern({ pattern: said('pattern') }),
	schema: (_said, _exclusive, detail) => m.fields_fault_detail({ detail }),
};

function dataWords(data: FieldFault['data']): string {
	if (!isObject(data)) return '';
	return Object.entries(data)
		.map(([key, value]) => `${key} ${valueWords(value)}`)
		.join(', ');
}
