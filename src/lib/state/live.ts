// The bridge between a document and the screen: reads on demand, remembers the answer until the document says that it changed, and lets
// go of the document when nobody looks any more. Refused: $state mirrors of the document (a second copy of the truth, which drifts).

import { createSubscriber } from 'svelte/reactivity';

/** A value read from a document: current in every effect and template, cached only while somebody watches. */
export class Live<T> {
	#read: () => T;
	#subscribe: () => void;
	#watching = false;
	#last: { value: T } | null = null;

	constructor(read: () => T, watch: (changed: () => void) => () => void) {
		this.#read = read;
		this.#subscribe = createSubscriber((update) => {
			const stop = watch(() => {
				this.#last = null;
				update();
			});
			this.#watching = true;
			return () => {
				this.#watching = false;
				this.#last = null;
				stop();
			};
		});
	}

	get current(): T {
		this.#subscribe();
		if (!this.#watching) return this.#read();
		this.#last ??= { value: this.#read() };
		return this.#last.value;
	}
}
