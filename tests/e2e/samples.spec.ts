// Real input from a public project, where it stands beside the checkout: the carbon-nanotube workflow and its paths are imported, run on
// through three more rounds, branched, concluded, exported, and come back the same.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/page.ts';
import { NotebookScreen } from './support/notebook.ts';

const samples = process.env['PATHBOOK_SAMPLES'] ?? join(import.meta.dirname, '../../../shared/samples');
const folder = join(samples, 'airalogy/masterbrain-aira');

function file(name: string) {
	return { name, mimeType: 'application/json', buffer: readFileSync(join(folder, name)) };
}

test.describe('[U4] the carbon-nanotube path', () => {
	test.skip(!existsSync(folder), 'the samples are not beside this checkout');

	test('is imported, run on, branched, concluded, exported and comes back the same', async ({ page }) => {
		test.setTimeout(180_000);
		const notebook = new NotebookScreen(page);
		await notebook.bring([
			file('workflow_info.json'),
			file('protocols_info.json'),
			file('path_data_waiting_for_phased_conclusion.json'),
		]);
		await notebook.status('waiting_for_phased_research_conclusion');
		await notebook.write('phased', '30 min disperse the bundles.');

		await notebook.choose('Characterization of carbon nanotube dispersion');
		await notebook.skip('values', 'Nothing to set.');
		await notebook.record({ 'Bundle Diameter': '41.0' });
		await notebook.write('phased', 'Still too thick: 41 nm.');

		await notebook.choose('Ultrasonic dispersion of carbon nanotube solution');
		await notebook.cell('values').getByLabel('Sonication Time').first().fill('45.0');
		await notebook.cell('values').getByRole('button', { name: 'These are the values' }).click();
		await notebook.record({ Results: 'No sediment after a night.' });
		await notebook.skip('phased', '');

		await notebook.choose('Characterization of carbon nanotube dispersion');
		await notebook.skip('values', '');
		await notebook.record({ 'Bundle Diameter': '25.50' });
		await notebook.write('phased', '25.5 nm: within the range.');

		await page.getByRole('button', { name: 'More for stage 3' }).click();
		await page.getByRole('menuitem', { name: 'Branch from here' }).click();
		await notebook.choose('low-concentration');
		await notebook.status('waiting_for_initial_values_for_fields_in_next_protocol');
		await page.getByRole('button', { name: 'Make it the main line' }).click();

		await notebook.choose('End the path');
		await notebook.write('final', '1 mg/mL in m-cresol, 45 min.');
		await notebook.status('completed');
		await notebook.saved();

		const exported = await notebook.exported();
		// Lexemes of the file and of the person both survive.
		for (const lexeme of ['20.0', '41.0', '45.0', '25.50']) expect(exported).toContain(lexeme);
		await notebook.bring([{ name: 'cnt.json', mimeType: 'application/json', buffer: Buffer.from(exported) }]);
		await notebook.status('completed');
		expect(await notebook.exported()).toBe(exported);
	});
});
