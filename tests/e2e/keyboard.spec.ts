// Without a mouse: a path is begun, written, skipped and gone on with by keys alone.

import { expect, test } from './support/page.ts';
import { NotebookScreen } from './support/notebook.ts';

test('[U8] the keyboard alone takes a path to its first record', async ({ page, isMobile }) => {
	test.skip(isMobile, 'a phone has no keyboard');
	const notebook = new NotebookScreen(page);
	await notebook.start('By keys');
	await page.locator('body').press('g');
	await expect(notebook.cell('goal')).toBeFocused();
	await page.keyboard.press('e');
	await expect(notebook.cell('goal').getByRole('textbox')).toBeFocused();
	await page.keyboard.press('Control+End');
	await page.keyboard.type(' In one season.');
	await page.keyboard.press('Control+Enter');
	await notebook.status('waiting_for_research_strategy');
	await expect(notebook.cell('strategy')).toBeFocused();
	await page.keyboard.press('e');
	await expect(notebook.cell('strategy').getByRole('textbox')).toBeFocused();
	await page.keyboard.type('Dry in steps.');
	await page.keyboard.press('Control+Enter');
	await notebook.status('waiting_for_next_protocol');
	await expect(page.locator('#next')).toBeFocused();
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await notebook.status('waiting_for_initial_values_for_fields_in_next_protocol');
	await page.locator('body').press('Control+z');
	await notebook.status('waiting_for_next_protocol');
	await page.locator('body').press('?');
	await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toBeHidden();
});
