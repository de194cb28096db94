// What a page really loads, lazy parts included: the manifest's static imports say what must come, only the browser says what does.

import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';

/** Starts adding up; the returned function waits for quiet and answers gzipped bytes of each script loaded since, by URL. */
export function countScripts(page: Page): () => Promise<Map<string, number>> {
	const seen: Response[] = [];
	page.on('response', (response) => {
		if (response.request().resourceType() === 'script') seen.push(response);
	});
	return async () => {
		await page.waitForLoadState('networkidle');
		const sizes = new Map<string, number>();
		for (const response of seen)
			sizes.set(response.url(), gzipSync(await response.body(), { level: 9 }).length);
		return sizes;
	};
}
