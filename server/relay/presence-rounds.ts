// When presence is told: the first change at once, further ones together half a second later, in a crowd later still; somebody who left, soon.
// Who comes is told of everybody in the next round: many who come back at once would be told of each other one by one.

import { presenceFrame } from '#lib/wire/frames.ts';
import { readPresence } from '#lib/wire/presence.ts';
import { Attendance, type PresenceLimits } from './attendance.ts';
import type { Peer } from './peer.ts';

/** Milliseconds between two rounds, at least; and more where many are here. */
const ROUND = 500;
const PER_PERSON = 10;
/** Milliseconds in which those who leave at the same time are counted together. */
const TOGETHER = 20;

export class PresenceRounds {
	readonly #attendance: Attendance;
	readonly #peers: () => ReadonlySet<Peer>;
	#newcomers = new Set<Peer>();
	readonly #now: () => number;
	#due: NodeJS.Timeout | undefined;
	#last = Number.NEGATIVE_INFINITY;

	constructor(limits: PresenceLimits, peers: () => ReadonlySet<Peer>, now: () => number) {
		this.#attendance = new Attendance(limits);
		this.#peers = peers;
		this.#now = now;
	}

	/** Takes in an awareness update. */
	take(peer: Peer, update: Uint8Array): 'taken' | 'malformed' | 'too_much' {
		const entries = readPresence(update);
		if (!entries.ok) return 'malformed';
		const answer = this.#attendance.take(peer, entries.value);
		if (answer === 'too_much') return answer;
		if (answer === 'departure') this.#soon();
		if (answer === 'news') this.#schedule();
		return 'taken';
	}

	/** A connection ended. */
	drop(peer: Peer): void {
		this.#newcomers.delete(peer);
		if (this.#attendance.drop(peer)) this.#soon();
	}

	/** Tells somebody who just came who is here, with the next round. */
	welcome(peer: Peer): void {
		this.#newcomers.add(peer);
		this.#schedule();
	}

	/** Everybody who is here, as a frame. */
	everybody(): Uint8Array | undefined {
		const update = this.#attendance.everybody();
		return update && presenceFrame(update);
	}

	stop(): void {
		clearTimeout(this.#due);
		this.#due = undefined;
	}

	/** Milliseconds between two rounds: what a round costs grows with the square of those who are here. */
	get #interval(): number {
		return Math.max(ROUND, PER_PERSON * this.#peers().size);
	}

	#schedule(): void {
		if (this.#due !== undefined) return;
		this.#due = setTimeout(() => this.#round(), Math.max(0, this.#last + this.#interval - this.#now()));
	}

	#soon(): void {
		this.stop();
		this.#due = setTimeout(() => this.#tell(), Math.max(TOGETHER, this.#peers().size));
	}

	/** A round that is due; not yet, where many came since it was. */
	#round(): void {
		this.#due = undefined;
		if (this.#now() < this.#last + this.#interval) this.#schedule();
		else this.#tell();
	}

	#tell(): void {
		this.stop();
		this.#last = this.#now();
		const newcomers = this.#newcomers;
		this.#newcomers = new Set();
		const changes = this.#attendance.changes();
		const frame = changes && presenceFrame(changes);
		const everybody = newcomers.size > 0 ? this.everybody() : undefined;
		for (const peer of this.#peers()) {
			const told = newcomers.has(peer) ? everybody : frame;
			if (told) peer.send(told);
		}
	}
}
