// A build belongs to its sources by their content; times and generated files do not count.

import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fingerprint, isFresh } from '../../server/app-build.ts';
import { test } from '../support/folder.ts';

function layOut(root: string): void {
	for (const folder of ['src/lib/paraglide', 'messages/app', 'build'])
		mkdirSync(join(root, folder), { recursive: true });
	writeFileSync(join(root, 'src/page.ts'), 'one');
	writeFileSync(join(root, 'build/sources.sha256'), fingerprint(root));
}

test('[H10] a build is fresh while its sources are the same, whatever the clock says', ({ folder: root }) => {
	layOut(root);
	utimesSync(join(root, 'src/page.ts'), 0, 4_000_000_000);
	writeFileSync(join(root, 'src/lib/paraglide/runtime.js'), 'generated');
	expect(isFresh(root)).toBe(true);
});

test.for<[string, (root: string) => void]>([
	['changed', (root) => writeFileSync(join(root, 'src/page.ts'), 'two')],
	['added', (root) => writeFileSync(join(root, 'messages/app/en.json'), '{}')],
	['removed', (root) => rmSync(join(root, 'src/page.ts'))],
	['never built', (root) => rmSync(join(root, 'build'), { recursive: true })],
])('[H10] a build is not fresh when something was %s', ([, change], { folder: root }) => {
	layOut(root);
	change(root);
	expect(isFresh(root)).toBe(false);
});
