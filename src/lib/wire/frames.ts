// The messages of a room, one to a WebSocket frame: y-protocols' (sync, awareness, permission denied, query awareness) as stock clients
// speak them, and our own acknowledgement. Reading is strict and makes views, no copies: what a frame holds is passed on as it came.
// Refused: y-protocols' own readers (they apply what they read to a document, which the relay does not have).

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Malformed } from './malformed.ts';
import { readUtf8, writeUtf8 } from './utf8.ts';
import { readVarBytes, readVarUint, varUintLength, writeVarUint, type Cursor } from './var-bytes.ts';

/** Numbers on the wire: added, never used again for something else. */
const MESSAGE = { sync: 0, awareness: 1, denied: 2, query: 3, acknowledged: 100 } as const;
const STEP = { step1: 0, step2: 1, update: 2 } as const;
const PERMISSION_DENIED = 0;

export type Frame =
	/** "This is what I have": a state vector (v1). */
	| { readonly kind: 'step1'; readonly vector: Uint8Array }
	/** The answer to a step 1, or an edit: an update (v1). */
	| { readonly kind: 'step2' | 'update'; readonly update: Uint8Array }
	/** Who is here: an awareness update (`presence.ts`). */
	| { readonly kind: 'presence'; readonly presence: Uint8Array }
	| { readonly kind: 'denied'; readonly reason: string }
	/** Asks who is here. */
	| { readonly kind: 'query' }
	/** So many step 2 and update messages of this connection, from its first on, are settled. */
	| { readonly kind: 'acknowledged'; readonly count: number };

/** Reads one frame. Byte runs are views of `bytes`. Codes: empty, unknown_message, unknown_step, cut, not_utf8, bytes_behind. */
export function readFrame(bytes: Uint8Array): Result<Frame, Malformed> {
	const cursor: Cursor = { bytes, at: 0 };
	if (bytes.length === 0) return err({ code: 'empty', at: 0 });
	const frame = readBody(cursor);
	if (typeof frame === 'string') return err({ code: frame, at: cursor.at });
	if (cursor.at !== bytes.length) return err({ code: 'bytes_behind', at: cursor.at });
	return ok(frame);
}

function readBody(cursor: Cursor): Frame | string {
	const type = readVarUint(cursor);
	if (type < 0) return 'cut';
	switch (type) {
		case MESSAGE.sync:
			return readSync(cursor);
		case MESSAGE.awareness: {
			const presence = readVarBytes(cursor);
			return presence ? { kind: 'presence', presence } : 'cut';
		}
		case MESSAGE.denied:
			return readDenied(cursor);
		case MESSAGE.query:
			return { kind: 'query' };
		case MESSAGE.acknowledged: {
			const count = readVarUint(cursor);
			return count < 0 ? 'cut' : { kind: 'acknowledged', count };
		}
		default:
			return 'unknown_message';
	}
}

function readSync(cursor: Cursor): Frame | string {
	const step = readVarUint(cursor);
	if (step < 0) return 'cut';
	if (step > STEP.update) return 'unknown_step';
	const content = readVarBytes(cursor);
	if (content === undefined) return 'cut';
	if (step === STEP.step1) return { kind: 'step1', vector: content };
	return { kind: step === STEP.step2 ? 'step2' : 'update', update: content };
}

function readDenied(cursor: Cursor): Frame | string {
	if (readVarUint(cursor) !== PERMISSION_DENIED) return 'unknown_message';
	const bytes = readVarBytes(cursor);
	if (bytes === undefined) return 'cut';
	const reason = readUtf8(bytes);
	return reason === undefined ? 'not_utf8' : { kind: 'denied', reason };
}

export function step1Frame(vector: Uint8Array): Uint8Array {
	return framed(MESSAGE.sync, STEP.step1, vector);
}

export function step2Frame(update: Uint8Array): Uint8Array {
	return framed(MESSAGE.sync, STEP.step2, update);
}

export function updateFrame(update: Uint8Array): Uint8Array {
	return framed(MESSAGE.sync, STEP.update, update);
}

/** `presence`: an awareness update, as `writePresence` makes it. */
export function presenceFrame(presence: Uint8Array): Uint8Array {
	return framed(MESSAGE.awareness, undefined, presence);
}

/** Tells that a write was refused; `reason` is for people who debug. */
export function deniedFrame(reason: string): Uint8Array {
	return framed(MESSAGE.denied, PERMISSION_DENIED, writeUtf8(reason));
}

export function queryFrame(): Uint8Array {
	return Uint8Array.of(MESSAGE.query);
}

export function acknowledgedFrame(count: number): Uint8Array {
	const frame = new Uint8Array(1 + varUintLength(count));
	frame[0] = MESSAGE.acknowledged;
	writeVarUint(frame, 1, count);
	return frame;
}

function framed(message: number, step: number | undefined, content: Uint8Array): Uint8Array {
	const head = step === undefined ? 1 : 2;
	const frame = new Uint8Array(head + varUintLength(content.length) + content.length);
	frame[0] = message;
	if (step !== undefined) frame[1] = step;
	frame.set(content, writeVarUint(frame, head, content.length));
	return frame;
}
