// WebSockets as no library makes them, from raw TCP: each closes itself and nobody else, costs no memory before it was let in, and leaves none behind.

import { randomBytes } from 'node:crypto';
import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { beside, returnsMemory } from '../../../support/relay-beside.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { step2, updateFrame } from '../../../support/relay-frames.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';
import {
	BINARY,
	CLOSE,
	PING,
	RawWebSocket,
	TEXT,
	rawFrame,
	type FrameParts,
} from '../../../support/raw-websocket.ts';

const word = new TextEncoder().encode('word');
const BROKEN: Readonly<Record<string, readonly (FrameParts | Uint8Array)[]>> = {
	'the first reserved bit': [{ opcode: BINARY, reserved: 4, payload: word }],
	'the second reserved bit': [{ opcode: BINARY, reserved: 2, payload: word }],
	'the third reserved bit': [{ opcode: PING, reserved: 1 }],
	...Object.fromEntries(
		[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => [`opcode ${opcode}`, [{ opcode, payload: word }]]),
	),
	'no mask': [{ opcode: BINARY, unmasked: true, payload: word }],
	'a ping in pieces': [{ opcode: PING, more: true, payload: word }],
	'a ping of 126 bytes': [{ opcode: PING, payload: new Uint8Array(126) }],
	'a continuation of nothing': [{ opcode: 0, payload: word }],
	'a message inside another': [
		{ opcode: BINARY, more: true, payload: word },
		{ opcode: BINARY, payload: word },
	],
	'text that is no UTF-8': [{ opcode: TEXT, payload: new Uint8Array([0xff, 0xfe]) }],
	text: [{ opcode: TEXT, payload: word }],
	'an empty message': [{ opcode: BINARY }],
	'a close of one byte': [{ opcode: CLOSE, payload: new Uint8Array([3]) }],
	'a close with a code that cannot be': [{ opcode: CLOSE, payload: new Uint8Array([0x03, 0xed]) }],
	'a close with a reason that is no UTF-8': [
		{ opcode: CLOSE, payload: new Uint8Array([0x03, 0xe8, 0xff, 0xff]) },
	],
	'a length of 2^63': [{ opcode: BINARY, claimed: 2n ** 63n }],
	'a length of 2^53': [{ opcode: BINARY, claimed: 2n ** 53n }],
	'100,000 empty pieces': [
		{ opcode: BINARY, more: true },
		Buffer.concat(Array.from({ length: 100_000 }, () => rawFrame({ opcode: 0, more: true }))),
	],
	'half a million pieces of one byte': [
		{ opcode: BINARY, more: true },
		Buffer.concat(
			Array.from({ length: 500_000 }, () =>
				rawFrame({ opcode: 0, more: true, payload: word.subarray(0, 1) }),
			),
		),
	],
	'no WebSocket at all': [randomBytes(5_000)],
};

