// Reads JSON that people paste: comments, trailing commas and their kind are read and reported, number lexemes kept, both values of a
// doubled key handed over. It keeps its own stack, so that ten thousand opening brackets are a message and not a crash, and stops at
// `maxDepth`, because what comes out is later walked recursively. Refused: JSON.parse with a fallback (loses lexemes, doubled keys and
// places) and going on after the first fault (what a broken document means beyond it is a guess).

import { err, ok, type Result } from '#lib/core/result.ts';
import { carryNumber, carryObject, type Json } from './json.ts';
import { placeFinder, type Place } from './place.ts';
import { appendPointer } from './pointer.ts';
import { nextToken, type FaultCode, type RepairCode, type Token } from './tokens.ts';

export type { FaultCode, RepairCode } from './tokens.ts';

/** Why a text is not JSON, and where. `found` quotes the text (at most 60 characters), or names the limit that was passed. */
export interface JsonFault {
	readonly at: Place;
	readonly code: FaultCode;
	readonly found: string;
}

/** Something tolerated; for a comment `found` is the comment itself, so that a report can keep it. */
export interface Repair {
	readonly at: Place;
	readonly code: RepairCode;
	readonly found: string;
}

/** A key that came twice: the last value stands in the document (as everywhere), the earlier one is here. */
export interface Duplicate {
	readonly at: Place;
	readonly pointer: string;
	readonly key: string;
	readonly earlier: Json;
}

export interface Parsed {
	readonly value: Json;
	readonly duplicates: readonly Duplicate[];
	readonly repaired: readonly Repair[];
}

export interface ParseLimits {
	/** Nesting of arrays and objects; 128 where absent. */
	readonly maxDepth?: number;
	/** Length of the text in UTF-8; 64 MiB where absent. */
	readonly maxBytes?: number;
}

type Frame =
	| { readonly kind: 'array'; readonly start: number; readonly items: Json[] }
	| { readonly kind: 'object'; readonly start: number; readonly entries: Map<string, Json>; key: string };

type Expected = 'value' | 'item' | 'key' | 'colon' | 'comma' | 'end';

/** Reads `text` whole. Numbers come as `carryNumber` gives them; objects that look like carried numbers come escaped. */
export function parseJson(text: string, limits: ParseLimits = {}): Result<Parsed, JsonFault> {
	const place = placeFinder(text);
	const { maxBytes = 64 * 1024 * 1024, maxDepth = 128 } = limits;
	if (isLonger(text, maxBytes)) return err({ at: place(0), code: 'too_large', found: String(maxBytes) });
	const reader = new Reader(text, maxDepth, place);
	const fault = reader.read();
	if (fault) return err({ at: place(fault.at), code: fault.code, found: fault.found.slice(0, 60) });
	return ok({ value: reader.root, duplicates: reader.duplicates, repaired: reader.repaired });
}

interface Stop {
	readonly at: number;
	readonly code: FaultCode;
	readonly found: string;
}

class Reader {
	root: Json = null;
	readonly duplicates: Duplicate[] = [];
	readonly repaired: Repair[] = [];
	readonly #text: string;
	readonly #maxDepth: number;
	readonly #place: (offset: number) => Place;
	readonly #stack: Frame[] = [];
	#expected: Expected = 'value';
	/** Offset of a comma after which nothing came yet, or -1. */
	#comma = -1;

	constructor(text: string, maxDepth: number, place: (offset: number) => Place) {
		this.#text = text;
		this.#maxDepth = maxDepth;
		this.#place = place;
	}

