// A folded log takes the place of what it was made from, in the connection that writes. The snapshot it was made from stays with the log
// behind it, so that a newest snapshot that rots can be made again; other snapshots go, for they are older or were found damaged. The log is
// cut in slices, so that appends do not wait for fifty thousand rows.

import type { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { CompactFault } from '../store.ts';
import { rowCheck } from './row-check.ts';
import { labOf, type Writing } from './writing.ts';

/** A log up to `seq`, folded; `base` is the number of the snapshot it was made from, 0 for none. */
export type Fold = {
	readonly room: string;
	readonly seq: number;
	readonly base: number;
	readonly extent: Uint8Array;
	readonly update: Uint8Array;
};

const SLICE = 500; // rows: a few milliseconds

/** Keeps a fold beside its base; the bytes of the room before. Throws what SQLite throws. */
export function keepFold(database: DatabaseSync, writing: Writing, fold: Fold): Result<number, CompactFault> {
	const room = writing.room(fold.room);
	if (!room || room.deleted) return err({ why: 'deleted', detail: 'the room was deleted for good' });
	return ok(
		writing.transaction(() => {
			const before = bytesOf(database, room.id);
			database.prepare('DELETE FROM snapshots WHERE room = ? AND seq <> ?').run(room.id, fold.base);
			database
				.prepare(
					'INSERT INTO snapshots (room, seq, extent_crc, extent, crc, content) VALUES (?, ?, ?, ?, ?, ?)',
				)
				.run(
					room.id,
					fold.seq,
					rowCheck(fold.extent, fold.seq),
					fold.extent,
					rowCheck(fold.update, fold.seq),
					fold.update,
				);
			writing.weigh(labOf(fold.room), bytesOf(database, room.id) - before);
			return before;
		}),
	);
}

/** Cuts a slice of the log up to and with `seq`; whether more is left. Throws what SQLite throws. */
export function cutLog(database: DatabaseSync, writing: Writing, name: string, seq: number): boolean {
	const room = writing.room(name);
	if (!room || room.deleted || seq === 0) return false;
	const first = database.prepare('SELECT min(seq) AS seq FROM log WHERE room = ?').get(room.id)?.['seq'];
	if (typeof first !== 'number' || first > seq) return false;
	const last = Math.min(seq, first + SLICE - 1);
	writing.transaction(() => {
		const cut = database
			.prepare('SELECT total(length(content)) AS bytes FROM log WHERE room = ? AND seq <= ?')
			.get(room.id, last);
		database.prepare('DELETE FROM log WHERE room = ? AND seq <= ?').run(room.id, last);
		writing.weigh(labOf(name), -Number(cut?.['bytes']));
	});
	return last < seq;
}

/** Bytes of a room: log, snapshots and their extents. Throws what SQLite throws. */
export function bytesOf(database: DatabaseSync, room: number): number {
	const row = database
		.prepare(
			`SELECT (SELECT total(length(content)) FROM log WHERE room = ?1)
				+ (SELECT total(length(content) + length(extent)) FROM snapshots WHERE room = ?1) AS bytes`,
		)
		.get(room);
	return Number(row?.['bytes']);
}
