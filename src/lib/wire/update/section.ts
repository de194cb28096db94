// One client's structs in an update, and how far they can be taken.

import type { Mark, Runs } from './marks.ts';
import { append, type Ranges } from './ranges.ts';

export class Section {
	readonly client: number;
	readonly count: number;

	/** The next struct to be judged: which it is, where its bytes begin, and its clock. */
	index = 0;
	at: number;
	clock: number;
	/** Something before the next struct is missing, whatever else comes. */
	stuck = false;

	/** Up to where the client's clocks are here, with what was taken. */
	reached: number;
	/** How many structs were taken, and where their bytes lie. */
	taken = 0;
	from = 0;
	to = 0;
	/** Clock of the first that is new; how many clocks of the first struct are not. */
	fromClock = 0;
	known = 0;
	/** Clocks taken that were deleted from the start. */
	gone: Ranges | null = null;
	/** Where those taken stand. */
	readonly marks: Runs = [];

	constructor(client: number, count: number, clock: number, at: number, reached: number) {
		this.client = client;
		this.count = count;
		this.clock = clock;
		this.at = at;
		this.reached = reached;
	}

	/** Takes the next struct, which ends at a clock and at an offset. */
	take(end: number, from: number, to: number, isGone: boolean, mark: Mark): void {
		if (this.taken === 0) {
			this.from = from;
			this.fromClock = this.reached;
			this.known = this.reached - this.clock;
		}
		this.taken++;
		this.to = to;
		if (isGone) append((this.gone ??= []), this.reached, end);
		if (mark !== this.marks[this.marks.length - 1]) this.marks.push(this.reached, mark);
		this.reached = end;
	}

	/** Goes on behind the next struct. */
	pass(end: number, at: number): void {
		this.index++;
		this.at = at;
		this.clock = end;
	}

	get isDone(): boolean {
		return this.index === this.count;
	}
}
