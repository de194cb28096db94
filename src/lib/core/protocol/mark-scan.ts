// Finds `{{kind|…}}` in Markdown: outside of fenced blocks, code spans and comments, over several lines, with braces in quotes. A mark that
// does not end properly is cut at the nearest `}}` and listed; what follows it is read. Every scan stops at the next mark or line with an
// open quote, so that hostile texts cost linear time. Refused: one regular expression (braces in quotes, brackets in types).

import { findFences, type Fence } from './fences.ts';
import { opensQuote, quoteEnd, type Range } from './literal.ts';

export interface RawMark extends Range {
	readonly kind: string;
	/** What stands between the bar and the closing braces. */
	readonly content: Range;
	/** True where quotes, brackets or the closing braces do not match. */
	readonly broken: boolean;
}

const INTERESTING = /(`+)|\\[\\`{]|<!--|\{\{[ \t]*([A-Za-z_]\w*)[ \t]*\|/g;
const MARK = /\{\{[ \t]*[A-Za-z_]\w*[ \t]*\|/y;
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** All marks of a text in order, and its fenced blocks. */
export function scanMarks(text: string): {
	readonly marks: readonly RawMark[];
	readonly fences: readonly Fence[];
} {
	const fences = findFences(text);
	const marks: RawMark[] = [];
	const interesting = new RegExp(INTERESTING);
	let fence = 0;
	let paragraph = -1;
	for (let found = interesting.exec(text); found; found = interesting.exec(text)) {
		const at = found.index;
		while ((fences[fence]?.end ?? Number.POSITIVE_INFINITY) <= at) fence++;
		const block = fences[fence];
		const [whole, ticks, kind] = found;
		if (block && block.start <= at) interesting.lastIndex = Math.max(block.end, at + 1);
		else if (ticks !== undefined) {
			if (paragraph <= at) paragraph = Math.min(paragraphEnd(text, at), block?.start ?? text.length);
			interesting.lastIndex = spanEnd(text, at, ticks, paragraph);
		} else if (whole === '<!--') interesting.lastIndex = (text.indexOf('-->', at) + 1 || text.length) + 2;
		else if (kind !== undefined) {
			const mark = readMark(text, at, at + whole.length, kind, block?.start ?? text.length);
			marks.push(mark);
			interesting.lastIndex = mark.end;
		}
	}
	return { marks, fences };
}

function paragraphEnd(text: string, at: number): number {
	const blank = /\n[ \t]*\r?\n/g;
	blank.lastIndex = at;
	return blank.exec(text)?.index ?? text.length;
}

/** The end of a code span; where none closes, the end of its ticks. */
function spanEnd(text: string, at: number, ticks: string, limit: number): number {
	const run = /`+/g;
	run.lastIndex = at + ticks.length;
	for (let found = run.exec(text); found && found.index < limit; found = run.exec(text))
		if (found[0].length === ticks.length) return found.index + ticks.length;
	return at + ticks.length;
}

function readMark(text: string, start: number, from: number, kind: string, limit: number): RawMark {
	const end = contentEnd(text, from, limit);
	if (end >= 0) return { kind, start, end: end + 2, content: { start: from, end }, broken: false };
	const nearest = /\}\}|\{\{|\n[ \t]*\r?\n/g;
	nearest.lastIndex = from;
	const found = nearest.exec(text);
	const stop = Math.min(found?.index ?? text.length, limit);
	const closed = found?.[0] === '}}' && found.index === stop;
	return { kind, start, end: closed ? stop + 2 : stop, content: { start: from, end: stop }, broken: true };
}

/** The offset of the closing braces; -1 where the mark is broken. */
function contentEnd(text: string, from: number, limit: number): number {
	const open: string[] = [];
	for (let at = from; at < limit; at++) {
		const char = text[at] ?? '';
		if (opensQuote(text, at)) {
			const after = quoteEnd(text, at, limit);
			if (after < 0) return -1;
			at = after - 1;
		} else if (char === '}' && open.length === 0) return text[at + 1] === '}' ? at : -1;
		else if (char === '{' && startsMark(text, at)) return -1;
		else if (char === '(' || char === '[' || char === '{') open.push(char);
		else if (Object.hasOwn(CLOSING, char) && open.pop() !== CLOSING[char]) return -1;
	}
	return -1;
}

function startsMark(text: string, at: number): boolean {
	MARK.lastIndex = at;
	return MARK.test(text);
}
