// What the editor's keys do to Markdown, as plain edits of a text, so that they can be tested without a browser. Refused: the commands
// of lang-markdown (they need its HTML, CSS and JavaScript parsers).

import type { TextChange } from './whole-characters.ts';

export interface Selection {
	readonly from: number;
	readonly to: number;
}

/** Changes in terms of the text before, in order; the selection in terms of the text after. */
export interface Edit {
	readonly changes: readonly TextChange[];
	readonly selection: Selection;
}

const ITEM = /^(\s*(?:>\s?)*\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;

/** Puts `mark` around the selection, or takes it away where it is already. `*` inside `**` is told apart by counting. */
export function toggleMark(text: string, { from, to }: Selection, mark: '**' | '*'): Edit {
	const size = mark.length;
	const stars = Math.min(run(text, from, -1), run(text, to, 1));
	const marked = mark === '**' ? stars >= 2 : stars % 2 === 1;
	if (marked) {
		return {
			changes: [
				{ from: from - size, to: from, insert: '' },
				{ from: to, to: to + size, insert: '' },
			],
			selection: { from: from - size, to: to - size },
		};
	}
	return {
		changes: [
			{ from, to: from, insert: mark },
			{ from: to, to, insert: mark },
		],
		selection: { from: from + size, to: to + size },
	};
}

function run(text: string, at: number, direction: -1 | 1): number {
	let count = 0;
	const first = direction === 1 ? at : at - 1;
	while (text[first + direction * count] === '*') count += 1;
	return count;
}

/** What Enter does at `at` in a list: the next item, or the end of the list at an empty one. Undefined where Enter is only a line break. */
export function continueList(text: string, at: number): Edit | undefined {
	const start = text.lastIndexOf('\n', at - 1) + 1;
	const match = ITEM.exec(text.slice(start, at));
	if (match === null) return undefined;
	const [whole, indent = '', bullet, number, end = '', space = ' ', task] = match;
	const lineEnd = text.indexOf('\n', at);
	const rest = text.slice(start + whole.length, lineEnd === -1 ? text.length : lineEnd);
	if (rest.trim() === '') {
		return { changes: [{ from: start, to: at, insert: '' }], selection: { from: start, to: start } };
	}
	const marker = bullet ?? `${Number(number) + 1}${end}`;
	const insert = `\n${indent}${marker}${space}${task === undefined ? '' : '[ ] '}`;
	const caret = at + insert.length;
	return { changes: [{ from: at, to: at, insert }], selection: { from: caret, to: caret } };
}

/** Makes the lines of the selection items or headings, or plain again where all of them are already. */
export function toggleLines(text: string, { from, to }: Selection, kind: 'list' | 'heading'): Edit {
	const prefix = kind === 'list' ? '- ' : '## ';
	const pattern = kind === 'list' ? /^\s*[-*+]\s+/ : /^#{1,6}\s+/;
	const lines = linesOf(text, from, to);
	const all = lines.every(({ words }) => pattern.test(words));
	const changes = lines.flatMap(({ start, words }) => {
		const found = pattern.exec(words)?.[0].length ?? 0;
		if (all) return [{ from: start, to: start + found, insert: '' }];
		return found > 0 ? [] : [{ from: start, to: start, insert: prefix }];
	});
	return { changes, selection: { from: moved(from, changes), to: moved(to, changes) } };
}

function linesOf(text: string, from: number, to: number): { start: number; words: string }[] {
	const first = text.lastIndexOf('\n', from - 1) + 1;
	const end = text.indexOf('\n', to);
	const block = text.slice(first, end === -1 ? text.length : end);
	let start = first;
	return block.split('\n').map((words) => {
		const line = { start, words };
		start += words.length + 1;
		return line;
	});
}

function moved(at: number, changes: readonly TextChange[]): number {
	const before = changes.filter((change) => change.from <= at);
	return before.reduce((place, { from, to, insert }) => {
		return place + insert.length - (Math.min(to, at) - from);
	}, at);
}
