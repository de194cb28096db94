// The SHA-1 of a record's data, as Airalogy takes it: over the text that Python prints for the data it has read from JSON, keys in the order of
// their code points, no spaces, characters as they are, in UTF-8. Python tells whole numbers from others by how they were written, so this
// needs lexemes: 1.0 stays 1.0, 1E5 becomes 100000.0. Refused: hashing what JavaScript prints (a wrong hash is worse than none).

import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { entriesOf, isExact, isList, type Json } from '#lib/core/json/json.ts';
import { isNumberLexeme } from '#lib/core/json/tokens.ts';

/** Python refuses to read whole numbers of more digits. */
const MOST_DIGITS = 4300;

/** `json.dumps(json.loads(text), sort_keys=True, separators=(',', ':'), ensure_ascii=False)`; null where Python could not read, print or encode it. */
export function printPython(value: Json): string | null {
	if (value === null) return 'null';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'string') return printText(value);
	if (typeof value === 'number') return printNumber(JSON.stringify(value));
	if (isExact(value) && isNumberLexeme(value['#'])) return printNumber(value['#']);
	if (isList(value)) return wrap('[', value.map(printPython), ']');
	const entries = entriesOf(value).map(([key, item]) => [unescaped(key, item), item] as const);
	entries.sort(([a], [b]) => byCodePoint(a, b));
	const pairs = entries.map(([key, item]) => {
		const [name, text] = [printText(key), printPython(item)];
		return name === null || text === null ? null : `${name}:${text}`;
	});
	return wrap('{', pairs, '}');
}

/** SHA-1 (40 lower-case hex digits) of a record's `data`; null where Python could not print or encode it. */
export function dataSha1(data: Json): string | null {
	const text = printPython(data);
	return text === null ? null : bytesToHex(sha1(utf8ToBytes(text)));
}

/** Half a surrogate pair cannot be encoded in UTF-8, so no hash was ever taken of it. */
function printText(text: string): string | null {
	return /\p{Surrogate}/u.test(text) ? null : JSON.stringify(text);
}

function wrap(open: string, parts: readonly (string | null)[], close: string): string | null {
	return parts.includes(null) ? null : open + parts.join(',') + close;
}

/** An object that looks like a carried number bears one more '#' here than in its file. */
function unescaped(key: string, item: Json): string {
	return typeof item === 'string' && /^##+$/.test(key) ? key.slice(1) : key;
}

function printNumber(lexeme: string): string | null {
	if (/[.eE]/.test(lexeme)) return printFloat(Number(lexeme));
	if (lexeme.length > MOST_DIGITS) return null;
	return lexeme === '-0' ? '0' : lexeme;
}

/** A double as Python's repr writes it: the shortest digits that read back, an exponent below 1e-4 and from 1e16 on. */
function printFloat(value: number): string {
	if (!Number.isFinite(value)) return value < 0 ? '-Infinity' : 'Infinity';
	const sign = value < 0 || Object.is(value, -0) ? '-' : '';
	const [mantissa = '0', power = '0'] = Math.abs(value).toExponential().split('e');
	const exponent = Number(power);
	const digits = mantissa.replace('.', '');
	if (exponent < -4 || exponent >= 16) {
		const size = String(Math.abs(exponent)).padStart(2, '0');
		return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${size}`;
	}
	if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
	const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
	return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

/** JavaScript compares UTF-16 units, in which a surrogate pair comes before U+E000…U+FFFF. */
function byCodePoint(a: string, b: string): number {
	const [left, right] = [Array.from(a), Array.from(b)];
	const at = left.findIndex((char, place) => char !== right[place]);
	if (at < 0) return left.length - right.length;
	return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}
