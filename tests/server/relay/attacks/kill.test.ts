// kill -9 at random moments while people write: what was acknowledged is there afterwards, what was not comes again from those who wrote it, and nothing
// is there twice. PATHBOOK_KILL_ROUNDS says how often.

import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../support/fuzz-random.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { relayForTest } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';
import type { RelayProcess } from '../../../support/relay-process.ts';

const ROUNDS = Number(process.env['PATHBOOK_KILL_ROUNDS'] ?? 3);
const SEED = Number(process.env['PATHBOOK_KILL_SEED'] ?? 20_261_205);
const WRITERS = 6;
const ROOMS = 3;
const ON_THE_WAY = 60;
const PAUSE_MS = 1_200;
/** Rounds in the same rooms, so that logs grow, are folded, and do not grow for ever. */
const ROUNDS_IN_ROOM = 20;

class Writer {
	readonly doc = new Y.Doc();
	readonly acknowledged = new Set<string>();
	readonly room: string;
	readonly #name: string;
	#count = 0;

	constructor(room: string, name: string) {
		this.room = room;
		this.#name = name;
	}

	/** Writes until it is time to rest, and stays until the relay is gone. */
	async write(relay: RelayProcess, capability: string, pause: { on: boolean }): Promise<void> {
		const { doc } = this;
		const client = await RelayClient.joinAndSync(relay, this.room, { capability, doc });
		const keys = new Map<number, string>();
		try {
			while (!pause.on) {
				const key = `${this.#name}/${this.#count++}`;
				client.edit(() => doc.getMap('all').set(key, 'x'.repeat(this.#count % 80)));
				client.edit(() => doc.getText('words').insert(0, `${this.#count} `));
				keys.set(client.sent - 1, key);
				await client.until('room', () => client.sent - client.acknowledged < ON_THE_WAY);
			}
			await client.end(PAUSE_MS * 4);
		} catch {
			// gone in the middle of it
		}
		expect(client.closed?.code, 'closed by the end of the process alone').toBe(1006);
		for (const [message, key] of keys) if (message <= client.acknowledged) this.acknowledged.add(key);
	}
}

async function contentOf(relay: RelayProcess, room: string, capability: string): Promise<Y.Doc> {
	const client = await RelayClient.joinAndSync(relay, room, { capability });
	client.drop();
	expect(client.doc.store.pendingStructs).toBeNull();
	return client.doc;
}

describe('kill -9', () => {
	test(
		`[Y170] ${ROUNDS} rounds of seed ${SEED}: everything acknowledged is there`,
		async () => {
			const relay = await relayForTest();
			const lab = new RelayLab();
			const capability = lab.capability();
			const random = new Random(SEED);
			const everybody: Writer[] = [];
			let writers: Writer[] = [];
			let folded = 0;
			const missing = async (of: readonly Writer[]): Promise<string[]> => {
				const lacking: string[] = [];
				for (const room of new Set(of.map((writer) => writer.room))) {
					const all = (await contentOf(relay, room, capability)).getMap('all');
					for (const { acknowledged } of of.filter((writer) => writer.room === room))
						for (const key of acknowledged) if (!all.has(key)) lacking.push(key);
				}
				return lacking;
			};
			for (let round = 0; round < ROUNDS; round++) {
				if (round % ROUNDS_IN_ROOM === 0) {
					const rooms = Array.from({ length: ROOMS }, () => roomOf(lab.id, 'path', randomId()));
					writers = Array.from({ length: WRITERS }, (_, n) => new Writer(rooms[n % ROOMS] ?? '', `w${n}`));
					everybody.push(...writers);
				}
				const pause = { on: false };
				const writing = writers.map((writer) => writer.write(relay, capability, pause).catch(killedEarly));
				await new Promise((resolve) => setTimeout(resolve, random.below(500)));
				if (round % 4 === 1) {
					pause.on = true; // long enough for logs to be folded, and for the end to come in the middle of that
					await new Promise((resolve) => setTimeout(resolve, PAUSE_MS + random.below(PAUSE_MS)));
					folded += await relay.metric('pathbook_relay_compactions_total');
				}
				await relay.kill();
				await Promise.all(writing);
				await relay.startAgain();
				if (random.chance(0.1)) {
					await relay.kill(); // in the middle of coming back
					await relay.startAgain();
				}
				expect(await missing(writers), `round ${round}`).toEqual([]);
			}
			const total = everybody.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
			console.log(`${ROUNDS} times kill -9: ${total} acknowledged writes looked for, ${folded} logs folded`);
			expect(await missing(everybody)).toEqual([]);
			expect(total).toBeGreaterThan(ROUNDS);
			if (ROUNDS > 50) expect(folded).toBeGreaterThan(ROUNDS / 20);
			await comeTogether(relay, writers, capability);
		},
		Infinity,
	);

	/** A moment before anybody was let in is a moment too. */
	function killedEarly(cause: unknown): void {
		if (cause instanceof Error && /open|step 2/.test(cause.message)) return;
		throw cause;
	}

	/** Everybody comes back with what they have: all in a room hold the same, once. */
	async function comeTogether(
		relay: RelayProcess,
		writers: readonly Writer[],
		capability: string,
	): Promise<void> {
		const back = await Promise.all(
			writers.map(({ room, doc }) => RelayClient.joinAndSync(relay, room, { capability, doc })),
		);
		await Promise.all(back.map((client) => client.settled()));
		await Promise.all(back.map((client) => client.turn()));
		for (const { room, doc } of writers) {
			const kept = await contentOf(relay, room, capability);
			expect(kept.getText('words').toJSON()).toBe(doc.getText('words').toJSON());
			expect(kept.getMap('all').toJSON()).toEqual(doc.getMap('all').toJSON());
		}
	}

	test('[Y171] asked to end under load, it settles what it took, says 1012, and ends by itself', async () => {
		const relay = await relayForTest();
		const lab = new RelayLab();
		const capability = lab.capability();
		const room = roomOf(lab.id, 'path', randomId());
		const client = await RelayClient.joinAndSync(relay, room, { capability });
		for (let n = 0; n < 500; n++) client.write('a');
		const code = await relay.stop();
		expect(code).toBe(0);
		expect(await client.end()).toBe(1012);
		await relay.startAgain();
		const kept = await contentOf(relay, room, capability);
		expect(kept.getText('words').length).toBeGreaterThanOrEqual(client.acknowledged - 1);
	});
});
