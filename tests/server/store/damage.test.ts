// Rows that rot: the test writes into the file behind the store's back, as a bad disk would.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { contentOf, entriesOf, LAB, ROOM } from '../../contract/store-contract.ts';
import { noteOf, noteUpdates } from '../../support/note-updates.ts';
import { openStore, testFolder } from '../../support/opened-stores.ts';

const WELL = `${LAB}/path/well`;
const { updates, text } = noteUpdates(90);

const rots: readonly [what: string, sql: string][] = [
	[
		'content of the newest snapshot',
		`UPDATE snapshots SET content = zeroblob(length(content)) WHERE seq = 60`,
	],
	['extent of the newest snapshot', `UPDATE snapshots SET extent = x'0102' WHERE seq = 60`],
	['checksum of the newest snapshot', `UPDATE snapshots SET crc = crc + 1 WHERE seq = 60`],
];

for (const [what, sql] of rots)
	test(`[G20] where the ${what} is damaged, the one before it and its log take its place, and folding mends it`, async () => {
		const folder = await folderWith(3);
		rot(folder, sql);
		const store = await openStore(folder);
		const open = await store.open(ROOM);
		if (what.startsWith('extent'))
			expect(open).toMatchObject({ ok: true, value: { mended: expect.any(String) as unknown } });
		expect(open).toMatchObject({ ok: true, value: { seq: 90 } });
		expect(await store.content(ROOM, null)).toMatchObject({
			ok: true,
			value: { mended: expect.any(String) as unknown },
		});
		expect(await contentOf(store, ROOM)).toEqual({ seq: 90, note: text });
		expect(await store.compact(ROOM)).toMatchObject({ ok: true, value: { seq: 90 } });
		const mended = await store.open(ROOM);
		expect(mended).toMatchObject({ ok: true, value: { seq: 90, tail: { count: 0 } } });
		expect(mended.ok && mended.value.mended).toBeUndefined();
		expect(rows(folder, 'SELECT seq FROM snapshots ORDER BY seq')).toEqual([{ seq: 30 }, { seq: 90 }]);
		expect(rows(folder, 'SELECT min(seq) AS first FROM log WHERE room = 1')).toEqual([{ first: 31 }]);
		expect(await contentOf(store, ROOM)).toEqual({ seq: 90, note: text });
	});

test('[G20] the first snapshot keeps all of its log, so that it too can be made again', async () => {
	const folder = await folderWith(1);
	rot(folder, 'UPDATE snapshots SET content = zeroblob(9)');
	const store = await openStore(folder);
	expect(await contentOf(store, ROOM)).toEqual({ seq: 30, note: noteOf(...updates.slice(0, 30)) });
	expect(await store.open(ROOM)).toMatchObject({ ok: true, value: { seq: 30 } });
});

const losses: readonly [what: string, sql: string][] = [
	['a damaged update', `UPDATE log SET content = zeroblob(length(content)) WHERE room = 1 AND seq = 70`],
	[
		'an update in the place of another',
		`UPDATE log SET content = (SELECT content FROM log WHERE room = 1 AND seq = 71),
		crc = (SELECT crc FROM log WHERE room = 1 AND seq = 71) WHERE room = 1 AND seq = 70`,
	],
	['a missing update', `DELETE FROM log WHERE room = 1 AND seq = 70`],
	['both snapshots', `UPDATE snapshots SET crc = 0, extent_crc = 0`],
	[
		'the newest snapshot and an update behind the one before',
		`UPDATE snapshots SET extent = x'00' WHERE seq = 60;
		DELETE FROM log WHERE room = 1 AND seq BETWEEN 40 AND 90`,
	],
];

for (const [what, sql] of losses)
	test(`[G21] ${what}: the room is damaged and says so, nothing is guessed, and other rooms do not notice`, async () => {
		const folder = await folderWith(2);
		rot(folder, sql);
		const store = await openStore(folder);
		expect(await store.content(ROOM, null)).toMatchObject({ ok: false, error: { why: 'damaged' } });
		expect(await store.open(ROOM)).toMatchObject({ ok: false, error: { why: 'damaged' } });
		expect(await store.compact(ROOM)).toMatchObject({ ok: false, error: { why: 'unreadable' } });
		expect(await contentOf(store, WELL)).toEqual({ seq: 90, note: text });
		expect((await store.append(entriesOf(WELL, noteUpdates(3, 7).updates, 91))).ok).toBe(true);
		expect((await store.erase([ROOM])).ok).toBe(true);
		expect(await store.open(ROOM)).toMatchObject({ ok: false, error: { why: 'deleted' } });
	});

test('[G22] a room too large for the press costs the press and nothing else, and stays as it is', async () => {
	const folder = await folderWith(0);
	const store = await openStore(folder, { press: { megabytes: 8 } });
	const room = `${LAB}/path/big`;
	const doc = new Y.Doc();
	const big: Uint8Array[] = [];
	doc.on('update', (update: Uint8Array) => big.push(update));
	for (let step = 0; step < 20_000; step++) doc.getText('note').insert(0, 'a');
	await store.append(entriesOf(room, big, 1));
	expect(await store.compact(room)).toMatchObject({ ok: false, error: { why: 'trouble' } });
	expect(await contentOf(store, room)).toEqual({ seq: 20_000, note: 'a'.repeat(20_000) });
	expect(await contentOf(store, WELL)).toEqual({ seq: 90, note: text });
});

test('[G22] folding that takes too long is given up', async () => {
	const folder = await folderWith(0);
	const store = await openStore(folder, { press: { patience: 1 } });
	expect(await store.compact(ROOM)).toMatchObject({ ok: false, error: { why: 'trouble' } });
	expect(await contentOf(store, ROOM)).toEqual({ seq: 90, note: text });
});

/** A closed store with a room of 90 updates, of which `folds` times 30 were folded (all of them in a later one), and a room beside it. */
async function folderWith(folds: number): Promise<string> {
	const folder = testFolder();
	const store = await openStore(folder);
	for (const from of folds === 1 ? [0] : [0, 30, 60]) {
		await store.append(entriesOf(ROOM, updates.slice(from, from + 30), from + 1));
		if (from / 30 < Math.min(folds, 2)) await store.compact(ROOM);
	}
	await store.append(entriesOf(WELL, updates, 1));
	await store.close();
	return folder;
}

function rot(folder: string, sql: string): void {
	const database = new DatabaseSync(join(folder, 'relay.sqlite'));
	database.exec(sql);
	database.close();
}

function rows(folder: string, sql: string): unknown[] {
	const database = new DatabaseSync(join(folder, 'relay.sqlite'), { readOnly: true });
	const found = database.prepare(sql).all();
	database.close();
	return found.map((row) => ({ ...row }));
}
