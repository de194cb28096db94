// What becomes of an update that comes into a room: refused, held because parts are missing, nothing new, or told, kept and acknowledged.
// Large ones are read in another thread, and the room's frames wait in line meanwhile.

import { ok, type Result } from '#lib/core/result.ts';
import { CLOSE } from '#lib/wire/close-codes.ts';
import { step1Frame, type Frame } from '#lib/wire/frames.ts';
import type { News } from '#lib/wire/update/extent.ts';
import type { Malformed } from '#lib/wire/malformed.ts';
import type { Contents } from './contents.ts';
import type { FanOut } from './fan-out.ts';
import { Gaps, type Held } from './gaps.ts';
import type { Journaled } from './journal.ts';
import type { Peer } from './peer.ts';
import type { RoomWorld } from './room-world.ts';

export type Written = Extract<Frame, { kind: 'step2' | 'update' }>;

/** Bytes above which an update is read in a thread of its own: about 10 ms of reading. */
const LARGE = 512 * 1024;
/** Client ids a room may know: a device takes a new one each time it opens a path, so this is a life of one; more are made to take memory. */
const MOST_CLIENTS = 200_000;

export class Intake {
	readonly #room: Journaled;
	readonly #contents: Contents;
	readonly #fanOut: FanOut;
	readonly #world: RoomWorld;
	readonly #done: () => void;
	readonly #gaps = new Map<Peer, Gaps>();
	#busy = false;
	#stopped = false;

	/** `done` is called when the room can take frames again after it was busy. */
	constructor(room: Journaled, contents: Contents, fanOut: FanOut, world: RoomWorld, done: () => void) {
		this.#room = room;
		this.#contents = contents;
		this.#fanOut = fanOut;
		this.#world = world;
		this.#done = done;
	}

	/** Whether a large update is being read; nothing may be taken meanwhile. */
	get busy(): boolean {
		return this.#busy;
	}

	take(peer: Peer, frame: Written): void {
		const ticket = peer.settling.take();
		const large = frame.update.length > LARGE;
		if (!this.#mayAdd(peer, frame.update.length)) void this.#judge(peer, frame, ticket, large);
		else if (large) void this.#digest(frame.update, (news) => this.#taken(peer, frame, ticket, news));
		else this.#taken(peer, frame, ticket, this.#contents.extent.admit(frame.update));
	}

	forget(peer: Peer): void {
		this.#gaps.delete(peer);
	}

	/** The room was shut: nothing more is taken. */
	stop(): void {
		this.#stopped = true;
		this.#busy = true;
	}

	/** From somebody who may add nothing now: what adds nothing is no write. Holds up nobody, however large it is. */
	async #judge(peer: Peer, frame: Written, ticket: number, large: boolean): Promise<void> {
		const { extent } = this.#contents;
		const adds = large ? await this.#addsLarge(frame.update) : extent.adds(frame.update);
		if (!adds.ok) this.#malformed(peer, adds.error);
		else if (!adds.value) this.#nothingNew(peer, ticket);
		else this.#refuse(peer, ticket, frame.update.length);
	}

