// For code that knows nothing of carried numbers (schema validators, charts): doubles, and foreign objects as they were. One way only;
// what comes out must never be written back.

import { entriesOf, isExact, isList, type Json } from './json.ts';

/** The value as JSON.parse would have given it: lexemes are rounded to doubles, escapes undone. */
export function plainJson(value: Json): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (isList(value)) return value.map((item) => plainJson(item));
	if (isExact(value)) return Number(value['#']);
	const entries = entriesOf(value);
	const [only] = entries;
	if (entries.length === 1 && only && /^##+$/.test(only[0]) && typeof only[1] === 'string')
		return { [only[0].slice(1)]: only[1] };
	return Object.fromEntries(entries.map(([key, item]) => [key, plainJson(item)]));
}
