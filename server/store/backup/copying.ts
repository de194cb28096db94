// Copying files so that they are there for good, and no half ones: each is hashed on its way, synced, and the folder gets its name when all of
// it is on the disk. Refused: cp and hashing afterwards (it would hash what a page cache believes, and read everything twice).

import { createHash } from 'node:crypto';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ManifestFile } from './manifest.ts';

/** Who waits for a copy. */
export type Watcher = {
	/** Aborted: the copy ends as soon as it can, and nothing of it stays. */
	readonly signal: AbortSignal;
	/** What is done, in bytes. */
	readonly progress: (part: 'database' | 'files', done: number, total: number) => void;
};

/** Why nothing was copied; `detail` names a file or quotes the system. */
export type CopyFault = {
	readonly why:
		| 'no_store'
		| 'there_already'
		| 'inside'
		| 'not_empty'
		| 'in_use'
		| 'no_backup'
		| 'differs'
		| 'damaged'
		| 'stopped'
		| 'failed';
	readonly detail: string;
};

const PIECE = 1024 * 1024;

/** Copies one file to a new one, for its owner alone, synced. Throws what the system throws, and when aborted. */
export async function copyFile(
	from: string,
	to: string,
	signal: AbortSignal,
): Promise<Omit<ManifestFile, 'path'>> {
	await mkdir(dirname(to), { recursive: true, mode: 0o700 });
	await using source = await open(from, 'r');
	await using target = await open(to, 'wx', 0o600);
	const hash = createHash('sha256');
	const piece = new Uint8Array(PIECE);
	let bytes = 0;
	for (;;) {
		signal.throwIfAborted();
		const { bytesRead } = await source.read(piece, 0, PIECE);
		if (bytesRead === 0) break;
		const read = piece.subarray(0, bytesRead);
		hash.update(read);
		await target.writeFile(read);
		bytes += bytesRead;
	}
	await target.sync();
	return { bytes, sha256: hash.digest('hex') };
}

/** Length and SHA-256 of a file, which is synced. Throws what the system throws, and when aborted. */
export async function weighed(path: string, signal: AbortSignal): Promise<Omit<ManifestFile, 'path'>> {
	await using file = await open(path, 'r+');
	await file.sync();
	const hash = createHash('sha256');
	const piece = new Uint8Array(PIECE);
	let bytes = 0;
	for (;;) {
		signal.throwIfAborted();
		const { bytesRead } = await file.read(piece, 0, PIECE);
		if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
		hash.update(piece.subarray(0, bytesRead));
		bytes += bytesRead;
	}
}

/** Writes the names in a folder and in those below it to the disk. Throws what the system throws. */
export async function syncFolders(folder: string): Promise<void> {
	const below = await readdir(folder, { recursive: true, withFileTypes: true });
	const folders = below
		.filter((entry) => entry.isDirectory())
		.map((entry) => join(entry.parentPath, entry.name));
	for (const path of [...folders, folder]) {
		await using opened = await open(path, 'r');
		await opened.sync();
	}
}

/** What was thrown, as a fault. */
export function faultOf(cause: unknown, signal: AbortSignal): CopyFault {
	if (signal.aborted) return { why: 'stopped', detail: '' };
	return { why: 'failed', detail: cause instanceof Error ? cause.message : String(cause) };
}
