// What comes from strangers: whatever part of it an extent takes, no Yjs document throws at it or waits, now or when it is sent on.

import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { Extent, extentOf } from '#lib/wire/update/extent.ts';
import { joinUpdates } from '#lib/wire/update/join.ts';
import { changed, crafted } from '../../support/crafted-updates.ts';
import { Random } from '../../support/fuzz-random.ts';
import { HOSTILE_UPDATES } from '../../support/hostile-updates.ts';
import { devices, edit, exchange, message } from '../../support/random-updates.ts';
import { deletedIn, isWaiting, replica, vectorIn } from '../../support/yjs-replica.ts';

const ROUNDS = Number(process.env['PATHBOOK_FUZZ_UPDATES'] ?? 40);
const SEED = Number(process.env['PATHBOOK_FUZZ_SEED'] ?? 20_261_201);
const EACH = 40;

/** Takes an update beside a document, which must bear what was new. */
function bear(extent: Extent, doc: Y.Doc, update: Uint8Array): Uint8Array | null {
	const before = new Map(extent.vector);
	const news = extent.admit(update);
	if (!news.ok) {
		expect(extent.vector).toEqual(before);
		return null;
	}
	const { fresh } = news.value;
	if (fresh === null) return null;
	Y.applyUpdate(doc, fresh);
	expect(isWaiting(doc)).toBe(false);
	expect(extent.vector).toEqual(vectorIn(doc));
	const deleted = deletedIn(doc);
	for (const [client, from, to] of extent.deletes.ranges())
		expect(deleted.covers(client, from, to)).toBe(true);
	return fresh;
}

/** What a document and a log have become can be sent to others. */
function canBeSentOn(extent: Extent, doc: Y.Doc, log: readonly Uint8Array[]): void {
	const again = extentOf([Y.encodeStateAsUpdate(doc)]);
	expect(again.ok ? again.value.vector : again.error).toEqual(extent.vector);
	const joined = replica([joinUpdates(log)]);
	expect(isWaiting(joined)).toBe(false);
	expect(vectorIn(joined)).toEqual(extent.vector);
}

function honest(random: Random): { log: Uint8Array[]; messages: Uint8Array[] } {
	const all = devices(random, 3);
	for (let turn = 0; turn < 30; turn++) {
		edit(random, random.pick(all));
		if (random.chance(0.3)) exchange(random.pick(all), random.pick(all));
	}
	const log = [...joinedFrom(all.map(({ doc }) => Y.encodeStateAsUpdate(doc)))];
	return {
		log,
		messages: Array.from({ length: 8 }, () => message(random, random.pick(all), new Uint8Array([0]))),
	};
}

function joinedFrom(updates: readonly Uint8Array[]): Uint8Array[] {
	const extent = new Extent();
	return updates.flatMap((update) => {
		const news = extent.admit(update);
		return news.ok && news.value.fresh !== null ? [news.value.fresh] : [];
	});
}

describe('nobody is harmed by', () => {
	test.each(Array.from({ length: ROUNDS }, (_, round) => SEED + round))(
		'[I4] updates with changed bytes, seed %i',
		(seed) => {
			const random = new Random(seed, 1);
			const { log, messages } = honest(random);
			for (let i = 0; i < EACH; i++) {
				const base = extentOf(log);
				if (!base.ok) throw new Error(base.error.code);
				const update = changed(random, random.pick(messages), random.pick(log));
				const doc = replica(log);
				const fresh = bear(base.value, doc, update);
				canBeSentOn(base.value, doc, fresh === null ? log : [...log, fresh]);
				const empty = new Extent();
				bear(empty, replica(), update);
			}
		},
	);

	test.each(Array.from({ length: ROUNDS }, (_, round) => SEED + round))(
		'[I4] well-formed updates that no device writes, seed %i',
		(seed) => {
			const random = new Random(seed, 2);
			const { log } = honest(random);
			const base = extentOf(log);
			if (!base.ok) throw new Error(base.error.code);
			const doc = replica(log);
			for (let i = 0; i < EACH; i++) {
				const fresh = bear(base.value, doc, crafted(random, base.value.vector));
				if (fresh !== null) log.push(fresh);
			}
			canBeSentOn(base.value, doc, log);
		},
	);
});

test.each(Object.entries(HOSTILE_UPDATES))('[I4] malformed, and nothing is taken: %s', (_, update) => {
	const extent = new Extent();
	expect(extent.admit(update).ok).toBe(false);
	expect(extent.vector.size).toBe(0);
});
