// Canonical JSON (RFC 8785), the form everything is hashed in. Carried numbers are hashed as they stand, `{"#":"1.0"}`: in a lab notebook
// 1.0 is another statement than 1, and must have another hash. One deliberate difference: RFC 8785 refuses lone surrogates, we hash them
// as U+FFFD, because that is what Yjs, IndexedDB and UTF-8 make of them: so the author computes the hash that every reader will check.
// Refused: throwing there (half an emoji would stop a save) and escaping them (the author's hash would match nobody's copy).

import { entriesOf, isList, type Json } from './json.ts';

/** The RFC 8785 text of `value`: keys in UTF-16 order, no spaces, numbers as ECMAScript prints them. Throws on NaN and Infinity. */
export function canonicalize(value: Json): string {
	if (typeof value === 'string') return JSON.stringify(wellFormed(value));
	if (typeof value === 'number') {
		if (!Number.isFinite(value)) throw new TypeError(`not JSON: ${String(value)}`);
		return JSON.stringify(value);
	}
	if (value === null || typeof value === 'boolean') return String(value);
	if (isList(value)) return `[${value.map((item) => canonicalize(item)).join(',')}]`;
	const entries = entriesOf(value)
		.map(([key, item]): [string, Json] => [wellFormed(key), item])
		.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
	return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalize(item)}`).join(',')}}`;
}

/** The text as it survives UTF-8: halves of surrogate pairs become U+FFFD. */
export function wellFormed(text: string): string {
	return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
