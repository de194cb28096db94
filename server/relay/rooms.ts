// All open rooms. One that nobody has been in for a while, with nothing underway, is let go of: what it holds is on the disk. Long logs are
// folded one room at a time, those that wait longest first. A room that was just shut is not read again at once, so that one bad room with
// many clients does not keep the store busy.

import type { Store } from '../store/store.ts';
import { Room } from './room.ts';
import type { RoomWorld } from './room-world.ts';

/** Milliseconds a room is kept after the last one left. */
const LINGER = 5_000;

export type RoomsEvents = {
	readonly compacted: (room: string, before: number, after: number, milliseconds: number) => void;
	readonly notCompacted: (room: string, why: string, detail: string) => void;
};

export class Rooms {
	readonly #rooms = new Map<string, Room>();
	readonly #world: RoomWorld;
	readonly #store: Pick<Store, 'compact'>;
	readonly #events: RoomsEvents;
	#compacting = false;

	constructor(world: Omit<RoomWorld, 'gone'>, store: Pick<Store, 'compact'>, events: RoomsEvents) {
		this.#world = { ...world, gone: (room) => this.#forget(room) };
		this.#store = store;
		this.#events = events;
	}

	get size(): number {
		return this.#rooms.size;
	}

	/** The room of this name, opened if need be. */
	enter(name: string): Room {
		const open = this.#rooms.get(name);
		if (open) return open;
		const room = new Room(name, this.#world);
		this.#rooms.set(name, room);
		return room;
	}

	/** Closes a room's connections, if it is open. */
	shut(name: string, code: number, reason: string): void {
		this.#rooms.get(name)?.shut(code, reason);
	}

	shutAll(code: number, reason: string): void {
		for (const room of [...this.#rooms.values()]) room.shut(code, reason);
	}

	/** One look in a round over all rooms: lets go of what rests, and folds one long log. */
	look(): void {
		const now = this.#world.now();
		for (const [name, room] of this.#rooms) {
			if (!this.#compacting && room.rest(now) === 'compact') void this.#compact(room);
			else if (room.idle(now, LINGER)) {
				room.retire();
				this.#rooms.delete(name);
			}
		}
	}

	#forget(room: Room): void {
		if (this.#rooms.get(room.name) === room) this.#rooms.delete(room.name);
	}

	async #compact(room: Room): Promise<void> {
		this.#compacting = true;
		const started = performance.now();
		try {
			const result = await this.#store.compact(room.name);
			room.compacted(result.ok ? { seq: result.value.seq, bytes: result.value.bytes.after } : undefined);
			if (result.ok) {
				const { before, after } = result.value.bytes;
				this.#events.compacted(room.name, before, after, performance.now() - started);
			} else this.#events.notCompacted(room.name, result.error.why, result.error.detail);
		} finally {
			this.#compacting = false;
		}
	}
}
