// How much work a YAML text is, before the parser does it. The parser takes 5 to 25 microseconds for each token (a mark, a space, a word; a
// list of 200,000 commas took five seconds) and nests by recursion, so what bounds its time is the number of tokens and what bounds its
// stack is how deep they open, and the lexer tells both in a pass of its own that neither recurses nor keeps anything. Refused: a clock (it says
// something else on every machine), and a shorter text (words cost nearly nothing).

import { Lexer } from 'yaml';

export const TOKEN_LIMIT = 50_000; // a definition of 20,000 characters, the longest seen, has 6,000
export const DEPTH_LIMIT = 64;

export interface YamlExcess {
	readonly code: 'too_large' | 'too_deep';
	readonly limit: number;
	/** Offset of the token that is too much. */
	readonly offset: number;
}

/** A lexeme that stands for no text, before a scalar's own. */
const SCALAR = '\u001f';
const UNWRITTEN: ReadonlySet<string> = new Set(['\u0002', '\u0018', SCALAR]);

/** Where a text has more tokens, or opens deeper on one line or in brackets, than the parser should be given; null where it does not. */
export function excessOf(text: string): YamlExcess | null {
	let offset = 0;
	let tokens = 0;
	let brackets = 0;
	let line = 0;
	let before = '';
	for (const token of new Lexer().lex(text)) {
		if (before !== SCALAR) {
			if (token === '[' || token === '{') brackets += 1;
			else if (token === ']' || token === '}') brackets = Math.max(0, brackets - 1);
			else if (token === '-' || token === '?') line += 1;
			else if (token === '\n' || token === '\r\n') line = 0;
		}
		tokens += 1;
		if (tokens > TOKEN_LIMIT) return { code: 'too_large', limit: TOKEN_LIMIT, offset };
		if (brackets + line > DEPTH_LIMIT) return { code: 'too_deep', limit: DEPTH_LIMIT, offset };
		if (!UNWRITTEN.has(token)) offset += token.length;
		before = token;
	}
	return null;
}
