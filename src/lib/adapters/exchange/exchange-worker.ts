// The worker: one job, then it is ended by whoever started it. Everything it throws is said, since a worker that dies silently looks like one
// that is busy.

import './no-eval.ts';
import { uuidv7 } from 'uuidv7';
import { baseLocale, locales, overwriteGetLocale } from '#lib/paraglide/runtime.js';
import type { Supplies, Wanted } from '#lib/ports.ts';
import { markdownWords } from '#lib/words/markdown-words.ts';
import { buffersIn, type Answer, type Order } from './messages.ts';
import { readFiles } from './reading.ts';
import { writeFile } from './writing.ts';

function say(answer: Answer, arrays: readonly Uint8Array[] = []): void {
	globalThis.postMessage(answer, { transfer: buffersIn(arrays) });
}

function read(order: Extract<Order, { type: 'read' }>): void {
	const outcome = readFiles(order.files, order.options, {
		newId: () => uuidv7(),
		onprogress: (at) => say({ type: 'progress', at }),
	});
	const documents = outcome.at === 'read' ? outcome.read.paths : [];
	const updates = documents.flatMap(({ path, records }) => [path, ...records].map(({ update }) => update));
	const files = outcome.at === 'read' ? [...outcome.read.files.values()] : [];
	say({ type: 'done', outcome }, [...updates, ...files]);
}

async function write(
	{ job }: Extract<Order, { type: 'write' }>,
	supplied: () => Promise<Supplies>,
): Promise<void> {
	overwriteGetLocale(() => locales.find((locale) => locale === job.language) ?? baseLocale);
	const supply = (wanted: Wanted): Promise<Supplies> => {
		const supplies = supplied();
		say({ type: 'wanted', wanted });
		return supplies;
	};
	const outcome = await writeFile(job, supply, markdownWords());
	say({ type: 'done', outcome }, [outcome.written.bytes]);
}

function serve(): void {
	let take: ((supplies: Supplies) => void) | undefined;
	const supplied = (): Promise<Supplies> => new Promise((resolve) => (take = resolve));
	const obey = async (order: Order): Promise<void> => {
		if (order.type === 'read') read(order);
		else if (order.type === 'write') await write(order, supplied);
		else take?.(order.supplies);
	};
	globalThis.addEventListener('message', ({ data }: MessageEvent<Order>) => {
		obey(data).catch((error: unknown) =>
			say({ type: 'failed', detail: error instanceof Error ? error.message : String(error) }),
		);
	});
}

serve();
