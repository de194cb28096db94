// One configuration for the app and for the unit tests. Unit tests run without the message compiler: several runs at once would
// write the same folder, so `npm run messages` goes before them. Refused: a second config file with a copy of the plugins.

import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';
import { messageOptions } from './server/message-options.ts';

const testing = process.env['VITEST'] !== undefined;

export default defineConfig({
	plugins: [...(testing ? [] : [paraglideVitePlugin(messageOptions)]), sveltekit()],
	// Without this the tests would get Svelte's server half, in which nothing reacts.
	...(testing ? { resolve: { conditions: ['browser'] } } : {}),
	build: { manifest: true },
	test: {
		include: ['tests/**/*.test.ts'],
		exclude: ['tests/e2e/**', 'tests/soak/**'],
		environment: 'node',
		pool: 'threads',
		maxWorkers: 2,
		passWithNoTests: false,
	},
});
