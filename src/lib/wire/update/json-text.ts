// Whether a text is JSON, without making a value of it: Yjs hands formats, embeds and old lists to JSON.parse, which throws.
// Nesting is bounded because JSON.stringify, which writes them again, uses the stack. Refused: JSON.parse here (it needs the string and
// builds what nobody reads).

/** How deep lists and objects may be nested, in JSON and in lib0's values. */
export const DEEPEST = 200;

const END = 256;
const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, DOT, U] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2e, 0x75];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const ESCAPED = new Set(Array.from('"\\/bfnrt', (letter) => letter.charCodeAt(0)));

/** Whether the bytes between two offsets, UTF-8 that was checked before, are one JSON text that is not nested too deep. */
export function isJson(bytes: Uint8Array, from: number, to: number): boolean {
	const end = afterValue(bytes, afterSpace(bytes, from, to), to, 0);
	return end >= 0 && afterSpace(bytes, end, to) === to;
}

// Each of these answers the offset behind what it read, or -1.

function afterValue(bytes: Uint8Array, at: number, to: number, depth: number): number {
	const first = at < to ? (bytes[at] ?? END) : END;
	if (first === QUOTE) return afterString(bytes, at + 1, to);
	if (first === OBJECT || first === LIST) return depth < DEEPEST ? afterMany(bytes, at, to, depth + 1) : -1;
	if (first === 0x74) return afterWord(bytes, at, to, 'true');
	if (first === 0x66) return afterWord(bytes, at, to, 'false');
	if (first === 0x6e) return afterWord(bytes, at, to, 'null');
	return afterNumber(bytes, at, to);
}

function afterMany(bytes: Uint8Array, start: number, to: number, depth: number): number {
	const isObject = bytes[start] === OBJECT;
	const close = isObject ? OBJECT_END : LIST_END;
	let at = afterSpace(bytes, start + 1, to);
	if (at < to && bytes[at] === close) return at + 1;
	for (;;) {
		if (isObject) at = afterKey(bytes, at, to);
		if (at < 0) return -1;
		at = afterValue(bytes, at, to, depth);
		if (at < 0) return -1;
		at = afterSpace(bytes, at, to);
		if (at >= to) return -1;
		if (bytes[at] === close) return at + 1;
		if (bytes[at] !== COMMA) return -1;
		at = afterSpace(bytes, at + 1, to);
	}
}

function afterKey(bytes: Uint8Array, at: number, to: number): number {
	if (at >= to || bytes[at] !== QUOTE) return -1;
	const end = afterString(bytes, at + 1, to);
	if (end < 0) return -1;
	const colon = afterSpace(bytes, end, to);
	return colon < to && bytes[colon] === COLON ? afterSpace(bytes, colon + 1, to) : -1;
}

function afterString(bytes: Uint8Array, start: number, to: number): number {
	let at = start;
	while (at < to) {
		const byte = bytes[at++] ?? END;
		if (byte === QUOTE) return at;
		if (byte < 0x20) return -1;
		if (byte !== BACKSLASH) continue;
		const escaped = at < to ? (bytes[at++] ?? END) : END;
		if (escaped === U) {
			for (let i = 0; i < 4; i++) if (at >= to || !isHex(bytes[at++] ?? END)) return -1;
		} else if (!ESCAPED.has(escaped)) return -1;
	}
	return -1;
}

function afterNumber(bytes: Uint8Array, start: number, to: number): number {
	let at = start < to && bytes[start] === MINUS ? start + 1 : start;
	const isZero = at < to && bytes[at] === 0x30;
	at = isZero ? at + 1 : afterDigits(bytes, at, to);
	if (at < 0) return -1;
	if (at < to && bytes[at] === DOT) {
		at = afterDigits(bytes, at + 1, to);
		if (at < 0) return -1;
	}
	if (at >= to || (bytes[at] !== 0x65 && bytes[at] !== 0x45)) return at;
	at++;
	if (at < to && (bytes[at] === 0x2b || bytes[at] === MINUS)) at++;
	return afterDigits(bytes, at, to);
}

function afterDigits(bytes: Uint8Array, start: number, to: number): number {
	let at = start;
	while (at < to && isDigit(bytes[at] ?? END)) at++;
	return at === start ? -1 : at;
}

function afterWord(bytes: Uint8Array, start: number, to: number, word: string): number {
	if (start + word.length > to) return -1;
	for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return -1;
	return start + word.length;
}

function afterSpace(bytes: Uint8Array, start: number, to: number): number {
	let at = start;
	while (at < to && isSpace(bytes[at] ?? END)) at++;
	return at;
}

function isSpace(byte: number): boolean {
	return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number): boolean {
	return byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number): boolean {
	return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
