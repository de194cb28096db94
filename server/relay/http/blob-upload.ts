// Taking a file in. A body without Content-Range is the whole file and has nothing to do with any other upload of it; one with it goes on where
// the part that is there ends, one sender at a time. What was cut off stays to be gone on with; what turns out to be something
// else than its name says is thrown away.

import type { IncomingMessage } from 'node:http';
import type { BlobFiles, Upload } from '../../store/blob-files.ts';
import type { StoreTrouble } from '../../store/store.ts';
import type { BlobSpace } from './blob-space.ts';
import { readPieces } from './body.ts';
import { readContentRange } from './byte-range.ts';
import { problem, troubled, type Reply } from './reply.ts';

/** Uploads at the same time in the whole relay. */
const MOST = 64;
/** Milliseconds without a byte after which somebody else may go on with a part. */
const STALLED = 2_000;
/** Milliseconds that somebody waits for their turn at a part. */
const PATIENCE = 3_000;

type Wanted = {
	readonly lab: string;
	readonly hash: string;
	/** Bytes of this body; undefined where they are not known. */
	readonly length: number | undefined;
	/** Bytes of the file, where it comes in parts. */
	readonly total: number | undefined;
};

type Going = { heardAt: number; readonly stop: () => void; readonly ended: Promise<unknown> };

export class BlobUpload {
	readonly #files: BlobFiles;
	readonly #space: BlobSpace;
	readonly #limit: number;
	readonly #going = new Map<string, Going>();
	#count = 0;

	/** `limit`: bytes of one file. */
	constructor(files: BlobFiles, space: BlobSpace, limit: number) {
		this.#files = files;
		this.#space = space;
		this.#limit = limit;
	}

