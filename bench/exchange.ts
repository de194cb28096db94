// Whether the page stays responsive while a path at the limit is read, kept and written: frames missed and the longest time without one, beside
// the same page at rest, in the same run. The work itself goes on in a worker, so its wall time is the worker's.

import type { Page } from '@playwright/test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as Y from 'yjs';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { printJson } from '#lib/core/json/print.ts';
import { readPath } from '#lib/core/path/read.ts';
import * as inPage from './in-page.ts';
import { launch } from './pages.ts';
import type { BenchPath } from './paths.ts';
import { Samples } from './samples.ts';

/** What is measured, in the order in which a person does it. */
export const EXCHANGE_STEPS = [
	['rest', 'the first screen at rest'],
	['read', 'reading the file, until its preview'],
	['keep', 'keeping it, until the dialog is gone'],
	['listed', 'exporting it from the list'],
	['open rest', 'the open path at rest'],
	['open', 'exporting the open path'],
] as const;
type Step = (typeof EXCHANGE_STEPS)[number][0];

const REST = 3000;
const MOST = 120_000;

/** Samples are named "<step> lasted|longest|missed": ms, ms, and frames missed in a second. */
export async function measureExchange(address: string, path: BenchPath, rounds: number): Promise<Samples> {
	const folder = mkdtempSync(join(tmpdir(), 'pathbook-bench-'));
	const file = join(folder, 'path.json');
	writeFileSync(file, fileOf(path));
	const samples = new Samples();
	try {
		for (let round = 0; round < rounds; round += 1)
			await once(address, file, join(folder, String(round)), samples);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return samples;
}

function fileOf({ bytes, id }: BenchPath): string {
	const doc = new Y.Doc();
	Y.applyUpdate(doc, bytes);
	return printJson(exportPath(readPath(doc, id), new Map()));
}

async function once(address: string, file: string, profile: string, samples: Samples): Promise<void> {
	const context = await launch(profile);
	try {
		const page = await context.newPage();
		await page.goto(address);
		await page.getByRole('heading', { level: 1 }).waitFor();
		await wait(REST); // what a first visit does afterwards is over
		const during = (step: Step, work: () => Promise<unknown>): Promise<void> =>
			watched(page, step, work, samples);
		await during('rest', () => wait(REST));
		await page.getByRole('button', { name: 'Bring a file' }).click();
		const dialog = page.getByRole('dialog');
		const go = dialog.getByRole('button', { name: 'Import', exact: true });
		await dialog.getByTestId('files').waitFor({ state: 'attached' });
		await during('read', async () => {
			await dialog.getByTestId('files').setInputFiles(file);
			await go.waitFor({ timeout: MOST });
		});
		await during('keep', async () => {
			await go.click();
			await dialog.waitFor({ state: 'hidden', timeout: MOST });
		});
		await wait(REST);
		const row = page.getByRole('main').getByRole('listitem').first();
		await row.getByRole('button').click();
		await during('listed', () => saved(page));
		await row.getByRole('link').click();
		await page.getByTestId('status').waitFor();
		await wait(REST);
		await during('open rest', () => wait(REST));
		await page.getByRole('button', { name: 'More for this path' }).click();
		await during('open', () => saved(page));
	} finally {
		await context.close();
	}
}

async function saved(page: Page): Promise<void> {
	const download = page.waitForEvent('download', { timeout: MOST });
	await page.getByRole('menuitem', { name: 'Export as a file' }).click();
	await (await download).delete();
}

async function watched(
	page: Page,
	step: Step,
	work: () => Promise<unknown>,
	samples: Samples,
): Promise<void> {
	await page.evaluate(inPage.watchFrames);
	await work();
	const { lasted, longest, missed } = await page.evaluate(inPage.framesSeen);
	samples.add(`${step} lasted`, lasted);
	samples.add(`${step} longest`, longest);
	samples.add(`${step} missed`, missed / (lasted / 1000));
}
