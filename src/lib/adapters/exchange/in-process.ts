// The exchange in the page itself: for unit tests, and for the browser that gives no worker. It holds up the page while it works, and what is
// cancelled is only not told any more; the answers are those of the worker. The readers are loaded when the first file comes.

import type { Exchange, ReadOutcome, Running, Stopped, WriteOutcome } from '#lib/ports.ts';

export interface InProcessOptions {
	readonly newId: () => string;
}

export class InProcessExchange implements Exchange {
	#newId: () => string;

	constructor({ newId }: InProcessOptions) {
		this.#newId = newId;
	}

	read(...[files, options, onprogress]: Parameters<Exchange['read']>): Running<ReadOutcome> {
		return running(async (isCancelled) => {
			const { readFiles } = await import('./reading.ts');
			const told: typeof onprogress = (at) => {
				if (!isCancelled()) onprogress(at);
			};
			return readFiles(files, options, { newId: this.#newId, onprogress: told });
		});
	}

	write(...[job, supply]: Parameters<Exchange['write']>): Running<WriteOutcome> {
		return running(async () => {
			const [{ writeFile }, { markdownWords }] = await Promise.all([
				import('./writing.ts'),
				import('#lib/words/markdown-words.ts'),
			]);
			return writeFile(job, supply, markdownWords());
		});
	}
}

function running<T>(work: (isCancelled: () => boolean) => Promise<T>): Running<T> {
	let cancelled = false;
	let cancel = (): void => undefined;
	const stop = new Promise<Stopped>((resolve) => {
		cancel = () => {
			cancelled = true;
			resolve({ at: 'cancelled' });
		};
	});
	const done = work(() => cancelled).catch((error: unknown): Stopped => ({
		at: 'died',
		detail: error instanceof Error ? error.message : String(error),
	}));
	return { result: Promise.race([stop, done]), cancel: () => cancel() };
}
