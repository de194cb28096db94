// A thread as seen from outside: asked by name, answered by promise. It starts with the first question and again after it died, so that a
// room too large for its memory ends the thread and nothing else; whoever waited is told. Refused: a pool (one writer is what SQLite takes,
// and two cores are what a small server has).

import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads';
import type { Answer, Handlers, Question } from './thread-serving.ts';

export type ThreadOptions = {
	/** The file that runs in the thread. */
	readonly entry: URL;
	/** What it is told at its start. */
	readonly data: unknown;
	readonly limits?: ResourceLimits;
	/** Ends after so many milliseconds without a question. */
	readonly idle?: number;
	/** Ends where one question takes longer than so many milliseconds. */
	readonly patience?: number;
};

/** The thread ended before it answered. */
export class ThreadEnded extends Error {
	override readonly name = 'ThreadEnded';
}

type Waiting = {
	readonly done: (value: unknown) => void;
	readonly failed: (cause: Error) => void;
	readonly timer: NodeJS.Timeout | undefined;
};

export class Thread<H extends Handlers> {
	readonly #options: ThreadOptions;
	readonly #waiting = new Map<number, Waiting>();
	#worker: Worker | undefined;
	#asked = 0;
	#idle: NodeJS.Timeout | undefined;
	#closed = false;

	constructor(options: ThreadOptions) {
		this.#options = options;
	}

	/** Asks; rejects with ThreadEnded where no answer can come, and with what the function threw. `handOver` is moved, not copied. */
	ask<K extends keyof H & string>(
		name: K,
		args: Parameters<H[K]>,
		handOver: readonly Transferable[] = [],
	): Promise<Awaited<ReturnType<H[K]>>> {
		return new Promise((done, failed) => {
			if (this.#closed) {
				failed(new ThreadEnded('the store is closed'));
				return;
			}
			clearTimeout(this.#idle);
			const worker = (this.#worker ??= this.#start());
			const id = ++this.#asked;
			const { patience } = this.#options;
			const timer =
				patience === undefined
					? undefined
					: setTimeout(() => this.#lost(worker, 'it took too long'), patience);
			// the entry's functions are those of H: both sides name one type
			this.#waiting.set(id, { done: done as (value: unknown) => void, failed, timer });
			worker.postMessage([id, name, args] satisfies Question, handOver);
		});
	}

	/** Ends the thread; what it has not answered fails. */
	async end(): Promise<void> {
		this.#closed = true;
		clearTimeout(this.#idle);
		const worker = this.#worker;
		if (worker) this.#lost(worker, 'the store is closed');
		await worker?.terminate();
	}

	#start(): Worker {
		const { entry, data, limits } = this.#options;
		const cache = getCompileCacheDir(); // with it a thread is 25 MB smaller: it needs no compiler for TypeScript
		const worker = new Worker(entry, {
			workerData: data,
			...(cache === undefined ? {} : { env: { ...process.env, NODE_COMPILE_CACHE: dirname(cache) } }),
			...(limits === undefined ? {} : { resourceLimits: limits }),
		});
		worker.on('message', ([id, value, bug]: Answer) => {
			const waiting = this.#waiting.get(id);
			if (!waiting || worker !== this.#worker) return;
			this.#waiting.delete(id);
			clearTimeout(waiting.timer);
			if (bug === undefined) waiting.done(value);
			else waiting.failed(new Error(bug));
			if (this.#waiting.size === 0) this.#rest(worker);
		});
		worker.on('error', (cause) => this.#lost(worker, cause instanceof Error ? cause.message : String(cause)));
		worker.on('exit', () => this.#lost(worker, 'its thread ended'));
		return worker;
	}

	#rest(worker: Worker): void {
		const { idle } = this.#options;
		if (idle === undefined) return;
		this.#idle = setTimeout(() => this.#lost(worker, 'it was idle'), idle);
	}

	#lost(worker: Worker, why: string): void {
		if (worker !== this.#worker) return;
		this.#worker = undefined;
		const waiting = [...this.#waiting.values()];
		this.#waiting.clear();
		for (const { failed, timer } of waiting) {
			clearTimeout(timer);
			failed(new ThreadEnded(why));
		}
		void worker.terminate();
	}
}
