// Prints what parse.ts read: numbers as they were written, escaped objects as they were. A carried number that is none (a peer can write
// anything into a document) is printed as the object it is, so that no text can smuggle itself out of its quotes.
// Refused: JSON.rawJSON (not in every browser) and printing unchecked lexemes.

import { entriesOf, isList, type Json } from './json.ts';
import { isNumberLexeme } from './tokens.ts';

/** JSON text of `value`; laid out like JSON.stringify with the same `indent` (spaces or a string; 0 is compact). Throws on NaN and Infinity. */
export function printJson(value: Json, { indent = 0 }: { indent?: number | string } = {}): string {
	const step = typeof indent === 'number' ? ' '.repeat(indent) : indent;
	return print(value, step, step === '' ? '' : '\n');
}

function print(value: Json, step: string, line: string): string {
	if (value === null || typeof value !== 'object') return printScalar(value);
	if (isList(value)) {
		const items = value.map((item) => print(item, step, line + step));
		return wrap('[', items, ']', step, line);
	}
	const entries = entriesOf(value);
	const [first] = entries;
	if (entries.length === 1 && first) {
		const [key, text] = first;
		if (key === '#' && typeof text === 'string' && isNumberLexeme(text)) return text;
		if (/^##+$/.test(key) && typeof text === 'string')
			return wrap('{', [pair(key.slice(1), text, step, line)], '}', step, line);
	}
	const pairs = entries.map(([key, item]) => pair(key, item, step, line));
	return wrap('{', pairs, '}', step, line);
}

function pair(key: string, value: Json, step: string, line: string): string {
	return `${JSON.stringify(key)}:${line === '' ? '' : ' '}${print(value, step, line + step)}`;
}

function wrap(open: string, parts: readonly string[], close: string, step: string, line: string): string {
	if (parts.length === 0) return open + close;
	const inner = line === '' ? '' : line + step;
	return `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
}

function printScalar(value: null | boolean | number | string): string {
	if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`not JSON: ${String(value)}`);
	return JSON.stringify(value);
}
