// Putting a backup back: every file is compared with the manifest while it is copied, the database is examined, and only then do the files get
// their places, the database last, so that a folder that was cut off in the middle is no data folder. The folder may be a mount point, so it
// is filled from inside and not replaced.

import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '#lib/core/result.ts';
import { LOCK_FILE, lockFolder, type LockFault } from '../sqlite/lock.ts';
import { DATABASE_FILE, openForReading } from '../sqlite/schema.ts';
import { copyFile, faultOf, syncFolders, type CopyFault, type Watcher } from './copying.ts';
import { readManifest, type Manifest } from './manifest.ts';

export type Restored = { readonly files: number; readonly bytes: number; readonly made: string };

/** Puts a backup into a folder that is new or empty. Paths absolute. */
export async function restore(
	from: string,
	folder: string,
	watcher: Watcher,
): Promise<Result<Restored, CopyFault>> {
	const manifest = await readManifest(from);
	if (!manifest.ok) return err({ why: 'no_backup', detail: manifest.error });
	const isNew = !existsSync(folder);
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 });
		const found = (await readdir(folder)).filter((name) => name !== 'lost+found'); // an empty disk has one
		if (found.includes(LOCK_FILE)) {
			const lock = lockFolder(folder);
			if (!lock.ok) return err(notLocked(lock.error, folder));
			lock.value.release();
		}
		if (found.some((name) => name !== LOCK_FILE)) return err({ why: 'not_empty', detail: folder });
	} catch (cause) {
		return err(faultOf(cause, watcher.signal));
	}
	const restored = await fill(from, folder, manifest.value, watcher);
	if (!restored.ok && isNew) await rm(folder, { recursive: true, force: true });
	return restored;
}

function notLocked({ inUse, sentence }: LockFault, folder: string): CopyFault {
	return inUse ? { why: 'in_use', detail: folder } : { why: 'failed', detail: sentence };
}

async function fill(
	from: string,
	folder: string,
	manifest: Manifest,
	watcher: Watcher,
): Promise<Result<Restored, CopyFault>> {
	const lock = lockFolder(folder);
	if (!lock.ok) return err(notLocked(lock.error, folder));
	const growing = join(folder, `.restoring.${process.pid}.pathbook`);
	try {
		const copied = await copyAll(from, growing, manifest, watcher);
		if (!copied.ok) return copied;
		const damage = damageOf(join(growing, DATABASE_FILE));
		if (damage !== undefined) return err({ why: 'damaged', detail: damage });
		await syncFolders(growing);
		watcher.signal.throwIfAborted();
		const names = (await readdir(growing)).filter((name) => name !== DATABASE_FILE);
		for (const name of [...names, DATABASE_FILE]) await rename(join(growing, name), join(folder, name));
		await rm(growing, { recursive: true });
		await syncFolders(folder);
		return ok({ files: manifest.files.length, bytes: copied.value, made: manifest.made });
	} catch (cause) {
		return err(faultOf(cause, watcher.signal));
	} finally {
		await rm(growing, { recursive: true, force: true });
		lock.value.release();
	}
}

async function copyAll(
	from: string,
	to: string,
	{ files }: Manifest,
	{ signal, progress }: Watcher,
): Promise<Result<number, CopyFault>> {
	const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
	let done = 0;
	for (const { path, bytes, sha256 } of files) {
		if (!existsSync(join(from, path))) return err({ why: 'differs', detail: path });
		const copied = await copyFile(join(from, path), join(to, path), signal);
		if (copied.bytes !== bytes || copied.sha256 !== sha256) return err({ why: 'differs', detail: path });
		done += bytes;
		progress('files', done, total);
	}
	return ok(done);
}

function damageOf(file: string): string | undefined {
	const database = openForReading(file);
	if (!database.ok) return database.error;
	try {
		const found = database.value.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
		return found === 'ok' ? undefined : String(found);
	} finally {
		database.value.close();
	}
}
