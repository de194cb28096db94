// One room: who is in it, and what follows from what they send. It knows no socket and no database. An update is read strictly, told to the
// others at once, and put on its way to the disk; its writer is told when it is there. Refused: a Yjs document per room (memory, and a
// room that throws), and waiting for the disk before telling the others (its writer keeps what is not acknowledged).

import { CLOSE } from '#lib/wire/close-codes.ts';
import { step1Frame, type Frame } from '#lib/wire/frames.ts';
import { readExtent } from '#lib/wire/update/extent.ts';
import { readStateVector, type StateVector } from '#lib/wire/update/state-vector.ts';
import type { OpenFault, StoreTrouble } from '../store/store.ts';
import { Answers } from './answers.ts';
import { Contents } from './contents.ts';
import { FanOut } from './fan-out.ts';
import { Intake } from './intake.ts';
import type { Journaled } from './journal.ts';
import type { Peer } from './peer.ts';
import { PresenceRounds } from './presence-rounds.ts';
import type { RoomWorld } from './room-world.ts';
import { WaitingLine } from './waiting-line.ts';

/** Bytes of frames that may wait for a room before those who send more are held back. */
const LINE = 4 * 1024 * 1024;

type State =
	| { readonly at: 'opening' }
	| { readonly at: 'open'; readonly contents: Contents; readonly answers: Answers; readonly intake: Intake }
	| { readonly at: 'closed'; readonly code: number; readonly reason: string };

type SyncFrame = Extract<Frame, { kind: 'step1' | 'step2' | 'update' }>;

export class Room implements Journaled {
	readonly name: string;
	readonly #world: RoomWorld;
	readonly #peers = new Set<Peer>();
	/** Peers whose answer is being read: they get everything with it. */
	readonly #answering = new Set<Peer>();
	/** What those asked last who ask faster than the store reads: one reading at a time for each, or others would wait behind them. */
	readonly #askedAgain = new Map<Peer, StateVector>();
	readonly #line = new WaitingLine<SyncFrame>(LINE);
	readonly #presence: PresenceRounds;
	readonly #fanOut: FanOut;
	#state: State = { at: 'opening' };
	#emptySince: number;

	constructor(name: string, world: RoomWorld) {
		this.name = name;
		this.#world = world;
		this.#emptySince = world.now();
		this.#presence = new PresenceRounds(world.limits.presence, () => this.#peers, world.now);
		this.#fanOut = new FanOut(() => this.#listening());
		void this.#open();
	}

	get size(): number {
		return this.#peers.size;
	}

