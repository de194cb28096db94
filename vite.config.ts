// One configuration for the app and for the unit tests. Unit tests run without the message compiler: several runs at once would
// write the same folder, so `npm run messages` goes before them. Refused: a second config file with a copy of the plugins.

import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';
import { lighterMarkdown } from './server/lighter-markdown.ts';
import { messageOptions } from './server/message-options.ts';

const testing = process.env['VITEST'] !== undefined;

export default defineConfig({
	plugins: [lighterMarkdown(), ...(testing ? [] : [paraglideVitePlugin(messageOptions)]), sveltekit()],
	// Without this the tests would get Svelte's server half, in which nothing reacts.
	...(testing ? { resolve: { conditions: ['browser'] } } : {}),
	// Nothing is inlined: the policy allows no fonts from data addresses, and KaTeX has one small enough.
	build: { manifest: true, assetsInlineLimit: 0 },
	test: {
		include: ['tests/**/*.test.ts'],
		exclude: ['tests/e2e/**', 'tests/soak/**'],
		environment: 'node',
		server: { deps: { inline: ['markdown-it'] } }, // with the same parts as on the page
		pool: 'threads',
		maxWorkers: 2,
		testTimeout: 20_000, // a busy machine is no fault of the code
	},
});
