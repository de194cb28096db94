// Looks into a relay's folder from outside, while it runs: which rooms it keeps, whether some words are still in a file, and damage done to a room.
// Knows the store's tables, because what is on the disk is what a promise about the disk is about.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const DATABASE = 'relay.sqlite';

function inDatabase<T>(data: string, ask: (database: DatabaseSync) => T, readOnly = true): T {
	const database = new DatabaseSync(join(data, DATABASE), { readOnly, timeout: 5_000 });
	try {
		return ask(database);
	} finally {
		database.close();
	}
}

/** Rooms that have something stored, tombstones not counted. */
export function storedRooms(data: string): number {
	return inDatabase(data, (database) =>
		z
			.object({ count: z.number() })
			.parse(database.prepare('SELECT count(*) AS count FROM rooms WHERE deleted_at IS NULL').get()),
	).count;
}

/** Turns a byte round in every stored update of a room, as a bad disk does. For a relay that does not run. */
export function damage(data: string, room: string): void {
	inDatabase(
		data,
		(database) => {
			for (const table of ['log', 'snapshots']) {
				const rows = z
					.array(z.object({ room: z.number(), seq: z.number(), bytes: z.instanceof(Uint8Array) }))
					.parse(rowsOf(database, table, room));
				for (const { room: id, seq, bytes } of rows) {
					const spoilt = Uint8Array.from(bytes);
					const at = spoilt.length >> 1;
					spoilt[at] = (spoilt[at] ?? 0) ^ 0x5a;
					database.prepare(`UPDATE ${table} SET content = ? WHERE room = ? AND seq = ?`).run(spoilt, id, seq);
				}
			}
		},
		false,
	);
}

function rowsOf(database: DatabaseSync, table: string, room: string): unknown {
	return database
		.prepare(
			`SELECT t.room AS room, t.seq AS seq, t.content AS bytes FROM ${table} t JOIN rooms r ON r.id = t.room WHERE r.name = ?`,
		)
		.all(room);
}

/** Whether these words are in any file below the folder, as UTF-8. */
export function onDisk(folder: string, words: string): boolean {
	return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
		(entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(words),
	);
}
