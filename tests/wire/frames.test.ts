// Our frames against y-protocols' own writers and readers, and what strangers may send in their place.

import fc from 'fast-check';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { writePermissionDenied } from 'y-protocols/auth';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { writeSyncStep1, writeSyncStep2, writeUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';
import { expect, test } from 'vitest';
import {
	acknowledgedFrame,
	deniedFrame,
	presenceFrame,
	queryFrame,
	readFrame,
	step1Frame,
	step2Frame,
	updateFrame,
} from '#lib/wire/frames.ts';
import { readPresence, writePresence } from '#lib/wire/presence.ts';

function written(message: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
	const encoder = encoding.createEncoder();
	encoding.writeVarUint(encoder, message);
	write(encoder);
	return encoding.toUint8Array(encoder);
}

const doc = new Y.Doc();
doc.getText('words').insert(0, 'x'.repeat(300));
const update = Y.encodeStateAsUpdate(doc);
const vector = Y.encodeStateVector(doc);

test('[Q1] frames are those of y-protocols, byte for byte', () => {
	expect(step1Frame(vector)).toEqual(written(0, (encoder) => writeSyncStep1(encoder, doc)));
	expect(step2Frame(update)).toEqual(written(0, (encoder) => writeSyncStep2(encoder, doc)));
	expect(updateFrame(update)).toEqual(written(0, (encoder) => writeUpdate(encoder, update)));
	expect(deniedFrame('no 你好')).toEqual(written(2, (encoder) => writePermissionDenied(encoder, 'no 你好')));
	expect(queryFrame()).toEqual(written(3, () => undefined));
	const awareness = new Awareness(doc);
	awareness.setLocalState({ name: '林' });
	const presence = encodeAwarenessUpdate(awareness, [doc.clientID]);
	expect(presenceFrame(presence)).toEqual(
		written(1, (encoder) => encoding.writeVarUint8Array(encoder, presence)),
	);
	awareness.destroy();
});

test('[Q1] what is written is read again, as views of the frame', () => {
	expect(readFrame(step1Frame(vector))).toEqual({ ok: true, value: { kind: 'step1', vector } });
	expect(readFrame(step2Frame(update))).toEqual({ ok: true, value: { kind: 'step2', update } });
	const frame = updateFrame(update);
	const read = readFrame(frame);
	expect(read).toEqual({ ok: true, value: { kind: 'update', update } });
	expect(read.ok && read.value.kind === 'update' && read.value.update.buffer === frame.buffer).toBe(true);
	const presence = writePresence([]);
	expect(readFrame(presenceFrame(presence))).toEqual({ ok: true, value: { kind: 'presence', presence } });
	expect(readFrame(deniedFrame('why'))).toEqual({ ok: true, value: { kind: 'denied', reason: 'why' } });
	expect(readFrame(queryFrame())).toEqual({ ok: true, value: { kind: 'query' } });
	for (const count of [0, 127, 128, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
		const acknowledged = acknowledgedFrame(count);
		expect(acknowledged).toEqual(written(100, (encoder) => encoding.writeVarUint(encoder, count)));
		expect(readFrame(acknowledged)).toEqual({ ok: true, value: { kind: 'acknowledged', count } });
	}
});

test.for<[string, number[]]>([
	['empty', []],
	['unknown_message', [4]],
	['unknown_message', [99]],
	['cut', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
	['cut', [0x80]],
	['cut', [0]],
	['unknown_step', [0, 3, 0]],
	['cut', [0, 0]],
	['cut', [0, 2, 1]],
	['cut', [0, 2, 0xff, 0xff, 0xff, 0xff, 0x0f]],
	['cut', [0, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0]],
	['bytes_behind', [0, 2, 0, 0]],
	['bytes_behind', [3, 0]],
	['cut', [1, 5, 0]],
	['bytes_behind', [1, 0, 0]],
	['unknown_message', [2, 1, 0]],
	['cut', [2, 0, 3, 97]],
	['not_utf8', [2, 0, 1, 0xff]],
	['cut', [100]],
	['cut', [100, 0x80, 0x80]],
	['bytes_behind', [100, 1, 1]],
])('[Q2] %s: %o', ([code, bytes]) => {
	expect(readFrame(Uint8Array.from(bytes))).toMatchObject({ ok: false, error: { code } });
});

test('[Q2] whatever the bytes are, reading neither throws nor reads past them', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(0, 1, 2, 3, 100), (bytes, first) => {
			const read = readFrame(Uint8Array.of(first, ...bytes));
			if (!read.ok) expect(read.error.at).toBeLessThanOrEqual(bytes.length + 1);
			readPresence(bytes);
		}),
		{ numRuns: 2_000, seed: 4 },
	);
});

test('[Q3] presence is that of y-protocols, both ways', () => {
	const awareness = new Awareness(doc);
	awareness.setLocalState({ name: '林', at: 1 });
	const read = readPresence(encodeAwarenessUpdate(awareness, [doc.clientID]));
	expect(read).toEqual({
		ok: true,
		value: [{ client: doc.clientID, clock: 1, state: '{"name":"林","at":1}' }],
	});
	const entries = [
		{ client: 1, clock: 7, state: '{"a":"\ufeffé😀"}' },
		{ client: Number.MAX_SAFE_INTEGER, clock: 300, state: '{}' },
	];
	applyAwarenessUpdate(awareness, writePresence(entries), null);
	expect(awareness.getStates().get(1)).toEqual({ a: '\ufeffé😀' });
	expect(awareness.getStates().has(Number.MAX_SAFE_INTEGER)).toBe(true);
	expect(readPresence(writePresence(entries))).toEqual({ ok: true, value: entries });
	awareness.destroy();
});

test.for<[string, number[]]>([
	['cut', []],
	['cut', [1]],
	['cut', [1, 1, 1]],
	['cut', [2, 1, 1, 2, 123, 125]],
	['cut', [0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 2, 123, 125]],
	['cut', [1, 1, 1, 3, 123, 125]],
	['not_utf8', [1, 1, 1, 1, 0xc3]],
	['bytes_behind', [0, 0]],
	['bytes_behind', [1, 1, 1, 2, 123, 125, 1]],
])('[Q4] presence that is %s: %o', ([code, bytes]) => {
	expect(readPresence(Uint8Array.from(bytes))).toMatchObject({ ok: false, error: { code } });
});

test('[Q4] more entries than asked for are not read', () => {
	const entries = Array.from({ length: 65 }, (_, client) => ({ client, clock: 1, state: '{}' }));
	expect(readPresence(writePresence(entries), 64)).toMatchObject({ ok: false, error: { code: 'too_many' } });
	expect(readPresence(writePresence(entries), 65).ok).toBe(true);
});

test('[Q2] numbers are read as lib0 writes them', () => {
	fc.assert(
		fc.property(fc.maxSafeNat(), (count) => {
			const frame = acknowledgedFrame(count);
			const decoder = decoding.createDecoder(frame.subarray(1));
			expect(decoding.readVarUint(decoder)).toBe(count);
			expect(readFrame(frame)).toEqual({ ok: true, value: { kind: 'acknowledged', count } });
		}),
		{ numRuns: 500, seed: 4 },
	);
});
