// Bytes of an update being put together, in one run that grows. Refused: lib0's encoder (a list of small runs that is joined at the end,
// and its numbers go through floating point for every byte).

import { writeVarUint } from '#lib/wire/var-bytes.ts';

/** The longest number: 2^53 - 1 in 7 bits to a byte. */
const LONGEST = 8;

export class Writer {
	#bytes: Uint8Array<ArrayBuffer>;
	#length = 0;

	/** `expected`: how many bytes it will probably be. */
	constructor(expected: number) {
		this.#bytes = new Uint8Array(expected);
	}

	#room(more: number): void {
		if (this.#length + more <= this.#bytes.length) return;
		const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more, 64));
		larger.set(this.#bytes);
		this.#bytes = larger;
	}

	uint(value: number): void {
		this.#room(LONGEST);
		this.#length = writeVarUint(this.#bytes, this.#length, value);
	}

	byte(value: number): void {
		this.#room(1);
		this.#bytes[this.#length++] = value;
	}

	/** Copies the bytes between two offsets. */
	bytes(bytes: Uint8Array, from: number, to: number): void {
		this.#room(to - from);
		this.#bytes.set(bytes.subarray(from, to), this.#length);
		this.#length += to - from;
	}

	/** What was written, as an array of exactly that length. */
	written(): Uint8Array<ArrayBuffer> {
		return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#length);
	}
}
