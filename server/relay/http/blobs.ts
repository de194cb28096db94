// Files over HTTP: asked after, fetched (whole or a piece), brought (whole or in parts). A browser that is led to one may save it and nothing
// else: it is never shown, whatever it holds.

import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { mayBring, mayFetch } from '#lib/wire/roles.ts';
import { BlobFiles } from '../../store/blob-files.ts';
import { BlobSpace } from './blob-space.ts';
import { BlobUpload } from './blob-upload.ts';
import { readRange } from './byte-range.ts';
import { problem, type Headers, type Reply } from './reply.ts';
import { admitted, type EndpointWorld } from './world.ts';

/** Milliseconds that a download may stand still. */
const SILENCE = 60_000;

export class BlobAnswers {
	readonly #world: EndpointWorld;
	readonly #files: BlobFiles;
	readonly #space: BlobSpace;
	readonly #uploads: BlobUpload;

	constructor(world: EndpointWorld) {
		this.#world = world;
		this.#files = new BlobFiles(world.folder);
		const { lab, blob } = world.settings.limits;
		this.#space = new BlobSpace(this.#files, world.store, lab);
		this.#uploads = new BlobUpload(this.#files, this.#space, blob);
	}

	/** Bytes of a lab's files and of what came of others. */
	bytes(lab: string): Promise<number> {
		return this.#space.fileBytes(lab);
	}

	/** Whether the file is there, or how much of it. */
	async head(request: IncomingMessage, lab: string, hash: string): Promise<Reply> {
		const capability = admitted(this.#world, request, lab, (one) => mayFetch(one, lab));
		if ('status' in capability) return capability;
		const size = await this.#files.size(lab, hash);
		if (size !== undefined)
			return {
				status: 200,
				headers: { ...headersOf(hash), 'Content-Length': String(size), 'Upload-Offset': String(size) },
			};
		const begun = await this.#files.begun(lab, hash);
		const headers = { 'Upload-Offset': String(begun), 'Upload-Complete': '?0' };
		return begun > 0 ? { status: 204, headers } : { status: 404, headers: { 'Upload-Offset': '0' } };
	}

	async get(request: IncomingMessage, lab: string, hash: string): Promise<Reply> {
		const capability = admitted(this.#world, request, lab, (one) => mayFetch(one, lab));
		if ('status' in capability) return capability;
		const found = await this.#files.read(lab, hash);
		if (!found) return problem(404, 'not_found', 'this lab has no such file here');
		const { file, size } = found;
		const headers = headersOf(hash);
		const { 'if-none-match': known, 'if-range': same, range } = request.headers;
		const piece = readRange(same === undefined || same === headers['ETag'] ? range : undefined, size);
		if (piece === 'outside' || known === headers['ETag']) {
			await file.close();
			return piece === 'outside'
				? problem(416, 'outside', 'the file is shorter', { 'Content-Range': `bytes */${size}` })
				: { status: 304, headers };
		}
		if (size === 0) {
			await file.close();
			return { status: 200, headers: { ...headers, 'Content-Length': '0' } };
		}
		const { from, to } = piece === 'whole' ? { from: 0, to: size - 1 } : piece;
		return {
			status: piece === 'whole' ? 200 : 206,
			headers: {
				...headers,
				'Content-Length': String(to - from + 1),
				...(piece === 'whole' ? {} : { 'Content-Range': `bytes ${from}-${to}/${size}` }),
			},
			stream: async (response) => {
				response.setTimeout(SILENCE, () => response.destroy());
				const bytes = file.createReadStream({ start: from, end: to, highWaterMark: 256 * 1024 });
				await pipeline(bytes, response).catch(() => response.destroy()); // who asked is gone, or the disk is
			},
		};
	}

	/** Takes a file in, whole or a part of it. */
	async put(request: IncomingMessage, lab: string, hash: string): Promise<Reply> {
		const capability = admitted(this.#world, request, lab, (one) => mayBring(one, lab));
		return 'status' in capability ? capability : await this.#uploads.take(request, lab, hash);
	}
}

function headersOf(hash: string): Headers {
	return {
		'Accept-Ranges': 'bytes',
		'Cache-Control': 'private, max-age=31536000, immutable',
		'Content-Disposition': 'attachment',
		'Content-Security-Policy': "default-src 'none'; sandbox",
		'Content-Type': 'application/octet-stream',
		ETag: `"${hash}"`,
		Vary: 'Origin, Authorization',
	};
}
