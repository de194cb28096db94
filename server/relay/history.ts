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

const SEGMENT_BYTES = 256 * 1024;
const SEGMENT_UPDATES = 2_000;

export class History {
	#older: Segment | undefined;
	#newer: Segment;

	/** Begins after update `seq`, where the room holds `vector`. */
	constructor(vector: StateVector, seq: number) {
		this.#newer = segment(vector, seq);
	}

	/** Takes in update `seq`, which the room holds already: `vector` is the state with it. */
	push(update: Uint8Array, vector: StateVector, seq: number): void {
		this.#newer.updates.push(update);
		this.#newer.bytes += update.length;
		if (this.#newer.bytes < SEGMENT_BYTES && this.#newer.updates.length < SEGMENT_UPDATES) return;
		this.#older = this.#newer.bytes > 4 * SEGMENT_BYTES ? undefined : this.#newer; // one monster is not kept in memory
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

	/** All that is here, or only what came after update `seq` (perhaps a little more), with the room's deletions. */
	joined(deletes: DeleteSet, seq: number | undefined): Uint8Array {
		const { after, updates } = this.#newer;
		const older = this.#older;
		if (older === undefined || (seq !== undefined && seq >= after)) {
			return joinUpdates(seq === undefined || seq <= after ? updates : updates.slice(seq - after), deletes);
		}
		const rest =
			seq === undefined || seq <= older.after ? older.updates : older.updates.slice(seq - older.after);
		return joinUpdates([...rest, ...updates], deletes);
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