	join(peer: Peer): void {
		if (this.#state.at === 'closed') {
			peer.close(this.#state.code, this.#state.reason);
			return;
		}
		this.#peers.add(peer);
		if (this.#state.at === 'open') this.#greet(peer, this.#state.contents);
	}

	leave(peer: Peer): void {
		if (!this.#peers.delete(peer)) return;
		this.#answering.delete(peer);
		this.#askedAgain.delete(peer);
		this.#line.forget(peer);
		this.#presence.drop(peer);
		if (this.#state.at === 'open') this.#state.intake.forget(peer);
		if (this.#peers.size === 0) this.#emptySince = this.#world.now();
	}

	receive(peer: Peer, frame: Frame): void {
		if (frame.kind === 'presence') this.#hear(peer, frame.presence);
		else if (frame.kind === 'query') this.#tellPresence(peer);
		else if (frame.kind === 'step1' || frame.kind === 'step2' || frame.kind === 'update')
			this.#sync(peer, frame);
	}

	/** Closes everybody's connection; the room takes nobody any more. */
	shut(code: number, reason: string): void {
		if (this.#state.at === 'open') this.#state.intake.stop();
		this.#state = { at: 'closed', code, reason };
		this.#presence.stop();
		this.#world.cache.dropRoom(this.name);
		this.#world.gone(this);
		for (const peer of [...this.#peers]) peer.close(code, reason);
	}

	/** Nobody is here and nothing is underway: the room will be read again by whoever comes next. */
	retire(): void {
		this.shut(CLOSE.restart, 'opened again');
	}

	kept(seq: number): void {
		if (this.#state.at === 'open') this.#state.contents.kept(seq);
	}

	lost(trouble: StoreTrouble): void {
		this.shut(CLOSE.unavailable, `not kept: ${trouble.why}`);
	}

	/** Whether nobody has been here for so many milliseconds and nothing is underway. */
	idle(now: number, milliseconds: number): boolean {
		if (this.#peers.size > 0 || now - this.#emptySince < milliseconds) return false;
		return this.#state.at !== 'open' || (this.#state.contents.settled && !this.#state.intake.busy);
	}

	/** Lets go of what nobody needs soon; answers whether the log should be folded. */
	rest(now: number): 'compact' | 'nothing' {
		if (this.#state.at !== 'open' || this.#state.intake.busy) return 'nothing';
		if (this.#state.contents.rest(now)) this.#state.answers.rest();
		return this.#state.contents.wantsCompaction(now, this.#peers.size === 0) ? 'compact' : 'nothing';
	}

	compacted(result: { readonly seq: number; readonly bytes: number } | undefined): void {
		if (this.#state.at !== 'open') return;
		if (result === undefined) {
			this.#state.contents.refused();
			return;
		}
		this.#state.contents.compacted(result.seq, result.bytes);
		this.#state.answers.refresh();
	}

	async #open(): Promise<void> {
		const { store, now } = this.#world;
		const opened = await store.open(this.name);
		if (this.#state.at !== 'opening') return;
		if (!opened.ok) {
			this.#refuse(opened.error);
			return;
		}
		const extent = readExtent(opened.value.extent);
		if (!extent.ok) {
			this.#refuse({ why: 'damaged', detail: extent.error.code });
			return;
		}
		const contents = new Contents(opened.value, extent.value, now());
		const intake = new Intake(this, contents, this.#fanOut, this.#world, () => this.#resume());
		this.#state = { at: 'open', contents, answers: this.#answersOf(contents), intake };
		for (const peer of this.#peers) this.#greet(peer, contents);
		this.#resume();
	}

	#answersOf(contents: Contents): Answers {
		const { store, cache, journal } = this.#world;
		return new Answers({ name: this.name, contents, settled: () => journal.settled() }, store, cache);
	}

	#refuse({ why, detail }: OpenFault): void {
		if (why === 'deleted') {
			this.shut(CLOSE.deleted, 'deleted');
			return;
		}
		if (why === 'damaged') this.#world.count('room_damaged');
		this.#world.failed(this.name, why, detail);
		this.shut(CLOSE.unavailable, why === 'damaged' ? 'the room cannot be read' : 'the store has trouble');
	}

	#greet(peer: Peer, contents: Contents): void {
		peer.send(step1Frame(contents.vectorBytes()));
		this.#presence.welcome(peer);
	}

	#tellPresence(peer: Peer): void {
		const frame = this.#presence.everybody();
		if (frame) peer.send(frame);
	}

	#hear(peer: Peer, update: Uint8Array): void {
		const answer = this.#presence.take(peer, update);
		if (answer === 'taken') {
			this.#world.count('presence');
			return;
		}
		if (answer === 'malformed') {
			this.#malformed(peer, 'presence');
			return;
		}
		this.#world.count('presence_too_much');
		peer.close(CLOSE.tooLarge, 'too much presence');
	}

	#sync(peer: Peer, frame: SyncFrame): void {
		if (this.#state.at === 'closed') return;
		if (this.#state.at === 'opening' || this.#state.intake.busy) {
			this.#line.push(peer, frame, frame.kind === 'step1' ? frame.vector.length : frame.update.length);
			return;
		}
		if (frame.kind !== 'step1') {
			this.#state.intake.take(peer, frame);
			return;
		}
		const vector = readStateVector(frame.vector);
		if (vector.ok) this.#answer(peer, vector.value, this.#state.answers);
		else this.#malformed(peer, vector.error.code);
	}

	#resume(): void {
		this.#line.drain((peer, frame) => {
			if (this.#peers.has(peer)) this.#sync(peer, frame);
			return this.#state.at === 'open' && !this.#state.intake.busy;
		});
	}

	#answer(peer: Peer, vector: StateVector, answers: Answers): void {
		if (this.#answering.has(peer)) {
			this.#askedAgain.set(peer, vector);
			return;
		}
		const atHand = answers.atHand(vector);
		this.#world.count(atHand ? 'answer_at_hand' : 'answer_fetched');
		if (atHand) peer.answer(atHand);
		else void this.#fetch(peer, vector, answers);
	}

	async #fetch(peer: Peer, vector: StateVector, answers: Answers): Promise<void> {
		this.#answering.add(peer);
		const fetched = await answers.fetch(vector);
		this.#answering.delete(peer);
		if (!this.#peers.has(peer)) return;
		if (!fetched.ok) {
			peer.close(CLOSE.unavailable, 'the room cannot be read');
			return;
		}
		peer.answer(fetched.value);
		const again = this.#askedAgain.get(peer);
		this.#askedAgain.delete(peer);
		if (again) this.#answer(peer, again, answers);
	}

	*#listening(): Iterable<Peer> {
		for (const peer of this.#peers) if (!this.#answering.has(peer)) yield peer;
	}

	#malformed(peer: Peer, what: string): void {
		this.#world.count('malformed');
		peer.close(CLOSE.malformed, `malformed: ${what}`);
	}
}
