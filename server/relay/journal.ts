// The way to the disk, for all rooms at once: while one commit runs, everything that comes in waits for the next, so that a busy relay
// pays one fsync for many updates. What fails fails for every room with something underway: their memory is ahead of the disk then,
// so they are given up and read again; a commit that breaks, for no lack of space, is tried room by room. Refused: retrying a failed batch
// (its clients still hold every word of it, unacknowledged).

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Entry, Store, StoreTrouble } from '../store/store.ts';
import type { Peer } from './peer.ts';

/** A room as the journal sees it. */
export interface Journaled {
	readonly name: string;
	/** Everything up to `seq` is on the disk. */
	kept(seq: number): void;
	/** Something after the last `kept` will never be. */
	lost(trouble: StoreTrouble): void;
}

/** An update on its way, or (without one) somebody who waits until a room's `seq` is on the disk. */
type Underway = {
	readonly room: Journaled;
	readonly seq: number;
	readonly update: Uint8Array | null;
	readonly peer: Peer;
	/** null where the update is only a part of what its writer waits for. */
	readonly ticket: number | null;
};

export type JournalEvents = {
	readonly committed: (updates: number, bytes: number, milliseconds: number) => void;
	readonly trouble: (trouble: StoreTrouble) => void;
};

/**
 * Milliseconds from one commit's start to the next one's, at least: nobody waits for an acknowledgement with bated breath, and under steady
 * traffic the way to the disk and back costs more than what is written.
 */
const PACE = 10;

/** Bytes that may wait for the disk before those who send more are held back. */
const BACKLOG = 16 * 1024 * 1024;

export class Journal {
	readonly #store: Pick<Store, 'append' | 'probe'>;
	readonly #events: JournalEvents;
	#waiting: Underway[] = [];
	#bytes = 0;
	#running: Promise<void> | undefined;
	#scheduled = false;
	#last = Number.NEGATIVE_INFINITY;
	#held = new Set<Peer>();
	#trouble: StoreTrouble | undefined;

	constructor(store: Pick<Store, 'append' | 'probe'>, events: JournalEvents) {
		this.#store = store;
		this.#events = events;
	}

	/** Why nothing can be written now. */
	get trouble(): StoreTrouble | undefined {
		return this.#trouble;
	}

	/** The disk takes writes again. */
	recovered(): void {
		this.#trouble = undefined;
	}

	/** Puts an update on its way. Its peer is told once it is on the disk. */
	add(room: Journaled, seq: number, update: Uint8Array, peer: Peer, ticket: number | null): void {
		this.#waiting.push({ room, seq, update, peer, ticket });
		this.#bytes += update.length;
		if (this.#bytes > BACKLOG && !this.#held.has(peer)) {
			this.#held.add(peer);
			peer.pause();
		}
		this.#schedule();
	}

	/** Settles a ticket once everything that came before it is on the disk. */
	after(room: Journaled, seq: number, peer: Peer, ticket: number): void {
		this.#waiting.push({ room, seq, update: null, peer, ticket });
		this.#schedule();
	}

	/** Resolves when nothing is underway. */
	async settled(): Promise<void> {
		while (this.#running !== undefined || this.#waiting.length > 0) {
			await (this.#running ?? new Promise<void>((resolve) => setTimeout(resolve, 1)));
		}
	}

	#schedule(): void {
		if (this.#scheduled || this.#running !== undefined) return;
		this.#scheduled = true;
		const early = this.#last + PACE - performance.now();
		// Where nothing was written for a while: after what this turn of the loop reads, which shares the commit.
		if (early > 0) setTimeout(() => this.#begin(), early);
		else setImmediate(() => this.#begin());
	}

	#begin(): void {
		this.#scheduled = false;
		this.#last = performance.now();
		this.#running = this.#commit().finally(() => {
			this.#running = undefined;
			if (this.#waiting.length > 0) this.#schedule();
		});
	}

	async #commit(): Promise<void> {
		const batch = this.#waiting;
		const bytes = this.#bytes;
		this.#waiting = [];
		this.#bytes = 0;
		const started = performance.now();
		const result = await this.#write(batch);
		if (result.ok) {
			if (result.value > 0) this.#events.committed(result.value, bytes, performance.now() - started);
			settle(batch);
			this.#release();
		} else if (result.error.why === 'broken') await this.#writeApart(batch, result.error);
		else this.#fail(batch, result.error);
	}

	/** Puts the updates of a batch on the disk; answers how many they are. */
	async #write(batch: readonly Underway[]): Promise<Result<number, StoreTrouble>> {
		const entries: Entry[] = [];
		for (const { room, seq, update } of batch) if (update) entries.push({ room: room.name, seq, update });
		if (entries.length === 0) return ok(0);
		try {
			const appended = await this.#store.append(entries);
			return appended.ok ? ok(entries.length) : appended;
		} catch (cause) {
			return err({ why: 'broken', detail: String(cause) }); // a fault with one room's entries may not end the others
		}
	}

	/** After a commit that broke: each room by itself, so that one whose pages are damaged is alone with it. */
	async #writeApart(batch: readonly Underway[], trouble: StoreTrouble): Promise<void> {
		const broken = new Map<Journaled, StoreTrouble>();
		const rooms = Map.groupBy(batch, ({ room }) => room);
		for (const [room, entries] of rooms) {
			const result = await this.#write(entries);
			if (result.ok) settle(entries);
			else broken.set(room, result.error);
		}
		if (broken.size === rooms.size && !(await this.#store.probe()).ok) {
			this.#fail(batch, trouble);
			return;
		}
		this.#waiting = this.#waiting.filter(({ room }) => !broken.has(room));
		this.#events.trouble(trouble);
		for (const [room, why] of broken) room.lost(why);
		this.#release();
	}

	#fail(batch: readonly Underway[], trouble: StoreTrouble): void {
		this.#trouble = trouble;
		const rooms = new Set([...batch, ...this.#waiting].map(({ room }) => room));
		this.#waiting = [];
		this.#bytes = 0;
		this.#events.trouble(trouble);
		for (const room of rooms) room.lost(trouble);
		this.#release();
	}

	#release(): void {
		const held = this.#held;
		this.#held = new Set();
		for (const peer of held) peer.resume();
	}
}

function settle(batch: readonly Underway[]): void {
	const told = new Set<Peer>();
	const kept = new Map<Journaled, number>();
	for (const { room, seq, peer, ticket } of batch) {
		if (ticket !== null) peer.settling.settle(ticket);
		told.add(peer);
		kept.set(room, seq);
	}
	for (const [room, seq] of kept) room.kept(seq);
	for (const peer of told) peer.acknowledge();
}
