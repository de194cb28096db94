// Values and the limits of fields in the reader's language, for forms and for those who only read about a protocol.

import type { Json } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import type { Field, Limits } from '#lib/core/protocol/protocol.ts';
import { m } from '#lib/paraglide/messages.js';

/** A value in a line of words: what a reader wants to see, not what is stored. */
export function valueWords(value: Json): string {
	if (value === true) return m.fields_yes();
	if (value === false) return m.fields_no();
	if (value === null) return m.fields_nothing();
	if (typeof value === 'string') return value;
	return printJson(value, { indent: 2 });
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
