// A room without sockets: what is told, kept, acknowledged and refused, and in which order.

import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { Frame } from '#lib/wire/frames.ts';
import type { MemoryOptions } from '../../../server/store/memory.ts';
import type { StoreTrouble } from '../../../server/store/store.ts';
import { peerFor, type RoomPeer } from '../../support/room-peer.ts';
import { ROOM, stageOf, type Stage } from '../../support/room-stage.ts';

const open: Stage[] = [];
afterEach(() => Promise.all(open.splice(0).map((stage) => stage.close())));

function stage(options: MemoryOptions = {}, limits: Parameters<typeof stageOf>[1] = {}): Stage {
	const made = stageOf(options, limits);
	open.push(made);
	return made;
}

/** A document that says which updates it makes. */
function writer(client: number): { doc: Y.Doc; type: (words: string) => Uint8Array } {
	const doc = new Y.Doc();
	doc.clientID = client;
	const type = (words: string): Uint8Array => {
		const before = Y.encodeStateVector(doc);
		doc.getText('t').insert(doc.getText('t').length, words);
		return Y.encodeStateAsUpdate(doc, before);
	};
	return { doc, type };
}

function updatesOf(peer: RoomPeer): Uint8Array[] {
	return peer.frames.flatMap((frame) =>
		frame.kind === 'update' || frame.kind === 'step2' ? [frame.update] : [],
	);
}

function textOf(updates: readonly Uint8Array[]): string {
	const doc = new Y.Doc();
	for (const update of updates) Y.applyUpdate(doc, update);
	return doc.getText('t').toString();
}

const update = (bytes: Uint8Array): Frame => ({ kind: 'update', update: bytes });
const step2 = (bytes: Uint8Array): Frame => ({ kind: 'step2', update: bytes });
const step1 = (vector = Uint8Array.of(0)): Frame => ({ kind: 'step1', vector });
const greeted = (peer: RoomPeer): Promise<void> =>
	peer.until(() => peer.frames.some(({ kind }) => kind === 'step1'));

/** A gate before the disk, that the test opens. */
function gated(): { gate: () => Promise<void>; release: () => void } {
	let release = (): void => undefined;
	let shut = new Promise<void>((resolve) => (release = resolve));
	return {
		gate: () => shut,
		release: () => {
			release();
			shut = Promise.resolve();
		},
	};
}

test('[Y7] an update is told at once and acknowledged only when it is kept', async () => {
	const { gate, release } = gated();
	const { room } = stage({ gate });
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	room().join(ann);
	room().join(bob);
	await greeted(bob);
	room().receive(ann, update(writer(1).type('hello')));
	await bob.until(() => updatesOf(bob).length > 0);
	expect(textOf(updatesOf(bob))).toBe('hello');
	expect(ann.acknowledged).toEqual([]);
	expect(updatesOf(ann)).toEqual([]);
	release();
	await ann.until(() => ann.acknowledged.length > 0);
	expect(ann.acknowledged).toEqual([1]);
});

test('[Y8] who repeats what is not kept yet is acknowledged with it, not before; nothing is told or kept twice', async () => {
	const { gate, release } = gated();
	const { room, store } = stage({ gate });
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	room().join(ann);
	room().join(bob);
	await greeted(bob);
	const words = writer(1).type('hello');
	room().receive(ann, update(words));
	room().receive(bob, step2(words));
	await bob.until(() => updatesOf(bob).length > 0);
	expect(bob.acknowledged).toEqual([]);
	release();
	await bob.until(() => bob.acknowledged.length > 0);
	expect(updatesOf(ann)).toEqual([]);
	const kept = await store.open(ROOM);
	expect(kept.ok && kept.value.seq).toBe(1);
});

test('[Y9] a write of somebody who may only read is refused and settled; what adds nothing is no write', async () => {
	const { room, store } = stage();
	const [ann, eve] = [peerFor('Ann'), peerFor('Eve', false)];
	room().join(ann);
	room().join(eve);
	await greeted(eve);
	const { type } = writer(1);
	const words = type('hello');
	room().receive(eve, update(words));
	expect(eve.denied).toBe(1);
	expect(eve.acknowledged).toEqual([1]);
	room().receive(ann, update(words));
	await ann.until(() => ann.acknowledged.length > 0);
	room().receive(eve, step2(words));
	expect(eve.denied).toBe(1);
	room().receive(eve, step2(type('!')));
	expect(eve.denied).toBe(2);
	expect(eve.acknowledged.at(-1)).toBe(3);
	const kept = await store.open(ROOM);
	expect(kept.ok && kept.value.seq).toBe(1);
});

test('[Y10] parts that are missing are asked for; nothing is kept, told or acknowledged before they come', async () => {
	const { room, store } = stage();
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	room().join(ann);
	room().join(bob);
	await greeted(ann);
	await greeted(bob);
	const { doc, type } = writer(1);
	type('never ');
	const second = type('sent');
	room().receive(ann, update(second));
	expect(ann.frames.filter(({ kind }) => kind === 'step1')).toHaveLength(2);
	expect(ann.acknowledged).toEqual([]);
	const empty = await store.open(ROOM);
	expect(empty.ok && empty.value.seq).toBe(0);
	room().receive(ann, step2(Y.encodeStateAsUpdate(doc)));
	await ann.until(() => ann.acknowledged.length > 0);
	expect(ann.acknowledged.at(-1)).toBe(2);
	await bob.until(() => updatesOf(bob).length > 0);
	expect(textOf(updatesOf(bob))).toBe('never sent');
});

