// The lint rule for words sees the places where words show, and only those.

import { Linter } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import { expect, test } from 'vitest';
import { wordsAreMessages } from '../support/words-are-messages.ts';

function wordsIn(markup: string): number {
	const house = {
		plugins: { house: { rules: { words: wordsAreMessages } } },
		rules: { 'house/words': 'error' },
	} as const;
	const found = new Linter().verify(
		markup,
		[...svelte.configs.base, { files: ['**/*.svelte'], ...house }],
		'Probe.svelte',
	);
	expect(found.filter(({ fatal }) => fatal === true)).toEqual([]);
	return found.filter(({ ruleId }) => ruleId === 'house/words').length;
}

test.each([
	'<p>Nothing here yet</p>',
	'<p>还没有内容</p>',
	'<button type="button" aria-label="Close">×</button>',
	'<Field label="Name" />',
	'<p>{"Saved"}</p>',
	'<p>{saved ? "Saved" : m.not_saved()}</p>',
	'<p>{`${count} stages`}</p>',
	'<img src={picture} alt="A thumbnail" />',
	'<input title={open ? "Close" : "Open"} />',
])('[H11] words in %s are found', (markup) => {
	expect(wordsIn(markup)).toBe(1);
});

test.each([
	'<p>{m.home_empty()} · 12 × 3 — →</p>',
	'<p>Pathbook</p>',
	'<option value="zh" lang="zh-Hans">中文</option>',
	'<kbd>Ctrl</kbd>',
	'<p class="quiet" data-state="open" id="goal">{title}</p>',
	'<p class={open ? "wide" : "narrow"}>{"·"}</p>',
	'<style>p { color: red }</style>',
	'<script>const kind = "goal";</script>',
	'<svg><title>{m.app_name()}</title></svg>',
])('[H11] nothing is found in %s', (markup) => {
	expect(wordsIn(markup)).toBe(0);
});
