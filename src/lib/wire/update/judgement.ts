// What of an update can be taken where a room stands. The rule is that of Yjs: a struct when its client's clocks continue and what it builds
// on is here; a deletion when what it deletes is here. Read once from front to back, which settles nearly every update; where a client's structs
// wait for others further behind, those are run first, with a stack, so that no order of clients costs more than reading twice. What can
// never be taken holds back nothing but what stands behind it. Two rules more than the bytes show, because Yjs throws when such a thing is
// deleted: the value of a key is one clock long, or deleted itself (Yjs loses sight of half of it), and types lie in types only so deep. Refused: rounds until nothing moves (square in the number of clients).

import type { Malformed } from '#lib/wire/malformed.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { DeleteSet, readDeleted, type Deleted } from './delete-set.ts';
import { DEEPEST } from './json-text.ts';
import { depthOf, isValue, markAt, markOf, type Mark, type Marks } from './marks.ts';
import { below } from './ranges.ts';
import { Section } from './section.ts';
import type { StateVector } from './state-vector.ts';
import { KIND, StructReader } from './struct-reader.ts';

export type Judgement = {
	readonly sections: readonly Section[];
	/** Deletions that are new and can be taken. */
	readonly deletes: readonly Deleted[];
	/** Whether anything is new and can be taken. */
	readonly isNews: boolean;
	/** Whether the update is nothing but that. */
	readonly isWhole: boolean;
	/** Whether something in it waits for what is not here. */
	readonly gap: boolean;
};

/** What is here already. */
export type Held = {
	readonly vector: StateVector;
	readonly deletes: DeleteSet;
	/** Where what is here stands. */
	readonly marks: Marks;
};

/** Reads all of an update against what is here, and changes nothing. */
export function judge(update: Uint8Array, held: Held): Result<Judgement, Malformed> {
	return new Judge(update, held).judge();
}

/** A value of a key that is longer than one clock. */
type LongValue = {
	readonly client: number;
	readonly range: readonly [from: number, to: number];
	readonly at: number;
};

/** No client has this number. */
const NOBODY = -1;

class Judge {
	readonly #reader: StructReader;
	readonly #held: Held;
	readonly #sections: Section[] = [];
	readonly #byClient = new Map<number, Section>();
	#isNews = false;
	#isWhole = true;
	#gap = false;
	/** What the struct that could not be taken waits for. */
	#needClient = NOBODY;
	#needClock = 0;
	/** Values of keys that have to be deleted, as nobody writes such. */
	#long: LongValue[] | null = null;

	constructor(update: Uint8Array, held: Held) {
		this.#reader = new StructReader(update);
		this.#held = held;
	}

	judge(): Result<Judgement, Malformed> {
		const reader = this.#reader;
		const count = reader.uint();
		for (let i = 0; i < count && reader.fault === null; i++) this.#readSection();
		const deleted = readDeleted(reader);
		if (reader.at < reader.bytes.length) reader.fail('bytes_behind');
		return reader.fault === null ? this.#conclude(deleted) : err(reader.fault);
	}

