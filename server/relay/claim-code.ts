// The code that whoever starts the relay reads on the screen and types into the app, to make it their lab's. Base 32 without the letters that look
// like digits; what people type for them is understood. Long enough that guessing is hopeless; tries are counted all the same.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 15 characters are 75 bits. */
const LENGTH = 15;
const GROUP = 5;
/** So many wrong tries in so many milliseconds. */
const TRIES = 5;
const WINDOW = 60_000;

export class ClaimCode {
	/** As people are shown it, in groups. */
	readonly text: string;
	readonly #hash: Buffer;
	#wrong: number[] = [];

	constructor() {
		const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte & 31] ?? '').join('');
		this.text = (letters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
		this.#hash = hashOf(letters);
	}

	/** Whether what somebody typed is the code; `too_many` where there were too many wrong ones in the last minute. */
	check(typed: string, now: number): 'right' | 'wrong' | 'too_many' {
		this.#wrong = this.#wrong.filter((at) => now - at < WINDOW);
		if (this.#wrong.length >= TRIES) return 'too_many';
		if (timingSafeEqual(hashOf(plain(typed)), this.#hash)) return 'right';
		this.#wrong.push(now);
		return 'wrong';
	}
}

function plain(typed: string): string {
	const letters = typed.toUpperCase().replace(/[\s-]/g, '');
	return letters.replace(/O/g, '0').replace(/[IL]/g, '1');
}

function hashOf(letters: string): Buffer {
	return createHash('sha256').update(letters).digest();
}
