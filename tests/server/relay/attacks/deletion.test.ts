// A deleted path is gone for good: for who has it open, for a laptop that comes back with it after weeks, after a start, and on the disk.

import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { RelayClient } from '../../../support/relay-client.ts';
import { onDisk } from '../../../support/relay-data.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';

describe('deleting', () => {
	const here = relayForAll();
	const lab = new RelayLab();

	async function erase(id: string, capability: string): Promise<number> {
		const { status } = await fetch(`${here.relay.http}/labs/${lab.id}/paths/${id}`, {
			method: 'DELETE',
			headers: { authorization: `Bearer ${capability}` },
		});
		return status;
	}

	async function closes(room: string, doc = new Y.Doc()): Promise<number> {
		return new RelayClient(`${here.relay.sync}/${room}`, {
			capability: lab.capability({ role: 'owner' }),
			doc,
		}).end();
	}

	test('[Y80] a deleted path closes, stays closed, and does not come back with a laptop', async () => {
		const id = randomId();
		const [path, review] = [roomOf(lab.id, 'path', id), roomOf(lab.id, 'review', id)];
		const secret = `words-${randomId()}`;
		const capability = lab.capability();
		const open = await Promise.all(
			[path, review].map((room) => RelayClient.joinAndSync(here.relay, room, { capability })),
		);
		for (const client of open) client.write(secret);
		await Promise.all(open.map((client) => client.settled()));
		expect(onDisk(here.relay.data, secret)).toBe(true);

		expect(await erase(id, lab.capability({ role: 'owner', scope: `path/${id}` }))).toBe(204);
		expect(await Promise.all(open.map((client) => client.end(1_000)))).toEqual([4410, 4410]);
		expect(onDisk(here.relay.data, secret)).toBe(false);
		const laptop = open[0]?.doc ?? new Y.Doc();
		laptop.getText('words').insert(0, 'written on a train ');
		expect(await closes(path, laptop)).toBe(4410);
		expect(await erase(id, capability)).toBe(204);

		await here.relay.stop();
		await here.relay.startAgain();
		expect(await closes(path, laptop)).toBe(4410);
		expect(await closes(review)).toBe(4410);
		expect(onDisk(here.relay.data, secret)).toBe(false);
	});

	test('[Y81] a path that never was can be deleted, before somebody brings it', async () => {
		const id = randomId();
		expect(await erase(id, lab.capability())).toBe(204);
		expect(await closes(roomOf(lab.id, 'path', id))).toBe(4410);
	});

	test('[Y82] records outlive a path, and nobody else’s path is touched', async () => {
		const [id, other] = [randomId(), randomId()];
		const capability = lab.capability();
		const rooms = [roomOf(lab.id, 'record', id), roomOf(lab.id, 'path', other), roomOf(lab.id, 'index', '')];
		for (const room of [...rooms, roomOf(lab.id, 'path', id)]) {
			const client = await RelayClient.joinAndSync(here.relay, room, { capability });
			client.write('kept');
			await client.settled();
			await client.leave();
		}
		expect(await erase(id, capability)).toBe(204);
		for (const room of rooms) {
			const client = await RelayClient.joinAndSync(here.relay, room, { capability });
			expect(client.words).toBe('kept');
		}
	});

	test('[Y83] only an owner of the path or an editor of the lab deletes it', async () => {
		const id = randomId();
		const room = roomOf(lab.id, 'path', id);
		const capability = lab.capability();
		const client = await RelayClient.joinAndSync(here.relay, room, { capability });
		client.write('kept');
		await client.settled();
		const refused = [
			lab.capability({ role: 'reader' }),
			lab.capability({ role: 'reviewer' }),
			lab.capability({ role: 'editor', scope: `path/${id}` }),
			lab.capability({ role: 'owner', scope: `path/${id}x` }),
			new RelayLab().capability({ role: 'owner' }),
		];
		for (const token of refused) expect(await erase(id, token), token).toBe(403);
		client.write('still ');
		await client.settled();
		expect(client.closed).toBeUndefined();
	});

	test('[Y84] deleting while somebody writes leaves nothing behind', async () => {
		const id = randomId();
		const room = roomOf(lab.id, 'path', id);
		const secret = `words-${randomId()}`;
		const client = await RelayClient.joinAndSync(here.relay, room, { capability: lab.capability() });
		for (let n = 0; n < 200; n++) client.write(secret);
		const erased = erase(id, lab.capability());
		for (let n = 0; n < 200; n++) client.write(secret);
		expect(await erased).toBe(204);
		expect(await client.end()).toBe(4410);
		expect(onDisk(here.relay.data, secret)).toBe(false);
	});
});
