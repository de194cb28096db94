// The file itself: which tables, and what is asked of SQLite. Everything is in one file beside its write-ahead log, so that a backup is one
// copy. FULL makes a commit wait for the disk; secure_delete writes zeros over what is erased. Extents lie before the update in their row,
// because SQLite reads a long row from its beginning and opening a room wants the extent alone. Each row carries a CRC-32, so that a row
// that rotted is noticed before it is passed on (a checksum per page would need an extension). Refused: foreign keys and triggers (the one
// writer keeps the rules, and they would cost every append).

import { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '#lib/core/result.ts';

/** Name of the database inside the data folder. */
export const DATABASE_FILE = 'relay.sqlite';

/** `PBRL`, in the file's header: this is a relay's. */
const APPLICATION = 0x5042524c;

/** Raised when the tables change; files of a later version are refused. */
const SCHEMA = 1;

const TABLES = `
	CREATE TABLE rooms (
		id INTEGER PRIMARY KEY,
		name TEXT NOT NULL UNIQUE,
		deleted_at INTEGER
	) STRICT;
	CREATE TABLE log (
		room INTEGER NOT NULL,
		seq INTEGER NOT NULL,
		crc INTEGER NOT NULL,
		content BLOB NOT NULL,
		PRIMARY KEY (room, seq)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE snapshots (
		id INTEGER PRIMARY KEY,
		room INTEGER NOT NULL,
		seq INTEGER NOT NULL,
		extent_crc INTEGER NOT NULL,
		extent BLOB NOT NULL,
		crc INTEGER NOT NULL,
		content BLOB NOT NULL,
		UNIQUE (room, seq)
	) STRICT;
	CREATE TABLE labs (
		lab TEXT PRIMARY KEY,
		bytes INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE revoked_lists (
		lab TEXT NOT NULL,
		version INTEGER NOT NULL,
		list TEXT NOT NULL,
		ids TEXT NOT NULL
	) STRICT;
	CREATE INDEX revoked_lists_by_lab ON revoked_lists (lab);
	CREATE TABLE facts (
		name TEXT PRIMARY KEY,
		value TEXT NOT NULL
	) STRICT, WITHOUT ROWID;
`;

/** Opens the file for the one that writes, and makes its tables where it is empty. Throws what SQLite throws; the error is one sentence. */
export function openForWriting(file: string): Result<DatabaseSync, string> {
	const database = new DatabaseSync(file, { timeout: 5000 });
	const isNew = isEmpty(database);
	const foreign = isNew ? undefined : foreignness(database, file); // asked first: what is not ours is not touched
	if (foreign !== undefined) {
		database.close();
		return err(foreign);
	}
	database.exec(`
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = FULL;
		PRAGMA secure_delete = ON;
		PRAGMA trusted_schema = OFF;
		PRAGMA cell_size_check = ON;
		PRAGMA wal_autocheckpoint = 1000;
		PRAGMA journal_size_limit = 67108864;
		PRAGMA cache_size = -16000;
	`);
	if (isNew) makeTables(database);
	return ok(database);
}

/** Opens the file for reading alone. Throws what SQLite throws; the error is one sentence. */
export function openForReading(file: string): Result<DatabaseSync, string> {
	const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
	database.exec('PRAGMA cell_size_check = ON; PRAGMA cache_size = -8000; PRAGMA trusted_schema = OFF;');
	const foreign = foreignness(database, file);
	if (foreign === undefined) return ok(database);
	database.close();
	return err(foreign);
}

function isEmpty(database: DatabaseSync): boolean {
	const tables = numberOf(database, 'SELECT count(*) AS n FROM sqlite_schema', 'n');
	return tables === 0 && numberOf(database, 'PRAGMA application_id', 'application_id') === 0;
}

function makeTables(database: DatabaseSync): void {
	database.exec(`BEGIN IMMEDIATE; ${TABLES}
		PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${SCHEMA}; COMMIT;`);
}

function foreignness(database: DatabaseSync, file: string): string | undefined {
	if (numberOf(database, 'PRAGMA application_id', 'application_id') !== APPLICATION)
		return `"${file}" is a database, but not one of this relay.`;
	const version = numberOf(database, 'PRAGMA user_version', 'user_version');
	if (version === SCHEMA) return undefined;
	return `"${file}" has tables of version ${version}; this Pathbook reads version ${SCHEMA}.`;
}

function numberOf(database: DatabaseSync, sql: string, column: string): number {
	return Number(database.prepare(sql).get()?.[column]);
}
