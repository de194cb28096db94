// What the keys do, written with | for the caret and [ ] for a selection.

import { describe, expect, test } from 'vitest';
import {
	continueList,
	toggleLines,
	toggleMark,
	type Edit,
	type Selection,
} from '#lib/ui/editor/markdown-edits.ts';

function read(marked: string): { text: string; at: Selection } {
	const from = marked.search(/[|⟦]/);
	const rest = marked.replace(/[|⟦]/, '');
	const to = rest.includes('⟧') ? rest.indexOf('⟧') : from;
	return { text: rest.replace('⟧', ''), at: { from, to } };
}

function done(text: string, edit: Edit): string {
	let result = text;
	for (const { from, to, insert } of edit.changes.toReversed())
		result = result.slice(0, from) + insert + result.slice(to);
	const { from, to } = edit.selection;
	if (from === to) return `${result.slice(0, from)}|${result.slice(from)}`;
	return `${result.slice(0, from)}⟦${result.slice(from, to)}⟧${result.slice(to)}`;
}

describe('bold and italic', () => {
	test.each([
		['a ⟦b⟧ c', '**', 'a **⟦b⟧** c'],
		['a **⟦b⟧** c', '**', 'a ⟦b⟧ c'],
		['a |', '**', 'a **|**'],
		['a **|**', '**', 'a |'],
		['**⟦b⟧**', '*', '***⟦b⟧***'],
		['***⟦b⟧***', '*', '**⟦b⟧**'],
		['***⟦b⟧***', '**', '*⟦b⟧*'],
		['*⟦b⟧*', '**', '***⟦b⟧***'],
	] as const)('[T12] %s with %s', (marked, mark, expected) => {
		const { text, at } = read(marked);
		expect(done(text, toggleMark(text, at, mark))).toBe(expected);
	});
});

describe('Enter in a list', () => {
	test.each([
		['- a|', '- a\n- |'],
		['- a|b', '- a\n- |b'],
		['x\n  * a|\ny', 'x\n  * a\n  * |\ny'],
		['9. a|', '9. a\n10. |'],
		['2) a|', '2) a\n3) |'],
		['- [x] a|', '- [x] a\n- [ ] |'],
		['> - a|', '> - a\n> - |'],
		['- a\n- |', '- a\n|'],
		['- 取土样|', '- 取土样\n- |'],
	])('[T13] %j gives %j', (marked, expected) => {
		const { text, at } = read(marked);
		const edit = continueList(text, at.from);
		expect(edit && done(text, edit)).toBe(expected);
	});

	test.each(['a|', '|- a', '-|', '1.5 mL|', '--- |'])('[T13] %j is only a line break', (marked) => {
		const { text, at } = read(marked);
		expect(continueList(text, at.from)).toBeUndefined();
	});
});

describe('lines', () => {
	test.each([
		['a|', 'list', '- a|'],
		['- a|', 'list', 'a|'],
		['⟦a\nb⟧', 'list', '- ⟦a\n- b⟧'],
		['- a\n⟦b\n- c⟧', 'list', '- a\n- ⟦b\n- c⟧'],
		['a|', 'heading', '## a|'],
		['### a|', 'heading', 'a|'],
	] as const)('[T14] %j as %s', (marked, kind, expected) => {
		const { text, at } = read(marked);
		expect(done(text, toggleLines(text, at, kind))).toBe(expected);
	});
});