	read(): Stop | null {
		let at = 0;
		for (;;) {
			const token = nextToken(this.#text, at, this.#note);
			if (token.kind === 'fault') return { at: token.start, code: token.code, found: token.found };
			if (token.kind === 'end') return this.#finish(token.start);
			const stop = this.#take(token, at);
			if (stop) return stop;
			at = token.end;
		}
	}

	#note = (code: RepairCode, offset: number, found: string): void => {
		this.repaired.push({ at: this.#place(offset), code, found });
	};

	#finish(at: number): Stop | null {
		if (this.#expected === 'end') return null;
		const open = this.#stack.at(-1);
		if (!open) return { at, code: 'empty', found: '' };
		return { at: open.start, code: 'unclosed', found: open.kind === 'array' ? '[' : '{' };
	}

	#take(token: Token, from: number): Stop | null {
		switch (this.#expected) {
			case 'value':
			case 'item':
				return this.#takeValue(token);
			case 'key':
				return this.#takeKey(token);
			case 'colon':
				if (!isMark(token, ':')) return this.#unexpected(token, 'missing_colon');
				this.#expected = 'value';
				return null;
			case 'comma':
				return this.#takeComma(token, from);
			case 'end':
				return this.#unexpected(token, 'trailing_text');
		}
	}

	#takeValue(token: Token): Stop | null {
		if (token.kind === 'string') return this.#complete(token.value);
		if (token.kind === 'number') return this.#complete(carryNumber(token.lexeme));
		if (token.kind === 'word') return this.#takeWord(token.text, token.start);
		if (isMark(token, '[') || isMark(token, '{')) return this.#open(token);
		if (this.#expected === 'item' && isMark(token, ']')) return this.#close();
		return this.#unexpected(token, 'unexpected');
	}

	#takeWord(word: string, at: number): Stop | null {
		if (word === 'true' || word === 'false') return this.#complete(word === 'true');
		if (word === 'null') return this.#complete(null);
		const infinite = /^[-+]?(NaN|Infinity)$/i.test(word);
		return { at, code: infinite ? 'not_finite' : 'unexpected', found: word };
	}

	#takeKey(token: Token): Stop | null {
		const frame = this.#stack.at(-1);
		if (isMark(token, '}')) return this.#close();
		if (frame?.kind !== 'object' || (token.kind !== 'string' && token.kind !== 'word'))
			return this.#unexpected(token, 'unexpected');
		if (token.kind === 'word' && /^[-+]/.test(token.text)) return this.#unexpected(token, 'unexpected');
		frame.key = token.kind === 'string' ? token.value : token.text;
		if (token.kind === 'word') this.#note('unquoted_key', token.start, token.text);
		if (frame.entries.has(frame.key))
			this.#double(frame.key, frame.entries.get(frame.key) ?? null, token.start);
		this.#comma = -1;
		this.#expected = 'colon';
		return null;
	}

	#takeComma(token: Token, from: number): Stop | null {
		const array = this.#stack.at(-1)?.kind === 'array';
		if (isMark(token, array ? ']' : '}')) return this.#close();
		if (isMark(token, ',')) {
			this.#comma = token.start;
			this.#expected = array ? 'item' : 'key';
			return null;
		}
		const begins = token.kind !== 'mark' || token.text === '{' || token.text === '[';
		if (!begins) return this.#unexpected(token, 'unexpected');
		if (!/[\r\n]/.test(this.#text.slice(from, token.start))) return this.#unexpected(token, 'missing_comma');
		this.#note('missing_comma', from, '');
		this.#expected = array ? 'item' : 'key';
		return array ? this.#takeValue(token) : this.#takeKey(token);
	}

	#open(token: Token): Stop | null {
		if (this.#stack.length >= this.#maxDepth)
			return { at: token.start, code: 'too_deep', found: String(this.#maxDepth) };
		const array = isMark(token, '[');
		const { start } = token;
		this.#stack.push(
			array ? { kind: 'array', start, items: [] } : { kind: 'object', start, entries: new Map(), key: '' },
		);
		this.#comma = -1;
		this.#expected = array ? 'item' : 'key';
		return null;
	}

	#close(): null {
		const frame = this.#stack.pop();
		if (this.#comma >= 0) this.#note('trailing_comma', this.#comma, ',');
		if (!frame) return null;
		return this.#complete(frame.kind === 'array' ? frame.items : carryObject(frame.entries));
	}

	#complete(value: Json): null {
		const frame = this.#stack.at(-1);
		this.#comma = -1;
		if (frame?.kind === 'array') frame.items.push(value);
		else if (frame) frame.entries.set(frame.key, value);
		else this.root = value;
		this.#expected = frame ? 'comma' : 'end';
		return null;
	}

	#double(key: string, earlier: Json, offset: number): void {
		const pointer = this.#stack.reduce(
			(path, frame) => appendPointer(path, frame.kind === 'array' ? frame.items.length : frame.key),
			'',
		);
		this.duplicates.push({ at: this.#place(offset), pointer, key, earlier });
	}

	#unexpected(token: Token, code: FaultCode): Stop {
		return { at: token.start, code, found: this.#text.slice(token.start, token.end) };
	}
}

function isMark(token: Token, text: string): boolean {
	return token.kind === 'mark' && token.text === text;
}

function isLonger(text: string, maxBytes: number): boolean {
	if (text.length > maxBytes) return true;
	if (text.length * 3 <= maxBytes) return false;
	let bytes = 0;
	for (const char of text) {
		const code = char.codePointAt(0) ?? 0;
		bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	}
	return bytes > maxBytes;
}
