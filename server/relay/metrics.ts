// What the relay counts, for `/metrics`. No label holds a room, a lab or a person: their number has no bound and their names are nobody's
// business. Figures of the process itself (memory, handles, the loop's delay) come from the library.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RoomEvent } from './room-world.ts';

export type Level = {
	readonly connections: () => number;
	readonly rooms: () => number;
	readonly cached: () => number;
};

export class Metrics {
	readonly #registry = new Registry();
	readonly #events = this.#counter('pathbook_relay_events_total', 'What happened to frames, by kind', [
		'kind',
	]);
	readonly #closed = this.#counter(
		'pathbook_relay_closed_total',
		'Connections the relay ended, by close code',
		['code'],
	);
	readonly #sent = this.#counter('pathbook_relay_sent_bytes_total', 'Bytes sent to clients', []);
	readonly #frames = this.#counter('pathbook_relay_sent_frames_total', 'Frames sent to clients', []);
	readonly #kept = this.#counter(
		'pathbook_relay_committed_updates_total',
		'Updates that are on the disk',
		[],
	);
	readonly #keptBytes = this.#counter('pathbook_relay_committed_bytes_total', 'Bytes of those', []);
	readonly #trouble = this.#counter('pathbook_relay_store_trouble_total', 'Writes that failed, by reason', [
		'why',
	]);
	readonly #compactions = this.#counter('pathbook_relay_compactions_total', 'Logs folded, by outcome', [
		'outcome',
	]);
	readonly #commit = new Histogram({
		name: 'pathbook_relay_commit_seconds',
		help: 'Time from handing a batch to the store until it is on the disk',
		buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
		registers: [this.#registry],
	});
	// Counted by hand and handed over when asked: a counter with labels costs a lookup per frame.
	readonly #counts = new Map<RoomEvent, number>();
	#sentBytes = 0;
	#sentFrames = 0;

	constructor(level: Level) {
		collectDefaultMetrics({ register: this.#registry });
		this.#gauge('pathbook_relay_connections', 'Open connections', level.connections);
		this.#gauge('pathbook_relay_rooms', 'Rooms in memory', level.rooms);
		this.#gauge('pathbook_relay_cached_bytes', 'Content kept in memory for joiners', level.cached);
	}

	count(event: RoomEvent): void {
		this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1);
	}

	sent(bytes: number): void {
		this.#sentBytes += bytes;
		this.#sentFrames++;
	}

	closed(code: number): void {
		this.#closed.inc({ code: String(code) });
	}

	committed(updates: number, bytes: number, milliseconds: number): void {
		this.#kept.inc(updates);
		this.#keptBytes.inc(bytes);
		this.#commit.observe(milliseconds / 1000);
	}

	trouble(why: string): void {
		this.#trouble.inc({ why });
	}

	compaction(outcome: string): void {
		this.#compactions.inc({ outcome });
	}

	/** Everything in the text format of Prometheus. */
	async text(): Promise<string> {
		for (const [kind, count] of this.#counts) this.#events.inc({ kind }, count);
		this.#counts.clear();
		this.#sent.inc(this.#sentBytes);
		this.#frames.inc(this.#sentFrames);
		this.#sentBytes = 0;
		this.#sentFrames = 0;
		return this.#registry.metrics();
	}

	#counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
		return new Counter({ name, help, labelNames, registers: [this.#registry] });
	}

	#gauge(name: string, help: string, read: () => number): void {
		const gauge: Gauge = new Gauge({
			name,
			help,
			registers: [this.#registry],
			collect: () => gauge.set(read()),
		});
	}
}
