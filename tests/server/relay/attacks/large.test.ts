// What is too large, and what is merely large: limits close the one that passed them, with a code that tells stock clients to stop and a metric; what is
// within them is taken, however much it is, while others write on.

import { randomBytes } from 'node:crypto';
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { beside, returnsMemory } from '../../../support/relay-beside.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { framed, step1 } from '../../../support/relay-frames.ts';
import { relayForAll, relayForTest } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';
import type { RelayProcess } from '../../../support/relay-process.ts';

/** An update of about so many bytes, in values of a million. */
function large(bytes: number): Uint8Array {
	const doc = new Y.Doc();
	doc.transact(() => {
		for (let left = bytes; left > 0; left -= 1_000_000)
			doc.getArray('bytes').push([new Uint8Array(randomBytes(Math.min(left, 1_000_000)))]);
	});
	return Y.encodeStateAsUpdate(doc);
}

describe('large things', () => {
	const here = relayForAll();
	const lab = new RelayLab();
	const room = (): string => roomOf(lab.id, 'path', randomId());
	const join = (name: string, relay: RelayProcess = here.relay): Promise<RelayClient> =>
		RelayClient.joinAndSync(relay, name, { capability: lab.capability() });

	test('[Y140] a 100 MB frame closes its socket with 4413, and none of it stays', async () => {
		const frame = new Uint8Array(100_000_000);
		const found = await beside(here.relay, async () => {
			await returnsMemory(
				here.relay,
				async () => {
					const client = await join(room());
					client.send(frame);
					expect(await client.end()).toSatisfy((code: number) => code === 4413 || code === 1006);
				},
				{ rounds: 2 },
			);
		});
		expect(found.during).toBeGreaterThan(0);
		expect(await here.relay.metric('pathbook_relay_closed_total', /4413/)).toBeGreaterThan(0);
	});

	test('[Y141] a valid update of 15 MB is taken by default, and heard', async () => {
		const name = room();
		const update = large(15_000_000);
		const [writer, witness] = [await join(name), await join(name)];
		await beside(here.relay, async () => {
			writer.sendUpdate(update);
			await writer.settled(20_000);
			await witness.until('all of it', () => witness.doc.getArray('bytes').length === 15, 20_000);
		});
	});

	test('[Y142] valid updates of 90 MB are taken where the limits say so', async () => {
		const relay = await relayForTest({
			env: { PATHBOOK_MAX_FRAME: '100MB', PATHBOOK_MAX_ROOM: '400MB' },
		});
		const update = large(90_000_000);
		const name = room();
		const writer = await join(name, relay);
		await beside(relay, async () => {
			writer.sendUpdate(update);
			await writer.settled(60_000);
		});
		writer.drop();
		const later = await RelayClient.join(relay, name, { capability: lab.capability({ role: 'reader' }) });
		await later.catchUp(60_000);
		expect(later.doc.getArray('bytes').length).toBe(90);
		later.drop();
	}, 120_000);

	test('[Y143] a room that is full closes who would overfill it, and is read as before', async () => {
		const relay = await relayForTest({ env: { PATHBOOK_MAX_ROOM: '1MB' } });
		const name = room();
		const [writer, witness] = [await join(name, relay), await join(name, relay)];
		for (let n = 0; n < 30 && writer.closed === undefined; n++) {
			writer.edit((doc) => doc.getArray('bytes').push([new Uint8Array(randomBytes(100_000))]));
			await Promise.race([writer.settled().catch(() => undefined), writer.end().catch(() => undefined)]);
		}
		expect(await writer.end()).toBe(4413);
		expect(writer.acknowledged).toBeGreaterThanOrEqual(5);
		expect(writer.acknowledged).toBeLessThan(15);
		await witness.turn();
		const heard = witness.doc.getArray('bytes').length;
		const later = await join(name, relay);
		expect(later.doc.getArray('bytes').length).toBe(heard);
		const other = await join(room(), relay);
		other.write('room elsewhere');
		await other.settled();
	});

	test('[Y144] a lab that is full is told so, and other labs are not', async () => {
		const relay = await relayForTest({ env: { PATHBOOK_MAX_LAB: '1MB' } });
		const codes: number[] = [];
		for (let n = 0; n < 30 && codes.length === 0; n++) {
			const writer = await join(room(), relay);
			writer.edit((doc) => doc.getArray('bytes').push([new Uint8Array(randomBytes(100_000))]));
			await writer.settled().catch(async () => codes.push(await writer.end()));
			writer.drop();
		}
		expect(codes).toEqual([4413]);
		const other = new RelayLab();
		const elsewhere = await RelayClient.joinAndSync(relay, roomOf(other.id, 'path', randomId()), {
			capability: other.capability(),
		});
		elsewhere.write('space of our own');
		await elsewhere.settled();
	});

	test('[Y145] sockets beyond the limit are closed so that they come back later', async () => {
		const relay = await relayForTest({ env: { PATHBOOK_MAX_CONNECTIONS: '20' } });
		const name = room();
		const clients = await Promise.all(Array.from({ length: 20 }, () => join(name, relay)));
		const more = new RelayClient(`${relay.sync}/${name}`, { capability: lab.capability() });
		expect([1013, 4503, 4529, 503]).toContain(await more.end());
		clients[0]?.write('those who are in write on');
		await clients[1]?.until('the words', () => clients[1]?.words !== '');
		clients[2]?.drop();
		await clients[0]?.turn();
		await expect(comesIn(relay, name)).resolves.toBe(true);
	});

	/** An update of so many bytes of garbage, each by a client of its own. */
	function manyClients(count: number): Uint8Array {
		return framed((encoder) => {
			encoding.writeVarUint(encoder, count);
			for (let client = 1; client <= count; client++)
				for (const value of [1, client, 0, 0, 1]) encoding.writeVarUint(encoder, value);
			encoding.writeVarUint(encoder, 0);
		});
	}

	test('[Y146] a room knows no more client ids than it can stand, and whoever floods it with them waits alone', async () => {
		const name = room();
		const writer = await join(name);
		const update = manyClients(220_000);
		await beside(here.relay, async () => {
			writer.sendUpdate(update);
			await writer.settled(20_000);
			for (let n = 0; n < 50 && writer.closed === undefined; n++)
				writer.edit((doc) => doc.getMap('map').set('key', 'x'.repeat(40_000)));
			expect(await writer.end()).toBe(4413);
		});
		const before = await here.relay.memory();
		for (let n = 0; n < 3; n++) {
			const asker = await join(room());
			asker.send(step1(vectorOf(500_000)));
			await asker.turn().catch(() => undefined); // it may be closed for it
			asker.drop();
		}
		expect((await here.relay.memory()).held - before.held).toBeLessThan(20e6);
	}, 60_000);

	/** A state vector of so many clients. */
	function vectorOf(count: number): Uint8Array {
		return framed((encoder) => {
			encoding.writeVarUint(encoder, count);
			for (let client = 1; client <= count; client++)
				for (const value of [client, 1]) encoding.writeVarUint(encoder, value);
		});
	}

	/** Tries until it is let in: the place of a socket that dropped is free as soon as the relay notices. */
	async function comesIn(relay: RelayProcess, name: string): Promise<boolean> {
		for (let tries = 0; tries < 50; tries++) {
			const client = await join(name, relay).catch(() => undefined);
			if (client !== undefined) return true;
		}
		return false;
	}
});
