// Too much of what is allowed: requests, rooms, returns at one moment, readers that do not read. Others keep their pace, and memory comes back.

import { randomBytes } from 'node:crypto';
import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { beside, returnsMemory } from '../../../support/relay-beside.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { storedRooms } from '../../../support/relay-data.ts';
import { step1, updateFrame } from '../../../support/relay-frames.ts';
import { relayForAll, relayForTest } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';
import { BINARY, RawWebSocket, rawFrame } from '../../../support/raw-websocket.ts';

const ROOMS = 10_000;
const RETURNING = 300;

describe('floods', () => {
	const here = relayForAll();
	const lab = new RelayLab();
	const capability = lab.capability();
	const newRoom = (): string => roomOf(lab.id, 'path', randomId());
	const join = (room: string): Promise<RelayClient> =>
		RelayClient.joinAndSync(here.relay, room, { capability });

	async function filledRoom(bytes: number): Promise<string> {
		const room = newRoom();
		const writer = await join(room);
		for (let left = bytes; left > 0; left -= 500_000)
			writer.edit((doc) => doc.getArray('bytes').push([new Uint8Array(randomBytes(500_000))]));
		await writer.settled();
		await writer.leave();
		return room;
	}

	test('[Y150] asking for everything again and again without reading does not pile up answers', async () => {
		const room = await filledRoom(5_000_000);
		const ask = rawFrame({ opcode: BINARY, payload: step1(new Uint8Array([0])) });
		const before = await here.relay.memory();
		await beside(here.relay, async () => {
			const socket = await RawWebSocket.open(here.relay, room, capability);
			socket.pause();
			await socket.pour(Buffer.concat(Array.from({ length: 500 }, () => ask)), 20);
			const witness = await join(room); // asked and answered behind the flood
			const during = await here.relay.memory();
			expect(during.rss - before.rss).toBeLessThan(150e6);
			await witness.leave();
			socket.drop();
		});
	}, 60_000);

	test('[Y151] a reader that never reads is closed, and costs a bounded number of bytes', async () => {
		const room = newRoom();
		const writer = await join(room);
		const socket = await RawWebSocket.open(here.relay, room, capability);
		socket.pause();
		const reader = await join(room);
		const before = await here.relay.memory();
		await beside(here.relay, async () => {
			for (let n = 0; n < 80; n++) {
				writer.edit((doc) => {
					doc.getArray('bytes').delete(0, doc.getArray('bytes').length);
					doc.getArray('bytes').push([new Uint8Array(randomBytes(500_000))]);
				});
				await writer.settled();
			}
			const after = await here.relay.memory();
			expect(after.rss - before.rss).toBeLessThan(120e6);
		});
		await reader.until('the last', () => reader.received.length > 80);
		expect(reader.closed).toBeUndefined();
		expect(await here.relay.metric('pathbook_relay_closed_total', /1013/)).toBeGreaterThan(0);
		socket.tcp.resume();
		expect(await socket.closeCode()).toSatisfy((code: number) => code === 1013 || code === 0);
	}, 40_000);

	test('[Y152] messages beyond the rate close their socket with 4529, and what was acknowledged is kept', async () => {
		const relay = await relayForTest({ env: { PATHBOOK_MAX_RATE: '500' } });
		const room = newRoom();
		const enter = (): Promise<RelayClient> => RelayClient.joinAndSync(relay, room, { capability });
		const [writer, asker, calm] = [await enter(), await enter(), await enter()];
		for (let n = 0; n < 5_000 && writer.closed === undefined; n++) writer.write('a');
		expect(await writer.end()).toBe(4529);
		for (let n = 0; n < 500; n++) asker.send(step1(new Uint8Array([0])));
		expect(await asker.end()).toBe(4529);
		calm.write('b');
		await calm.settled();
		const later = await enter();
		expect(later.words.length).toBeGreaterThanOrEqual(writer.acknowledged); // its first was an empty answer, and one is calm
		expect(await relay.metric('pathbook_relay_closed_total', /4529/)).toBe(2);
	});

	test(`[Y153] ${ROOMS} rooms opened and closed leave nothing, on the disk or in memory`, async () => {
		const stored = storedRooms(here.relay.data);
		const open = async (count: number): Promise<void> => {
			for (let left = count; left > 0; left -= 50) {
				const clients = await Promise.all(Array.from({ length: 50 }, () => join(newRoom())));
				for (const client of clients) client.drop();
			}
		};
		await beside(here.relay, async () => {
			await returnsMemory(here.relay, () => open(ROOMS / 4), { rounds: 2, slack: 3e6, rooms: 5 });
		});
		expect(storedRooms(here.relay.data)).toBeLessThanOrEqual(stored + 1); // the honest pair’s
	}, 120_000);

	test('[Y154] rooms that were written in cost nothing when nobody is in them', async () => {
		const write = async (): Promise<void> => {
			for (let n = 0; n < 10; n++) {
				const clients = await Promise.all(Array.from({ length: 20 }, () => join(newRoom())));
				for (const client of clients) client.write('x'.repeat(20_000));
				await Promise.all(clients.map((client) => client.settled()));
				for (const client of clients) client.drop();
			}
		};
		await returnsMemory(here.relay, write, { slack: 3e6, rooms: 5 });
	}, 40_000);

	test(`[Y155] ${RETURNING} clients coming back at one moment are all in step, with what they wrote meanwhile`, async () => {
		const room = await filledRoom(500_000);
		const first = await Promise.all(Array.from({ length: RETURNING }, () => join(room)));
		for (const client of first) client.drop();
		const docs = first.map(({ doc }, n) => {
			doc.getMap('returned').set(String(n), n);
			return doc;
		});
		await beside(
			here.relay,
			async () => {
				const back = await Promise.all(
					docs.map((doc) => RelayClient.joinAndSync(here.relay, room, { capability, doc })),
				);
				await Promise.all(back.map((client) => client.settled()));
				await Promise.all(
					back.map((client) =>
						client.until('all of them', () => client.doc.getMap('returned').size === RETURNING),
					),
				);
				for (const client of back) client.drop();
			},
			100, // they are all in this one process
		);
	}, 40_000);

	test('[Y156] one writer in a hurry does not hold up the others in its room', async () => {
		const room = newRoom();
		const [hasty, calm, witness] = [await join(room), await join(room), await join(room)];
		const doc = new Y.Doc();
		const updates: Uint8Array[] = [];
		doc.on('update', (update: Uint8Array) => void updates.push(update));
		for (let n = 0; n < 3_000; n++) doc.getText('hasty').insert(0, 'h');
		for (const update of updates) {
			hasty.sent += 1;
			hasty.send(updateFrame(update));
		}
		calm.write('calm');
		await calm.settled();
		await witness.until(
			'both',
			() => witness.words === 'calm' && witness.doc.getText('hasty').length === 3_000,
		);
		await hasty.settled();
	});
});
