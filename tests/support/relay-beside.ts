// What an attack does to others: an honest pair in a room beside it, its trips before and while the attack runs, and the memory the relay holds
// before and after. Judged by ratio and growth in the same run, because a busy machine is no fault of the relay. Refused: limits in milliseconds.

import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { protocolsOf } from './relay-client.ts';
import { randomId, roomOf, RelayLab } from './relay-lab.ts';
import type { RelayProcess } from './relay-process.ts';

const TRIPS = 60;
const PATIENCE = 30_000;
/** Where the median trip is a fraction of a millisecond, a ratio of it says nothing: this is what counts as one in any case. */
const FLOOR_MS = 2;

export class HonestPair {
	readonly #worker: Worker;
	readonly trips: number[] = [];
	#trouble: Error | undefined;
	#wake: () => void = () => undefined;

	constructor(relay: RelayProcess, lab = new RelayLab()) {
		this.#worker = new Worker(new URL('./relay-honest-pair.ts', import.meta.url), {
			workerData: {
				address: `${relay.sync}/${roomOf(lab.id, 'path', randomId())}`,
				protocols: protocolsOf(lab.capability()),
			},
		});
		this.#worker.on('message', (trip: number) => {
			this.trips.push(trip);
			this.#wake();
		});
		this.#worker.on('error', (cause) => {
			this.#trouble = cause instanceof Error ? cause : new Error(String(cause));
			this.#wake();
		});
	}

	/** Waits for so many trips more and answers them. */
	async more(count: number): Promise<number[]> {
		const from = this.trips.length;
		const started = performance.now();
		while (this.trips.length < from + count) {
			if (this.#trouble !== undefined) throw this.#trouble;
			if (performance.now() - started > PATIENCE) throw new Error(`only ${this.trips.length - from} trips`);
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, PATIENCE);
				this.#wake = () => {
					clearTimeout(timer);
					resolve();
				};
			});
		}
		return this.trips.slice(from);
	}

	async end(): Promise<void> {
		await this.#worker.terminate();
	}
}

export function quantile(list: readonly number[], share: number): number {
	const sorted = [...list].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export type Beside = {
	/** Median trips in milliseconds. */
	readonly before: number;
	readonly during: number;
	readonly worst: number;
};

/** Runs an attack beside an honest pair; throws where the pair is closed or stands still, or its median trip grows beyond `times`. */
export async function beside(relay: RelayProcess, attack: () => Promise<void>, times = 25): Promise<Beside> {
	const pair = new HonestPair(relay);
	try {
		await pair.more(10); // warm
		const before = await pair.more(TRIPS);
		const from = pair.trips.length;
		await attack();
		if (pair.trips.length < from + TRIPS / 2) await pair.more(TRIPS / 2);
		const during = pair.trips.slice(from);
		const found = {
			before: quantile(before, 0.5),
			during: quantile(during, 0.5),
			worst: Math.max(...during),
		};
		expect(found.during, `trips beside the attack: ${JSON.stringify(found)}`).toBeLessThan(
			times * Math.max(FLOOR_MS, found.before),
		);
		expect(relay.alive).toBe(true);
		return found;
	} finally {
		await pair.end();
	}
}

/**
 * Runs something twice and again `rounds` times: what is held after the last may exceed what was held after the second by no more than
 * `slack` bytes, and the process by no more than `rssSlack`. Where `rooms` is given, it is asked when no more rooms than that are open.
 */
export async function returnsMemory(
	relay: RelayProcess,
	round: () => Promise<void>,
	{ rounds = 3, slack = 4e6, rssSlack = 64e6, rooms = Infinity } = {},
): Promise<void> {
	const connections = await relay.metric('pathbook_relay_connections');
	for (let n = 0; n < 2; n++) await round();
	const before = await resting(relay, rooms, connections);
	for (let n = 0; n < rounds; n++) await round();
	const after = await resting(relay, rooms, connections);
	const told = JSON.stringify({ before, after });
	expect(after.held - before.held, `bytes held: ${told}`).toBeLessThan(slack);
	expect(after.rss - before.rss, `resident bytes: ${told}`).toBeLessThan(rssSlack);
}

/** What is held once no more than so many rooms and connections are open: rooms stay for a while after the last one left. */
async function resting(
	relay: RelayProcess,
	rooms: number,
	connections: number,
): Promise<{ rss: number; held: number }> {
	const deadline = performance.now() + PATIENCE;
	const still = async (): Promise<boolean> =>
		(await relay.metric('pathbook_relay_rooms')) > rooms ||
		(await relay.metric('pathbook_relay_connections')) > connections;
	while (await still()) {
		if (performance.now() > deadline) throw new Error('rooms or connections are not let go of');
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	return relay.memory();
}
