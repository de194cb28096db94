// What is asked of something that answers later. In a page, because elsewhere Svelte runs no effects.
// @vitest-environment happy-dom

import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { ok, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';
import { Fetched } from '#lib/state/fetched.svelte.ts';
import { watching } from './watching.svelte.ts';

test('[B10] an answer that was overtaken by a later question is not shown', async () => {
	const answers: ((value: Result<string, StorageFault>) => void)[] = [];
	let changed = () => {};
	let stopped = 0;
	const fetched = new Fetched<string>(
		() => new Promise((resolve) => answers.push(resolve)),
		(listener) => {
			changed = listener;
			return () => void (stopped += 1);
		},
	);
	const seen: string[] = [];
	const stop = watching(() => {
		const now = fetched.current;
		seen.push(now.at === 'ready' ? now.value : now.at);
	});
	flushSync();
	changed();
	const [first, second] = answers;
	second?.(ok('new'));
	await Promise.resolve();
	first?.(ok('old'));
	await Promise.resolve();
	flushSync();
	expect(seen).toEqual(['loading', 'new']);
	stop();
	await Promise.resolve();
	expect(stopped).toBe(1);
});
