// Parts of a page come when they are needed. Where they cannot come, the page says so, and they come when asked for again.

import type { Page } from '@playwright/test';
import { expect, test } from './support/page.ts';
import { NotebookScreen } from './support/notebook.ts';

const SCRIPTS = '**/_app/immutable/**';

async function cut(page: Page): Promise<void> {
	await page.route(SCRIPTS, (route) => route.abort());
}

test('[U12] a question that cannot be loaded says so, and is asked at the second try', async ({
	page,
	trouble,
}) => {
	trouble.allow(/ERR_FAILED/);
	const notebook = new NotebookScreen(page);
	await notebook.start('Late');
	await page.waitForLoadState('networkidle');
	await cut(page);
	await page.getByRole('button', { name: 'More for this path' }).click();
	await page.getByRole('menuitem', { name: 'Keys' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByRole('alert')).toBeVisible();
	await page.unroute(SCRIPTS);
	await dialog.getByRole('button', { name: 'Try again' }).click();
	await expect(dialog.getByText('Ctrl ↵')).toBeVisible();
});

test('[U12] an editor that cannot be loaded says so, and opens at the second try', async ({
	page,
	trouble,
}) => {
	trouble.allow(/ERR_FAILED/);
	const notebook = new NotebookScreen(page);
	await notebook.start('Late');
	await page.waitForLoadState('networkidle');
	await cut(page);
	const cell = notebook.cell('goal');
	await cell.getByRole('button', { name: /^(Write|Edit)$/ }).click();
	await expect(cell.getByRole('alert')).toBeVisible();
	await page.unroute(SCRIPTS);
	await cell.getByRole('button', { name: 'Try again' }).click();
	await expect(cell.getByRole('textbox')).toBeVisible();
});
