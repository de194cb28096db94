// The first screen, imports and settings, as a person uses them: wide and on a phone, by pointer and by keyboard, in both languages.

import type { Page } from '@playwright/test';
import { expect, test } from './support/page.ts';

const WORKFLOW = {
	id: 'two',
	title: 'Weigh and dry',
	protocols: [
		{
			protocol_index: 1,
			protocol_name: 'Weighing',
			airalogy_protocol_id: 'airalogy.id.lab.x.project.y.protocol.weigh.v.0.0.1',
		},
		{
			protocol_index: 2,
			protocol_name: 'Drying',
			airalogy_protocol_id: 'airalogy.id.lab.x.project.y.protocol.dry.v.0.0.1',
		},
	],
	edges: ['1 -> 2'],
	logic: '',
};
const PATH = {
	path_status: 'waiting_for_research_strategy',
	steps: [
		{ step: 'add_research_goal', path_index: 0, mode: 'user', data: { thought: '', goal: 'How dry is it?' } },
	],
};
const TEXT = JSON.stringify({ workflow_info: WORKFLOW, path_data: PATH });
const BLOCK = `\`\`\`workflow
id: two
title: Weigh and dry
protocols:
  - {protocol_index: 0, protocol_id: weigh, protocol_name: Weighing}
edges:
  - 0 -> 3
\`\`\``;

async function addExamples(page: Page): Promise<void> {
	await page.goto('/settings');
	await page.getByRole('button', { name: 'Add the examples' }).click();
	await expect(page.getByText('2 example paths are here.')).toBeVisible();
}

async function paste(page: Page, text: string): Promise<void> {
	await page.evaluate((pasted) => {
		const clipboardData = new DataTransfer();
		clipboardData.setData('text/plain', pasted);
		const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
		document.body.dispatchEvent(event);
	}, text);
}

function row(page: Page, title: string) {
	return page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
}

test('an empty home teaches, and an example opens as a path that waits', async ({ page, axe }) => {
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await axe(page);
	await page.getByRole('button', { name: /Read the example: Riffle/ }).click();
	await expect(page).toHaveURL(/\/path\//);
	await page.goto('/');
	const riffle = row(page, 'Riffle fauna above and below the village outfall');
	await expect(riffle).toContainText('Waiting for the record');
	await expect(riffle).toContainText('Example');
});

test('a workflow without a path begins one, after its faults are named by line', async ({ page, axe }) => {
	await page.goto('/');
	await page.getByRole('button', { name: 'New path' }).click();
	const text = page.getByRole('textbox', { name: 'Definition of the workflow' });
	await text.fill(BLOCK);
	await expect(page.getByText('The edge 0 -> 3 names protocol 3, which is not there.')).toBeVisible();
	await expect(page.getByText('Line 7, column 5')).toBeVisible();
	await axe(page);
	await text.fill(BLOCK.replace('edges:\n  - 0 -> 3\n', ''));
	await expect(page.getByText('no text yet')).toBeVisible();
	await page.getByRole('textbox', { name: 'Title of the path' }).fill('Drying limits');
	await page.getByRole('button', { name: 'Start the path' }).click();
	await expect(page).toHaveURL(/\/path\//);
	await page.goto('/');
	await expect(row(page, 'Drying limits')).toContainText('Waiting for the research goal');
});

test('a pasted path is shown before it is written, recognised when it comes again, and taken back', async ({
	page,
	axe,
}) => {
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await paste(page, TEXT);
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText('1 path was read');
	await expect(dialog).toContainText('Protocol numbers begin at 0 here');
	await axe(page);
	await dialog.getByRole('button', { name: 'Import' }).click();
	await expect(row(page, 'Weigh and dry')).toContainText('Waiting for the strategy');

	await paste(page, TEXT);
	await expect(dialog).toContainText('This file is here already');
	await dialog.getByRole('button', { name: 'Keep both' }).click();
	await expect(page.getByRole('link', { name: 'Weigh and dry' })).toHaveCount(2);
	await page.getByRole('button', { name: 'Undo' }).last().click();
	await expect(page.getByRole('link', { name: 'Weigh and dry' })).toHaveCount(1);
});

test('files chosen together are read together; what is no path is refused with its place', async ({
	page,
}) => {
	await page.goto('/');
	await page.getByRole('button', { name: 'Bring a file' }).click();
	const choosing = page.waitForEvent('filechooser');
	await page.getByRole('button', { name: /Choose files/ }).click();
	await (
		await choosing
	).setFiles([
		{ name: 'path_data.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(PATH)) },
		{
			name: 'workflow_info.json',
			mimeType: 'application/json',
			buffer: Buffer.from('{"id": "two",\n "title" }'),
		},
	]);
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText('This cannot be imported');
	await expect(dialog).toContainText('workflow_info.json, line 2');
	await dialog.getByRole('button', { name: 'Bring another file' }).click();
	await dialog.getByLabel('Or paste the text').fill(TEXT);
	await dialog.getByRole('button', { name: 'Read this text' }).click();
	await expect(dialog).toContainText('1 path was read');
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('link', { name: 'Weigh and dry' })).toHaveCount(0);
});

test('a file dropped anywhere is read', async ({ page }) => {
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.evaluate((text) => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([text], 'path.json', { type: 'application/json' }));
		for (const type of ['dragenter', 'dragover', 'drop'])
			document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
	}, TEXT);
	await expect(page.getByRole('dialog')).toContainText('1 path was read');
});

