// Finds a Chromium, or gets one: a fresh machine must pass the browser tests without a manual. The order is the order of intent:
// what somebody named, what Playwright brought, what the system has; then installation; then one line that says what to install.
// Refused: Playwright's own lookup alone (it knows only the browser it downloads itself, which many networks do not let through).

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ADVICE =
	'No Chromium found: install one (Debian: apt-get install chromium fonts-noto-cjk; elsewhere: npx playwright install chromium) ' +
	'or name one in CHROMIUM_PATH.';

/** Path of the Chromium to test with, or undefined. A CHROMIUM_PATH that does not exist throws: it was meant. */
export function findChromium(): string | undefined {
	const named = process.env['CHROMIUM_PATH'];
	if (named !== undefined && named !== '') {
		if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is "${named}", where there is no file.`);
		return named;
	}
	return [chromium.executablePath(), ...SYSTEM].find((path) => existsSync(path));
}

/** Path of the Chromium to test with, installing one (and Chinese letters for its screenshots) where there is none; throws with advice. */
export function ensureChromium(): string {
	const found = findChromium();
	if (found !== undefined) {
		if (!hasChineseFont()) install(['fonts-noto-cjk']);
		return found;
	}
	console.log('No Chromium here yet; installing one.');
	if (!install(['chromium', 'fonts-noto-cjk'])) {
		const playwright = join(import.meta.dirname, '../../node_modules/.bin/playwright');
		spawnSync(playwright, ['install', 'chromium'], { stdio: 'inherit' });
	}
	const installed = findChromium();
	if (installed === undefined) throw new Error(ADVICE);
	return installed;
}

function hasChineseFont(): boolean {
	const fonts = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
	return fonts.error !== undefined || fonts.stdout.trim() !== ''; // without fontconfig there is nothing to ask
}

function install(packages: string[]): boolean {
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const run = (args: string[]): boolean =>
		spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
	return run(['update']) && run(['install', '-y', ...packages]);
}
