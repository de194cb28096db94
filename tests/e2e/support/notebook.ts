// What a person does in a notebook, in the words of the screen, so that a story reads like one.

import { expect, type Locator, type Page } from '@playwright/test';
import { FILES } from './drying.ts';

export class NotebookScreen {
	readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	/** From the empty first screen to a new path under the drying workflow. */
	async start(title: string): Promise<void> {
		await this.page.goto('/');
		await this.page.getByRole('button', { name: 'New path' }).click();
		const dialog = this.page.getByRole('dialog');
		await dialog.locator('input[type="file"]').setInputFiles(FILES);
		await expect(dialog.getByText('Aggregate strength').first()).toBeVisible();
		await dialog.getByLabel('Title of the path').fill(title);
		await dialog.getByRole('button', { name: 'Start the path' }).click();
		await expect(this.page.getByRole('heading', { level: 1 })).toContainText(title);
	}

	/** The last cell of a kind on the line in view. */
	cell(kind: string): Locator {
		return this.page.locator(`[data-cell$="/${kind}"]`).last();
	}

	/** Types into a cell of words and finishes it. */
	async write(kind: string, words: string): Promise<void> {
		const cell = this.cell(kind);
		const write = cell.getByRole('button', { name: 'Write', exact: true });
		if (await write.isVisible()) await write.click();
		else await cell.getByRole('button', { name: 'Edit', exact: true }).click();
		await cell.getByRole('textbox').click();
		await this.page.keyboard.press('ControlOrMeta+End');
		await this.page.keyboard.insertText(words);
		await cell.getByRole('button', { name: 'Done', exact: true }).last().click();
	}

	async skip(kind: string, reason: string): Promise<void> {
		await this.cell(kind).getByRole('button', { name: 'Skip …' }).click();
		await this.page.getByRole('dialog').getByLabel('Reason (optional)').fill(reason);
		await this.page.getByRole('dialog').getByRole('button', { name: 'Skip this step' }).click();
	}

	async choose(title: string): Promise<void> {
		await this.page.locator('#next').getByRole('button', { name: title }).click();
	}

	/** Fills in the record that waits, by the titles of its fields, and submits it. */
	async record(values: Readonly<Record<string, string>>): Promise<void> {
		const cell = this.cell('record');
		for (const [title, value] of Object.entries(values))
			await cell.getByRole('textbox', { name: title }).first().fill(value);
		await this.saved();
		await cell.getByRole('button', { name: 'Submit the record' }).click();
		await this.status('waiting_for_phased_research_conclusion');
	}

	async status(status: string): Promise<void> {
		await expect(this.page.getByTestId('status')).toHaveAttribute('data-status', status);
	}

	async saved(): Promise<void> {
		await expect(this.page.getByTestId('save-state')).toHaveAttribute('data-at', 'saved');
	}

	/** Imports files from the first screen and opens what was made. */
	async bring(files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
		await this.page.goto('/');
		await this.page.getByRole('button', { name: /^(Import|Bring a file)$/ }).click();
		const dialog = this.page.getByRole('dialog');
		await dialog.getByTestId('files').setInputFiles(files);
		await dialog.getByRole('button', { name: /^(Import|Keep both)$/ }).click();
		await expect(dialog).toBeHidden();
		if (this.page.url().includes('/path/')) return;
		await this.page.getByRole('main').getByRole('link').first().click();
	}

	/** The canonical file, as the person gets it. */
	async exported(): Promise<string> {
		const download = this.page.waitForEvent('download');
		await this.page.getByRole('button', { name: 'More for this path' }).click();
		await this.page.getByRole('menuitem', { name: 'Export as a file' }).click();
		const stream = await (await download).createReadStream();
		const parts: Buffer[] = [];
		for await (const part of stream) parts.push(part as Buffer); // a byte stream gives buffers
		return Buffer.concat(parts).toString('utf8');
	}
}
