// Chance for the fuzz: every step draws from a source of its own, made of the seed and the step's number, so that leaving out steps changes
// the others as little as it can (that is what makes shrinking work). Refused: Math.random, and one stream for a whole run.

import type { Json } from '#lib/core/json/json.ts';

export class Random {
	#state: number;

	constructor(seed: number, step = 0) {
		this.#state = mixed(mixed(seed) ^ Math.imul(step + 1, 0x9e3779b1));
	}

	/** A 32-bit number (mulberry32). */
	bits(): number {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return (t ^ (t >>> 14)) >>> 0;
	}

	/** 0 … n - 1. */
	below(n: number): number {
		return Math.floor((this.bits() / 2 ** 32) * n);
	}

	chance(share: number): boolean {
		return this.bits() < share * 2 ** 32;
	}

	/** One of a list; throws where it is empty. */
	pick<T>(list: readonly T[]): T {
		const found = list[this.below(list.length)];
		if (found === undefined) throw new Error('nothing to pick from');
		return found;
	}

	/** One of a list, or undefined where it is empty. */
	any<T>(list: readonly T[]): T | undefined {
		return list[this.below(list.length)];
	}

	/** One by weight. */
	weighted<T>(list: readonly (readonly [weight: number, item: T])[]): T {
		let left = this.below(list.reduce((sum, [weight]) => sum + weight, 0));
		for (const [weight, item] of list) {
			if (left < weight) return item;
			left -= weight;
		}
		throw new Error('nothing to pick from');
	}

	/** A value that says which write made it, in a shape that fields hold. */
	value(mark: string): Json {
		return this.pick<Json>([mark, [mark], { note: mark }, [{ depth: { '#': '1.0' }, mark }]]);
	}
}

function mixed(n: number): number {
	let h = n | 0;
	h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
	h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
	return (h ^ (h >>> 16)) >>> 0;
}
