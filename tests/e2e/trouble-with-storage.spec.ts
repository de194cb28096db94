// What a person sees when the device does not keep: never silence, never a word accepted that is lost, and a way back without a reload.

import type { Page } from '@playwright/test';
import { expect, test } from './support/page.ts';
import { NotebookScreen } from './support/notebook.ts';

/** Makes the browser's storage refuse or lose its connection on demand, the way browsers do it. */
async function breakable(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const broken = { full: false, dead: false };
		Object.assign(window, { broken });
		const { transaction } = IDBDatabase.prototype;
		// A connection that died says nothing until somebody asks for a transaction.
		IDBDatabase.prototype.transaction = function (...given) {
			if (broken.dead) throw new DOMException('The connection is closing.', 'InvalidStateError');
			return transaction.apply(this, given);
		};
		const { commit } = IDBTransaction.prototype;
		// As browsers do it: the requests go through, the transaction does not.
		IDBTransaction.prototype.commit = function () {
			if (!broken.full || ![...this.objectStoreNames].includes('updates')) {
				commit.call(this);
				return;
			}
			Object.defineProperty(this, 'error', {
				configurable: true,
				get: () => new DOMException('The disk is full.', 'QuotaExceededError'),
			});
			this.abort();
		};
	});
}

/** Switches one kind of trouble on or off. */
async function trouble(page: Page, kind: 'full' | 'dead', on: boolean): Promise<void> {
	await page.evaluate(
		([what, value]) => {
			const { broken } = window as unknown as { broken: Record<string, boolean> }; // made above
			broken[what] = value;
		},
		[kind, on] as const,
	);
}

for (const [kind, words] of [
	['full', 'no room left'],
	['dead', 'closed its storage'],
] as const) {
	test(`[U5] storage that is ${kind} is said at once, stops the edit, and ends without a reload`, async ({
		page,
		axe,
	}) => {
		await breakable(page);
		const notebook = new NotebookScreen(page);
		await notebook.start('Full disk');
		await notebook.cell('goal').getByRole('button', { name: 'Edit', exact: true }).click();
		await notebook.cell('goal').getByRole('textbox').click();
		await page.keyboard.press('ControlOrMeta+End');
		await trouble(page, kind, true);
		await page.keyboard.insertText(' Kept?');
		await expect(page.getByTestId('save-state')).toHaveAttribute('data-at', 'failed');
		await expect(page.getByRole('alert')).toContainText(words);
		await axe(page);
		// The editor takes nothing more, and what was typed is still to be read.
		await page.keyboard.insertText(' Lost!');
		await expect(notebook.cell('goal')).toContainText('Kept?');
		await expect(notebook.cell('goal')).not.toContainText('Lost!');
		await trouble(page, kind, false);
		// It tries again by itself too: then the button is gone before it is pressed.
		const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
		await again.click({ timeout: 5000 }).catch(() => undefined);
		await notebook.saved();
		await page.reload();
		await expect(notebook.cell('goal')).toContainText('Kept?');
	});
}

test('[U6] a browser that gives no storage says so and takes nothing', async ({ page }) => {
	await page.addInitScript(() => {
		IDBFactory.prototype.open = () => {
			throw new DOMException('Storage is switched off.', 'SecurityError');
		};
	});
	await page.goto('/');
	await expect(
		page
			.getByRole('alert')
			.or(page.getByRole('heading', { level: 1 }))
			.first(),
	).toContainText(/could not be read|no storage/);
});

test('[U7] a path that is not here says so', async ({ page }) => {
	await page.goto('/path/01890000-0000-7000-8000-000000000000');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('This path is not on this device');
});
