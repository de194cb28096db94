// How much a lab keeps, asked of the store now and then and counted on in between: a limit need not be exact to the byte, and a sum over
// all rooms of a lab is no question for every update.

import type { Store } from '../store/store.ts';

/** Milliseconds after which a lab's size is asked for again. */
const FRESH = 60_000;

type Size = { bytes: number; at: number };

export class LabSizes {
	readonly #store: Pick<Store, 'labBytes'>;
	readonly #limit: number;
	readonly #sizes = new Map<string, Size>();

	/** `limit` in bytes, for each lab. */
	constructor(store: Pick<Store, 'labBytes'>, limit: number) {
		this.#store = store;
		this.#limit = limit;
	}

	/** Whether the lab of a room may keep so many bytes more. */
	takes(room: string, bytes: number): boolean {
		return this.#of(room).bytes + bytes <= this.#limit;
	}

	/** So many bytes more are kept. */
	took(room: string, bytes: number): void {
		this.#of(room).bytes += bytes;
	}

	#of(room: string): Size {
		const lab = room.slice(0, room.indexOf('/'));
		const size = this.#sizes.get(lab) ?? { bytes: 0, at: Number.NEGATIVE_INFINITY };
		this.#sizes.set(lab, size);
		const now = performance.now();
		if (now - size.at <= FRESH) return size;
		size.at = now;
		void this.#store.labBytes(lab).then((kept) => (size.bytes = kept));
		return size;
	}
}
