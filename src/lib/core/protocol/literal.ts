// The values inside marks: Python literals as AIMD writes them, JSON's spelling of true, false and null too. Numbers keep their lexeme.
// Everything works on ranges of the whole text, so that a fault can say where. Quotes end with their line, as in Python: an open quote
// spoils one mark and not the rest of the protocol. Refused: evaluating anything.

import { carryNumber, carryObject, type Json } from '#lib/core/json/json.ts';

export interface Range {
	readonly start: number;
	readonly end: number;
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const ESCAPES: Readonly<Record<string, string>> = {
	n: '\n',
	t: '\t',
	r: '\r',
	b: '\b',
	f: '\f',
	'0': '\0',
	'\n': '',
};
const NUMBER = /^([+-]?)(?:0*(0|[1-9][\d_]*)|)(?:\.([\d_]*))?((?:[eE][+-]?\d+)?)$/;
const DEPTH_LIMIT = 24;

/** True where a quote opens; an apostrophe inside a word opens none. */
export function opensQuote(text: string, at: number): boolean {
	const char = text[at];
	return char === '"' || (char === "'" && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ''));
}

/** The offset after the quote that opens at `at`; -1 where its line or the range ends first. */
export function quoteEnd(text: string, at: number, end: number): number {
	const quote = text[at];
	for (let here = at + 1; here < end; here++) {
		const char = text[here];
		if (char === '\\') here++;
		else if (char === quote) return here + 1;
		else if (char === '\n' || char === '\r') return -1;
	}
	return -1;
}

/** Offsets of `wanted` outside of quotes and brackets; null where these do not match. */
export function topLevel(text: string, { start, end }: Range, wanted: string): number[] | null {
	const found: number[] = [];
	const open: string[] = [];
	for (let at = start; at < end; at++) {
		const char = text[at] ?? '';
		if (opensQuote(text, at)) {
			const after = quoteEnd(text, at, end);
			if (after < 0) return null;
			at = after - 1;
		} else if (Object.hasOwn(PAIRS, char)) open.push(PAIRS[char] ?? '');
		else if (char === ')' || char === ']' || char === '}') {
			if (open.pop() !== char) return null;
		} else if (char === wanted && open.length === 0) found.push(at);
	}
	return open.length === 0 ? found : null;
}

/** The parts between top-level separators, trimmed; the empty one after a trailing separator is left out. */
export function split(text: string, range: Range, separator: string): Range[] | null {
	const cuts = topLevel(text, range, separator);
	if (cuts === null) return null;
	const parts = [...cuts, range.end].map((end, at) =>
		trim(text, { start: at === 0 ? range.start : (cuts[at - 1] ?? 0) + 1, end }),
	);
	const last = parts.at(-1);
	return last && last.start === last.end ? parts.slice(0, -1) : parts;
}

/** The range without white space around it. */
export function trim(text: string, { start, end }: Range): Range {
	let from = start;
	let to = end;
	while (from < to && /\s/.test(text[from] ?? '')) from++;
	while (to > from && /\s/.test(text[to - 1] ?? '')) to--;
	return { start: from, end: to };
}

/** The inside of a range that is bracketed as a whole; null where it is not. */
export function inside(text: string, range: Range, open: string): Range | null {
	const { start, end } = range;
	if (text[start] !== open || text[end - 1] !== PAIRS[open] || end - start < 2) return null;
	return topLevel(text, { start: start + 1, end: end - 1 }, ',') === null
		? null
		: { start: start + 1, end: end - 1 };
}

/** The value a literal stands for; undefined where it is none. */
export function readLiteral(text: string, range: Range, depth = 0): Json | undefined {
	const { start, end } = trim(text, range);
	if (depth > DEPTH_LIMIT || start === end) return undefined;
	const first = text[start] ?? '';
	if (first === '"' || first === "'")
		return quoteEnd(text, start, end) === end ? unescape(text.slice(start + 1, end - 1)) : undefined;
	if (first === '[' || first === '(') return readList(text, { start, end }, first, depth);
	if (first === '{') return readDict(text, { start, end }, depth);
	const word = text.slice(start, end);
	if (/^(?:true|false)$/i.test(word)) return word.toLowerCase() === 'true';
	if (word === 'None' || word === 'null') return null;
	return readNumber(word);
}

function readNumber(word: string): Json | undefined {
	const [, sign = '', whole, fraction, exponent = ''] = NUMBER.exec(word) ?? [];
	if (whole === undefined && !fraction) return undefined;
	const decimals = fraction === undefined ? '' : `.${fraction || '0'}`;
	return carryNumber(`${sign === '-' ? '-' : ''}${whole ?? '0'}${decimals}${exponent}`.replaceAll('_', ''));
}

function readList(text: string, range: Range, open: string, depth: number): Json | undefined {
	const content = inside(text, range, open);
	const items = content && split(text, content, ',')?.map((item) => readLiteral(text, item, depth + 1));
	return items?.every((item) => item !== undefined) ? items : undefined;
}

function readDict(text: string, range: Range, depth: number): Json | undefined {
	const content = inside(text, range, '{');
	const items = content && split(text, content, ',');
	if (!items) return undefined;
	const entries: [string, Json][] = [];
	for (const item of items) {
		const colon = topLevel(text, item, ':')?.[0];
		if (colon === undefined) return undefined;
		const key = readLiteral(text, { start: item.start, end: colon }, depth + 1);
		const value = readLiteral(text, { start: colon + 1, end: item.end }, depth + 1);
		if (typeof key !== 'string' || value === undefined) return undefined;
		entries.push([key, value]);
	}
	return carryObject(entries);
}

function unescape(raw: string): string {
	return raw.replace(/\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^])/g, (whole) => {
		if (whole.length > 2) return String.fromCharCode(Number.parseInt(whole.slice(2), 16));
		const char = whole.charAt(1);
		if (Object.hasOwn(ESCAPES, char)) return ESCAPES[char] ?? '';
		return '\\"\'/'.includes(char) ? char : whole; // Python keeps what it does not know
	});
}
