// What every Store of the relay must do. Updates are real ones, because a store joins and folds them.

import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Extent, readExtent, writeExtent } from '#lib/wire/update/extent.ts';
import { joinUpdates } from '#lib/wire/update/join.ts';
import type { Entry, Store } from '../../server/store/store.ts';
import { noteOf, noteUpdates } from '../support/note-updates.ts';

export type Kept = {
	readonly store: Store;
	/** Closes it and opens what it kept once more. */
	again(): Promise<Store>;
};

/** `make` gives an empty store; what it opened is closed by whoever gives it. */
export function storeContract(name: string, make: () => Promise<Kept>): void {
	test(`${name} [G1] a room that does not exist opens empty, and reading leaves nothing behind`, async () => {
		const kept = await make();
		for await (const one of beforeAndAfter(kept)) {
			const open = await one.open(ROOM);
			expect(open).toMatchObject({
				ok: true,
				value: { seq: 0, tail: { count: 0, bytes: 0 }, bytes: 0 },
			});
			if (open.ok) expect(open.value.extent).toEqual(writeExtent(new Extent()));
			expect(await contentOf(one, ROOM)).toEqual({ seq: 0, note: '' });
			expect(await one.compact(ROOM)).toEqual({
				ok: true,
				value: { seq: 0, bytes: { before: 0, after: 0 } },
			});
			expect(await one.labBytes(LAB)).toBe(0);
		}
	});

	test(`${name} [G2] what was appended is read at once and after a restart, whole, in order, each room its own`, async () => {
		const kept = await make();
		const { store } = kept;
		const mine = noteUpdates(40, 1);
		const other = noteUpdates(30, 2);
		const entries = [...entriesOf(ROOM, mine.updates, 1), ...entriesOf(OTHER, other.updates, 1)];
		entries.sort((a, b) => a.seq - b.seq);
		const parts = [entries.slice(0, 1), entries.slice(1, 42), [], entries.slice(42)];
		for (const { ok } of await Promise.all(parts.map((part) => store.append(part)))) expect(ok).toBe(true);
		for await (const one of beforeAndAfter(kept)) {
			expect(await contentOf(one, ROOM)).toEqual({ seq: 40, note: mine.text });
			expect(await contentOf(one, OTHER)).toEqual({ seq: 30, note: other.text });
			const open = await one.open(ROOM);
			const bytes = mine.updates.reduce((sum, { length }) => sum + length, 0);
			expect(open).toMatchObject({ ok: true, value: { seq: 40, tail: { count: 40, bytes }, bytes } });
			expect(open.ok && open.value.extent).toEqual(writeExtent(extentOf(mine.updates)));
		}
	});

	test(`${name} [G3] for one who has a part the content is smaller, and with it all is there`, async () => {
		const { store } = await make();
		const { updates, text } = noteUpdates(200);
		await store.append(entriesOf(ROOM, updates, 1));
		const part = updates.slice(0, 150);
		const vector = Y.encodeStateVectorFromUpdate(Y.mergeUpdates(part));
		for (const round of [0, 1]) {
			const lacking = await store.content(ROOM, vector);
			const whole = await store.content(ROOM, null);
			if (!lacking.ok || !whole.ok) throw new Error('it can be read');
			expect(lacking.value.update.length, `round ${round}`).toBeLessThan(whole.value.update.length);
			expect(noteOf(...part, lacking.value.update)).toBe(text);
			await store.compact(ROOM);
		}
	});

	test(`${name} [G4] folding changes nothing of what a room holds, and makes it smaller`, async () => {
		const kept = await make();
		const { store } = kept;
		const { updates, text } = noteUpdates(600);
		await store.append(entriesOf(ROOM, updates.slice(0, 200), 1));
		const folded = await store.compact(ROOM);
		if (!folded.ok) throw new Error('it can be folded');
		expect(folded.value.seq).toBe(200);
		expect(await store.open(ROOM)).toMatchObject({ ok: true, value: { seq: 200, tail: { count: 0 } } });
		await store.append(entriesOf(ROOM, updates.slice(200, 400), 201));
		expect(await store.open(ROOM)).toMatchObject({ ok: true, value: { seq: 400, tail: { count: 200 } } });
		await store.compact(ROOM);
		await store.append(entriesOf(ROOM, updates.slice(400), 401));
		const last = await store.compact(ROOM);
		const short = await store.content(ROOM, null);
		if (!last.ok || !short.ok) throw new Error('it can be folded');
		expect(short.value.update.length).toBeLessThan(joinUpdates(updates).length);
		for await (const one of beforeAndAfter(kept)) {
			expect(await contentOf(one, ROOM)).toEqual({ seq: 600, note: text });
			const open = await one.open(ROOM);
			const extent = open.ok ? readExtent(open.value.extent) : open;
			if (!open.ok || !extent.ok) throw new Error('it can be read');
			expect(open.value.bytes).toBe(last.value.bytes.after);
			expect(await one.labBytes(LAB)).toBe(open.value.bytes);
			expect(extent.value.vector).toEqual(extentOf(updates).vector);
		}
	});

	test(`${name} [G5] what does not make a whole document, or none that Yjs can read, is not folded and stays`, async () => {
		const { store } = await make();
		const { updates } = noteUpdates(20);
		const held = updates.filter((_update, index) => index !== 3);
		await store.append(entriesOf(ROOM, held, 1));
		await store.append(entriesOf(OTHER, [new Uint8Array([1, 1, 1, 0, 99])], 1));
		expect(await store.compact(ROOM)).toMatchObject({ ok: false, error: { why: 'parts_missing' } });
		expect(await store.compact(OTHER)).toMatchObject({ ok: false, error: { why: 'unreadable' } });
		expect(await store.labBytes(LAB)).toBe(held.reduce((sum, { length }) => sum + length, 5));
	});

	test(`${name} [G6] an erased room is gone for good: it cannot be read, and what still comes for it is dropped`, async () => {
		const kept = await make();
		const { store } = kept;
		const { updates, text } = noteUpdates(10);
		const rooms = [ROOM, OTHER, `${LAB}/path/never`];
		await store.append([...entriesOf(ROOM, updates, 1), ...entriesOf(`${LAB}/path/p`, updates, 1)]);
		const erased = store.erase(rooms);
		const late = store.append([...entriesOf(ROOM, updates, 11), ...entriesOf(`${LAB}/index`, updates, 1)]);
		expect(await erased).toEqual({ ok: true, value: undefined });
		expect((await late).ok).toBe(true);
		for await (const one of beforeAndAfter(kept)) {
			for (const room of rooms) {
				expect(await one.open(room)).toMatchObject({ ok: false, error: { why: 'deleted' } });
				expect(await one.content(room, null)).toMatchObject({ ok: false, error: { why: 'deleted' } });
				expect(await one.compact(room)).toMatchObject({ ok: false, error: { why: 'deleted' } });
				expect((await one.erase([room])).ok).toBe(true);
			}
			expect(await contentOf(one, `${LAB}/path/p`)).toEqual({ seq: 10, note: text });
			expect(await contentOf(one, `${LAB}/index`)).toEqual({ seq: 10, note: text });
			expect(await one.labBytes(LAB)).toBe(2 * updates.reduce((sum, { length }) => sum + length, 0));
		}
	});

	test(`${name} [G7] what was ever revoked stays so, and lists that another one contains are not kept`, async () => {
		const kept = await make();
		const { store } = kept;
		expect(await store.revoked()).toEqual(new Map());
		const put = (lab: string, list: string, version: number, ids: string[]) =>
			store.revoke(lab, list, version, ids);
		await put(LAB, 'one', 1, ['a']);
		await put(LAB, 'three', 3, ['a', 'b']);
		await put(LAB, 'two', 2, ['c']);
		await put(LAB, 'fewer', 4, ['b']);
		await put(LAB, 'same', 5, ['c']);
		await put('other', 'none', 1, []);
		for await (const one of beforeAndAfter(kept))
			expect(await one.revoked()).toEqual(
				new Map([
					[LAB, { ids: new Set(['a', 'b', 'c']), lists: ['same', 'three'] }],
					['other', { ids: new Set(), lists: ['none'] }],
				]),
			);
	});

	test(`${name} [G8] the first lab to claim a relay has it`, async () => {
		const kept = await make();
		const { store } = kept;
		expect(await store.claimed()).toBeUndefined();
		expect(await Promise.all([store.claim(LAB), store.claim('other')])).toEqual([
			{ ok: true, value: LAB },
			{ ok: true, value: LAB },
		]);
		expect(await (await kept.again()).claimed()).toBe(LAB);
	});

	test(`${name} [G9] the bytes of a lab are those of its rooms and of no other lab`, async () => {
		const kept = await make();
		const { store } = kept;
		const { updates } = noteUpdates(10);
		const bytes = updates.reduce((sum, { length }) => sum + length, 0);
		await store.append([
			...entriesOf(ROOM, updates, 1),
			...entriesOf(OTHER, updates, 1),
			...entriesOf(`${LAB}X/index`, updates, 1),
		]);
		for await (const one of beforeAndAfter(kept)) {
			expect(await one.labBytes(LAB)).toBe(2 * bytes);
			expect(await one.labBytes(`${LAB}X`)).toBe(bytes);
			expect(await one.labBytes(LAB.slice(1))).toBe(0);
		}
	});

	test(`${name} [G10] a number that is not the next one of its room is a bug: it throws, and leaves nothing`, async () => {
		const { store } = await make();
		const { updates, text } = noteUpdates(10);
		await store.append(entriesOf(ROOM, updates.slice(0, 5), 1));
		const wrong = [
			store.append([...entriesOf(OTHER, updates, 1), ...entriesOf(ROOM, updates.slice(5), 7)]),
			store.append(entriesOf(ROOM, updates.slice(5), 5)),
			store.append(entriesOf(OTHER, updates, 2)),
		];
		const right = store.append(entriesOf(ROOM, updates.slice(5), 6));
		for (const one of wrong) await expect(one).rejects.toThrow(/was due/);
		expect((await right).ok).toBe(true);
		expect(await contentOf(store, ROOM)).toEqual({ seq: 10, note: text });
		expect(await contentOf(store, OTHER)).toEqual({ seq: 0, note: '' });
	});

	test(`${name} [G11] it can be asked whether it takes anything, and closing waits for what was given`, async () => {
		const kept = await make();
		const { store } = kept;
		expect(await store.probe()).toEqual({ ok: true, value: undefined });
		const { updates, text } = noteUpdates(100);
		const given = updates.map((update, index) => store.append([{ room: ROOM, seq: index + 1, update }]));
		const next = await kept.again();
		for (const one of given) expect((await one).ok).toBe(true);
		expect(await contentOf(next, ROOM)).toEqual({ seq: 100, note: text });
	});

	test(`${name} [G12] rooms that are written, folded and read at the same time do not disturb each other`, async () => {
		const { store } = await make();
		const notes = [1, 2, 3, 4].map((seed) => ({ room: `${LAB}/path/${seed}`, ...noteUpdates(60, seed) }));
		await Promise.all(
			notes.map(async ({ room, updates }) => {
				for (let from = 0; from < updates.length; from += 20) {
					const part = entriesOf(room, updates.slice(from, from + 20), from + 1);
					const [appended] = await Promise.all([store.append(part), store.compact(room), store.open(room)]);
					expect(appended.ok).toBe(true);
				}
				expect((await store.compact(room)).ok).toBe(true);
			}),
		);
		for (const { room, text } of notes) expect(await contentOf(store, room)).toEqual({ seq: 60, note: text });
	});
}

export const LAB = 'L'.repeat(43);
export const ROOM = `${LAB}/path/a`;
const OTHER = `${LAB}/path/a/review`;

async function* beforeAndAfter({ store, again }: Kept): AsyncGenerator<Store> {
	yield store;
	yield await again();
}

/** Consecutive entries of a room. */
export function entriesOf(room: string, updates: readonly Uint8Array[], from: number): Entry[] {
	return updates.map((update, index) => ({ room, seq: from + index, update }));
}

/** The text of a room and the number it goes up to. */
export async function contentOf(store: Store, room: string): Promise<{ seq: number; note: string }> {
	const content = await store.content(room, null);
	if (!content.ok) throw new Error(`${room} cannot be read: ${content.error.why} ${content.error.detail}`);
	return { seq: content.value.seq, note: noteOf(content.value.update) };
}

function extentOf(updates: readonly Uint8Array[]): Extent {
	const extent = new Extent();
	for (const update of updates) if (!extent.admit(update).ok) throw new Error('these are updates');
	return extent;
}
