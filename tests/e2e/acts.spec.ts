// What steers a path beside its steps: a strategy that says no, a record corrected, a pause, an end that is opened again.

import { expect, test } from './support/page.ts';
import { NotebookScreen } from './support/notebook.ts';

test('[U10] a strategy that says no rests until somebody overrides it; a completed path opens again with its words kept', async ({
	page,
}) => {
	const notebook = new NotebookScreen(page);
	const menu = async (item: string | RegExp) => {
		await page.getByRole('button', { name: 'More for this path' }).click();
		await page.getByRole('menuitem', { name: item }).click();
	};
	await notebook.start('Acts');
	await notebook.write('goal', ' ');
	await notebook.cell('strategy').getByRole('radio', { name: 'Not researchable', exact: true }).check();
	await notebook.write('strategy', 'No oven goes that low.');
	await notebook.status('waiting_for_research_strategy');
	await page.getByRole('button', { name: 'Override and go on' }).click();
	await page.getByRole('dialog').getByLabel('Reason').fill('A neighbour lends one.');
	await page.getByRole('dialog').getByRole('button', { name: 'Override and go on' }).click();
	await expect(page.locator('#next')).toBeVisible();

	await notebook.choose('Core sampling');
	await menu('Pause the path');
	await expect(page.getByTestId('status')).toContainText('Paused');
	await expect(notebook.cell('values').getByRole('button', { name: 'These are the values' })).toBeDisabled();
	await page.getByRole('button', { name: 'Resume', exact: true }).click();
	// One step: the values that were defaults and the cell's state are taken back together.
	await notebook.cell('values').getByRole('button', { name: 'These are the values' }).click();
	await notebook.status('waiting_for_record');
	await page.getByRole('button', { name: 'Undo my last change' }).click();
	await notebook.status('waiting_for_initial_values_for_fields_in_next_protocol');
	await expect(notebook.cell('values')).toContainText('default');
	await notebook.skip('values', '');
	await notebook.record({ Plot: 'N1' });

	await notebook.cell('record').getByRole('button', { name: 'Correct it' }).click();
	await notebook.cell('record').getByRole('textbox', { name: 'Plot' }).fill('N2');
	await notebook.cell('record').getByRole('button', { name: 'Submit as a new version' }).click();
	await expect(notebook.cell('record')).toContainText('version 2');
	await expect(notebook.cell('record')).toContainText('N2');

	await notebook.skip('phased', '');
	await notebook.choose('End the path');
	await notebook.write('final', 'The first answer.');
	await notebook.status('completed');
	await page.getByRole('button', { name: 'Re-open the path' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Re-open the path' }).click();
	await notebook.status('waiting_for_final_research_conclusion');
	await expect(notebook.cell('final')).not.toContainText('The first answer.');
	await menu('History');
	const history = page.getByRole('dialog', { name: 'History' });
	await expect(history).toContainText('A neighbour lends one.');
	await history.getByText('Earlier text').click();
	await expect(history).toContainText('The first answer.');
});
