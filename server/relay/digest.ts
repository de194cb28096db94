// Large updates are read in a thread of their own, so that nobody waits for somebody else's import. One thread for the whole relay, started
// when it is first needed. It gets what the room holds and gives back what it holds then; the room takes nothing else meanwhile. Small
// ones are not sent there: the way costs more than the reading.

import { Worker } from 'node:worker_threads';
import { err, ok, type Result } from '#lib/core/result.ts';
import { readExtent, writeExtent, type Extent } from '#lib/wire/update/extent.ts';
import type { Malformed } from '#lib/wire/malformed.ts';
import type { DigestAnswer, DigestOrder } from './digest-thread.ts';
import type { Digested } from './room-world.ts';

export class Digest {
	#worker: Worker | undefined;
	#next = 0;
	readonly #waiting = new Map<number, (answer: DigestAnswer['result']) => void>();

	async read(extent: Extent, update: Uint8Array): Promise<Result<Digested, Malformed>> {
		const answer = await this.#ask(writeExtent(extent), new Uint8Array(update));
		if (!answer.ok) return answer;
		const read = readExtent(answer.value.extent);
		return read.ok ? ok({ news: answer.value.news, extent: read.value }) : read;
	}

	async close(): Promise<void> {
		await this.#worker?.terminate();
	}

	#ask(extent: Uint8Array, update: Uint8Array): Promise<DigestAnswer['result']> {
		const id = this.#next++;
		const order: DigestOrder = { id, extent, update };
		return new Promise((resolve) => {
			this.#waiting.set(id, resolve);
			this.#thread().postMessage(order, [update.buffer as ArrayBuffer]); // both were made here
		});
	}

	#thread(): Worker {
		if (this.#worker) return this.#worker;
		const worker = new Worker(new URL('./digest-thread.ts', import.meta.url), {
			resourceLimits: { maxOldGenerationSizeMb: 512 },
		});
		worker.unref();
		worker.on('message', ({ id, result }: DigestAnswer) => {
			this.#waiting.get(id)?.(result);
			this.#waiting.delete(id);
		});
		// An update that takes more memory than one may have ends its thread and nothing else.
		worker.on('error', () => this.#failed(worker));
		worker.on('exit', () => this.#failed(worker));
		this.#worker = worker;
		return worker;
	}

	#failed(worker: Worker): void {
		if (this.#worker !== worker) return;
		this.#worker = undefined;
		for (const answer of this.#waiting.values()) answer(err({ code: 'unreadable', at: 0 }));
		this.#waiting.clear();
	}
}
