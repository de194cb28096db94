// What a page loads to be read stays under its limit, counted where it arrives. tests/support/page-size.ts does it by the manifest.

import { LIMITS } from '../support/page-limits.ts';
import { expect, test } from './support/page.ts';
import { countScripts } from './support/script-size.ts';

function total(sizes: Map<string, number>): number {
	return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

test('[H12] home loads no more script than its limit', async ({ page }) => {
	const loaded = countScripts(page);
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	const sizes = await loaded();
	expect(sizes.size).toBeGreaterThan(3);
	expect(total(sizes), [...sizes].join('\n')).toBeLessThanOrEqual(LIMITS['/']);
});
