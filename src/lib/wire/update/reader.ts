// Reading an update byte by byte without trusting it. The first fault stays and stops everything that reads on, so that callers ask once
// at the end of a loop. Refused: exceptions (slow where somebody sends rubbish on purpose) and a Result per number (an object per byte).

import type { Malformed } from '#lib/wire/malformed.ts';
import { unitsOf } from './text-units.ts';

/** What stands behind the last byte: no byte at all. */
const END = 256;
/** The value of the eighth byte's lowest bit: 8 bytes hold 56 bits, and a number has at most 53. */
const LAST_UNIT = 2 ** 49;

export class Reader {
	readonly bytes: Uint8Array;
	/** Offset of the next byte. */
	at = 0;
	/** What was wrong first. */
	fault: Malformed | null = null;
	/** Offset of the first byte of the text that was read last. */
	textFrom = 0;

	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}

	/** Notes a fault, if it is the first, and reads nothing more. */
	fail(code: string, at: number = this.at): 0 {
		this.fault ??= { code, at };
		this.at = this.bytes.length;
		return 0;
	}

	byte(): number {
		const byte = this.bytes[this.at] ?? END;
		if (byte === END) return this.fail('cut');
		this.at++;
		return byte;
	}

	/** An unsigned number up to 2^53 - 1. */
	uint(): number {
		const first = this.bytes[this.at] ?? END;
		if (first < 0x80) {
			this.at++;
			return first;
		}
		return this.#more(0, 1);
	}

	/** Reads over a signed number. */
	int(): void {
		const first = this.byte();
		if (first >= 0x80) this.#more(first & 0x3f, 64);
	}

	#more(value: number, unit: number): number {
		const { bytes } = this;
		let at = this.at;
		for (;;) {
			const byte = bytes[at] ?? END;
			if (byte === END) return this.fail('cut', at);
			at++;
			value += (byte & 0x7f) * unit; // no shifts: they would cut at 32 bits
			if (byte < 0x80) break;
			unit *= 128;
			if (unit > LAST_UNIT) return this.fail('number_too_large');
		}
		if (value > Number.MAX_SAFE_INTEGER) return this.fail('number_too_large');
		this.at = at;
		return value;
	}

	/** Reads over so many bytes. */
	skip(length: number): void {
		if (length > this.bytes.length - this.at) this.fail('cut');
		else this.at += length;
	}

	/** Reads over a text with its length before it; answers its UTF-16 units. */
	text(): number {
		const length = this.uint();
		const from = this.at;
		const to = from + length;
		if (to > this.bytes.length) return this.fail('cut');
		const units = unitsOf(this.bytes, from, to);
		if (units < 0) return this.fail('not_utf8');
		this.textFrom = from;
		this.at = to;
		return units;
	}

	/** Whether the text that was read last, and nothing since, is this one, which is ASCII. */
	said(text: string): boolean {
		if (this.at - this.textFrom !== text.length) return false;
		for (let i = 0; i < text.length; i++)
			if (this.bytes[this.textFrom + i] !== text.charCodeAt(i)) return false;
		return true;
	}
}
