// A backup of a data folder while its relay runs: the database as it is at one moment, then the files, which never change once they have
// their name. It grows under a name of its own beside its place and gets its name last. Refused: copying the database file (it would miss what is
// still in the write-ahead log, or catch half of a commit), and Node's copy by itself (it begins anew whenever the relay writes: here the
// connection that is copied from looks at one moment).

import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '#lib/core/result.ts';
import { DATABASE_FILE, openForReading } from '../sqlite/schema.ts';
import { copyFile, faultOf, syncFolders, weighed, type CopyFault, type Watcher } from './copying.ts';
import { isKept, MANIFEST_FILE, type Manifest, type ManifestFile } from './manifest.ts';

export type Backup = {
	readonly files: number;
	readonly bytes: number;
	/** Files that are not what their name says, and were left out. */
	readonly damaged: readonly string[];
};

const PAGES = 1000; // at a time: 4 MB

/** Copies the data folder of a relay, running or not, into a new folder. `made`: milliseconds since 1970. All paths absolute. */
export async function backUp(
	folder: string,
	out: string,
	made: number,
	watcher: Watcher,
): Promise<Result<Backup, CopyFault>> {
	if (!existsSync(join(folder, DATABASE_FILE))) return err({ why: 'no_store', detail: folder });
	if (existsSync(out)) return err({ why: 'there_already', detail: out });
	if (!relative(folder, out).startsWith('..')) return err({ why: 'inside', detail: out });
	const growing = join(dirname(out), `.${basename(out)}.${process.pid}.pathbook`);
	try {
		await mkdir(growing, { mode: 0o700 });
		const database = await backUpDatabase(join(folder, DATABASE_FILE), join(growing, DATABASE_FILE), watcher);
		if (!database.ok) return database;
		const { files, damaged } = await backUpFiles(folder, growing, watcher);
		const all = [database.value, ...files];
		await seal(growing, {
			format: 'pathbook-backup',
			version: '1.0',
			made: new Date(made).toISOString(),
			files: all,
		});
		watcher.signal.throwIfAborted();
		await rename(growing, out);
		await syncFolders(dirname(out)).catch(() => undefined); // the name may be lost with the power, not the backup
		return ok({ files: all.length, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0), damaged });
	} catch (cause) {
		return err(faultOf(cause, watcher.signal));
	} finally {
		await rm(growing, { recursive: true, force: true });
	}
}

async function backUpDatabase(
	from: string,
	to: string,
	watcher: Watcher,
): Promise<Result<ManifestFile, CopyFault>> {
	const source = openForReading(from);
	if (!source.ok) return err({ why: 'failed', detail: source.error });
	try {
		await writeFile(to, '', { mode: 0o600, flag: 'wx' });
		source.value.exec('BEGIN');
		source.value.prepare('SELECT count(*) FROM facts').get(); // from here on it looks at this moment
		await copyDatabase(source.value, to, {
			rate: PAGES,
			progress: ({ totalPages, remainingPages }) => {
				watcher.signal.throwIfAborted();
				watcher.progress('database', totalPages - remainingPages, totalPages);
			},
		});
	} finally {
		source.value.close();
	}
	const damage = standAlone(to);
	if (damage !== undefined) return err({ why: 'damaged', detail: damage });
	return ok({ path: DATABASE_FILE, ...(await weighed(to, watcher.signal)) });
}

/** Makes it one file without a log beside it; what is damaged in it. */
function standAlone(file: string): string | undefined {
	const database = new DatabaseSync(file);
	try {
		database.exec('PRAGMA journal_mode = DELETE');
		const found = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
		return found === 'ok' ? undefined : String(found);
	} finally {
		database.close();
	}
}

async function backUpFiles(
	folder: string,
	to: string,
	{ signal, progress }: Watcher,
): Promise<{ files: ManifestFile[]; damaged: string[] }> {
	const blobs = join(folder, 'blobs');
	const entries = existsSync(blobs) ? await readdir(blobs, { recursive: true, withFileTypes: true }) : [];
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.filter(isKept);
	const sizes = await Promise.all(paths.map(async (path) => (await stat(join(folder, path))).size));
	const total = sizes.reduce((sum, size) => sum + size, 0);
	const files: ManifestFile[] = [];
	const damaged: string[] = [];
	let done = 0;
	for (const path of paths) {
		const copied = await copyFile(join(folder, path), join(to, path), signal);
		done += copied.bytes;
		progress('files', done, total);
		if (copied.sha256 === basename(path)) files.push({ path, ...copied });
		else {
			damaged.push(path);
			await rm(join(to, path));
		}
	}
	return { files, damaged };
}

async function seal(folder: string, manifest: Manifest): Promise<void> {
	await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, '\t')}\n`, {
		mode: 0o600,
		flush: true,
	});
	await chmod(folder, 0o700);
	await syncFolders(folder);
}
