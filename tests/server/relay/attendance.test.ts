// Who is in a room, and what echoes, ghosts and thieves of ids can do about it.

import { expect, test } from 'vitest';
import { readPresence, type PresenceEntry } from '#lib/wire/presence.ts';
import { Attendance } from '../../../server/relay/attendance.ts';
import { peerFor } from '../../support/room-peer.ts';

const limits = { ids: 3, bytes: 200 };
const state = (value: object): string => JSON.stringify(value);

function told(update: Uint8Array | undefined): PresenceEntry[] {
	if (!update) return [];
	const entries = readPresence(update);
	if (!entries.ok) throw new Error(entries.error.code);
	return entries.value;
}

test('[Y2] a state carries the member whom the relay knows, whatever it says of itself', () => {
	const attendance = new Attendance(limits);
	const ann = peerFor('Ann');
	attendance.take(ann, [{ client: 7, clock: 1, state: state({ member: { name: 'Bob' }, at: 3 }) }]);
	expect(JSON.parse(told(attendance.changes())[0]?.state ?? '')).toEqual({ at: 3, member: ann.member });
});

test('[Y3] an id belongs to the first live connection that announced it', () => {
	const attendance = new Attendance(limits);
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	attendance.take(ann, [{ client: 7, clock: 1, state: '{}' }]);
	attendance.changes();
	expect(attendance.take(bob, [{ client: 7, clock: 9, state: state({ stolen: true }) }])).toBe('nothing');
	expect(attendance.take(bob, [{ client: 7, clock: 9, state: 'null' }])).toBe('nothing');
	attendance.drop(ann);
	expect(told(attendance.changes())).toEqual([{ client: 7, clock: 1, state: 'null' }]);
	expect(attendance.take(bob, [{ client: 7, clock: 9, state: '{}' }])).toBe('news');
});

test('[Y4] an echo brings nobody back, and who announces himself anew is here again', () => {
	const attendance = new Attendance(limits);
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	attendance.take(ann, [{ client: 7, clock: 4, state: '{}' }]);
	attendance.drop(ann);
	expect(attendance.take(bob, [{ client: 7, clock: 4, state: '{}' }])).toBe('nothing');
	expect(attendance.take(bob, [{ client: 8, clock: 1, state: 'null' }])).toBe('nothing');
	expect(attendance.take(peerFor('Ann'), [{ client: 7, clock: 6, state: '{}' }])).toBe('news');
});

test('[Y5] more ids or bytes than allowed are too much; others’ ids do not count', () => {
	const attendance = new Attendance(limits);
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	const here = (from: number, count: number): PresenceEntry[] =>
		Array.from({ length: count }, (_, n) => ({ client: from + n, clock: 1, state: '{}' }));
	expect(attendance.take(ann, here(1, 3))).toBe('news');
	expect(attendance.take(bob, [...here(1, 3), ...here(10, 1)])).toBe('news');
	expect(attendance.take(ann, here(20, 1))).toBe('too_much');
	expect(attendance.take(bob, [{ client: 11, clock: 1, state: state({ much: 'x'.repeat(300) }) }])).toBe(
		'too_much',
	);
});

test('[Y6] what is no state is not passed on', () => {
	const attendance = new Attendance({ ids: 9, bytes: 90_000 });
	const wrong = ['7', '[]', '{', '"x"', `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`];
	const entries = wrong.map((text, client) => ({ client, clock: 1, state: text }));
	attendance.take(peerFor('Ann'), entries);
	for (const entry of told(attendance.changes()))
		expect(() => JSON.parse(entry.state) as unknown).not.toThrow();
});
