// Passing updates on. What came in one turn of the loop leaves as one frame: under load that saves most of the sends (300 clients who come
// back to one document would cost 90,000), without load it waits for nothing. A room whose last round took long rests before the
// next, so that it cannot hold up the others: many who come back at once are told of each other in a few rounds.

import { updateFrame } from '#lib/wire/frames.ts';
import { joinUpdates } from '#lib/wire/update/join.ts';
import type { Peer } from './peer.ts';

/** Up to here a writer may get their own words back in a joined frame; above, everybody gets what they lack, one by one. */
const ECHO = 64 * 1024;
/** Milliseconds after which a round counts as long. */
const LONG = 2;
/** How many times as long as its last round a room rests, and at most how many milliseconds. */
const REST = 4;
const LONGEST_REST = 50;

type Outgoing = { readonly update: Uint8Array; readonly from: Peer };

export class FanOut {
	readonly #peers: () => Iterable<Peer>;
	#waiting: Outgoing[] = [];
	#scheduled = false;
	#restUntil = 0;

	/** `peers`: everybody who is to be told now. */
	constructor(peers: () => Iterable<Peer>) {
		this.#peers = peers;
	}

	add(update: Uint8Array, from: Peer): void {
		this.#waiting.push({ update, from });
		if (this.#scheduled) return;
		this.#scheduled = true;
		const rest = this.#restUntil === 0 ? 0 : this.#restUntil - performance.now();
		if (rest > 1) setTimeout(() => this.flush(), rest);
		else setImmediate(() => this.flush());
	}

	/** Sends what waits. */
	flush(): void {
		this.#scheduled = false;
		const waiting = this.#waiting;
		if (waiting.length === 0) return;
		this.#waiting = [];
		const started = performance.now();
		for (const { frame, except } of framesOf(waiting)) {
			for (const peer of this.#peers()) if (peer !== except) peer.send(frame);
		}
		const took = performance.now() - started;
		this.#restUntil = took > LONG ? performance.now() + Math.min(REST * took, LONGEST_REST) : 0;
	}
}

function framesOf(waiting: readonly Outgoing[]): { frame: Uint8Array; except: Peer | undefined }[] {
	const [first, ...more] = waiting;
	if (first === undefined) return [];
	const alone = more.every(({ from }) => from === first.from);
	let bytes = 0;
	for (const { update } of waiting) bytes += update.length;
	if (!alone && bytes > ECHO) {
		return waiting.map(({ update, from }) => ({ frame: updateFrame(update), except: from }));
	}
	const update = more.length === 0 ? first.update : joinUpdates(waiting.map((each) => each.update));
	return [{ frame: updateFrame(update), except: alone ? first.from : undefined }];
}
