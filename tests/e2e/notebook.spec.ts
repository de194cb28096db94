// The whole round in a real browser: a workflow is brought, a path is run to its end, branched, exported and read back.

import { expect, test } from './support/page.ts';
import { NotebookScreen } from './support/notebook.ts';

test('[U1] a path is run from its goal to its final conclusion, exported, and comes back the same', async ({
	page,
}) => {
	const notebook = new NotebookScreen(page);
	await notebook.start('North plots');
	await notebook.status('waiting_for_research_goal');
	await notebook.write('goal', ' Answer within one season.');
	await notebook.status('waiting_for_research_strategy');
	await notebook.skip('strategy', 'The workflow says it all.');
	await notebook.status('waiting_for_next_protocol');

	await notebook.choose('Core sampling');
	await notebook.status('waiting_for_initial_values_for_fields_in_next_protocol');
	await notebook.cell('values').getByRole('button', { name: 'These are the values' }).click();
	await notebook.status('waiting_for_record');
	await notebook.cell('record').getByRole('button', { name: 'Submit the record' }).click();
	await expect(notebook.cell('record').getByRole('alert').last()).toContainText('1 value needs a look');
	await expect(page.locator('body')).not.toBeFocused();
	await notebook.cell('record').getByLabel('Plot').first().fill('N1');
	await notebook.cell('record').getByRole('button', { name: 'Submit the record' }).click();
	await notebook.status('waiting_for_phased_research_conclusion');
	await notebook.write('phased', 'Twelve cores, all intact.');

	await notebook.choose('Oven drying');
	await notebook.skip('values', 'Defaults.');
	await notebook.cell('record').getByLabel('Dry mass').first().fill('48.10');
	await notebook.cell('record').getByRole('button', { name: 'Submit the record' }).click();
	await expect(notebook.cell('record')).toContainText('48.10');
	await notebook.skip('phased', '');

	await notebook.choose('End the path');
	await notebook.status('waiting_for_final_research_conclusion');
	await notebook.write('final', 'Not below 0.08 g/g.');
	await notebook.status('completed');
	await notebook.saved();

	const file = await notebook.exported();
	expect(file).toContain('48.10');
	await notebook.bring([{ name: 'north.json', mimeType: 'application/json', buffer: Buffer.from(file) }]);
	await expect(page.getByRole('heading', { level: 1 })).toContainText('North plots');
	await notebook.status('completed');
	expect(await notebook.exported()).toBe(file);
});

test('[U2] what is typed in one tab is in the other at once, and undo takes back only what is mine', async ({
	page,
	context,
}) => {
	const notebook = new NotebookScreen(page);
	await notebook.start('Two tabs');
	const other = await context.newPage();
	await other.goto(page.url());
	await notebook.write('goal', ' From the first tab.');
	await expect(other.locator('[data-cell$="/goal"]')).toContainText('From the first tab.');
	await page.getByRole('button', { name: 'Undo my last change' }).click();
	await notebook.status('waiting_for_research_goal');
	await expect(other.getByTestId('status')).toHaveAttribute('data-status', 'waiting_for_research_goal');
	await page.reload();
	await expect(notebook.cell('goal')).toContainText('How dry may the plots become?');
});

test('[U3] a branch stays beside the line until somebody chooses it', async ({ page }) => {
	const notebook = new NotebookScreen(page);
	await notebook.start('Branches');
	await notebook.write('goal', ' ');
	await notebook.skip('strategy', '');
	await notebook.choose('Core sampling');
	// The same round again is no branch, and that is said.
	await page.getByRole('button', { name: 'More for stage 0' }).click();
	await page.getByRole('menuitem', { name: 'Branch from here' }).click();
	await notebook.choose('Core sampling');
	await expect(page.getByText('An empty stage with this protocol was here already')).toBeVisible();
	await expect(page.getByText('branches from here')).toHaveCount(0);
	await page.getByRole('button', { name: 'More for stage 0' }).click();
	await page.getByRole('menuitem', { name: 'Branch from here' }).click();
	await page.getByText('Without an edge').click();
	await page.locator('#next').getByRole('button', { name: 'Oven drying' }).click();
	await page.getByRole('dialog').getByLabel('Reason').fill('Dry material is at hand.');
	await page.getByRole('dialog').getByRole('button', { name: 'Go on with it' }).click();
	await expect(page.getByRole('heading', { level: 2, name: /Oven drying/ })).toBeVisible();
	await expect(page.getByText('2 branches from here').last()).toBeVisible();
	await page.getByRole('button', { name: 'Make it the main line' }).click();
	await expect(page.getByRole('heading', { level: 2, name: /Core sampling/ })).toBeVisible();
	await page.getByRole('button', { name: 'More for stage 1' }).click();
	await page.getByRole('menuitem', { name: 'Delete this stage' }).click();
	await page.getByRole('button', { name: 'Restore' }).click();
	await expect(page.getByRole('heading', { level: 2, name: /Core sampling/ })).toBeVisible();
	// Coming back means coming to what waits.
	await notebook.saved();
	await page.reload();
	await expect(notebook.cell('values')).toBeFocused();
});
