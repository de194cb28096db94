// The way to the disk: what fails for one room, and what for all.

import { expect, test } from 'vitest';
import { err, ok, type Result } from '#lib/core/result.ts';
import { Journal, type Journaled } from '../../../server/relay/journal.ts';
import type { Entry, StoreTrouble } from '../../../server/store/store.ts';
import { peerFor } from '../../support/room-peer.ts';

const broken: StoreTrouble = { why: 'broken', detail: 'a damaged page' };

function roomNamed(name: string): Journaled & { keptUpTo: number; lostTo: StoreTrouble | undefined } {
	return {
		name,
		keptUpTo: 0,
		lostTo: undefined,
		kept(seq) {
			this.keptUpTo = seq;
		},
		lost(trouble) {
			this.lostTo = trouble;
		},
	};
}

/** A journal before a store that fails at what `fails` says. */
function journalWith(
	fails: (entries: readonly Entry[]) => StoreTrouble | undefined,
	probe: Result<void, StoreTrouble> = ok(undefined),
): Journal {
	const append = (entries: readonly Entry[]): Promise<Result<void, StoreTrouble>> => {
		const trouble = fails(entries);
		return Promise.resolve(trouble ? err(trouble) : ok(undefined));
	};
	const store = { append, probe: () => Promise.resolve(probe) };
	return new Journal(store, { committed: () => undefined, trouble: () => undefined });
}

const bytes = Uint8Array.of(0, 0);
const isBad = (entries: readonly Entry[]): boolean => entries.some(({ room }) => room === 'bad');

test('[Y19] a room that cannot be written is given up alone, and the others of its commit are kept', async () => {
	const journal = journalWith((entries) => (isBad(entries) ? broken : undefined));
	const [good, bad] = [roomNamed('good'), roomNamed('bad')];
	const [ann, eve] = [peerFor('Ann'), peerFor('Eve')];
	journal.add(bad, 1, bytes, eve, eve.settling.take());
	journal.add(good, 1, bytes, ann, ann.settling.take());
	await journal.settled();
	expect([good.keptUpTo, good.lostTo, ann.acknowledged]).toEqual([1, undefined, [1]]);
	expect([bad.keptUpTo, bad.lostTo, eve.acknowledged]).toEqual([0, broken, []]);
	expect(journal.trouble).toBeUndefined();
});

test('[Y19] a store that throws at a room’s entries ends that room alone', async () => {
	const journal = journalWith((entries) => {
		if (isBad(entries)) throw new Error('out of order');
		return undefined;
	});
	const [good, bad] = [roomNamed('good'), roomNamed('bad')];
	const ann = peerFor('Ann');
	journal.add(good, 1, bytes, ann, ann.settling.take());
	journal.add(bad, 7, bytes, peerFor('Eve'), null);
	await journal.settled();
	expect([good.keptUpTo, bad.lostTo?.why]).toEqual([1, 'broken']);
});

test('[Y20] where nothing can be written every room underway is given up, and that is known until it can be again', async () => {
	for (const trouble of [broken, { why: 'full', detail: 'no space' }] as const) {
		const journal = journalWith(() => trouble, err(trouble));
		const rooms = [roomNamed('one'), roomNamed('two')];
		const ann = peerFor('Ann');
		for (const room of rooms) journal.add(room, 1, bytes, ann, ann.settling.take());
		await journal.settled();
		expect(rooms.map(({ lostTo }) => lostTo)).toEqual([trouble, trouble]);
		expect(ann.acknowledged).toEqual([]);
		expect(journal.trouble).toEqual(trouble);
		journal.recovered();
		expect(journal.trouble).toBeUndefined();
	}
});
