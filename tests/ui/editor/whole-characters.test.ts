// Half an emoji must never reach the document (H13).

import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { wholeCharacters } from '#lib/ui/editor/whole-characters.ts';

const sliceOf = (text: string) => (from: number, to: number) => text.slice(Math.max(0, from), to);

test('[T11] a swapped half takes its other half along', () => {
	// 😀 and 😁 differ in their second half only, and this is what a browser reports.
	const change = wholeCharacters({ from: 2, to: 3, insert: '\ude01' }, sliceOf('a😀b'));
	expect(change).toEqual({ from: 1, to: 3, insert: '😁' });
});

test('[T11] removing half an emoji removes the emoji', () => {
	expect(wholeCharacters({ from: 1, to: 2, insert: '' }, sliceOf('😀'))).toEqual({
		from: 0,
		to: 2,
		insert: '',
	});
});

test('[T11] an insertion between the halves keeps the emoji before it', () => {
	expect(wholeCharacters({ from: 1, to: 1, insert: 'x' }, sliceOf('😀'))).toEqual({
		from: 0,
		to: 2,
		insert: 'x',
	});
});

test('[T11] whatever is typed, the Y.Text stays well formed and holds what the editor shows', () => {
	const words = fc.array(fc.constantFrom('a', '界', '😀', '😁', '\ud83d', '\ude00', '\n'), { maxLength: 8 });
	fc.assert(
		fc.property(
			fc.constantFrom('', '😀', 'a😀😁b', '😀\n界'),
			fc.array(fc.tuple(fc.nat(12), fc.nat(12), words)),
			(start, edits) => {
				const text = new Y.Doc().getText('t');
				text.insert(0, start);
				let shown = start;
				for (const [a, b, pieces] of edits) {
					const [from, to] = [Math.min(a, b, shown.length), Math.min(Math.max(a, b), shown.length)];
					const whole = wholeCharacters({ from, to, insert: pieces.join('') }, sliceOf(shown));
					text.delete(whole.from, whole.to - whole.from);
					text.insert(whole.from, whole.insert);
					shown = shown.slice(0, whole.from) + whole.insert + shown.slice(whole.to);
					expect(text.toString()).toBe(shown);
					expect(shown.isWellFormed()).toBe(true);
					expect(shown).not.toContain('\ufffd');
				}
			},
		),
		{ seed: 11, numRuns: 300 },
	);
});
