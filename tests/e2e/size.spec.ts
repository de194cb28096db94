// What a page loads to be read stays under its limit, counted where it arrives, lazy parts included, on the visit that has nothing
// yet. tests/support/page-size.ts counts the static part by the manifest.

import type { Page } from '@playwright/test';
import { LIMITS } from '../support/page-limits.ts';
import { expect, test } from './support/page.ts';
import { countScripts } from './support/script-size.ts';

function total(sizes: Map<string, number>): number {
	return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** The first visit makes the keys of this device, with code of its own: it is over when they are kept. */
async function keysAreMade(page: Page): Promise<void> {
	await page.waitForFunction(async () => {
		const settled = <T>(request: IDBRequest<T>): Promise<T> =>
			new Promise((resolve, reject) => {
				request.onsuccess = () => resolve(request.result);
				request.onerror = () => reject(request.error ?? new Error('no reason given'));
			});
		for (const { name } of await indexedDB.databases()) {
			const database = await settled(indexedDB.open(name ?? ''));
			const made =
				database.objectStoreNames.contains('identity') &&
				(await settled(database.transaction('identity').objectStore('identity').count())) > 0;
			database.close();
			if (made) return true;
		}
		return false;
	});
}

test('[H12] home loads no more script than its limit, on the very first visit', async ({ page }) => {
	const loaded = countScripts(page);
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await keysAreMade(page);
	const sizes = await loaded();
	expect(total(sizes), [...sizes].join('\n')).toBeLessThanOrEqual(LIMITS['/']);
});

test('[H12] a completed path is read, without editor and mathematics, within its limit', async ({ page }) => {
	await page.goto('/');
	await page.getByRole('button', { name: /Read the example: Validating a/ }).click();
	await expect(page).toHaveURL(/\/path\//);
	await keysAreMade(page);
	const loaded = countScripts(page);
	await page.reload();
	await expect(page.getByTestId('status')).toHaveAttribute('data-status', 'completed');
	const sizes = await loaded();
	expect(total(sizes), [...sizes].join('\n')).toBeLessThanOrEqual(LIMITS['/path/[id]']);
});
