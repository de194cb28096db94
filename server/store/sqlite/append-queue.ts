// What waits to be appended. Two batches are on their way at most: one the writer commits, and one it finds when that is done; whatever comes
// meanwhile goes into the next. So a commit carries what arrived while the disk was busy, and the writer never waits for this thread.

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Entry, StoreTrouble } from '../store.ts';
import { packed, type Batch } from './batch.ts';
import type { Outcome } from './writing.ts';

type Call = {
	readonly entries: readonly Entry[];
	readonly done: (result: Result<void, StoreTrouble>) => void;
	readonly failed: (cause: unknown) => void;
};

const ON_THE_WAY = 2;
const BATCH_BYTES = 32 * 1024 * 1024;
const DONE = ok(undefined);

export class AppendQueue {
	readonly #send: (batch: Batch) => Promise<readonly Outcome[] | null>;
	#calls: Call[] = [];
	#onTheWay = 0;
	#scheduled = false;

	/** `send` answers with what became of each call, or null where all were kept. */
	constructor(send: (batch: Batch) => Promise<readonly Outcome[] | null>) {
		this.#send = send;
	}

	/** Appends with what else waits. */
	add(entries: readonly Entry[]): Promise<Result<void, StoreTrouble>> {
		if (entries.length === 0) return Promise.resolve(DONE);
		return new Promise((done, failed) => {
			this.#calls.push({ entries, done, failed });
			if (this.#scheduled || this.#onTheWay >= ON_THE_WAY) return;
			this.#scheduled = true;
			queueMicrotask(() => {
				this.#scheduled = false;
				if (this.#onTheWay < ON_THE_WAY) this.#next();
			});
		});
	}

	/** Sends all that waits, so that what is asked next comes after it. */
	flush(): void {
		while (this.#calls.length > 0) this.#next();
	}

	#next(): void {
		const calls = this.#taken();
		if (calls.length === 0) return;
		this.#onTheWay += 1;
		this.#send(packed(calls.map(({ entries }) => entries))).then(
			(outcomes) => {
				this.#onTheWay -= 1;
				if (!this.#scheduled && this.#calls.length > 0) this.#next();
				for (const [index, call] of calls.entries()) settle(call, outcomes?.[index]);
			},
			(cause: unknown) => {
				this.#onTheWay -= 1;
				if (!this.#scheduled && this.#calls.length > 0) this.#next();
				for (const { failed } of calls) failed(cause);
			},
		);
	}

	#taken(): Call[] {
		let bytes = 0;
		let count = 0;
		for (const { entries } of this.#calls) {
			for (const { update } of entries) bytes += update.length;
			if (count > 0 && bytes > BATCH_BYTES) break;
			count += 1;
		}
		if (count < this.#calls.length) return this.#calls.splice(0, count);
		const all = this.#calls;
		this.#calls = [];
		return all;
	}
}

function settle({ done, failed }: Call, outcome: Outcome | undefined): void {
	if (outcome === undefined || 'kept' in outcome) done(DONE);
	else if ('bug' in outcome) failed(new Error(outcome.bug));
	else done(err(outcome));
}
