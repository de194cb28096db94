// The `test` every browser test uses instead of Playwright's: it fails on trouble nobody looked for, and axe looks at every page that
// is still open when the test ends. Both are automatic, because a check that must be remembered is forgotten on the page that needs it.

import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import { accessibilityFaults } from './accessibility.ts';
import { Trouble } from './trouble.ts';

type Fixtures = {
	/** What went wrong so far; `trouble.allow(/…/)` for what a test provokes on purpose. */
	trouble: Trouble;
	/** Checks a page as it stands; for states that are gone when the test ends (an open dialog, a banner). */
	axe: (page: Page) => Promise<void>;
	/** Runs by itself after the test, on every page still open. */
	axeAtTheEnd: undefined;
};

export const test = base.extend<Fixtures>({
	// eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs: nothing
	baseURL: async ({}, use) => {
		const address = process.env['PATHBOOK_E2E_URL'];
		if (address === undefined) throw new Error('PATHBOOK_E2E_URL is not set: the global set-up has not run.');
		await use(address);
	},
	trouble: [
		async ({ browser, baseURL }, use) => {
			const trouble = new Trouble(baseURL ?? '');
			const watch = (context: BrowserContext): void => trouble.watch(context);
			browser.on('context', watch);
			await use(trouble);
			browser.off('context', watch);
			expect(trouble.lines, 'trouble on the page').toEqual([]);
		},
		{ auto: true },
	],
	// eslint-disable-next-line no-empty-pattern -- see above
	axe: async ({}, use) => {
		await use(async (page) => expect(await accessibilityFaults(page), 'accessibility').toEqual([]));
	},
	axeAtTheEnd: [
		// `page` is asked for so that it is still open here; `trouble` so that it listens before the page is made
		async ({ trouble: _, page: __, browser, axe }, use, info) => {
			await use(undefined);
			if (info.status !== 'passed') return;
			for (const page of browser.contexts().flatMap((context) => context.pages())) {
				if (page.url().startsWith('http')) await axe(page);
			}
		},
		{ auto: true },
	],
});

export { expect } from '@playwright/test';
