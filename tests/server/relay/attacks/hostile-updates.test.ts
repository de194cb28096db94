// Updates that Yjs would throw at, wait for, or give gigabytes to: each closes the socket that sent it, and reaches neither the disk nor anybody else.

import { Worker } from 'node:worker_threads';
import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { HOSTILE_FRAMES, HOSTILE_UPDATES } from '../../../support/hostile-updates.ts';
import { beside } from '../../../support/relay-beside.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { storedRooms } from '../../../support/relay-data.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';

/** Yjs reads these, by chance or by leaving bytes; they are refused because nobody honest writes them and their clocks lead nowhere. */
const TAKEN_BY_YJS = new Set([
	'a subdocument of a number',
	'a text without letters',
	'bytes behind the end',
	'garbage beyond all clocks',
	'garbage without length',
]);

function takenByYjs(update: Uint8Array): Promise<boolean> {
	const yjs = import.meta.resolve('yjs');
	const code =
		`const { parentPort, workerData } = require('node:worker_threads');` +
		`import(${JSON.stringify(yjs)}).then((Y) => { const doc = new Y.Doc(); Y.applyUpdate(doc, workerData);` +
		`parentPort.postMessage(doc.store.pendingStructs === null && doc.store.pendingDs === null); })`;
	const worker = new Worker(code, {
		eval: true,
		workerData: update,
		resourceLimits: { maxOldGenerationSizeMb: 64 },
	});
	return new Promise((resolve) => {
		worker.once('message', (taken: boolean) => resolve(taken));
		worker.once('error', () => resolve(false));
	}).then(async (taken) => {
		await worker.terminate();
		return taken === true;
	});
}

test('[Y103] Yjs itself can take none of them but those that are named', async () => {
	// In a thread with little memory, because that is what some of them are about.
	const taken: string[] = [];
	for (const [name, update] of Object.entries(HOSTILE_UPDATES))
		if (await takenByYjs(update)) taken.push(name);
	expect(new Set(taken)).toEqual(TAKEN_BY_YJS);
});

describe('hostile updates', () => {
	const here = relayForAll();
	const lab = new RelayLab();
	const join = (room: string): Promise<RelayClient> =>
		RelayClient.joinAndSync(here.relay, room, { capability: lab.capability() });

	test.each(Object.entries(HOSTILE_UPDATES))('[Y100] %s', async (_, update) => {
		const room = roomOf(lab.id, 'path', randomId());
		const [witness, updating, answering] = await Promise.all([join(room), join(room), join(room)]);
		const rooms = storedRooms(here.relay.data);
		updating.sendUpdate(update);
		answering.sendStep2(update);
		expect([await updating.end(), await answering.end()]).toEqual([4400, 4400]);
		expect(updating.acknowledged).toBeLessThan(updating.sent);
		await witness.turn();
		expect(witness.count('update')).toBe(0);
		expect(witness.trouble).toBeUndefined();
		expect(storedRooms(here.relay.data)).toBe(rooms);
		witness.write('still a room');
		await witness.settled();
		await witness.leave();
	});

	test.each(Object.entries(HOSTILE_FRAMES))('[Y101] %s', async (_, frame) => {
		const client = await join(roomOf(lab.id, 'path', randomId()));
		client.send(frame);
		expect(await client.end()).toBe(4400);
	});

	test('[Y102] all of them, again and again, cost others nothing and the relay no memory', async () => {
		const before = await here.relay.memory();
		const room = roomOf(lab.id, 'path', randomId());
		await beside(here.relay, async () => {
			for (let round = 0; round < 5; round++) {
				const clients = await Promise.all(Object.values(HOSTILE_UPDATES).map(() => join(room)));
				for (const [n, update] of Object.values(HOSTILE_UPDATES).entries()) clients[n]?.sendUpdate(update);
				for (const client of clients) expect(await client.end()).toBe(4400);
			}
		});
		const after = await here.relay.memory();
		expect(after.rss - before.rss).toBeLessThan(64e6);
	});

	test('[Y104] an update that is good in every way but for its size in structs is taken', async () => {
		const room = roomOf(lab.id, 'path', randomId());
		const [writer, witness] = await Promise.all([join(room), join(room)]);
		const doc = new Y.Doc();
		doc.transact(() => {
			for (let n = 0; n < 20_000; n++) doc.getMap('many').set(`key ${n}`, n);
		});
		writer.sendUpdate(Y.encodeStateAsUpdate(doc));
		await writer.settled();
		await witness.until('all of them', () => witness.doc.getMap('many').size === 20_000);
	});
});
