// What is written besides logs, in the connection that writes: tombstones, revoked lists, whose relay it is, and the write that only asks
// whether the disk takes one. What is erased must be gone from the files too, so the write-ahead log, which still holds it, is emptied;
// while somebody reads (a backup, say) that has to wait.

import type { DatabaseSync } from 'node:sqlite';
import { listsWorthKeeping, type RevokedList } from '../revoked-lists.ts';
import { bytesOf } from './folding.ts';
import { labOf, type Writing } from './writing.ts';

/** Erases rooms and keeps their tombstones. Throws what SQLite throws. */
export function eraseRooms(
	database: DatabaseSync,
	writing: Writing,
	rooms: readonly string[],
	now: number,
): void {
	const bury = database.prepare('UPDATE rooms SET deleted_at = coalesce(deleted_at, ?) WHERE id = ?');
	writing.transaction(() => {
		for (const name of rooms) {
			const { id } = writing.room(name) ?? writing.makeRoom(name);
			writing.weigh(labOf(name), -bytesOf(database, id));
			database.prepare('DELETE FROM log WHERE room = ?').run(id);
			database.prepare('DELETE FROM snapshots WHERE room = ?').run(id);
			bury.run(now, id);
			writing.forget(name);
		}
	});
}

/** Empties the write-ahead log; false while somebody reads from it. Throws what SQLite throws. */
export function emptyWriteAhead(database: DatabaseSync): boolean {
	database.exec('PRAGMA busy_timeout = 100');
	try {
		return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
	} finally {
		database.exec('PRAGMA busy_timeout = 5000');
	}
}

/** Adds a signed list, and lets go of those another one contains. Throws what SQLite throws. */
export function keepList(database: DatabaseSync, writing: Writing, lab: string, added: RevokedList): void {
	writing.transaction(() => {
		const lists = [...listsOf(database, lab), added];
		database.prepare('DELETE FROM revoked_lists WHERE lab = ?').run(lab);
		const insert = database.prepare(
			'INSERT INTO revoked_lists (lab, version, list, ids) VALUES (?, ?, ?, ?)',
		);
		for (const { version, list, ids } of listsWorthKeeping(lists))
			insert.run(lab, version, list, JSON.stringify(ids));
	});
}

/** Lists of a lab, newest version first. Throws what SQLite throws. */
export function listsOf(database: DatabaseSync, lab: string): RevokedList[] {
	return database
		.prepare('SELECT version, list, ids FROM revoked_lists WHERE lab = ? ORDER BY version DESC, rowid')
		.all(lab)
		.map((row) => ({
			version: Number(row['version']),
			list: String(row['list']),
			ids: JSON.parse(String(row['ids'])) as string[], // written above
		}));
}

/** Gives the relay to a lab unless somebody has it; whose it is. Throws what SQLite throws. */
export function claimFor(database: DatabaseSync, writing: Writing, lab: string): string {
	return writing.transaction(() => {
		database.prepare(`INSERT INTO facts (name, value) VALUES ('claimed', ?) ON CONFLICT DO NOTHING`).run(lab);
		return claimedBy(database) ?? lab;
	});
}

/** Whose relay it is. Throws what SQLite throws. */
export function claimedBy(database: DatabaseSync): string | undefined {
	const value = database.prepare(`SELECT value FROM facts WHERE name = 'claimed'`).get()?.['value'];
	return typeof value === 'string' ? value : undefined;
}

/** Writes `bytes` bytes. Throws what SQLite throws. */
export function writeProbe(database: DatabaseSync, writing: Writing, bytes: number): void {
	const keep = database.prepare(`INSERT INTO facts (name, value) VALUES ('probe', ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
	const last = database
		.prepare(`SELECT substr(value, 1, 16) AS last FROM facts WHERE name = 'probe'`)
		.get()?.['last'];
	const next = `${(Number.parseInt(String(last), 10) || 0) + 1} `; // what does not change is not written
	writing.transaction(() => keep.run(next.padEnd(bytes, next)));
}
