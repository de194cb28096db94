// What travels between a client and the relay, written and read with lib0 alone, so that a mistake in our own codec cannot hide in both
// ends of a test. Writing is free to be wrong on purpose; reading throws where the relay sends what the contract does not know.

import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

/** A presence entry as it travels: the state is JSON text, `null` for one that left. */
export type Entry = { readonly client: number; readonly clock: number; readonly state: string };

/** What the relay sent. `acknowledged` is message type 100. */
export type Received =
	| { readonly kind: 'step 1'; readonly vector: Uint8Array }
	| { readonly kind: 'step 2' | 'update'; readonly update: Uint8Array }
	| { readonly kind: 'presence'; readonly entries: readonly Entry[] }
	| { readonly kind: 'denied'; readonly reason: string }
	| { readonly kind: 'query' }
	| { readonly kind: 'acknowledged'; readonly count: number };

const SYNC = 0;
const PRESENCE = 1;
const DENIED = 2;
const QUERY = 3;
const ACKNOWLEDGED = 100;

/** What `write` writes, as bytes. */
export function framed(write: (encoder: encoding.Encoder) => void): Uint8Array<ArrayBuffer> {
	const encoder = encoding.createEncoder();
	write(encoder);
	return encoding.toUint8Array(encoder);
}

function sync(step: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
	return framed((encoder) => {
		encoding.writeVarUint(encoder, SYNC);
		encoding.writeVarUint(encoder, step);
		encoding.writeVarUint8Array(encoder, content);
	});
}

/** "Here is what I have": asks for the rest. */
export const step1 = (vector: Uint8Array): Uint8Array<ArrayBuffer> => sync(0, vector);
export const step2 = (update: Uint8Array): Uint8Array<ArrayBuffer> => sync(1, update);
export const updateFrame = (update: Uint8Array): Uint8Array<ArrayBuffer> => sync(2, update);
export const queryFrame = (): Uint8Array<ArrayBuffer> =>
	framed((encoder) => encoding.writeVarUint(encoder, QUERY));

/** A presence message; `claimed` lies about how many entries follow. */
export function presenceFrame(entries: readonly Entry[], claimed = entries.length): Uint8Array<ArrayBuffer> {
	const inner = framed((encoder) => {
		encoding.writeVarUint(encoder, claimed);
		for (const { client, clock, state } of entries) {
			encoding.writeVarUint(encoder, client);
			encoding.writeVarUint(encoder, clock);
			encoding.writeVarString(encoder, state);
		}
	});
	return framed((encoder) => {
		encoding.writeVarUint(encoder, PRESENCE);
		encoding.writeVarUint8Array(encoder, inner);
	});
}

/** Reads what the relay sent; throws where it is nothing the contract knows, or has bytes behind it. */
export function readReceived(bytes: Uint8Array): Received {
	const decoder = decoding.createDecoder(bytes);
	const received = readOne(decoder);
	if (decoding.hasContent(decoder)) throw new Error(`bytes behind a ${received.kind} message`);
	return received;
}

function readOne(decoder: decoding.Decoder): Received {
	const type = decoding.readVarUint(decoder);
	switch (type) {
		case SYNC:
			return readSync(decoder);
		case PRESENCE:
			return { kind: 'presence', entries: readEntries(decoding.readVarUint8Array(decoder)) };
		case DENIED:
			if (decoding.readVarUint(decoder) !== 0) throw new Error('an unknown kind of denial');
			return { kind: 'denied', reason: decoding.readVarString(decoder) };
		case QUERY:
			return { kind: 'query' };
		case ACKNOWLEDGED:
			return { kind: 'acknowledged', count: decoding.readVarUint(decoder) };
		default:
			throw new Error(`message type ${type}`);
	}
}

function readSync(decoder: decoding.Decoder): Received {
	const step = decoding.readVarUint(decoder);
	const content = decoding.readVarUint8Array(decoder);
	if (step === 0) return { kind: 'step 1', vector: content };
	if (step === 1) return { kind: 'step 2', update: content };
	if (step === 2) return { kind: 'update', update: content };
	throw new Error(`sync step ${step}`);
}

function readEntries(bytes: Uint8Array): Entry[] {
	const decoder = decoding.createDecoder(bytes);
	const entries: Entry[] = [];
	for (let left = decoding.readVarUint(decoder); left > 0; left--) {
		entries.push({
			client: decoding.readVarUint(decoder),
			clock: decoding.readVarUint(decoder),
			state: decoding.readVarString(decoder),
		});
	}
	if (decoding.hasContent(decoder)) throw new Error('bytes behind the presence entries');
	return entries;
}
