// What an open room knows of itself: which parts it holds (no words), its latest updates, and how far they are on the disk.

import type { Extent } from '#lib/wire/update/extent.ts';
import { writeStateVector } from '#lib/wire/update/state-vector.ts';
import type { OpenRoom } from '../store/store.ts';
import { History } from './history.ts';

/** Milliseconds without an update after which the recent history is let go. */
const QUIET = 15_000;
/** Updates in a log's tail from which a compaction pays once the room rests, and from which it no longer waits for that. */
const TAIL = 200;
const LONG_TAIL = 50_000;
/** The same in bytes. */
const TAIL_BYTES = 512 * 1024;
/** Milliseconds without an update that count as rest. */
const REST = 1_000;

export class Contents {
	extent: Extent;
	readonly history: History;
	#seq: number;
	#kept: number;
	#bytes: number;
	#tail: { count: number; bytes: number };
	#lastWrite: number;
	#vector: { readonly seq: number; readonly bytes: Uint8Array } | undefined;

	constructor(room: OpenRoom, extent: Extent, now: number) {
		this.extent = extent;
		this.history = new History(extent.vector, room.seq);
		this.#seq = room.seq;
		this.#kept = room.seq;
		this.#bytes = room.bytes;
		this.#tail = { ...room.tail };
		this.#lastWrite = now;
	}

	/** Number of the last update in memory. */
	get seq(): number {
		return this.#seq;
	}

	get bytes(): number {
		return this.#bytes;
	}

	/** Whether everything in memory is on the disk. */
	get settled(): boolean {
		return this.#kept === this.#seq;
	}

	/** The state vector as it goes over the wire. */
	vectorBytes(): Uint8Array {
		if (this.#vector?.seq !== this.#seq)
			this.#vector = { seq: this.#seq, bytes: writeStateVector(this.extent.vector) };
		return this.#vector.bytes;
	}

	/** Takes in an update that the extent holds already; answers its number. */
	push(update: Uint8Array, now: number): number {
		this.#seq++;
		this.#bytes += update.length;
		this.#tail.count++;
		this.#tail.bytes += update.length;
		this.#lastWrite = now;
		this.history.push(update, this.extent.vector, this.#seq);
		return this.#seq;
	}

	kept(seq: number): void {
		this.#kept = seq;
	}

	/** Lets go of what nobody needs soon. */
	rest(now: number): boolean {
		if (this.history.empty || !this.settled || now - this.#lastWrite < QUIET) return false;
		this.history.clear(this.extent.vector, this.#seq);
		this.#vector = undefined;
		return true;
	}

	/** Whether the log is long enough to be folded now. */
	wantsCompaction(now: number, leaving: boolean): boolean {
		const { count, bytes } = this.#tail;
		if (!this.settled || count < 2) return false;
		if (count >= LONG_TAIL) return true;
		const long = count >= (leaving ? TAIL / 4 : TAIL) || bytes >= TAIL_BYTES;
		return long && now - this.#lastWrite >= REST;
	}

	/** A compaction took in everything up to its number; `tail` is what came since. */
	compacted(seq: number, bytes: number): void {
		this.#tail = { count: this.#seq - seq, bytes: 0 };
		this.#bytes = bytes;
	}

	/** A compaction was refused: not again before as much came once more. */
	refused(): void {
		this.#tail = { count: -this.#tail.count, bytes: -this.#tail.bytes };
	}
}
