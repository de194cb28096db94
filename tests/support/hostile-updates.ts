// Updates that break whoever believes them, written by hand with lib0: counts that promise gigabytes, structs that overlap or point at themselves,
// content that cannot be read. Each makes Yjs 13.6 throw, allocate without measure, or wait for ever. Also frames around no update at all.

import * as encoding from 'lib0/encoding';
import { presenceFrame } from './relay-frames.ts';

type Write = (encoder: encoding.Encoder) => void;

function bytes(...writes: Write[]): Uint8Array<ArrayBuffer> {
	const encoder = encoding.createEncoder();
	for (const write of writes) write(encoder);
	return encoding.toUint8Array(encoder);
}

const n =
	(value: number): Write =>
	(encoder) =>
		encoding.writeVarUint(encoder, value);
const s =
	(text: string): Write =>
	(encoder) =>
		encoding.writeVarString(encoder, text);
const raw =
	(...values: number[]): Write =>
	(encoder) =>
		encoding.writeUint8Array(encoder, Uint8Array.from(values));

const CLIENT = 77;
/** A section of one client that begins at a clock and has so many structs. */
const section =
	(structs: number, clock = 0, client = CLIENT): Write =>
	(encoder) => {
		for (const value of [structs, client, clock]) encoding.writeVarUint(encoder, value);
	};
const noDeletes = n(0);
/** An item without neighbours in the root type `words`, with content of a kind. */
const rootItem =
	(kind: number): Write =>
	(encoder) => {
		encoding.writeUint8(encoder, kind);
		encoding.writeVarUint(encoder, 1);
		encoding.writeVarString(encoder, 'words');
	};
const TEXT = 4;
const text =
	(words: string): Write =>
	(encoder) => {
		rootItem(TEXT)(encoder);
		encoding.writeVarString(encoder, words);
	};
const gc =
	(length: number): Write =>
	(encoder) => {
		encoding.writeUint8(encoder, 0);
		encoding.writeVarUint(encoder, length);
	};
const one = (struct: Write, ...more: Write[]): Uint8Array<ArrayBuffer> =>
	bytes(n(1), section(1), struct, ...more, noDeletes);

/** Each is malformed: closed with 4400, never stored, never passed on. */
export const HOSTILE_UPDATES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
	nothing: new Uint8Array(),
	'a count without end': raw7(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
	'2^28 structs in seven bytes': bytes(n(1), n(2 ** 28), n(1)),
	'2^31 structs': bytes(n(1), n(2 ** 31), n(CLIENT), n(0)),
	'2^28 clients': bytes(n(2 ** 28), n(0)),
	'2^52 clients': bytes(n(2 ** 52)),
	'2^28 deleted clients': bytes(n(0), n(2 ** 28)),
	'2^28 deleted ranges': bytes(n(0), n(1), n(CLIENT), n(2 ** 28)),
	'a number beyond 2^53': bytes(n(1), n(1), raw(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f), n(0)),
	'bytes behind the end': one(text('a'), raw(), noDeletes, raw(1)),
	'cut in the middle': one(text('a longer text')).subarray(0, 12),
	'an unknown content': one(rootItem(11), raw(1)),
	'content 31': one(rootItem(31), raw(1)),
	'an unknown type': one(rootItem(7), n(99)),
	'a text longer than the update': one(rootItem(TEXT), n(2 ** 30)),
	'a text that is no UTF-8': one(rootItem(TEXT), n(3), raw(0xff, 0xfe, 0xfd)),
	'half a character': one(rootItem(TEXT), n(2), raw(0xe4, 0xb8)),
	'a text without letters': one(text('')),
	'a deletion without length': one(rootItem(1), n(0)),
	'garbage without length': one(gc(0)),
	'garbage beyond all clocks': bytes(n(1), section(2), gc(2 ** 53 - 1), gc(2 ** 53 - 1), noDeletes),
	'values without number': one(rootItem(8), n(2 ** 28)),
	'a value of an unknown kind': one(rootItem(8), n(1), raw(100)),
	'values nested without end': one(rootItem(8), n(1), (encoder) => {
		for (let depth = 0; depth < 20_000; depth++) {
			encoding.writeUint8(encoder, 117); // a list
			encoding.writeVarUint(encoder, 1);
		}
		encoding.writeUint8(encoder, 126);
	}),
	'objects of 2^28 keys': one(rootItem(8), n(1), raw(118), n(2 ** 28)),
	'an embed that is no JSON': one(rootItem(5), s('{"a":')),
	'a format that is no JSON': one(rootItem(6), s('bold'), s('tru')),
	'old JSON that is none': one(rootItem(2), n(1), s('{')),
	'a subdocument of a number': one(rootItem(9), s('guid'), raw(125, 7)),
	'a subdocument of null': one(rootItem(9), s('guid'), raw(126)),
	'bytes longer than the update': one(rootItem(3), n(2 ** 30)),
	'one client twice': bytes(n(2), section(1), text('a'), section(1, 1), text('b'), noDeletes),
	'an item behind itself': one(raw(0x80 | TEXT), n(CLIENT), n(0), s('a')),
	'an item before itself': one(raw(0x40 | TEXT), n(CLIENT), n(0), s('a')),
	'an item behind its own future': one(raw(0x80 | TEXT), n(CLIENT), n(900), s('a')),
	'an item in itself': one(raw(TEXT), n(0), n(CLIENT), n(0), s('a')),
};

function raw7(...values: number[]): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(values);
}

const framed = (...writes: Write[]): Uint8Array<ArrayBuffer> => bytes(...writes);

/** Messages that are none: closed with 4400. */
export const HOSTILE_FRAMES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
	'a message of no type': raw7(0x80),
	'a type beyond 2^53': raw7(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f),
	'an unknown step': framed(n(0), n(3), n(1), raw(0)),
	'a step alone': framed(n(0), n(0)),
	'a step shorter than it says': framed(n(0), n(2), n(100), raw(0, 0)),
	'bytes behind an update': framed(n(0), n(2), n(2), raw(0, 0, 7)),
	'bytes behind a step 1': framed(n(0), n(0), n(1), raw(0, 7)),
	'a state vector of 2^28 clients': framed(n(0), n(0), n(5), n(2 ** 28)),
	'a state vector cut short': framed(n(0), n(0), n(2), raw(2, 1)),
	'bytes behind a state vector': framed(n(0), n(0), n(3), raw(0, 1, 2)),
	'presence of 2^28 entries': presenceFrame([{ client: 1, clock: 1, state: '{}' }], 2 ** 28),
	'presence with bytes behind it': presenceFrame([{ client: 1, clock: 1, state: '{}' }], 0),
	'presence without entries': framed(n(1), n(0)),
};
