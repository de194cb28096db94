// Anything at all, from a seed: thousands of frames by people with good and with small capabilities, while three honest people write in the same room.
// The process lives, the honest ones are never closed and end with the same document, and what the disk holds is that document.
// A bent byte can put an item between neighbours that stand the other way round, where Yjs itself gives copies different orders: those rooms are
// counted, and only their parts are compared.
// PATHBOOK_FUZZ_FRAMES and PATHBOOK_FUZZ_SEED choose how many and which.

import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { contradictions } from '../../../support/contradictions.ts';
import { Random } from '../../../support/fuzz-random.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { FuzzFrames } from '../../../support/relay-fuzz-frames.ts';
import { relayForTest } from '../../../support/relay-here.ts';
import { RelayLab, ROLES, randomId, roomOf } from '../../../support/relay-lab.ts';
import type { RelayProcess } from '../../../support/relay-process.ts';

const FRAMES = Number(process.env['PATHBOOK_FUZZ_FRAMES'] ?? 3_000);
const SEED = Number(process.env['PATHBOOK_FUZZ_SEED'] ?? 20_261_204);
const ATTACKERS = 8;
/** Frames in one room: a new one is taken before its document makes joining slow. */
const CHAPTER = 1_500;

/** One who sends what the seed says, and comes back when they were closed. */
async function attack(
	relay: RelayProcess,
	lab: RelayLab,
	room: string,
	n: number,
	seed: number,
): Promise<void> {
	const role = n < 5 ? 'editor' : (ROLES[n % ROLES.length] ?? 'reader');
	const capability = lab.capability({ role });
	let returns = 0;
	let left = Math.ceil(Math.min(FRAMES, CHAPTER) / ATTACKERS);
	while (left > 0) {
		const random = new Random(seed + n, returns);
		const client = await RelayClient.joinAndSync(relay, room, { capability });
		const frames = new FuzzFrames(client.doc, random);
		while (left > 0 && client.closed === undefined) {
			for (let batch = 1 + random.below(6); batch > 0 && left > 0; batch--) {
				left -= 1;
				client.socket.send(frames.next());
			}
			await client.turn().catch(() => undefined); // it was closed for something in the batch
		}
		expect(relay.alive, relay.output.slice(-2000)).toBe(true);
		if (client.closed !== undefined && client.closed.code < 4000)
			throw new Error(`closed with ${client.closed.code} ${client.closed.reason}`);
		client.drop();
		returns += 1;
	}
}

/** Keys in alphabetical order: the order of a map's keys is that in which they came. */
function inOrder(_: string, value: unknown): unknown {
	if (typeof value === 'bigint') return `${value}n`;
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Seen = {
	/** Which parts there are. Not what of them is deleted: Yjs tidies marks that do nothing, in each copy for itself. */
	readonly parts: string;
	/** All that people see, or nothing where Yjs cannot say it the same to everybody. */
	readonly words: string | undefined;
};

function seenBy({ doc }: RelayClient): Seen {
	expect(doc.store.pendingStructs).toBeNull();
	expect(doc.store.pendingDs).toBeNull();
	const vector = Y.decodeStateVector(Y.encodeStateVector(doc));
	const parts = JSON.stringify([...vector].sort(([a], [b]) => a - b));
	if (contradictions(doc) > 0) return { parts, words: undefined };
	const words = {
		words: doc.getText('words').toDelta() as unknown,
		list: doc.getArray('list').toJSON(),
		map: doc.getMap('map').toJSON(),
		xml: doc.getXmlFragment('xml').toJSON(),
		honest: doc.getMap('honest').toJSON(),
	};
	return { parts, words: JSON.stringify(words, inOrder, 1) };
}

/** Attackers and honest people in a room of their own; answers what it holds then, as all of the honest see it. */
async function chapter(relay: RelayProcess, lab: RelayLab, room: string, seed: number): Promise<Seen> {
	const capability = lab.capability();
	const join = (): Promise<RelayClient> => RelayClient.joinAndSync(relay, room, { capability });
	const honest = [await join(), await join(), await join()];
	const writing = { on: true, count: 0 };
	const write = async (client: RelayClient, who: number): Promise<void> => {
		while (writing.on) {
			writing.count += 1;
			client.edit((doc) => doc.getMap('honest').set(`${who}`, writing.count));
			client.edit((doc) => doc.getText('words').insert(0, 'h'));
			await client.settled();
		}
	};
	const writers = Promise.all(honest.map(write));
	const attackers = Array.from({ length: ATTACKERS }, (_, n) => attack(relay, lab, room, n, seed));
	try {
		await Promise.race([Promise.all(attackers), writers]);
	} finally {
		writing.on = false;
	}
	await writers;
	await Promise.all(honest.map((client) => client.turn()));
	const [one = { parts: '', words: '' }, ...others] = honest.map(seenBy);
	for (const other of others) expect(other).toEqual(one);
	for (const client of honest) expect([client.trouble, client.closed]).toEqual([undefined, undefined]);
	expect(writing.count).toBeGreaterThan(3);
	expect(seenBy(await join())).toEqual(one);
	for (const client of honest) client.drop();
	return one;
}

describe('fuzz', () => {
	test(
		`[Y160] ${FRAMES} frames of seed ${SEED}: the process lives, the honest converge, the disk holds what they have`,
		async () => {
			const relay = await relayForTest();
			const lab = new RelayLab();
			const held = new Map<string, Seen>();
			for (let n = 0; n * CHAPTER < FRAMES; n++) {
				const room = roomOf(lab.id, 'path', randomId());
				held.set(room, await chapter(relay, lab, room, SEED + n * ATTACKERS));
			}
			const unsure = [...held.values()].filter(({ words }) => words === undefined).length;
			const kinds = (await relay.metrics()).match(/^pathbook_relay_events_total.*$/gm);
			console.log(
				`${FRAMES} frames of seed ${SEED}: ${kinds?.join(' ')}; ${unsure} of ${held.size} rooms unsure`,
			);
			expect(unsure, 'rooms with an item between neighbours the other way round').toBeLessThan(
				1 + held.size / 5,
			);
			await relay.kill();
			await relay.startAgain();
			for (const [room, seen] of held) {
				const later = await RelayClient.joinAndSync(relay, room, { capability: lab.capability() });
				expect(later.trouble).toBeUndefined();
				expect(seenBy(later)).toEqual(seen);
				later.drop();
			}
		},
		Infinity,
	);
});
