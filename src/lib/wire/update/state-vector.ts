// Up to where somebody holds each client's edits, as Yjs says it: client → next clock. Clients go up to 2^53 - 1 (a proposal's words are
// seeded under 2^52 + 51 bits), beyond what bit operations can hold.

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Malformed } from '#lib/wire/malformed.ts';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

export type { Malformed } from '#lib/wire/malformed.ts';
export type StateVector = Map<number, number>;

/** Reads a state vector. Codes: cut, number_too_large, client_twice, bytes_behind. */
export function readStateVector(bytes: Uint8Array): Result<StateVector, Malformed> {
	const reader = new Reader(bytes);
	const vector = readVector(reader);
	if (reader.fault === null && reader.at < bytes.length) reader.fail('bytes_behind');
	return reader.fault === null ? ok(vector) : err(reader.fault);
}

/** Reads a state vector that has something behind it; faults stay in the reader. */
export function readVector(reader: Reader): StateVector {
	const vector: StateVector = new Map();
	const count = reader.uint();
	for (let i = 0; i < count && reader.fault === null; i++) {
		const at = reader.at;
		const client = reader.uint();
		const clock = reader.uint();
		if (vector.has(client)) reader.fail('client_twice', at);
		vector.set(client, clock);
	}
	return vector;
}

/** Writes a state vector as Yjs does: highest client first. */
export function writeStateVector(vector: ReadonlyMap<number, number>): Uint8Array {
	const writer = new Writer(8 + 10 * vector.size);
	writeVector(writer, vector);
	return writer.written();
}

export function writeVector(writer: Writer, vector: ReadonlyMap<number, number>): void {
	writer.uint(vector.size);
	for (const client of [...vector.keys()].toSorted((a, b) => b - a)) {
		writer.uint(client);
		writer.uint(vector.get(client) ?? 0);
	}
}
