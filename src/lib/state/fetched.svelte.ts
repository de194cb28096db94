// The bridge between something that answers later (the catalogue, the identity) and the screen: it asks when somebody looks, asks again when
// told of a change, and an answer that was overtaken counts for nothing. Refused: loading in components, each with its own race.

import { createSubscriber } from 'svelte/reactivity';
import type { StorageFault } from '#lib/ports.ts';
import type { Result } from '#lib/core/result.ts';

export type Fetching<T> =
	| { readonly at: 'loading' }
	| { readonly at: 'failed'; readonly fault: StorageFault }
	| { readonly at: 'ready'; readonly value: T };

/** The latest answer of `read`; the earlier one stays on screen while a new one is on its way. */
export class Fetched<T> {
	#now: Fetching<T> = $state.raw({ at: 'loading' });
	#ask: () => Promise<Result<T, StorageFault>>;
	#turn = 0;
	#subscribe: () => void;

	constructor(read: () => Promise<Result<T, StorageFault>>, watch: (changed: () => void) => () => void) {
		this.#ask = read;
		this.#subscribe = createSubscriber(() => {
			void this.again();
			const stop = watch(() => void this.again());
			return () => {
				this.#turn += 1;
				stop();
			};
		});
	}

	get current(): Fetching<T> {
		this.#subscribe();
		return this.#now;
	}

	/** Asks again; resolves when the answer, or a later one, is on screen. */
	async again(): Promise<void> {
		const turn = ++this.#turn;
		const read = await this.#ask();
		if (turn !== this.#turn) return;
		this.#now = read.ok ? { at: 'ready', value: read.value } : { at: 'failed', fault: read.error };
	}
}
