// Files of labs, named by their SHA-256, as files: `<folder>/blobs/<lab>/<first two>/<hash>`. What comes in goes to `<folder>/uploads` and is moved when
// it is whole, its hash is the name it was sent under, and it is on the disk; so a file that is there is right. An upload that was cut off stays as a
// part and can be gone on with, by anybody of the lab; two whole uploads of the same never touch each other's bytes. Refused: blobs in
// SQLite (a backup would copy all of them every time, and a large one would hold up the log).

import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const PART = '.part';
const WHOLE = '.whole';
/** Milliseconds after which a part that nobody goes on with is removed. */
const FORGOTTEN = 7 * 24 * 60 * 60 * 1000;

export class BlobFiles {
	readonly #folder: string;
	#swept: Promise<void> | undefined;

	/** `folder`: absolute path of the data folder. */
	constructor(folder: string) {
		this.#folder = folder;
	}

	/** The file, open for reading; undefined where there is none. Who opens it closes it. */
	async read(lab: string, hash: string): Promise<{ file: FileHandle; size: number } | undefined> {
		const file = await whereThereIs(open(this.#pathOf(lab, hash)));
		if (file === undefined) return undefined;
		return { file, size: (await file.stat()).size };
	}

	/** Bytes of the file; undefined where there is none. */
	async size(lab: string, hash: string): Promise<number | undefined> {
		return (await whereThereIs(stat(this.#pathOf(lab, hash))))?.size;
	}

	/** Bytes of a part that can be gone on with. */
	async begun(lab: string, hash: string): Promise<number> {
		return (await whereThereIs(stat(this.#partOf(lab, hash))))?.size ?? 0;
	}

	/** An upload from the beginning, or one that goes on with the part that is there. */
	async upload(lab: string, hash: string, how: 'whole' | 'go_on'): Promise<Upload> {
		this.#swept ??= this.#sweep();
		await this.#swept;
		const part = this.#partOf(lab, hash);
		const path = how === 'go_on' ? part : join(this.#uploads, `${lab}.${hash}.${randomUUID()}${WHOLE}`);
		const file = await open(path, how === 'go_on' ? 'a' : 'wx', 0o600);
		return new Upload(file, (await file.stat()).size, { path, part, target: this.#pathOf(lab, hash), hash });
	}

	/** Bytes of all files and parts of a lab. */
	async bytes(lab: string): Promise<number> {
		const folder = join(this.#folder, 'blobs', lab);
		const files = (await whereThereIs(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
		const uploads = (await whereThereIs(readdir(this.#uploads))) ?? [];
		const paths = [
			...files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
			...uploads.filter((name) => name.startsWith(`${lab}.`)).map((name) => join(this.#uploads, name)),
		];
		let bytes = 0;
		for (const path of paths) bytes += (await whereThereIs(stat(path)))?.size ?? 0;
		return bytes;
	}

	get #uploads(): string {
		return join(this.#folder, 'uploads');
	}

	#pathOf(lab: string, hash: string): string {
		return join(this.#folder, 'blobs', lab, hash.slice(0, 2), hash);
	}

	#partOf(lab: string, hash: string): string {
		return join(this.#uploads, `${lab}.${hash}${PART}`);
	}

	/** Once, before the first upload: what an earlier process left in the middle, and parts that were forgotten. */
	async #sweep(): Promise<void> {
		await mkdir(this.#uploads, { recursive: true, mode: 0o700 });
		const oldest = Date.now() - FORGOTTEN;
		for (const name of await readdir(this.#uploads)) {
			const path = join(this.#uploads, name);
			const found = name.endsWith(PART) ? await whereThereIs(stat(path)) : undefined;
			if (name.endsWith(WHOLE) || (found && found.mtimeMs < oldest)) await rm(path, { force: true });
		}
	}
}

type UploadPlace = {
	readonly path: string;
	readonly part: string;
	readonly target: string;
	readonly hash: string;
};

/** A file that is coming in. It ends by exactly one of `keep`, `finish` and `discard`. */
export class Upload {
	readonly #file: FileHandle;
	readonly #place: UploadPlace;
	readonly #hash: Hash | undefined;
	#bytes: number;

	constructor(file: FileHandle, bytes: number, place: UploadPlace) {
		this.#file = file;
		this.#place = place;
		this.#bytes = bytes;
		this.#hash = bytes === 0 ? createHash('sha256') : undefined;
	}

	/** Bytes that are there. */
	get bytes(): number {
		return this.#bytes;
	}

	async write(piece: Uint8Array): Promise<void> {
		for (let at = 0; at < piece.length;) at += (await this.#file.write(piece, at)).bytesWritten;
		this.#hash?.update(piece);
		this.#bytes += piece.length;
	}

	/** Leaves it as a part, on the disk, unless another one is there already. */
	async keep(): Promise<void> {
		await this.#close();
		const { path, part } = this.#place;
		if (path === part) return;
		try {
			await link(path, part);
		} catch {
			// there is a part already, or nothing can be made here: this one is only a convenience
		}
		await rm(path, { force: true });
	}

	/** Puts it into its place, durably, if its hash is right; else it is gone and the answer is false. */
	async finish(): Promise<boolean> {
		await this.#close();
		const { path, target, hash, part } = this.#place;
		const found = this.#hash?.digest('hex') ?? (await hashOfFile(path));
		if (found !== hash) {
			await rm(path, { force: true });
			return false;
		}
		const folder = dirname(target);
		await mkdir(folder, { recursive: true, mode: 0o700 });
		await rename(path, target);
		// the file's folder, its lab's, `blobs`, and the data folder: any of them may be new
		for (let level = 0, at = folder; level < 4; level++, at = dirname(at)) await syncFolder(at);
		if (part !== path) await rm(part, { force: true });
		return true;
	}

	async discard(): Promise<void> {
		await this.#file.close();
		await rm(this.#place.path, { force: true });
	}

	async #close(): Promise<void> {
		try {
			await this.#file.sync();
		} finally {
			await this.#file.close();
		}
	}
}

async function hashOfFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }))
		hash.update(piece as Buffer); // no encoding was set
	return hash.digest('hex');
}

async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, 'r');
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

/** The outcome, or undefined where the file does not exist. */
async function whereThereIs<T>(outcome: Promise<T>): Promise<T | undefined> {
	try {
		return await outcome;
	} catch (cause) {
		if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
		throw cause;
	}
}
