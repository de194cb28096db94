// Words on their way into the document (H21).

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Typing, WAIT_MS } from '#lib/features/notebook/forms/typing.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function form(value = '') {
	const document = { value, handed: [] as string[] };
	const typing = new Typing(
		() => document.value,
		() => (text) => {
			document.handed.push(text);
			document.value = text;
		},
	);
	return { document, typing };
}

test('[V11] words are handed on once, a short while after the last key', () => {
	const { document, typing } = form();
	for (const text of ['6', '60', '60.', '60.0']) typing.type(text);
	vi.advanceTimersByTime(WAIT_MS - 1);
	expect(document.handed).toEqual([]);
	vi.advanceTimersByTime(1);
	expect(document.handed).toEqual(['60.0']);
	expect(WAIT_MS).toBeLessThanOrEqual(300);
});

test('[V11] leaving the field and going away hand on at once, and not twice', () => {
	const { document, typing } = form();
	typing.type('a');
	typing.flush();
	typing.leave();
	vi.runAllTimers();
	expect(document.handed).toEqual(['a']);
});

test('[V11] while somebody types, nothing from elsewhere replaces their words; afterwards the document is shown', () => {
	const { document, typing } = form('old');
	typing.type('mine');
	document.value = 'theirs';
	expect(typing.text).toBe('mine');
	typing.leave();
	expect(document.value).toBe('mine');
	document.value = 'theirs again';
	expect(typing.text).toBe('theirs again');
});

test('[V11] in a field that is only looked at, a value from elsewhere shows at once and is not written back', () => {
	const { document, typing } = form('old');
	document.value = 'new';
	expect(typing.text).toBe('new');
	typing.leave();
	expect(document.handed).toEqual([]);
});

test('[V11] an input method is waited for, but its words are not lost', () => {
	const { document, typing } = form();
	typing.type('tu rang', true);
	vi.advanceTimersByTime(10 * WAIT_MS);
	expect(document.handed).toEqual([]);
	typing.flush();
	expect(document.handed).toEqual(['tu rang']);
});