	async #addsLarge(update: Uint8Array): Promise<Result<boolean, Malformed>> {
		const digested = await this.#world.digest(this.#contents.extent, update);
		return digested.ok ? ok(digested.value.news.fresh !== null || digested.value.news.gap) : digested;
	}

	/** Whether what this peer sends may change the room. */
	#mayAdd(peer: Peer, bytes: number): boolean {
		return peer.mayWrite && this.#world.journal.trouble === undefined && this.#fits(bytes);
	}

	#fits(bytes: number): boolean {
		const { bytes: held, extent } = this.#contents;
		if (extent.vector.size > MOST_CLIENTS) return false;
		return held + bytes <= this.#world.limits.room && this.#world.labTakes(this.#room.name, bytes);
	}

	#refuse(peer: Peer, ticket: number, bytes: number): void {
		const { journal, count } = this.#world;
		if (!peer.mayWrite) {
			count('denied');
			peer.deny();
			this.#settle(peer, ticket);
		} else if (!this.#fits(bytes)) {
			count('room_full');
			peer.close(CLOSE.tooLarge, 'the room or the lab is full');
		} else peer.close(CLOSE.unavailable, `not kept: ${journal.trouble?.why ?? 'trouble'}`);
	}

	#taken(peer: Peer, frame: Written, ticket: number, news: Result<News, Malformed>): void {
		if (!news.ok) {
			this.#malformed(peer, news.error);
			return;
		}
		const { fresh, gap } = news.value;
		if (gap) this.#missing(peer, frame, ticket, fresh);
		else if (fresh === null) this.#nothingNew(peer, ticket);
		else this.#keep(peer, fresh, ticket);
		if (!gap && frame.kind === 'step2') this.#retry(peer);
	}

	#nothingNew(peer: Peer, ticket: number): void {
		this.#world.count('repeated');
		this.#settle(peer, ticket);
	}

	#keep(peer: Peer, fresh: Uint8Array, ticket: number | null): void {
		// The bytes are a window on what the socket read, which would be held whole.
		const update = Buffer.from(fresh);
		const seq = this.#contents.push(update, this.#world.now());
		this.#world.count('update');
		this.#world.labTook(this.#room.name, update.length);
		this.#fanOut.add(update, peer);
		this.#world.journal.add(this.#room, seq, update, peer, ticket);
	}

	#missing(peer: Peer, frame: Written, ticket: number, fresh: Uint8Array | null): void {
		this.#world.count('gap');
		const gaps = this.#gaps.get(peer) ?? new Gaps();
		this.#gaps.set(peer, gaps);
		if (fresh) this.#keep(peer, fresh, null);
		if (frame.kind === 'step2' && gaps.asked) {
			peer.close(CLOSE.malformed, 'parts are missing');
			return;
		}
		if (!gaps.hold(frame.update, ticket)) {
			peer.close(CLOSE.malformed, 'too many parts are missing');
			return;
		}
		if (!gaps.ask()) peer.send(step1Frame(this.#contents.vectorBytes()));
	}

	/** After a step 2 without gaps: what was held has to be whole now. */
	#retry(peer: Peer): void {
		const gaps = this.#gaps.get(peer);
		this.#gaps.delete(peer);
		if (gaps) this.#again(peer, gaps.release());
	}

	#again(peer: Peer, held: readonly Held[]): void {
		const [first, ...more] = held;
		if (!first) return;
		const take = (news: Result<News, Malformed>): void => {
			if (!news.ok) {
				this.#malformed(peer, news.error);
				return;
			}
			if (news.value.fresh) this.#keep(peer, news.value.fresh, news.value.gap ? null : first.ticket);
			else if (!news.value.gap) this.#settle(peer, first.ticket);
			if (news.value.gap) {
				peer.close(CLOSE.malformed, 'parts are missing');
				return;
			}
			this.#again(peer, more);
		};
		if (first.update.length <= LARGE) take(this.#contents.extent.admit(first.update));
		else void this.#digest(first.update, take);
	}

	/** Reads a large update elsewhere and takes it in, unless the room was shut meanwhile. */
	async #digest(update: Uint8Array, take: (news: Result<News, Malformed>) => void): Promise<void> {
		this.#busy = true;
		const digested = await this.#world.digest(this.#contents.extent, update);
		if (this.#stopped) return;
		this.#busy = false;
		if (digested.ok) this.#contents.extent = digested.value.extent;
		take(digested.ok ? ok(digested.value.news) : digested);
		if (!this.busy) this.#done();
	}

	/** Settles a ticket once everything in memory is on the disk: what an update repeats may itself be on its way. */
	#settle(peer: Peer, ticket: number): void {
		if (!this.#contents.settled) {
			this.#world.journal.after(this.#room, this.#contents.seq, peer, ticket);
			return;
		}
		peer.settling.settle(ticket);
		peer.acknowledge();
	}

	#malformed(peer: Peer, { code, at }: Malformed): void {
		this.#world.count('malformed');
		peer.close(CLOSE.malformed, `malformed update: ${code} at byte ${at}`);
	}
}
