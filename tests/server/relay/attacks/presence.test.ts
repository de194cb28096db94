// Presence: who is here, as the relay vouches for it. Ids belong to the socket that came with them, go with it, and nobody speaks for another or for
// fifty thousand.

import { describe, expect, test } from 'vitest';
import { beside } from '../../../support/relay-beside.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { presenceFrame, type Entry } from '../../../support/relay-frames.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf, type Claims } from '../../../support/relay-lab.ts';

const state = (value: unknown): string => JSON.stringify(value);
const entry = (client: number, clock: number, value: unknown = { at: client }): Entry => ({
	client,
	clock,
	state: state(value),
});

describe('presence', () => {
	const here = relayForAll();
	const lab = new RelayLab();
	const newRoom = (): string => roomOf(lab.id, 'path', randomId());
	const join = (room: string, claims: Claims = {}): Promise<RelayClient> =>
		RelayClient.joinAndSync(here.relay, room, { capability: lab.capability(claims) });

	test('[Y120] everybody hears of everybody, newcomers too, with what the relay says of them', async () => {
		const room = newRoom();
		const [ann, ben] = [
			await join(room, { name: 'Ann', role: 'owner', jti: 'ann' }),
			await join(room, { name: 'Ben', role: 'reader' }),
		];
		ann.sendPresence([entry(1, 1, { cursor: 7, member: { name: 'Ben', role: 'owner' } })]);
		ben.sendPresence([entry(2, 1)]);
		await ben.until('Ann', () => ben.present().has(1));
		await ann.until('Ben', () => ann.present().has(2));
		const third = await join(room);
		await third.until('both', () => third.present().size === 2);
		const told: unknown = JSON.parse(third.present().get(1)?.state ?? '');
		expect(told).toMatchObject({ cursor: 7, member: { name: 'Ann', role: 'owner' } });
		expect(JSON.parse(ann.present().get(2)?.state ?? '')).toMatchObject({
			member: { name: 'Ben', role: 'reader' },
		});
	});

	test('[Y121] who goes is gone at once, however they went', async () => {
		const room = newRoom();
		const witness = await join(room);
		const [polite, rude] = [await join(room), await join(room)];
		polite.sendPresence([entry(1, 1)]);
		rude.sendPresence([entry(2, 1), entry(3, 1)]);
		await witness.until('three', () => witness.present().size === 3);
		await polite.leave();
		rude.drop();
		await witness.until('nobody', () => witness.present().size === 0);
		const later = await join(room);
		await later.turn();
		expect(later.present().size).toBe(0);
	});

	test('[Y122] nobody speaks for the id of a socket that is there, takes it away, or is closed for trying', async () => {
		const room = newRoom();
		const [ann, thief, witness] = [await join(room, { name: 'Ann' }), await join(room), await join(room)];
		ann.sendPresence([entry(1, 5, { true: 1 })]);
		await witness.until('Ann', () => witness.present().has(1));
		thief.sendPresence([entry(1, 6, { false: 1 }), entry(9, 1)]);
		thief.sendPresence([entry(1, 900, null)]);
		await witness.until('the thief', () => witness.present().has(9));
		await thief.turn();
		expect(thief.closed).toBeUndefined();
		expect(JSON.parse(witness.present().get(1)?.state ?? '')).toMatchObject({ true: 1 });
		thief.drop();
		await witness.until('the thief gone', () => !witness.present().has(9));
		expect(witness.present().has(1)).toBe(true);
		ann.sendPresence([entry(1, 6, { still: 1 })]);
		await witness.until('Ann still heard', () => witness.present().get(1)?.state.includes('still') === true);
	});

	test('[Y123] an id is free again when its socket went, so that a quick return works', async () => {
		const room = newRoom();
		const witness = await join(room);
		for (let n = 1; n <= 4; n++) {
			const ann = await join(room);
			ann.sendPresence([entry(1, n, { visit: n })]);
			await witness.until('the visit', () => witness.present().get(1)?.state.includes(`:${n}`) === true);
			ann.drop();
			await witness.until('the end of it', () => !witness.present().has(1));
		}
	});

	test.each([10_000, 50_001])('[Y124] %d entries in one message are not passed on', async (count) => {
		const room = newRoom();
		const witness = await join(room);
		const crowd = Array.from({ length: count }, (_, n) => entry(n + 1, 1, {}));
		await beside(here.relay, async () => {
			for (let n = 0; n < 5; n++) {
				const client = await join(room);
				client.sendPresence(crowd);
				await client.turn().catch(() => undefined); // it may be closed for it
				client.drop();
			}
		});
		await witness.turn();
		const heard = witness.received.map((message) =>
			message.kind === 'presence' ? message.entries.length : 0,
		);
		expect(Math.max(...heard)).toBeLessThanOrEqual(5 * 64); // five sockets may have left in one round
		const later = await join(room);
		await later.turn();
		expect(later.present().size).toBeLessThanOrEqual(64);
	});

	test('[Y125] ten thousand entries one by one, and states without measure, end at the limits', async () => {
		const room = newRoom();
		const witness = await join(room);
		const many = await join(room);
		for (let n = 1; n <= 10_000 && many.closed === undefined; n++) many.sendPresence([entry(n, 1)]);
		await many.turn().catch(() => undefined); // it may be closed for it
		const large = await join(room);
		for (let n = 1; n <= 10; n++) large.sendPresence([entry(20_000 + n, 1, { text: 'x'.repeat(60_000) })]);
		await large.turn().catch(() => undefined);
		const later = await join(room);
		await later.turn();
		const kept = [...later.present().values()];
		expect(kept.length).toBeLessThanOrEqual(64 + 2);
		expect(kept.reduce((sum, { state: { length } }) => sum + length, 0)).toBeLessThan(3 * 66_000);
		expect(witness.closed).toBeUndefined();
	});

	test('[Y126] what is no presence closes its socket and is passed on to nobody', async () => {
		const room = newRoom();
		const witness = await join(room);
		for (const wrong of ['{"a":', 'undefined', '"text"', '7', '[]', '{}}', '']) {
			const client = await join(room);
			client.send(presenceFrame([{ client: 1, clock: 1, state: wrong }]));
			await client.turn().catch(() => undefined);
			client.drop();
		}
		await witness.turn();
		for (const { state: heard } of witness.present().values())
			expect(() => void JSON.parse(heard)).not.toThrow();
		expect(witness.trouble).toBeUndefined();
	});

	test('[Y127] names of the prototype in a state are words like others', async () => {
		const room = newRoom();
		const [ann, witness] = [await join(room, { name: 'Ann' }), await join(room)];
		ann.send(
			presenceFrame([
				{
					client: 1,
					clock: 1,
					state: '{"__proto__":{"member":{"name":"Ben"}},"constructor":1,"member":null}',
				},
			]),
		);
		await witness.until('Ann', () => witness.present().has(1));
		expect(witness.present().get(1)?.state).toMatch(/"name":"Ann"/);
	});
});
