// A test that wants a real folder asks for one by name and gets it empty; it is gone when the test is over.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';

export const test = base.extend<{ folder: string }>({
	// eslint-disable-next-line no-empty-pattern -- Vitest reads the pattern to learn what a fixture needs: nothing
	folder: async ({}, use) => {
		const folder = mkdtempSync(join(tmpdir(), 'pathbook-'));
		await use(folder);
		rmSync(folder, { recursive: true });
	},
});
