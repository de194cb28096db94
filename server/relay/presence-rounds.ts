// When presence is told: the first change at once, further ones together half a second later; somebody who left, at once.

import { presenceFrame } from '#lib/wire/frames.ts';
import { readPresence } from '#lib/wire/presence.ts';
import { Attendance, type PresenceLimits } from './attendance.ts';
import type { Peer } from './peer.ts';

/** Milliseconds between two rounds. */
const ROUND = 500;
/** Milliseconds in which those who leave at the same time are counted together. */
const TOGETHER = 20;

export class PresenceRounds {
	readonly #attendance: Attendance;
	readonly #peers: () => Iterable<Peer>;
	readonly #now: () => number;
	#due: NodeJS.Timeout | undefined;
	#last = Number.NEGATIVE_INFINITY;

	constructor(limits: PresenceLimits, peers: () => Iterable<Peer>, now: () => number) {
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
		if (this.#attendance.drop(peer)) this.#soon();
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

	#schedule(): void {
		if (this.#due !== undefined) return;
		this.#due = setTimeout(() => this.#tell(), Math.max(0, this.#last + ROUND - this.#now()));
	}

	#soon(): void {
		this.stop();
		this.#due = setTimeout(() => this.#tell(), TOGETHER);
	}

	#tell(): void {
		this.stop();
		this.#last = this.#now();
		const update = this.#attendance.changes();
		if (update === undefined) return;
		const frame = presenceFrame(update);
		for (const peer of this.#peers()) peer.send(frame);
	}
}
