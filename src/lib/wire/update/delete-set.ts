// What was deleted, as Yjs says it: ranges of clocks for each client. A relay keeps it because "who deleted this already?" decides whether a
// deletion is news.

import { addRange, append, hasRange, sorted, withRanges, without, type Ranges } from './ranges.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** Deletions of one client. */
export type Deleted = { readonly client: number; readonly ranges: readonly number[] };

const NONE: readonly number[] = [];

export class DeleteSet {
	readonly #clients = new Map<number, Ranges>();

	/** Notes that the clocks of [from, to) are deleted. */
	add(client: number, from: number, to: number): void {
		if (from >= to) return;
		const ranges = this.#clients.get(client);
		if (ranges) addRange(ranges, from, to);
		else this.#clients.set(client, [from, to]);
	}

	/** The same for ranges that are sorted and disjoint, [from, to, from, to, …). */
	addRanges(client: number, ranges: readonly number[]): void {
		if (ranges.length > 0) this.#clients.set(client, withRanges(this.#clients.get(client) ?? [], ranges));
	}

	/** Whether all of [from, to) is deleted. */
	covers(client: number, from: number, to: number): boolean {
		return from >= to || hasRange(this.#clients.get(client) ?? NONE, from, to);
	}

	/** What of these ranges is not deleted yet: the same list where that is all of it. */
	missing(client: number, ranges: readonly number[]): readonly number[] {
		const known = this.#clients.get(client);
		return known ? without(ranges, known) : ranges;
	}

	/** Each range as [client, from, to]; those of a client in order. */
	*ranges(): Generator<[client: number, from: number, to: number]> {
		for (const [client, ranges] of this.#clients)
			for (let i = 0; i < ranges.length; i += 2) yield [client, ranges[i] ?? 0, ranges[i + 1] ?? 0];
	}

	/** Writes it as Yjs does: highest client first. */
	write(writer: Writer): void {
		const clients = [...this.#clients].toSorted(([a], [b]) => b - a);
		writeDeleted(
			writer,
			clients.map(([client, ranges]) => ({ client, ranges })),
		);
	}
}

export function writeDeleted(writer: Writer, clients: readonly Deleted[]): void {
	writer.uint(clients.length);
	for (const { client, ranges } of clients) {
		writer.uint(client);
		writer.uint(ranges.length / 2);
		for (let i = 0; i < ranges.length; i += 2) {
			const from = ranges[i] ?? 0;
			writer.uint(from);
			writer.uint((ranges[i + 1] ?? 0) - from);
		}
	}
}

/** Reads the deletions an update ends with; a client may come twice. Faults stay in the reader. */
export function readDeleted(reader: Reader): Deleted[] {
	const clients: Deleted[] = [];
	const count = reader.uint();
	for (let i = 0; i < count && reader.fault === null; i++) {
		const client = reader.uint();
		clients.push({ client, ranges: readRanges(reader) });
	}
	return clients;
}

function readRanges(reader: Reader): Ranges {
	const pairs: number[] = [];
	let isSorted = true;
	const count = reader.uint();
	for (let i = 0; i < count && reader.fault === null; i++) {
		const at = reader.at;
		const from = reader.uint();
		const to = from + reader.uint();
		if (to === from) reader.fail('empty_deletion', at);
		if (to > Number.MAX_SAFE_INTEGER) reader.fail('clock_too_large', at);
		isSorted &&= from >= (pairs[pairs.length - 2] ?? 0);
		if (isSorted) append(pairs, from, to);
		else pairs.push(from, to);
	}
	return isSorted ? pairs : sorted(pairs);
}