describe('broken frames', () => {
	const here = relayForAll();
	const lab = new RelayLab();
	const room = (): string => roomOf(lab.id, 'path', randomId());

	test('[Y90] each closes its own socket, and others do not notice', async () => {
		const codes: Record<string, number> = {};
		await beside(here.relay, async () => {
			for (const [what, frames] of Object.entries(BROKEN)) {
				const socket = await RawWebSocket.open(here.relay, room(), lab.capability());
				socket.write(...frames);
				codes[what] = await socket.closeCode().catch(() => -1);
				socket.drop();
			}
		});
		expect(Object.entries(codes).filter(([, code]) => code === -1)).toEqual([]);
	});

	test('[Y91] a frame that says it has 100 MB is closed with 4413 before it came', async () => {
		const socket = await RawWebSocket.open(here.relay, room(), lab.capability());
		socket.write({ opcode: BINARY, claimed: 100_000_000n, payload: new Uint8Array(1000) });
		expect(await socket.closeCode()).toBe(4413);
	});

	test('[Y92] 100 MB that really come are not kept', async () => {
		const chunk = rawFrame({ opcode: 0, more: true, payload: new Uint8Array(1 << 20) });
		await beside(here.relay, async () => {
			await returnsMemory(here.relay, async () => {
				const socket = await RawWebSocket.open(here.relay, room(), lab.capability());
				socket.write({ opcode: BINARY, more: true });
				await socket.pour(chunk, 100);
				expect(await socket.closeCode()).toSatisfy((code: number) => code === 4413 || code === 0);
				socket.drop();
			});
		});
	});

	test('[Y93] a socket that ends in the middle of a frame leaves nothing', async () => {
		await returnsMemory(here.relay, async () => {
			const sockets = await Promise.all(
				Array.from({ length: 20 }, () => RawWebSocket.open(here.relay, room(), lab.capability())),
			);
			for (const socket of sockets) {
				await socket.pour(
					rawFrame({ opcode: BINARY, claimed: 8_000_000n, payload: new Uint8Array(500_000) }),
					1,
				);
				socket.drop();
			}
			const last = await RelayClient.joinAndSync(here.relay, room(), { capability: lab.capability() });
			await last.leave();
		});
	});

	test('[Y94] who was not let in is not listened to, and what they send is not kept in memory', async () => {
		const doc = new Y.Doc();
		doc.getText('words').insert(0, 'forced');
		const name = room();
		await returnsMemory(here.relay, async () => {
			const sockets = await Promise.all(
				Array.from({ length: 20 }, () => RawWebSocket.open(here.relay, name, 'forged')),
			);
			for (const socket of sockets) {
				socket.write({ opcode: BINARY, payload: updateFrame(Y.encodeStateAsUpdate(doc)) });
				socket.write({ opcode: BINARY, payload: step2(Y.encodeStateAsUpdate(doc)) });
				await socket.pour(rawFrame({ opcode: BINARY, payload: new Uint8Array(1 << 20) }), 4);
				expect(await socket.closeCode()).toSatisfy((code: number) => code === 4401 || code === 0);
				socket.drop();
			}
		});
		const witness = await RelayClient.joinAndSync(here.relay, name, { capability: lab.capability() });
		expect(witness.words).toBe('');
	});

	test('[Y95] pings that nobody reads the answers of do not pile up', async () => {
		const pings = Buffer.concat(
			Array.from({ length: 1000 }, () => rawFrame({ opcode: PING, payload: new Uint8Array(125) })),
		);
		const before = await here.relay.memory();
		await beside(here.relay, async () => {
			const socket = await RawWebSocket.open(here.relay, room(), lab.capability());
			socket.pause();
			const poured = socket.pour(pings, 400);
			const full = new Promise((resolve) => setTimeout(resolve, 3_000));
			await Promise.race([poured, full]);
			const during = await here.relay.memory();
			expect(during.rss - before.rss).toBeLessThan(64e6);
			socket.drop();
		});
	});

	test('[Y96] handshakes that stop half way keep nobody out', async () => {
		await beside(here.relay, async () => {
			const halves = Array.from({ length: 500 }, (_, n) => {
				const socket = new RawWebSocket(here.relay);
				const request = RawWebSocket.request(here.relay, room(), lab.capability());
				socket.tcp.write(request.slice(0, n % request.length));
				return socket;
			});
			const client = await RelayClient.joinAndSync(here.relay, room(), { capability: lab.capability() });
			client.write('in');
			await client.settled();
			for (const half of halves) half.drop();
		});
	});

	test('[Y97] what is no upgrade gets an answer over HTTP', async () => {
		const statuses = await Promise.all([
			fetch(`${here.relay.http}/sync/${room()}`).then(({ status }) => status),
			fetch(`${here.relay.http}/sync/${room()}`, { method: 'POST', body: 'x' }).then(({ status }) => status),
			fetch(`${here.relay.http}/nothing`).then(({ status }) => status),
		]);
		expect(statuses).toEqual([426, 405, 404]);
	});
});
