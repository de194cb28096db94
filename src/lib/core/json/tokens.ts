// Cuts pasted JSON into tokens and says what it had to tolerate. Tolerance stops where it would have to guess about data: a string is
// never continued over a line end, a number is only completed to the JSON way of writing it, NaN and Infinity are refused.
// Refused: a JSON5 package (none keeps number lexemes or reports repairs) and repairing quotes inside strings.

/** What was not JSON and was read all the same. */
export type RepairCode =
	| 'byte_order_mark'
	| 'comment'
	| 'trailing_comma'
	| 'missing_comma'
	| 'single_quotes'
	| 'unquoted_key'
	| 'number_form'
	| 'odd_escape'
	| 'raw_control'
	| 'odd_space'
	| 'lone_surrogate';

export type FaultCode =
	| 'empty'
	| 'too_large'
	| 'too_deep'
	| 'unexpected'
	| 'missing_comma'
	| 'missing_colon'
	| 'trailing_text'
	| 'unclosed'
	| 'unterminated_string'
	| 'unterminated_comment'
	| 'bad_escape'
	| 'bad_number'
	| 'not_finite';

export type Note = (code: RepairCode, offset: number, found: string) => void;

export type Token = { readonly start: number; readonly end: number } & (
	| { readonly kind: 'mark'; readonly text: string }
	| { readonly kind: 'string'; readonly value: string }
	| { readonly kind: 'number'; readonly lexeme: string }
	| { readonly kind: 'word'; readonly text: string }
	| { readonly kind: 'end' }
	| { readonly kind: 'fault'; readonly code: FaultCode; readonly found: string }
);

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LOOSE_NUMBER = /^([+-]?)(0|[1-9]\d*|)(?:\.(\d*))?((?:[eE][+-]?\d+)?)$/;
const SPACE = /[ \t\r\n]+/y;
const ODD_SPACE = /[^\S \t\r\n]+/y;
const WORD = /[-+]?[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /[-+.\d][-+.\w]*/y;
const PLAIN = { '"': /[^"\\\u0000-\u001f\ud800-\udfff]+/y, "'": /[^'\\\u0000-\u001f\ud800-\udfff]+/y };
const ESCAPES: Readonly<Record<string, string>> = {
	'"': '"',
	'\\': '\\',
	'/': '/',
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
};

function run(pattern: RegExp, text: string, at: number): string {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0] ?? '';
}

/** True for a number as JSON writes it, and nothing around it. */
export function isNumberLexeme(text: string): boolean {
	return JSON_NUMBER.test(text);
}

/** The token at or after `from`; spaces and comments before it are passed, tolerated things noted. */
export function nextToken(text: string, from: number, note: Note): Token {
	const start = skip(text, from, note);
	if (typeof start !== 'number') return start;
	const first = text[start];
	if (first === undefined) return { kind: 'end', start, end: start };
	if ('{}[]:,'.includes(first)) return { kind: 'mark', text: first, start, end: start + 1 };
	if (first === '"' || first === "'") return readString(text, start, first, note);
	const word = run(WORD, text, start);
	if (word) return { kind: 'word', text: word, start, end: start + word.length };
	const number = run(NUMBER, text, start);
	if (number) return readNumber(number, start, note);
	const found = String.fromCodePoint(text.codePointAt(start) ?? 0);
	return { kind: 'fault', code: 'unexpected', found, start, end: start + found.length };
}

function skip(text: string, from: number, note: Note): number | Token {
	let at = from;
	for (;;) {
		const space = run(SPACE, text, at);
		at += space.length;
		const odd = run(ODD_SPACE, text, at);
		if (odd) {
			note(at === 0 && odd === '\ufeff' ? 'byte_order_mark' : 'odd_space', at, odd);
			at += odd.length;
		} else if (text.startsWith('//', at)) {
			const rest = /[\r\n]/g;
			rest.lastIndex = at;
			const end = rest.exec(text)?.index ?? text.length;
			note('comment', at, text.slice(at, end));
			at = end;
		} else if (text.startsWith('/*', at)) {
			const end = text.indexOf('*/', at + 2);
			if (end < 0)
				return { kind: 'fault', code: 'unterminated_comment', found: '/*', start: at, end: at + 2 };
			note('comment', at, text.slice(at, end + 2));
			at = end + 2;
		} else if (!space) return at;
	}
}

function readNumber(raw: string, start: number, note: Note): Token {
	const end = start + raw.length;
	if (JSON_NUMBER.test(raw)) return { kind: 'number', lexeme: raw, start, end };
	const [, sign = '', whole = '', fraction, exponent = ''] = LOOSE_NUMBER.exec(raw) ?? [];
	if (!whole && !fraction) return { kind: 'fault', code: 'bad_number', found: raw, start, end };
	note('number_form', start, raw);
	const decimals = fraction === undefined ? '' : `.${fraction || '0'}`;
	return {
		kind: 'number',
		lexeme: `${sign === '-' ? '-' : ''}${whole || '0'}${decimals}${exponent}`,
		start,
		end,
	};
}

function readString(text: string, start: number, quote: '"' | "'", note: Note): Token {
	if (quote === "'") note('single_quotes', start, quote);
	const parts: string[] = [];
	let at = start + 1;
	for (;;) {
		const plain = run(PLAIN[quote], text, at);
		parts.push(plain);
		at += plain.length;
		const char = text[at];
		if (char === quote) return { kind: 'string', value: parts.join(''), start, end: at + 1 };
		if (char === undefined || char === '\n' || char === '\r')
			return { kind: 'fault', code: 'unterminated_string', found: text.slice(start, at), start, end: at };
		const piece = char === '\\' ? readEscape(text, at, note) : readOdd(text, at, note);
		if (!piece)
			return { kind: 'fault', code: 'bad_escape', found: text.slice(at, at + 2), start: at, end: at + 2 };
		parts.push(piece.value);
		at = piece.end;
	}
}

interface Piece {
	readonly value: string;
	readonly end: number;
}

/** A raw control character or surrogate inside a string. */
function readOdd(text: string, at: number, note: Note): Piece {
	const value = String.fromCodePoint(text.codePointAt(at) ?? 0);
	if (value.length === 2) return { value, end: at + 2 };
	const lone = value >= '\ud800';
	note(lone ? 'lone_surrogate' : 'raw_control', at, value);
	return { value: lone ? '\ufffd' : value, end: at + 1 };
}

function readEscape(text: string, at: number, note: Note): Piece | null {
	const letter = text[at + 1] ?? '';
	const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
	if (simple !== undefined) return { value: simple, end: at + 2 };
	if (letter === "'") {
		note('odd_escape', at, "\\'");
		return { value: "'", end: at + 2 };
	}
	const unit = unitAt(text, at);
	if (unit === null) return null;
	const next = unit >= 0xd800 && unit <= 0xdbff ? unitAt(text, at + 6) : null;
	if (next !== null && next >= 0xdc00 && next <= 0xdfff)
		return { value: String.fromCharCode(unit, next), end: at + 12 };
	if (unit < 0xd800 || unit > 0xdfff) return { value: String.fromCharCode(unit), end: at + 6 };
	note('lone_surrogate', at, text.slice(at, at + 6));
	return { value: '\ufffd', end: at + 6 };
}

function unitAt(text: string, at: number): number | null {
	const found = /^\\u([\da-fA-F]{4})$/.exec(text.slice(at, at + 6));
	return found?.[1] === undefined ? null : Number.parseInt(found[1], 16);
}
