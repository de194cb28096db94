// The built app in a real Chromium, as a person meets it: a profile on disk, the files of the app in the cache, a fresh page for every opening.
// Runs of the three paths are interleaved, so that a slow minute of the machine slows all of them. Script time comes from the browser itself
// and is the processor time of the page's main thread.

import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { StageId } from '#lib/core/path/names.ts';
import { findChromium } from '../tests/support/chromium.ts';
import * as inPage from './in-page.ts';
import type { BenchPath } from './paths.ts';
import { Samples } from './samples.ts';

export const KEYS = 50;
const KEY_PAUSE = 60;
/** What the app puts off (lists, staleness, storage) is done by then, in ms. */
const QUIET = 2500;

export interface PageRounds {
	readonly openings: number;
	/** Rounds of `KEYS` keystrokes, at the end of the line and in its middle. */
	readonly typing: number;
}

export interface PageFigures {
	readonly samples: Samples;
	readonly browser: string;
}

/** Opens and types; samples are named "<what> <stages>". */
export async function measurePages(
	address: string,
	paths: readonly BenchPath[],
	rounds: PageRounds,
): Promise<PageFigures> {
	const profile = mkdtempSync(join(tmpdir(), 'pathbook-bench-'));
	const context = await launch(profile);
	try {
		await seed(context, address, paths);
		const samples = new Samples();
		for (const path of paths) await open(context, address, path, new Samples()); // fills the cache
		for (let round = 0; round < rounds.openings; round += 1)
			for (const path of paths) await open(context, address, path, samples);
		for (let round = 0; round < rounds.typing; round += 1)
			for (const path of paths) await type(context, address, path, samples);
		return { samples, browser: context.browser()?.version() ?? 'unknown' };
	} finally {
		await context.close();
		rmSync(profile, { recursive: true, force: true });
	}
}

/** A browser with a profile of its own in `profile`. */
export function launch(profile: string): Promise<BrowserContext> {
	const executablePath = findChromium();
	return chromium.launchPersistentContext(profile, {
		...(executablePath === undefined ? {} : { executablePath }),
		locale: 'en',
		viewport: { width: 1280, height: 800 },
	});
}

/** Visits the app once, which makes an identity, and stores the paths in its rooms. */
export async function seed(
	context: BrowserContext,
	address: string,
	paths: readonly BenchPath[],
): Promise<void> {
	const page = await context.newPage();
	await page.goto(address);
	await page.locator('h1').first().waitFor();
	let lab = await page.evaluate(inPage.labId);
	for (let tries = 0; lab === undefined && tries < 50; tries += 1) {
		await wait(100);
		lab = await page.evaluate(inPage.labId);
	}
	if (lab === undefined) throw new Error('the first visit made no identity');
	for (const { id, bytes } of paths) {
		const base64 = Buffer.from(bytes).toString('base64');
		await page.evaluate(inPage.storeDocument, { room: `${lab}/path/${id}`, base64 });
	}
	await page.close();
}

/** A fresh page on the path, usable; what that took goes to `samples`. */
export async function openPath(
	context: BrowserContext,
	address: string,
	{ id, stages }: BenchPath,
	samples: Samples,
): Promise<{ page: Page; meter: Meter }> {
	const page = await context.newPage();
	await page.addInitScript(inPage.watchForUsable);
	const meter = await Meter.on(page);
	const before = await meter.read();
	await page.goto(`${address}/path/${id}`, { waitUntil: 'commit' });
	const { shown, usable } = await page.evaluate(inPage.whenUsable);
	const spent = difference(before, await meter.read());
	samples.add(`shown ${String(stages)}`, shown);
	samples.add(`usable ${String(stages)}`, usable);
	samples.add(`script ${String(stages)}`, spent.script);
	samples.add(`task ${String(stages)}`, spent.task);
	return { page, meter };
}