	/** Takes in what a request brings, and says how that went. */
	async take(request: IncomingMessage, lab: string, hash: string): Promise<Reply> {
		const range = readContentRange(request.headers['content-range']);
		const declared = lengthOf(request);
		if (range === 'malformed')
			return problem(400, 'malformed', 'Content-Range must be "bytes from-to/total"');
		const length = range ? range.to - range.from + 1 : declared;
		if (declared !== undefined && length !== declared)
			return problem(400, 'malformed', 'Content-Range and Content-Length contradict each other');
		if ((range?.total ?? length ?? 0) > this.#limit) return this.#tooLarge();
		if (this.#count >= MOST) return problem(503, 'busy', 'too many uploads at once', { 'Retry-After': '2' });
		this.#count++;
		try {
			if ((await this.#files.size(lab, hash)) !== undefined) return await this.#thereAlready(request);
			const wanted = { lab, hash, length, total: range?.total };
			return range
				? await this.#goOn(request, wanted, range.from)
				: await this.#receive(request, wanted, 'whole');
		} catch (cause) {
			const trouble = troubleOf(cause);
			if (trouble === undefined) throw cause;
			return troubled(trouble);
		} finally {
			this.#count--;
		}
	}

	/** The file is there: the body is heard to its end, since many senders do not listen before. */
	async #thereAlready(request: IncomingMessage): Promise<Reply> {
		let bytes = 0;
		await readPieces(request, (piece) => (bytes += piece.length) <= this.#limit);
		return { status: 200, body: { stored: false } };
	}

	async #goOn(request: IncomingMessage, wanted: Wanted, from: number): Promise<Reply> {
		const { lab, hash } = wanted;
		const key = `${lab} ${hash}`;
		if (!(await this.#free(key))) return this.#elsewhere(await this.#files.begun(lab, hash));
		let ended = (): void => undefined;
		const going: Going = {
			heardAt: performance.now(),
			stop: () => request.destroy(),
			ended: new Promise<void>((resolve) => (ended = resolve)),
		};
		this.#going.set(key, going);
		try {
			const begun = await this.#files.begun(lab, hash);
			if (begun !== from) return this.#elsewhere(begun);
			return await this.#receive(request, wanted, 'go_on', going);
		} finally {
			this.#going.delete(key);
			ended();
		}
	}

	/** Waits a while for whoever is at the same part: they may be gone already, or stand still. */
	async #free(key: string): Promise<boolean> {
		const until = performance.now() + PATIENCE;
		for (let other = this.#going.get(key); other; other = this.#going.get(key)) {
			const now = performance.now();
			if (now - other.heardAt >= STALLED) other.stop();
			else if (now > until) return false;
			await Promise.race([other.ended, new Promise((resolve) => setTimeout(resolve, 200))]);
		}
		return true;
	}

	#elsewhere(begun: number): Reply {
		return problem(409, 'wrong_offset', `the part that is here ends at ${begun}`, {
			'Upload-Offset': String(begun),
			'Upload-Complete': '?0',
		});
	}

	async #receive(
		request: IncomingMessage,
		wanted: Wanted,
		how: 'whole' | 'go_on',
		going?: Going,
	): Promise<Reply> {
		const { lab, hash, length, total } = wanted;
		const space = await this.#space.of(lab);
		if (space.left() < (length ?? 0)) return this.#labIsFull();
		const upload = await this.#files.upload(lab, hash, how);
		const before = upload.bytes;
		let refusal: Reply | undefined;
		let came: Awaited<ReturnType<typeof readPieces>>;
		try {
			came = await readPieces(request, async (piece) => {
				if (going) going.heardAt = performance.now();
				if (upload.bytes + piece.length > this.#limit) refusal = this.#tooLarge();
				else if (!space.take(piece.length)) refusal = this.#labIsFull();
				else await upload.write(piece);
				return refusal === undefined;
			});
		} catch (cause) {
			await upload.keep().catch(() => undefined); // the disk failed already: what is there is there
			throw cause;
		}
		if (refusal && how === 'whole') {
			space.give(upload.bytes);
			await upload.discard();
		} else if (refusal || came !== 'whole') {
			await upload.keep();
		} else {
			return await this.#whole(upload, wanted, total === undefined || upload.bytes >= total, () =>
				space.give(upload.bytes),
			);
		}
		return refusal ?? problem(408, 'cut', `only ${upload.bytes - before} bytes came`, offset(upload));
	}

	/** A body that came whole: the last of the file, or one of its parts. */
	async #whole(upload: Upload, { lab, hash }: Wanted, last: boolean, giveBack: () => void): Promise<Reply> {
		if (!last) {
			await upload.keep();
			return { status: 202, headers: offset(upload) };
		}
		const there = await this.#files.size(lab, hash);
		const right = await upload.finish();
		if (!right || there !== undefined) giveBack();
		if (!right) return problem(422, 'wrong_hash', 'the bytes have another SHA-256 than the address says');
		return {
			status: there === undefined ? 201 : 200,
			headers: { 'Upload-Offset': String(upload.bytes) },
			body: { stored: true },
		};
	}

	#tooLarge(): Reply {
		return problem(413, 'too_large', `a file may have ${this.#limit} bytes`);
	}

	#labIsFull(): Reply {
		return problem(413, 'lab_full', 'the lab keeps as much as it may');
	}
}

function offset({ bytes }: Upload): Record<string, string> {
	return { 'Upload-Offset': String(bytes), 'Upload-Complete': '?0' };
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
	const length = headers['content-length'];
	return length === undefined ? undefined : Number(length);
}

/** What a failed file operation says of the disk; undefined where it was none. */
function troubleOf(cause: unknown): StoreTrouble | undefined {
	if (!(cause instanceof Error) || !('code' in cause) || !('syscall' in cause)) return undefined;
	const code = String(cause.code);
	if (code === 'ENOSPC' || code === 'EDQUOT') return { why: 'full', detail: code };
	if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return { why: 'read_only', detail: code };
	return { why: 'broken', detail: code };
}
