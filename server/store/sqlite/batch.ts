// How appends travel to the writer: one block of memory for any number of calls, handed over and not copied again, and one string of room
// names. A message between threads costs about as much as a hundred small updates inside it, and a view of a socket's buffer would be sent
// with all of the buffer. Refused: shared memory with a ring (no copy is saved: the bytes must leave the socket's buffer anyway).

import type { Entry } from '../store.ts';

/** `calls`: how many appends it carries. The block belongs to whoever has the message. */
export type Batch = { readonly calls: number; readonly rooms: string; readonly block: ArrayBuffer };

/** Consecutive entries of one room, of one call. */
export type Run = {
	readonly call: number;
	readonly room: string;
	readonly seq: number;
	readonly updates: readonly Uint8Array[];
};

const RUN_BYTES = 24; // three doubles: call, first number, how many
const LENGTH_BYTES = 4;

/** Packs calls in order. Numbers that do not follow each other begin a new run. */
export function packed(calls: readonly (readonly Entry[])[]): Batch {
	const rooms: string[] = [];
	const runs: number[] = [];
	let entries = 0;
	let bytes = 0;
	for (const [call, entriesOfCall] of calls.entries()) {
		let room: string | undefined;
		let due = 0;
		for (const entry of entriesOfCall) {
			if (entry.room !== room || entry.seq !== due) {
				room = entry.room;
				rooms.push(room);
				runs.push(call, entry.seq, 0);
			}
			due = entry.seq + 1;
			runs[runs.length - 1] = (runs[runs.length - 1] ?? 0) + 1;
			entries += 1;
			bytes += entry.update.length;
		}
	}
	const lengthsAt = rooms.length * RUN_BYTES;
	const bytesAt = lengthsAt + entries * LENGTH_BYTES;
	const block = new ArrayBuffer(bytesAt + bytes);
	new Float64Array(block, 0, runs.length).set(runs);
	fill(calls, new Uint32Array(block, lengthsAt, entries), new Uint8Array(block, bytesAt));
	return { calls: calls.length, rooms: rooms.join('\n'), block };
}

function fill(calls: readonly (readonly Entry[])[], lengths: Uint32Array, bytes: Uint8Array): void {
	let index = 0;
	let at = 0;
	for (const entries of calls)
		for (const { update } of entries) {
			lengths[index++] = update.length;
			bytes.set(update, at);
			at += update.length;
		}
}

/** The runs of a batch, as views of its block. */
export function unpacked({ rooms, block }: Batch): Run[] {
	const names = rooms === '' ? [] : rooms.split('\n');
	const runs = new Float64Array(block, 0, names.length * 3);
	const lengthsAt = names.length * RUN_BYTES;
	let entries = 0;
	for (let run = 0; run < names.length; run++) entries += runs[run * 3 + 2] ?? 0;
	const lengths = new Uint32Array(block, lengthsAt, entries);
	let at = lengthsAt + entries * LENGTH_BYTES;
	let index = 0;
	return names.map((room, run) => {
		const updates: Uint8Array[] = [];
		for (let left = runs[run * 3 + 2] ?? 0; left > 0; left--) {
			const length = lengths[index++] ?? 0;
			updates.push(new Uint8Array(block, at, length));
			at += length;
		}
		return { call: runs[run * 3] ?? 0, seq: runs[run * 3 + 1] ?? 0, room, updates };
	});
}
