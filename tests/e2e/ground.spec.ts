// The ground every page stands on: the policy, the languages, the way out of a wrong address, and that the watch over it all works.

import { expect, test } from './support/page.ts';

test('the first screen is Pathbook, in the language of the browser', async ({ page }) => {
	await page.goto('/');
	await expect(page).toHaveTitle(/Pathbook/);
	await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test.describe('in Chinese', () => {
	test.use({ locale: 'zh-CN' });

	test('the first screen is Chinese where the browser asks for it', async ({ page }) => {
		await page.goto('/');
		await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
	});
});

test('the language changes without the network, and is the same at the next visit', async ({
	page,
	context,
}) => {
	await page.goto('/settings');
	const chinese = page.getByRole('radio', { name: '中文' });
	await expect(chinese).toBeVisible();
	await expect(page.locator('code').first()).not.toBeEmpty(); // the keys of this device are made, the page is whole
	await context.setOffline(true);
	await chinese.check();
	await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
	await expect(page).toHaveTitle(/设置/);
	await context.setOffline(false);
	await page.reload();
	await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
	await expect(chinese).toBeChecked();
});

test('an address that leads nowhere says so and leads back', async ({ page, trouble }) => {
	trouble.allow(/404/, /Not found/);
	await page.goto('/no/such/page');
	await page.getByRole('link', { name: 'Go to all paths' }).click();
	await expect(page).toHaveURL('/');
});

test('eval and foreign scripts are refused, and the watch notices', async ({ page, trouble }) => {
	await page.goto('/');
	await page.evaluate(() => {
		const script = document.createElement('script');
		script.textContent = 'document.title = "taken over"';
		document.body.append(script);
		const handler = document.createElement('button');
		handler.setAttribute('onclick', 'document.title = "taken over"');
		handler.click();
	});
	await expect(page).toHaveTitle(/Pathbook/);
	expect(trouble.lines.join('\n')).toMatch(/Content Security Policy/);
	trouble.allow(/Content Security Policy/);
});

test('the editor finds a nonce that style-src accepts, and without it styles are refused', async ({
	page,
	trouble,
}) => {
	await page.goto('/');
	const [withNonce, without] = await page.evaluate(() => {
		const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? '';
		return [nonce, ''].map((value) => {
			const style = document.createElement('style');
			style.nonce = value;
			style.textContent = 'body { color: red }';
			document.head.append(style);
			const taken = style.sheet !== null;
			style.remove();
			return taken;
		});
	});
	expect(withNonce).toBe(true);
	expect(without).toBe(false);
	trouble.allow(/Content Security Policy/);
});