test('[Y11] an answer that leaves the gap ends the connection, and the others go on', async () => {
	const { room } = stage();
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	room().join(ann);
	room().join(bob);
	await greeted(ann);
	const { type } = writer(1);
	type('never ');
	const second = type('sent');
	room().receive(ann, step2(second));
	expect(ann.closed).toBeUndefined();
	room().receive(ann, step2(second));
	expect(ann.closed?.code).toBe(4400);
	room().receive(bob, update(writer(2).type('fine')));
	await bob.until(() => bob.acknowledged.length > 0);
	expect(bob.closed).toBeUndefined();
});

test('[Y12] where the disk fails nothing is acknowledged, all are told to come back, and what was kept before is there', async () => {
	let trouble: StoreTrouble | undefined;
	const { room, journal } = stage({ trouble: () => trouble });
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	room().join(ann);
	room().join(bob);
	await greeted(ann);
	const { doc, type } = writer(1);
	room().receive(ann, update(type('kept ')));
	await ann.until(() => ann.acknowledged.length > 0);
	trouble = { why: 'full', detail: 'no space' };
	room().receive(ann, update(type('lost')));
	await ann.until(() => ann.closed !== undefined);
	expect([ann.closed?.code, bob.closed?.code, ann.acknowledged]).toEqual([4503, 4503, [1]]);
	const reader = peerFor('Cid');
	room().join(reader);
	room().receive(reader, step1());
	await reader.until(() => updatesOf(reader).length > 0);
	expect(textOf(updatesOf(reader))).toBe('kept ');
	const again = peerFor('Ann');
	room().join(again);
	room().receive(again, step2(Y.encodeStateAsUpdate(doc)));
	expect(again.closed?.code).toBe(4503);
	trouble = undefined;
	journal.recovered();
	const back = peerFor('Ann');
	room().join(back);
	room().receive(back, step2(Y.encodeStateAsUpdate(doc)));
	await back.until(() => back.acknowledged.length > 0);
	expect(back.acknowledged).toEqual([1]);
});

test('[Y13] whoever joins has everything with the step 2, also what others write meanwhile', async () => {
	const { room, store } = stage();
	const ann = peerFor('Ann');
	room().join(ann);
	await greeted(ann);
	const { type } = writer(1);
	for (let n = 0; n < 50; n++) room().receive(ann, update(type(`${n} `)));
	await ann.until(() => ann.acknowledged.at(-1) === 50);
	for (const peer of [ann]) room().leave(peer);
	room().retire();
	const again = peerFor('Ann');
	room().join(again);
	await greeted(again);
	const cid = peerFor('Cid');
	room().join(cid);
	room().receive(cid, step1());
	for (let n = 50; n < 60; n++) room().receive(again, update(type(`${n} `)));
	await cid.until(() => cid.frames.some(({ kind }) => kind === 'step2'));
	const until = cid.frames.findIndex(({ kind }) => kind === 'step2');
	const answer = cid.frames.slice(0, until + 1).flatMap((frame) => ('update' in frame ? [frame.update] : []));
	expect(textOf(answer).startsWith(Array.from({ length: 50 }, (_, n) => `${n} `).join(''))).toBe(true);
	await cid.until(() => textOf(updatesOf(cid)).endsWith('59 '));
	expect(textOf(updatesOf(cid))).toBe(Array.from({ length: 60 }, (_, n) => `${n} `).join(''));
	await again.until(() => again.acknowledged.at(-1) === 10);
	const content = await store.content(ROOM, null);
	expect(content.ok && textOf([content.value.update])).toBe(textOf(updatesOf(cid)));
});

test('[Y14] a large update is read elsewhere, and what comes after it waits its turn', async () => {
	const { room } = stage();
	const [ann, bob] = [peerFor('Ann'), peerFor('Bob')];
	room().join(ann);
	room().join(bob);
	await greeted(bob);
	const { type } = writer(1);
	room().receive(ann, update(type('x'.repeat(600_000))));
	room().receive(ann, update(type(' and more')));
	await ann.until(() => ann.acknowledged.at(-1) === 2);
	await bob.until(() => textOf(updatesOf(bob)).endsWith(' and more'));
	expect(ann.closed).toBeUndefined();
});

test('[Y15] a deleted room takes nobody, and one that is full takes nothing more', async () => {
	const { room, store } = stage({}, { room: 1_000 });
	const ann = peerFor('Ann');
	room().join(ann);
	await greeted(ann);
	room().receive(ann, update(writer(1).type('x'.repeat(2_000))));
	expect(ann.closed?.code).toBe(4413);
	room().retire();
	await store.erase([ROOM]);
	const late = peerFor('Bob');
	room().join(late);
	await late.until(() => late.closed !== undefined);
	expect(late.closed?.code).toBe(4410);
});

test('[Y16] what is malformed closes its connection alone', async () => {
	const { room } = stage();
	const [ann, eve] = [peerFor('Ann'), peerFor('Eve')];
	room().join(ann);
	room().join(eve);
	await greeted(eve);
	for (const [bytes, kind] of [
		[[9, 9, 9], 'update'],
		[[255, 255, 255, 255, 127], 'step2'],
		[[1], 'step1'],
	] as const) {
		const peer = peerFor('Eve');
		room().join(peer);
		await greeted(peer);
		const given = Uint8Array.from(bytes);
		room().receive(peer, kind === 'step1' ? { kind, vector: given } : { kind, update: given });
		expect(peer.closed?.code).toBe(4400);
	}
	expect(ann.closed).toBeUndefined();
});
