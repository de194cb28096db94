// Frames that wait for a room: until it is read from the store, or while one large update is read in another thread. Who sends more than
// the line holds is not heard until it is empty again, which the network tells them.

import type { Peer } from './peer.ts';

export class WaitingLine<T> {
	readonly #limit: number;
	#waiting: { readonly peer: Peer; readonly thing: T }[] = [];
	#bytes = 0;
	#held = new Set<Peer>();

	/** `limit` in bytes. */
	constructor(limit: number) {
		this.#limit = limit;
	}

	push(peer: Peer, thing: T, bytes: number): void {
		this.#waiting.push({ peer, thing });
		this.#bytes += bytes;
		if (this.#bytes <= this.#limit || this.#held.has(peer)) return;
		this.#held.add(peer);
		peer.pause();
	}

	/** Hands on what waits, in order, until `take` says that the rest has to wait on. */
	drain(take: (peer: Peer, thing: T) => boolean): void {
		const waiting = this.#waiting;
		this.#waiting = [];
		this.#bytes = 0;
		for (const [at, { peer, thing }] of waiting.entries()) {
			if (take(peer, thing)) continue;
			this.#waiting = [...waiting.slice(at + 1), ...this.#waiting];
			return;
		}
		const held = this.#held;
		this.#held = new Set();
		for (const peer of held) peer.resume();
	}

	forget(peer: Peer): void {
		this.#waiting = this.#waiting.filter((each) => each.peer !== peer);
		this.#held.delete(peer);
	}
}
