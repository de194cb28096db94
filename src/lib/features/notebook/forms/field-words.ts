// What the screen says about fields: codes and data of the core and of our own readings, in the reader's language.

import { isObject, type Json } from '#lib/core/json/json.ts';
import { numberText } from './number-text.ts';
import type { Field, Limits } from '#lib/core/protocol/protocol.ts';
import { m } from '#lib/paraglide/messages.js';
import { durationParts } from './duration-text.ts';
import type { FieldFault, Origin } from './form.ts';
import { jsonText } from './json-text.ts';
import type { Doubt } from './typed-value.ts';

/** A value in a line of words: what a reader wants to see, not what is stored. */
export function valueWords(value: Json): string {
	if (value === true) return m.fields_yes();
	if (value === false) return m.fields_no();
	if (value === null) return m.fields_nothing();
	if (typeof value === 'string') return value;
	return numberText(value) ?? jsonText(value);
}

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

/** What a field allows, in a line; '' where there is nothing to say. */
export function limitWords(field: Field): string {
	const { limits, unit } = field;
	const withUnit = (value: number) => (unit === '' ? String(value) : `${value} ${unit}`);
	const parts: string[] = [range(limits, withUnit), ...counts(limits)];
	if (limits.multipleOf !== undefined)
		parts.push(m.fields_limit_multiple({ value: withUnit(limits.multipleOf) }));
	if (limits.pattern !== undefined) parts.push(m.fields_limit_pattern({ pattern: limits.pattern }));
	const said = parts.filter((part) => part !== '');
	const [example] = field.examples;
	if (said.length === 0 && example !== undefined) return m.fields_example({ value: valueWords(example) });
	return said.join(m.fields_comma());
}

function range({ ge, gt, le, lt }: Limits, words: (value: number) => string): string {
	if (ge !== undefined && le !== undefined)
		return m.fields_limit_between({ low: words(ge), high: words(le) });
	const low =
		ge !== undefined
			? m.fields_limit_least({ value: words(ge) })
			: gt !== undefined
				? m.fields_limit_above({ value: words(gt) })
				: '';
	const high =
		le !== undefined
			? m.fields_limit_most({ value: words(le) })
			: lt !== undefined
				? m.fields_limit_below({ value: words(lt) })
				: '';
	return [low, high].filter((part) => part !== '').join(m.fields_comma());
}

function counts({ minLength, maxLength, minItems, maxItems }: Limits): string[] {
	const parts: string[] = [];
	if (minLength !== undefined && minLength > 1) parts.push(m.fields_limit_min_length({ count: minLength }));
	if (maxLength !== undefined) parts.push(m.fields_limit_max_length({ count: maxLength }));
	if (minItems !== undefined && minItems > 0) parts.push(m.fields_limit_min_items({ count: minItems }));
	if (maxItems !== undefined) parts.push(m.fields_limit_max_items({ count: maxItems }));
	return parts;
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
	switch (code) {
		case 'required':
		case 'missing':
			return m.fields_fault_required();
		case 'type':
		case 'wrong_type':
			return m.fields_fault_type({ expected: said('expected') || said('type') });
		case 'choice':
		case 'not_a_choice':
			return m.fields_fault_choice();
		default:
			return detail !== ''
				? m.fields_fault_detail({ detail })
				: m.fields_fault_code({ code, data: dataWords(data) });
	}
}

function dataWords(data: FieldFault['data']): string {
	if (!isObject(data)) return '';
	return Object.entries(data)
		.map(([key, value]) => `${key} ${valueWords(value)}`)
		.join(', ');
}