	#conclude(deleted: readonly Deleted[]): Result<Judgement, Malformed> {
		for (const section of this.#sections) {
			if (!section.isDone && !section.stuck) this.#settle(section);
			if (!section.isDone) this.#gap = true;
			if (section.taken > 0) this.#isNews = true;
		}
		const { fault } = this.#reader; // only who is taken can lie too deep
		if (fault !== null) return err(fault);
		for (const value of this.#long ?? [])
			if (!this.#isDeleted(value, deleted)) return err({ code: 'long_value', at: value.at });
		const deletes = deleted.length === 0 ? deleted : this.#judgeDeleted(deleted);
		const isWhole = this.#isWhole && !this.#gap;
		return ok({ sections: this.#sections, deletes, isNews: this.#isNews, isWhole, gap: this.#gap });
	}

	#readSection(): void {
		const reader = this.#reader;
		const start = reader.at;
		const count = reader.uint();
		const client = reader.uint();
		let clock = reader.uint();
		if (count === 0) reader.fail('no_structs', start);
		if (this.#byClient.has(client)) reader.fail('client_twice', start);
		if (reader.fault !== null) return;
		const section = new Section(client, count, clock, reader.at, this.#held.vector.get(client) ?? 0);
		this.#sections.push(section);
		this.#byClient.set(client, section);
		let goesOn = true;
		for (let i = 0; i < count; i++) {
			if (!reader.struct(client, clock)) return;
			clock += reader.length;
			goesOn &&= this.#take(section);
		}
	}

	/** Takes the struct that was just read, or passes it where it is known; false where it has to wait. */
	#take(section: Section): boolean {
		const reader = this.#reader;
		const end = section.clock + reader.length;
		if (reader.kind === KIND.skip || end <= section.reached) this.#isWhole = false;
		else if (section.clock > section.reached) {
			section.stuck = true;
			this.#needClient = NOBODY;
			return false;
		} else {
			if (!this.#isHere(reader.firstClient, reader.firstClock)) return false;
			if (!this.#isHere(reader.secondClient, reader.secondClock)) return false;
			if (section.clock < section.reached) this.#isWhole = false;
			this.#takeInto(section, end);
		}
		section.pass(end, reader.at);
		return true;
	}

	#takeInto(section: Section, end: number): void {
		const reader = this.#reader;
		const { client, reached } = section;
		const isGone = reader.kind === KIND.gc || reader.kind === KIND.deleted;
		const mark = this.#markOf(section);
		if (!isGone && isValue(mark) && end - reached > 1)
			(this.#long ??= []).push({ client, range: [reached, end], at: reader.from });
		if (depthOf(mark) > DEEPEST) reader.fail('too_deep', reader.from);
		section.take(end, reader.from, reader.at, isGone, mark);
	}

	/** Where the struct that was just read will stand: where it says, or where its neighbour does. */
	#markOf(section: Section): Mark {
		const { isInRoot, parentClient, parentClock, hasKey, neighbourClient, neighbourClock } = this.#reader;
		if (section.clock < section.reached) return this.#markAt(section.client, section.reached - 1); // it will be cut there
		if (neighbourClient >= 0) return this.#markAt(neighbourClient, neighbourClock);
		if (parentClient >= 0) return markOf(depthOf(this.#markAt(parentClient, parentClock)) + 1, hasKey);
		return markOf(0, isInRoot && hasKey);
	}

	#markAt(client: number, clock: number): Mark {
		const section = this.#byClient.get(client);
		if (section === undefined || section.taken === 0 || clock < section.fromClock)
			return this.#held.marks.at(client, clock);
		return markAt(section.marks, clock);
	}

	/** Whether a value is deleted here or by this update, so that no document keeps a part of it. */
	#isDeleted({ client, range }: LongValue, deleted: readonly Deleted[]): boolean {
		const all = new DeleteSet();
		for (const each of deleted) if (each.client === client) all.addRanges(client, each.ranges);
		const rest = all.missing(client, range);
		return rest.length === 0 || this.#held.deletes.missing(client, rest).length === 0;
	}

	#isHere(client: number, clock: number): boolean {
		if (client < 0 || clock < this.#reached(client)) return true;
		this.#needClient = client;
		this.#needClock = clock;
		return false;
	}

	#reached(client: number): number {
		return this.#byClient.get(client)?.reached ?? this.#held.vector.get(client) ?? 0;
	}

	/** Runs a section as far as it goes, and before that those it waits for, as far as it needs them. */
	#settle(first: Section): void {
		const waiting: { section: Section; until: number }[] = [{ section: first, until: Infinity }];
		const isWaiting = new Set([first]);
		for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
			if (this.#run(top.section, top.until)) {
				waiting.pop();
				isWaiting.delete(top.section);
				continue;
			}
			const next = this.#byClient.get(this.#needClient);
			if (next && !next.isDone && !next.stuck && !isWaiting.has(next)) {
				waiting.push({ section: next, until: this.#needClock });
				isWaiting.add(next);
				continue;
			}
			// nobody here can go on: each waits for the next, and the last for what is not here or for one of them
			for (const { section } of waiting) section.stuck = true;
			return;
		}
	}

	/** Whether a section went to its end, or beyond a clock. */
	#run(section: Section, until: number): boolean {
		const reader = this.#reader;
		reader.at = section.at;
		while (section.reached <= until) {
			if (section.isDone) {
				this.#needClient = NOBODY;
				return until === Infinity;
			}
			if (!reader.struct(section.client, section.clock)) return false;
			if (!this.#take(section)) return false;
		}
		return true;
	}

	#judgeDeleted(deleted: readonly Deleted[]): Deleted[] {
		const news: Deleted[] = [];
		for (const { client, ranges } of deleted) {
			const here = below(ranges, this.#reached(client));
			const missing = this.#held.deletes.missing(client, here);
			if (here !== ranges) this.#gap = true;
			if (missing !== ranges) this.#isWhole = false;
			if (missing.length === 0) continue;
			news.push({ client, ranges: missing });
			this.#isNews = true;
		}
		return news;
	}
}
