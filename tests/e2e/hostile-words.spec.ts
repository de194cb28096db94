// Words are words: nothing that anybody writes in a cell or a title runs, loads, or changes the page.

import { expect, test } from './support/page.ts';
import { NotebookScreen } from './support/notebook.ts';

const HOSTILE = [
	'<img src=x onerror="document.title=\'taken\'">',
	'<script>document.title="taken"</script>',
	'[link](javascript:document.title="taken")',
	'![remote](https://example.org/pixel.png)',
	'<style>body{display:none}</style>',
	'$\\href{javascript:alert(1)}{x}$',
].join('\n\n');

test('[U9] hostile words are shown and do nothing', async ({ page }) => {
	const notebook = new NotebookScreen(page);
	await notebook.start('<b onclick=x>Title</b>');
	await notebook.write('goal', `\n\n${HOSTILE}`);
	await notebook.status('waiting_for_research_strategy');
	await expect(page).not.toHaveTitle(/taken/);
	const cell = notebook.cell('goal');
	await expect(cell.locator('script, style, img[src^="http"], [onerror], a[href^="javascript"]')).toHaveCount(
		0,
	);
	await expect(cell).toBeVisible();
});
