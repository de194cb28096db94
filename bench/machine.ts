// Where and when a run was made: figures without it mean nothing. The load is read before and after, because the machine is often shared.

import { availableParallelism, cpus, loadavg, release, type } from 'node:os';

export interface Machine {
	/** The day, UTC. */
	readonly date: string;
	readonly cores: number;
	readonly processor: string;
	readonly node: string;
	readonly system: string;
	/** Mean number of programs that wanted to run in the last minute, at each look. */
	readonly loads: readonly number[];
}

/** Describes this machine; `loads` were taken by `loadNow`. */
export function thisMachine(loads: readonly number[]): Machine {
	return {
		date: new Date().toISOString().slice(0, 10),
		cores: availableParallelism(),
		processor: cpus()[0]?.model ?? 'unknown processor',
		node: process.versions.node,
		system: `${type()} ${release().replace(/-.*/, '')}`,
		loads,
	};
}

export function loadNow(): number {
	return loadavg()[0] ?? Number.NaN;
}
