// The structs of a Yjs 13 update (v1), read without Yjs: a relay must know where each ends, how long it is, what it builds on, and that
// nobody who applies it will throw. The facts of a struct stand in fields until the next is read. Refused: Yjs' own reader (it throws,
// allocates what a count claims, and makes objects of everything).

import { readOverAny, readOverOptions } from './any-value.ts';
import { isJson } from './json-text.ts';
import { Reader } from './reader.ts';

/** The lowest five bits of a struct's first byte. */
export const KIND = {
	gc: 0,
	deleted: 1,
	json: 2,
	binary: 3,
	text: 4,
	embed: 5,
	format: 6,
	type: 7,
	any: 8,
	document: 9,
	skip: 10,
} as const;
export const HAS_ORIGIN = 0x80;
export const HAS_RIGHT_ORIGIN = 0x40;
const HAS_KEY = 0x20;
const KIND_BITS = 0x1f;

/** Types with a name behind them: XML element and XML hook; without one: array, map, text, XML fragment, XML text. */
const NAMED_TYPES = new Set([3, 5]);
const LAST_TYPE = 6;

export class StructReader extends Reader {
	kind = 0;
	/** Clocks the struct takes. */
	length = 0;
	/** Offset of its first byte. */
	from = 0;
	/** Offset of what it holds. */
	contentFrom = 0;
	/** Up to two structs of other clients it builds on; client -1 where there is none. */
	firstClient = -1;
	firstClock = 0;
	secondClient = -1;
	secondClock = 0;
	/** Where it stands, if it says so: in a root type, or else in the type that this struct is (client -1: neither), and whether under a key. */
	isInRoot = false;
	parentClient = -1;
	parentClock = 0;
	hasKey = false;
	/** If it does not: where this neighbour stands. */
	neighbourClient = -1;
	neighbourClock = 0;

	/** Reads the struct at `at`, which has this client and clock; false where it is malformed. */
	struct(client: number, clock: number): boolean {
		this.from = this.at;
		this.firstClient = -1;
		this.secondClient = -1;
		this.isInRoot = false;
		this.parentClient = -1;
		this.hasKey = false;
		this.neighbourClient = -1;
		const info = this.byte();
		const kind = info & KIND_BITS;
		this.kind = kind;
		if (kind === KIND.gc || kind === KIND.skip) {
			if (info !== kind) this.fail('unknown_struct', this.from);
			this.contentFrom = this.at;
			this.length = this.uint();
		} else {
			this.#origins(info, client, clock);
			this.contentFrom = this.at;
			this.length = this.#content(kind);
		}
		if (this.length === 0) this.fail('empty_struct', this.from);
		else if (clock + this.length > Number.MAX_SAFE_INTEGER) this.fail('clock_too_large', this.from);
		return this.fault === null;
	}

	#origins(info: number, client: number, clock: number): void {
		if ((info & HAS_ORIGIN) !== 0) this.#neighbour(client, clock);
		if ((info & HAS_RIGHT_ORIGIN) !== 0) this.#neighbour(client, clock);
		if ((info & (HAS_ORIGIN | HAS_RIGHT_ORIGIN)) !== 0) return;
		const at = this.at;
		const where = this.uint();
		this.isInRoot = where === 1;
		if (this.isInRoot) this.text();
		else if (where === 0) this.#parent(client, clock);
		else this.fail('unknown_struct', at);
		if ((info & HAS_KEY) === 0) return;
		this.hasKey = true;
		this.text();
	}

	#parent(client: number, clock: number): void {
		const at = this.at;
		this.parentClient = this.uint();
		this.parentClock = this.uint();
		this.#buildsOn(client, clock, this.parentClient, this.parentClock, at);
	}

	#neighbour(client: number, clock: number): void {
		const at = this.at;
		const other = this.uint();
		const otherClock = this.uint();
		if (this.neighbourClient < 0) {
			this.neighbourClient = other;
			this.neighbourClock = otherClock;
		}
		this.#buildsOn(client, clock, other, otherClock, at);
	}

	#buildsOn(client: number, clock: number, other: number, otherClock: number, at: number): void {
		if (other === client) {
			if (otherClock >= clock) this.fail('builds_on_later', at);
		} else if (this.firstClient < 0) {
			this.firstClient = other;
			this.firstClock = otherClock;
		} else {
			this.secondClient = other;
			this.secondClock = otherClock;
		}
	}

	/** Reads over what the struct holds; answers how many clocks it takes. */
	#content(kind: number): number {
		switch (kind) {
			case KIND.text:
				return this.text();
			case KIND.any:
				return this.#many(() => readOverAny(this, 0));
			case KIND.deleted:
				return this.uint();
			case KIND.json:
				return this.#many(() => this.#json(true));
			case KIND.binary:
				this.skip(this.uint());
				break;
			case KIND.embed:
				this.#json(false);
				break;
			case KIND.format:
				this.text();
				this.#json(false);
				break;
			case KIND.type:
				this.#type();
				break;
			case KIND.document:
				this.text();
				readOverOptions(this);
				break;
			default:
				return this.fail('unknown_content', this.from);
		}
		return 1;
	}

	#many(readOver: () => unknown): number {
		const count = this.uint();
		for (let i = 0; i < count && this.fault === null; i++) readOver();
		return count;
	}

	#json(mayBeUndefined: boolean): void {
		const at = this.at;
		this.text();
		if (this.fault !== null || (mayBeUndefined && this.said('undefined'))) return;
		if (!isJson(this.bytes, this.textFrom, this.at)) this.fail('not_json', at);
	}

	#type(): void {
		const at = this.at;
		const type = this.uint();
		if (type > LAST_TYPE) this.fail('unknown_type', at);
		else if (NAMED_TYPES.has(type)) this.text();
	}
}