test('a path is removed, restored, removed and erased', async ({ page, axe }) => {
	await addExamples(page);
	await page.goto('/');
	const title = 'Primer pair nirS-R7: fit for quantification?';
	await row(page, title).getByRole('button').click();
	await axe(page);
	await page.getByRole('menuitem', { name: 'Remove' }).click();
	await expect(page.getByRole('link', { name: title })).toBeHidden();
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(page.getByRole('link', { name: title })).toBeVisible();
	await row(page, title).getByRole('button').click();
	await page.getByRole('menuitem', { name: 'Remove' }).click();
	await page.getByText('Removed: 1 path').click();
	await page.getByRole('button', { name: /Erase/ }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText('The 5 records it refers to go with it');
	await axe(page);
	await dialog.getByRole('button', { name: 'Erase for good' }).click();
	await expect(page.getByText('Removed: 1 path')).toBeHidden();
	await expect(page.getByRole('link', { name: title })).toBeHidden();
});

test('with more than eight paths there is a box to find one', async ({ page }) => {
	await addExamples(page);
	await page.goto('/');
	await expect(page.getByRole('link', { name: /Riffle fauna/ })).toBeVisible(); // before that nobody listens to a paste
	await expect(page.getByRole('searchbox')).toBeHidden();
	for (let count = 0; count < 7; count += 1) {
		await paste(page, TEXT);
		const dialog = page.getByRole('dialog');
		await dialog.getByRole('button', { name: count === 0 ? 'Import' : 'Keep both' }).click();
		await expect(page.getByRole('link', { name: 'Weigh and dry' })).toHaveCount(count + 1);
	}
	await page.getByRole('searchbox', { name: 'Find a path' }).fill('riffle');
	await expect(page.getByRole('link', { name: /Riffle fauna/ })).toBeVisible();
	await expect(page.getByText('1 path', { exact: true })).toBeVisible();
	await page.getByRole('searchbox').fill('nothing like it');
	await page.getByRole('button', { name: 'Show all' }).click();
	await expect(page.getByRole('link', { name: 'Weigh and dry' })).toHaveCount(7);
});

test('name, lab, language and theme stay after a reload, and the examples go together', async ({ page }) => {
	await addExamples(page);
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lin Wei');
	await page.getByRole('textbox', { name: 'Lab name' }).fill('Soil group');
	await page.getByRole('textbox', { name: 'Lab name' }).blur();
	await expect(page.getByText('Kept', { exact: true })).toBeVisible();
	await page.getByRole('radio', { name: 'Dark' }).check();
	await page.getByRole('radio', { name: '中文' }).check();
	await expect(page.getByRole('heading', { name: '设置' })).toBeVisible();
	await page.reload();
	await expect(page.getByRole('textbox', { name: '姓名' })).toHaveValue('Lin Wei');
	await expect(page.getByRole('textbox', { name: '实验室名称' })).toHaveValue('Soil group');
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await page.getByRole('button', { name: '移除示例' }).click();
	await expect(page.getByText('现有 0 条示例路径。')).toBeVisible();
	await page.goto('/');
	await expect(page.getByRole('heading', { name: '一本笔记，追一个问题' })).toBeVisible();
});

test('by keyboard alone: import from pasted text, open the path, come back', async ({ page, isMobile }) => {
	test.skip(isMobile, 'a phone has no Tab key');
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	const press = async (name: string | RegExp, role: 'button' | 'textbox' | 'link' = 'button') => {
		const target = page.getByRole(role, { name }).first();
		await expect(target).toBeVisible();
		for (let tabs = 0; tabs < 30; tabs += 1) {
			if (await target.evaluate((element) => element === document.activeElement)) break;
			await page.keyboard.press('Tab');
		}
		await expect(target).toBeFocused();
	};
	await press('Bring a file');
	await page.keyboard.press('Enter');
	await press('Or paste the text', 'textbox');
	await page.keyboard.insertText(TEXT);
	await press('Read this text');
	await page.keyboard.press('Enter');
	await press('Import');
	await page.keyboard.press('Enter');
	await press('Weigh and dry', 'link');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/path\//);
});

test('nothing is wider than the screen', async ({ page }) => {
	await addExamples(page);
	for (const address of ['/', '/settings']) {
		await page.goto(address);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect(beyond).toBeLessThanOrEqual(0);
	}
});
