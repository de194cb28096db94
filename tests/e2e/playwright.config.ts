// Browser tests run against the built app as it is served to people, wide and phone-wide, in whatever Chromium `findChromium` names.
// Retries are off: a test that passes the second time has found something.

import { defineConfig } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';

const executablePath = findChromium();

export default defineConfig({
	testDir: '.',
	testMatch: '**/*.spec.ts',
	outputDir: '../../test-results/e2e',
	globalSetup: './support/serve-build.ts',
	fullyParallel: true,
	forbidOnly: true,
	workers: 2,
	retries: 0,
	timeout: 120_000,
	expect: { timeout: 10_000 },
	reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
	use: {
		browserName: 'chromium',
		locale: 'en-US',
		timezoneId: 'Europe/Berlin',
		trace: 'retain-on-failure',
		screenshot: 'only-on-failure',
		contextOptions: { reducedMotion: 'reduce' },
		launchOptions: {
			...(executablePath === undefined ? {} : { executablePath }),
			chromiumSandbox: process.getuid?.() !== 0,
			args: [
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
	projects: [
		{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
		{
			name: 'phone',
			use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
		},
	],
});
