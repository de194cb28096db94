// Numbers of a busy machine: the median says what to expect, the least what the code alone takes, the most how bad a day was. Time is measured
// twice, on the wall and on the processor, because another program on the same core lengthens the first and hardly the second.

/** What several runs said, all in the same unit. */
export interface Spread {
	readonly median: number;
	readonly least: number;
	readonly most: number;
}

/** The spread of at least one number. */
export function spreadOf(numbers: readonly number[]): Spread {
	const sorted = numbers.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const high = sorted[middle] ?? Number.NaN;
	const median = sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
	return { median, least: sorted[0] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
}

/** Samples under names, collected run by run. */
export class Samples {
	#all = new Map<string, number[]>();

	add(name: string, value: number): void {
		const known = this.#all.get(name);
		if (known === undefined) this.#all.set(name, [value]);
		else known.push(value);
	}

	/** The spread of what was added under a name; NaN where nothing was. */
	of(name: string): Spread {
		return spreadOf(this.#all.get(name) ?? []);
	}
}

/** Runs `work` once: its value, and its time on the wall and on this thread's processor, in ms. */
export function timed<T>(work: () => T): { readonly value: T; readonly wall: number; readonly cpu: number } {
	const before = process.threadCpuUsage();
	const start = performance.now();
	const value = work();
	const wall = performance.now() - start;
	const { user, system } = process.threadCpuUsage(before);
	return { value, wall, cpu: (user + system) / 1000 };
}
