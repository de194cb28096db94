// Clients off the shelf: y-websocket with `?token=`, as anybody would write them. They work, stay, stop where stopping is right, and their echoes of
// other people's presence do not go round for ever.

import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RelayClient } from '../../../support/relay-client.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';
import type { RelayProcess } from '../../../support/relay-process.ts';

const QUIET_MS = 21_000; // the contract: a message at least every 20 s

describe('stock clients', () => {
	const here = relayForAll({ env: { PATHBOOK_MAX_FRAME: '200kB' } });
	const lab = new RelayLab();
	const quiet: { client?: RelayClient; from: number; heard: number } = { from: 0, heard: 0 };

	async function beQuiet(): Promise<void> {
		const room = roomOf(lab.id, 'path', randomId());
		const client = await RelayClient.joinAndSync(here.relay, room, { token: lab.capability() });
		await client.turn();
		Object.assign(quiet, { client, from: performance.now(), heard: client.received.length });
	}

	function provide(
		room: string,
		token = lab.capability(),
		relay: RelayProcess = here.relay,
	): WebsocketProvider {
		const provider = new WebsocketProvider(relay.sync, room, new Y.Doc(), {
			params: { token },
			WebSocketPolyfill: WebSocket as unknown as typeof globalThis.WebSocket, // the same to y-websocket, not to the types
			disableBc: true,
			maxBackoffTime: 200,
		});
		onTestFinished(() => provider.destroy());
		return provider;
	}

	const until = (listen: (look: () => void) => void, condition: () => boolean): Promise<void> =>
		new Promise((resolve) => {
			const look = (): void => {
				if (condition()) resolve();
			};
			listen(look);
			look();
		});

	const synced = (provider: WebsocketProvider): Promise<void> =>
		until(
			(look) => provider.on('sync', look),
			() => provider.synced,
		);
	const reads = (provider: WebsocketProvider, words: string): Promise<void> =>
		until(
			(look) => provider.doc.on('update', look),
			() => provider.doc.getText('words').toJSON() === words,
		);

	test('[Y130] write, read, and find everything again after the relay was killed', async () => {
		const room = roomOf(lab.id, 'path', randomId());
		const [one, two] = [provide(room), provide(room)];
		await Promise.all([synced(one), synced(two)]);
		one.doc.getText('words').insert(0, 'hello');
		await reads(two, 'hello');
		await here.relay.kill();
		two.doc.getText('words').insert(5, ' again');
		await here.relay.startAgain();
		await reads(one, 'hello again');
		const third = provide(room);
		await reads(third, 'hello again');
		await beQuiet(); // while the other tests run
	});

	test('[Y131] each sees each, and echoes of others do not go round', async () => {
		const room = roomOf(lab.id, 'path', randomId());
		const witness = await RelayClient.joinAndSync(here.relay, room, { capability: lab.capability() });
		const providers = Array.from({ length: 6 }, () => provide(room));
		await Promise.all(providers.map(synced));
		for (const [n, { awareness }] of providers.entries()) awareness.setLocalState({ n });
		await Promise.all(
			providers.map(({ awareness }) =>
				until(
					(look) => awareness.on('change', look),
					() => [...awareness.getStates().values()].filter((state) => 'n' in state).length === 6,
				),
			),
		);
		await witness.until('all of them', () => witness.present().size === 6);
		for (const provider of providers) expect(provider.wsconnected).toBe(true);
		await witness.turn();
		// each of them was told of six, and said so again: 36 echoes, and echoes of echoes; what is news is a handful
		const entries = witness.received.flatMap((message) =>
			message.kind === 'presence' ? message.entries : [],
		);
		expect(entries.length).toBeLessThan(40);
	});

	test('[Y132] are told to stop where trying again is no use', async () => {
		const cases: [WebsocketProvider, number][] = [
			[provide(roomOf(lab.id, 'path', randomId()), 'forged'), 4401],
			[provide(roomOf(lab.id, 'path', randomId()), new RelayLab().capability()), 4403],
			[provide('nowhere'), 4400],
		];
		const codes = await Promise.all(
			cases.map(([provider]) => new Promise((resolve) => provider.on('closed', ({ code }) => resolve(code)))),
		);
		expect(codes).toEqual(cases.map(([, code]) => code));
		for (const [provider] of cases) expect(provider.shouldConnect).toBe(false);
	});

	test('[Y133] stop where what they hold is too large for ever', async () => {
		const provider = provide(roomOf(lab.id, 'path', randomId()));
		await synced(provider);
		const closed = new Promise((resolve) => provider.on('closed', ({ code }) => resolve(code)));
		provider.doc.getText('words').insert(0, 'x'.repeat(300_000));
		expect(await closed).toBe(4413);
		expect(provider.shouldConnect).toBe(false);
	});

	test('[Y134] a reader off the shelf reads, and what they type reaches nobody', async () => {
		const room = roomOf(lab.id, 'path', randomId());
		const writer = provide(room);
		const reader = provide(room, lab.capability({ role: 'reader' }));
		const denied = new Promise((resolve) => {
			reader.messageHandlers[2] = () => resolve('denied');
		});
		await Promise.all([synced(writer), synced(reader)]);
		writer.doc.getText('words').insert(0, 'read me');
		await reads(reader, 'read me');
		reader.doc.getText('words').insert(0, 'not ');
		expect(await denied).toBe('denied');
		const later = provide(room);
		await reads(later, 'read me');
		expect(writer.doc.getText('words').toJSON()).toBe('read me');
	});

	test('[Y135] quick leaving and joining again never shows less than there was', async () => {
		const room = roomOf(lab.id, 'path', randomId());
		const capability = lab.capability();
		let words = '';
		for (let n = 0; n < 60; n++) {
			const client = await RelayClient.joinAndSync(here.relay, room, { capability });
			expect(client.words).toBe(words);
			client.write(`${n} `);
			words = `${n} ${words}`;
			if (n % 2 === 0) {
				await client.settled();
				client.drop();
			} else {
				await client.settled();
				await client.leave();
			}
		}
	});

	test('[Y136] a quiet room sends something every twenty seconds', async () => {
		if (quiet.client === undefined) await beQuiet();
		const { client, from, heard } = quiet;
		if (client === undefined) throw new Error('nobody is quiet');
		const left = QUIET_MS - (performance.now() - from);
		await client.until('a sign of life', () => client.received.length > heard, Math.max(1_000, left));
		expect(client.closed).toBeUndefined();
	}, 40_000);
});
