// The last words before a page goes (H21): typed into a form, and the page is gone before anything could be saved at leisure.

import type { Page } from '@playwright/test';
import { expect, test } from './support/page.ts';

const FIELD = 'Wetted width';

async function openExample(page: Page): Promise<void> {
	await page.goto('/');
	await page.getByRole('button', { name: 'Read the example' }).first().click();
	await page.waitForURL(/\/path\//);
}

const field = (page: Page) => page.getByRole('textbox', { name: FIELD }).last();

test('[V11] what is typed right before a reload is there after it, every time', async ({ page }) => {
	await openExample(page);
	for (const value of ['1.10', '2.20', '3.30']) {
		await field(page).fill(value);
		await page.reload();
		await expect(field(page)).toHaveValue(value);
	}
});

test('[V11] what is typed right before the tab closes is there in the next one', async ({
	page,
	context,
}) => {
	await openExample(page);
	await expect(field(page)).toBeVisible();
	const address = page.url();
	for (const value of ['4.40', '5.50', '6.60']) {
		const tab = await context.newPage();
		await tab.goto(address);
		await field(tab).fill(value);
		await tab.close({ runBeforeUnload: true });
		const next = await context.newPage();
		await next.goto(address);
		await expect(field(next)).toHaveValue(value);
		await next.close();
	}
});
