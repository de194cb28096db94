// How far a connection's updates are settled: one number, the length of the longest prefix in which each is durable, adds nothing, or was
// refused. Updates settle out of order (one may wait for the disk while the next adds nothing), so those ahead of the prefix are kept.

export class Settling {
	#taken = 0;
	#prefix = 0;
	#told = 0;
	readonly #ahead = new Set<number>();

	/** The number of the update that just came, from 1. */
	take(): number {
		return ++this.#taken;
	}

	settle(ticket: number): void {
		if (ticket !== this.#prefix + 1) {
			this.#ahead.add(ticket);
			return;
		}
		this.#prefix = ticket;
		while (this.#ahead.delete(this.#prefix + 1)) this.#prefix++;
	}

	/** The length of the settled prefix where it grew since the last call, else undefined. */
	news(): number | undefined {
		if (this.#told === this.#prefix) return undefined;
		this.#told = this.#prefix;
		return this.#prefix;
	}

	/** Updates that came and are not settled. */
	get open(): number {
		return this.#taken - this.#prefix - this.#ahead.size;
	}
}