async function open(
	context: BrowserContext,
	address: string,
	path: BenchPath,
	samples: Samples,
): Promise<void> {
	const { page, meter } = await openPath(context, address, path, samples);
	const before = await meter.read();
	await wait(QUIET);
	const later = difference(before, await meter.read());
	samples.add(`later ${String(path.stages)}`, later.task);
	const { heap, nodes } = await meter.settled();
	samples.add(`heap ${String(path.stages)}`, heap / 1e6);
	samples.add(`nodes ${String(path.stages)}`, nodes);
	await page.close();
}

async function type(
	context: BrowserContext,
	address: string,
	path: BenchPath,
	samples: Samples,
): Promise<void> {
	for (const place of ['end', 'middle'] as const) {
		if (place === 'middle' && path.end === path.middle) continue;
		const { page, meter } = await openPath(context, address, path, new Samples());
		await editNote(page, path[place]);
		await wait(QUIET); // what opening left behind is not the key's
		await page.evaluate(inPage.watchKeys);
		await typeKeys(page, meter, `${place} ${String(path.stages)}`, samples);
		await page.close();
	}
}

async function typeKeys(page: Page, meter: Meter, name: string, samples: Samples): Promise<void> {
	const first = await meter.read();
	for (let key = 0; key < KEYS; key += 1) {
		const before = await meter.read();
		await page.keyboard.press(key % 6 === 5 ? 'Space' : 'k');
		await wait(KEY_PAUSE);
		const spent = difference(before, await meter.read());
		samples.add(`key script ${name}`, spent.script);
		samples.add(`key task ${name}`, spent.task);
	}
	await wait(QUIET);
	const all = difference(first, await meter.read());
	samples.add(`key all ${name}`, all.task / KEYS);
	for (const ms of await page.evaluate(inPage.keyWaits)) samples.add(`key wait ${name}`, ms);
}

/** Opens the editor of a stage's note, by keyboard where the note is there and by its button where it is not. */
export async function editNote(page: Page, stage: StageId): Promise<void> {
	await page.evaluate(
		(id) => document.getElementById(id)?.scrollIntoView({ block: 'center' }),
		String(stage),
	);
	const section = page.locator(`[id="${stage}"]`);
	const note = page.locator(`[data-cell="${stage}/note"]`);
	await note.or(section.locator('.add button')).first().waitFor();
	if ((await note.count()) > 0) {
		await note.focus();
		await page.keyboard.press('e');
	} else await section.locator('.add button').first().click();
	await note.locator('.cm-content').waitFor();
	await note.locator('.cm-content').focus();
}

interface Reading {
	readonly script: number;
	readonly task: number;
}

/** Processor time of a page's main thread, in ms. */
class Meter {
	#session: CDPSession;

	constructor(session: CDPSession) {
		this.#session = session;
	}

	static async on(page: Page): Promise<Meter> {
		const session = await page.context().newCDPSession(page);
		await session.send('Performance.enable', { timeDomain: 'threadTicks' });
		return new Meter(session);
	}

	async read(): Promise<Reading> {
		const metrics = await this.#metrics();
		const ms = (name: string): number => (metrics.get(name) ?? Number.NaN) * 1000;
		return { script: ms('ScriptDuration'), task: ms('TaskDuration') };
	}

	/** Bytes of JavaScript after collecting what is not needed, and how many DOM nodes there are. */
	async settled(): Promise<{ heap: number; nodes: number }> {
		await this.#session.send('HeapProfiler.collectGarbage');
		const metrics = await this.#metrics();
		return { heap: metrics.get('JSHeapUsedSize') ?? Number.NaN, nodes: metrics.get('Nodes') ?? Number.NaN };
	}

	async #metrics(): Promise<Map<string, number>> {
		const { metrics } = await this.#session.send('Performance.getMetrics');
		return new Map(metrics.map(({ name, value }) => [name, value]));
	}
}

function difference(before: Reading, after: Reading): Reading {
	return { script: after.script - before.script, task: after.task - before.task };
}
