// WCAG 2.2 AA as far as axe can see it, in light and in dark: a colour that passes in one often fails in the other.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on the page as it stands, in both colour schemes, one line per element. Leaves the scheme as the test had it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
	const before = await page.evaluate(() =>
		matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
	);
	const faults: string[] = [];
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await page.evaluate(() => {
			const ending = document
				.getAnimations()
				.filter((it) => it.effect?.getComputedTiming().endTime !== Infinity);
			// Finished at once, not waited for: those in parts that are not drawn never tick.
			for (const animation of ending) animation.finish();
		});
		const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
		for (const { id, help, nodes } of violations) {
			for (const node of nodes) {
				faults.push(`${colorScheme}: ${id}: ${help}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`);
			}
		}
	}
	await page.emulateMedia({ colorScheme: before });
	return faults;
}
