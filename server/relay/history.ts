// The last updates of a room, so that those who come back after a short absence, and those who join while others write, are answered
// from memory. Two segments, each with the state vector at its start: when the newer one is full the older one goes, in one step. Refused:
// a ring with a vector per update (a copy of a vector costs more than most updates).

import { joinUpdates } from '#lib/wire/update/join.ts';
import type { DeleteSet } from '#lib/wire/update/delete-set.ts';
import type { StateVector } from '#lib/wire/update/state-vector.ts';

type Segment = {
	/** What the room held before the first update here. */
	readonly from: StateVector;
	readonly after: number;
	readonly updates: Uint8Array[];
	bytes: number;
};

const SEGMENT_BYTES = 64 * 1024;
const SEGMENT_UPDATES = 2_000;
/** An update larger than this is not kept: who lacks it is answered from the store. */
const LARGE = 32 * 1024;

export class History {
	#older: Segment | undefined;
	#newer: Segment;

	/** Begins after update `seq`, where the room holds `vector`. */
	constructor(vector: StateVector, seq: number) {
		this.#newer = segment(vector, seq);
	}

	/** Takes in update `seq`, which the room holds already: `vector` is the state with it. */
	push(update: Uint8Array, vector: StateVector, seq: number): void {
		if (update.length > LARGE) {
			this.clear(vector, seq);
			return;
		}
		this.#newer.updates.push(update);
		this.#newer.bytes += update.length;
		if (this.#newer.bytes < SEGMENT_BYTES && this.#newer.updates.length < SEGMENT_UPDATES) return;
		this.#older = this.#newer;
		this.#newer = segment(vector, seq);
	}

	/** Whether somebody who holds `vector` lacks nothing but what is here (and deletions). */
	reaches(vector: StateVector): boolean {
		return covers(vector, (this.#older ?? this.#newer).from);
	}

	/** Whether everything after update `seq` is here. */
	continues(seq: number): boolean {
		return (this.#older ?? this.#newer).after <= seq;
	}

	/** What somebody who holds `vector` lacks of all that is here, with the room's deletions. */
	since(vector: StateVector, deletes: DeleteSet): Uint8Array {
		return joinUpdates([...(this.#older?.updates ?? []), ...this.#newer.updates], deletes, vector);
	}

	/** What came after update `seq` (perhaps a little more), with the room's deletions. */
	after(seq: number, deletes: DeleteSet): Uint8Array {
		const { after, updates } = this.#newer;
		const older = this.#older;
		if (older === undefined || seq >= after)
			return joinUpdates(updates.slice(Math.max(0, seq - after)), deletes);
		return joinUpdates([...older.updates.slice(Math.max(0, seq - older.after)), ...updates], deletes);
	}

	/** Forgets everything, as a room does that nobody writes in. */
	clear(vector: StateVector, seq: number): void {
		this.#older = undefined;
		this.#newer = segment(vector, seq);
	}

	get empty(): boolean {
		return this.#older === undefined && this.#newer.updates.length === 0;
	}
}

function segment(vector: StateVector, seq: number): Segment {
	return { from: new Map(vector), after: seq, updates: [], bytes: 0 };
}

function covers(vector: StateVector, other: StateVector): boolean {
	for (const [client, clock] of other) if ((vector.get(client) ?? 0) < clock) return false;
	return true;
}
