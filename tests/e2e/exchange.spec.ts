// Files in and out as a person meets them: a folder with its protocols and their pictures, what is too much, what is broken off, what is here
// already, and every form of a path.

import type { Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeZip } from '#lib/core/exchange/intake/zip.ts';
import { CORING, OVEN, STRENGTH } from './support/drying.ts';
import { NotebookScreen } from './support/notebook.ts';
import { expect, test } from './support/page.ts';

const TRAY =
	'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
const PROTOCOLS = {
	'coring/protocol.aimd': `${CORING}\n![The tray](files/tray.svg)\n\n![A lost scan](files/scan.png)\n`,
	'coring/files/tray.svg': TRAY,
	'coring/files/layout.csv': 'plot,x,y\n1,0,0\n',
	'oven/protocol.aimd': OVEN,
};

function folderOf(files: Readonly<Record<string, string>>): string {
	const folder = test.info().outputPath('bench');
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(join(folder, name, '..'), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	return folder;
}

async function ask(page: Page) {
	await page.goto('/');
	await page.getByRole('button', { name: /^(Import|Bring a file)$/ }).click();
	return page.getByRole('dialog');
}

async function readProtocol(page: Page) {
	await page.getByRole('link', { name: 'Core sampling' }).click();
	await expect(page).toHaveURL(/\/workflow\//);
	await page.locator('summary').filter({ hasText: 'Core sampling' }).click();
}

const json = (text: string, name = 'path.json') => ({
	name,
	mimeType: 'application/json',
	buffer: Buffer.from(text),
});

test('[U13] a folder of protocols comes into the library, with pictures, and goes again with its import', async ({
	page,
	axe,
}) => {
	const dialog = await ask(page);
	await axe(page);
	await dialog.getByTestId('folder').setInputFiles(folderOf(PROTOCOLS));
	await expect(dialog).toContainText('2 protocols were read');
	await axe(page);
	await dialog.getByRole('button', { name: 'Import', exact: true }).click();
	await expect(page.getByText('2 protocols are in the library now.')).toBeVisible();
	await page.getByText('Library: 2 workflows and protocols').click();
	await axe(page);
	await readProtocol(page);
	const tray = page.getByRole('img', { name: 'The tray' });
	await expect(tray).toBeVisible();
	expect(await tray.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
	await expect(page.getByText('A lost scan', { exact: true })).toBeVisible();
	const saved = page.waitForEvent('download');
	await page.getByRole('button', { name: 'files/layout.csv' }).click();
	expect((await saved).suggestedFilename()).toBe('layout.csv');
	await page.goBack();

	await page.getByText('Library: 2 workflows and protocols').click();
	await page.getByRole('button', { name: /Core sampling/ }).click();
	await page.getByRole('menuitem', { name: 'Remove from the library' }).click();
	await expect(page.getByRole('link', { name: 'Core sampling' })).toBeHidden();
	const removed = page.locator('.toast').filter({ hasText: 'was removed from the library' });
	await removed.getByRole('button', { name: 'Undo' }).click();
	await readProtocol(page);
	await expect(tray).toBeVisible();
});

test('[U13] a whole import is undone: paths, protocols and files', async ({ page }) => {
	const dialog = await ask(page);
	const { 'oven/protocol.aimd': oven, ...coring } = PROTOCOLS;
	await dialog.getByTestId('folder').setInputFiles(folderOf({ ...coring, 'oven/protocol.aimd': oven }));
	await dialog.getByRole('button', { name: 'Import', exact: true }).click();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByText('The import was undone.')).toBeVisible();
	await expect(page.getByText(/^Library:/)).toBeHidden();
	expect(await filesHere(page)).toBe(0);
});

test('[U14] a reading is broken off at once, and its code that does not come is said', async ({
	page,
	trouble,
}) => {
	trouble.allow(/exchange-worker/);
	await page.route('**/exchange-worker*', () => undefined); // never answered
	const dialog = await ask(page);
	await dialog.getByTestId('files').setInputFiles([json('{"path_data": {}}')]);
	await expect(dialog.getByRole('status')).toContainText('Reading path.json');
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toBeHidden();
	await page.unroute('**/exchange-worker*');
	await page.route('**/exchange-worker*', (route) => route.abort());
	await page.getByRole('button', { name: 'Bring a file' }).click();
	await dialog.getByTestId('files').setInputFiles([json('{"path_data": {}}')]);
	await expect(dialog).toContainText('The reading broke off');
	await page.unroute('**/exchange-worker*');
	await dialog.getByRole('button', { name: 'Try again' }).click();
	await expect(dialog).toContainText('This cannot be imported');
});

test('[U14] an archive that unpacks without end is refused by name', async ({ page }) => {
	const bomb = writeZip([{ name: 'path.json', bytes: new Uint8Array(48 * 1024 * 1024) }]);
	const dialog = await ask(page);
	await dialog
		.getByTestId('files')
		.setInputFiles([{ name: 'bomb.zip', mimeType: 'application/zip', buffer: Buffer.from(bomb) }]);
	await expect(dialog).toContainText('This cannot be imported');
	await expect(dialog).toContainText('bomb.zip');
});

test('[U15] a path goes out in every form, and what can be read back is known to be here', async ({
	page,
}) => {
	const screen = new NotebookScreen(page);
	await screen.start('Fen peat, wet');
	await screen.write('goal', 'How wet may it be?');
	await screen.skip('strategy', 'agreed');
	await screen.choose('Core sampling');
	const canonical = await screen.exported();
	const dialog = page.getByRole('dialog');
	for (const [form, extension] of [
		['Archive (.aira)', 'aira'],
		['AIRA JSON', 'json'],
		['Text (Markdown)', 'md'],
	] as const) {
		await page.getByRole('button', { name: 'More for this path' }).click();
		await page.getByRole('menuitem', { name: 'Export in another form' }).click();
		await dialog.getByRole('radio', { name: form }).check();
		const saved = page.waitForEvent('download');
		await dialog.getByRole('button', { name: 'Export', exact: true }).click();
		const download = await saved;
		expect(download.suggestedFilename()).toMatch(new RegExp(`^Fen-peat,-wet-.{6}\\.${extension}$`));
		if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Close' }).last().click();
		await expect(dialog).toBeHidden();
		if (extension === 'md') continue;
		await download.saveAs(test.info().outputPath(`out.${extension}`));
	}
	const asking = await ask(page);
	await asking.getByTestId('files').setInputFiles([json(canonical)]);
	await expect(asking).toContainText('This path is here already');
	await asking.getByRole('button', { name: 'Keep both' }).click();
	await expect(page.getByRole('link', { name: 'Fen peat, wet' })).toHaveCount(2);
	for (const extension of ['aira', 'json']) {
		await ask(page);
		await asking.getByTestId('files').setInputFiles(test.info().outputPath(`out.${extension}`));
		await expect(asking).toContainText('1 path was read');
		await page.keyboard.press('Escape');
	}
});

test('[U15] a report with a thousand lines is a line with a thousand places', async ({ page, axe }) => {
	const path = { path_status: 'waiting_for_research_goal', steps: [], ...odd(1000) };
	const dialog = await ask(page);
	const workflow = {
		id: 'a',
		title: 'Odd keys',
		protocols: [{ protocol_index: 0, protocol_id: 'weigh', protocol_name: 'Weighing' }],
		edges: [],
		logic: '',
	};
	await dialog
		.getByTestId('files')
		.setInputFiles([json(JSON.stringify({ workflow_info: workflow, path_data: path }))]);
	await expect(dialog).toContainText('Odd keys');
	await dialog.getByText(/Kept as they were/).click({ trial: true });
	await expect(dialog.getByRole('listitem')).not.toHaveCount(1000);
	await dialog.getByText('in 1000 places').click();
	await dialog.getByRole('button', { name: 'Show 100 more' }).click();
	await axe(page);
	const saved = page.waitForEvent('download');
	await dialog.getByRole('button', { name: 'Save this report' }).click();
	expect((await saved).suggestedFilename()).toBe('import-report.json');
});

test('[U13] a folder that is dropped is walked', async ({ page }) => {
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	// A browser gives no way to make a dropped folder, so what it would give is put in the place of what it gives.
	await page.evaluate((text) => {
		const file = new File([text], 'protocol.aimd');
		const leaf = {
			isFile: true,
			isDirectory: false,
			fullPath: '/strength/protocol.aimd',
			file: (take: (file: File) => void) => take(file),
		};
		const given = [[leaf], []];
		const folder = {
			isFile: false,
			isDirectory: true,
			fullPath: '/strength',
			createReader: () => ({ readEntries: (take: (list: unknown[]) => void) => take(given.shift() ?? []) }),
		};
		DataTransferItem.prototype.webkitGetAsEntry = () => folder as unknown as FileSystemEntry; // as far as it is asked
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([], 'strength'));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
	}, STRENGTH);
	await expect(page.getByRole('dialog')).toContainText('1 protocol was read');
	await expect(page.getByRole('dialog')).toContainText('Aggregate strength');
});

function odd(count: number): Record<string, number> {
	return Object.fromEntries(Array.from({ length: count }, (_, at) => [`odd_${at}`, at]));
}

function filesHere(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			new Promise<number>((resolve, reject) => {
				const open = indexedDB.open('pathbook');
				open.onerror = () => reject(new Error('no database'));
				open.onsuccess = () => {
					const count = open.result.transaction('files').objectStore('files').count();
					count.onsuccess = () => {
						open.result.close();
						resolve(count.result);
					};
				};
			}),
	);
}
