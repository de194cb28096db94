// What a backup says of itself: which files it holds, how long they are and their SHA-256, so that a copy that rotted or was cut off is
// noticed before anything is put back. The file is for good: keys are added, never used again for something else.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { err, ok, type Result } from '#lib/core/result.ts';
import { DATABASE_FILE } from '../sqlite/schema.ts';

export const MANIFEST_FILE = 'manifest.json';

const Path = z
	.string()
	.check(z.regex(/^(relay\.sqlite|blobs\/[A-Za-z0-9_-]{43}\/[0-9a-f]{2}\/[0-9a-f]{64})$/));
const ManifestFile = z.object({
	/** From the backup's folder, with slashes. */
	path: Path,
	bytes: z.int().check(z.nonnegative()),
	sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
const Manifest = z.object({
	format: z.literal('pathbook-backup'),
	version: z.literal('1.0'),
	/** When it was made: ISO 8601, UTC. */
	made: z.string(),
	files: z.array(ManifestFile),
});

export type Manifest = z.infer<typeof Manifest>;
export type ManifestFile = z.infer<typeof ManifestFile>;

/** Whether a backup holds a file of this name (from the data folder, with slashes). */
export function isKept(path: string): boolean {
	return Path.safeParse(path).success;
}

/** The manifest of a backup's folder; the error is for people, in English. */
export async function readManifest(folder: string): Promise<Result<Manifest, string>> {
	try {
		const read: unknown = JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8'));
		const manifest = Manifest.safeParse(read);
		if (!manifest.success) return err(`${MANIFEST_FILE}: ${z.prettifyError(manifest.error)}`);
		const paths = new Set(manifest.data.files.map(({ path }) => path));
		if (paths.size < manifest.data.files.length) return err(`${MANIFEST_FILE}: a file stands twice`);
		return paths.has(DATABASE_FILE)
			? ok(manifest.data)
			: err(`${MANIFEST_FILE}: ${DATABASE_FILE} is missing`);
	} catch (cause) {
		return err(cause instanceof Error ? cause.message : String(cause));
	}
}
