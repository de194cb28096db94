// Bodies of requests, bounded in size and in time: who sends slowly is let go of after a while without a byte, and after so long in all.

import type { IncomingMessage } from 'node:http';
import { err, ok, type Result } from '#lib/core/result.ts';
import { problem, type Reply } from './reply.ts';

/** Milliseconds without a byte, and for a small body in all. */
const SILENCE = 20_000;
const PATIENCE = 30_000;

/** `cut`: the sender hung up, or was too slow. */
export type BodyEnd = 'whole' | 'cut';

/** Hands a body over in pieces, one after the other; `take` answers false to stop. Never throws for what the sender does. */
export async function readPieces(
	request: IncomingMessage,
	take: (piece: Buffer) => Promise<boolean> | boolean,
	patience = SILENCE,
): Promise<BodyEnd | 'stopped'> {
	let late: NodeJS.Timeout | undefined;
	const wait = (): void => {
		clearTimeout(late);
		late = setTimeout(() => request.destroy(), patience);
	};
	const pieces = request.iterator({ destroyOnReturn: false });
	try {
		for (;;) {
			wait();
			const next = await nextOf(pieces);
			clearTimeout(late);
			if (next === 'cut') return 'cut';
			if (next === undefined) return request.complete ? 'whole' : 'cut';
			if (!(await take(next))) return 'stopped';
		}
	} finally {
		clearTimeout(late);
	}
}

async function nextOf(pieces: AsyncIterator<Buffer>): Promise<Buffer | 'cut' | undefined> {
	try {
		const next = await pieces.next();
		return next.done ? undefined : next.value;
	} catch {
		return 'cut'; // the only thing that ends a request's stream with an error
	}
}

/** A small body as text; the error is what to answer. */
export async function readText(request: IncomingMessage, maxBytes: number): Promise<Result<string, Reply>> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	const slow = setTimeout(() => request.destroy(), PATIENCE);
	const end = await readPieces(request, (piece) => {
		bytes += piece.length;
		if (bytes <= maxBytes) pieces.push(piece);
		return bytes <= maxBytes;
	});
	clearTimeout(slow);
	if (end === 'stopped') return err(problem(413, 'too_large', `the body has more than ${maxBytes} bytes`));
	if (end === 'cut') return err(problem(408, 'cut', 'the body did not come whole'));
	return ok(Buffer.concat(pieces).toString('utf8'));
}
