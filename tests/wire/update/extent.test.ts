// The extent against Yjs itself, over random documents: what it takes Yjs takes, what it holds back Yjs would leave waiting.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { Extent, extentOf, readExtent, writeExtent } from '#lib/wire/update/extent.ts';
import { joinUpdates, updateSince } from '#lib/wire/update/join.ts';
import { readStateVector, writeStateVector } from '#lib/wire/update/state-vector.ts';
import { Random } from '../../support/fuzz-random.ts';
import { devices, edit, exchange, message, type Device } from '../../support/random-updates.ts';
import { deletedIn, isWaiting, replica, shownBy, vectorIn } from '../../support/yjs-replica.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const RUNS = Number(process.env['PATHBOOK_FUZZ_UPDATES'] ?? 60);

/** A room that takes what comes, beside a document that is told only what was new. */
class Room {
	readonly extent = new Extent();
	readonly log: Uint8Array[] = [];
	readonly doc = replica();

	take(update: Uint8Array): void {
		const raw = replica(this.log);
		Y.applyUpdate(raw, update);
		const news = this.extent.admit(update);
		if (!news.ok) throw new Error(`${news.error.code} at ${news.error.at}`);
		const { fresh, gap } = news.value;
		if (fresh !== null) {
			this.log.push(fresh);
			Y.applyUpdate(this.doc, fresh);
		}
		expect(isWaiting(this.doc)).toBe(false);
		expect(gap).toBe(isWaiting(raw));
		expect(this.extent.vector).toEqual(vectorIn(this.doc));
		expect(this.extent.vector).toEqual(vectorIn(raw));
		const deleted = deletedIn(this.doc);
		for (const [client, from, to] of this.extent.deletes.ranges())
			expect(deleted.covers(client, from, to)).toBe(true);
		expect(this.extent.admit(update)).toEqual({ ok: true, value: { fresh: null, gap } });
		expect(this.extent.adds(update)).toEqual({ ok: true, value: gap });
	}
}

/** Some turns of life: edits, exchanges between devices, messages to the room in any order. */
function live(random: Random, room: Room, all: readonly Device[], turns: number): void {
	for (let turn = 0; turn < turns; turn++) {
		const device = random.pick(all);
		const what = random.below(10);
		if (what < 5) edit(random, device);
		else if (what < 7) exchange(random.pick(all), device);
		else room.take(message(random, device, writeStateVector(room.extent.vector)));
	}
}

function lived(seed: number): { random: Random; room: Room; all: Device[] } {
	const random = new Random(seed);
	const room = new Room();
	const all = devices(random, 2 + random.below(3));
	live(random, room, all, 40);
	return { random, room, all };
}

describe('an extent and Yjs', () => {
	test('[I1] [I3] take the same part of whatever comes, and it can be applied as it is', () => {
		fc.assert(
			fc.property(seeds, (seed) => {
				lived(seed);
			}),
			{ numRuns: RUNS },
		);
	});

	test('[I5] everybody who was sent what the room has shows what everybody has', () => {
		fc.assert(
			fc.property(seeds, (seed) => {
				const { room, all } = lived(seed);
				for (const device of all) room.take(Y.encodeStateAsUpdate(device.doc));
				for (const each of all) for (const other of all) exchange(each, other);
				const joined = joinUpdates(room.log);
				for (const device of all) expect(shownBy(replica([joined]))).toEqual(shownBy(device.doc));
				expect(shownBy(room.doc)).toEqual(shownBy(replica([joined])));
			}),
			{ numRuns: RUNS / 2 },
		);
	});

	test('[I6] what a vector lacks, from whole structs, brings a device to the same state', () => {
		fc.assert(
			fc.property(seeds, (seed) => {
				const { random, room } = lived(seed);
				const joined = joinUpdates(room.log);
				const behind = replica(room.log.slice(0, random.below(room.log.length + 1)));
				const vector = readStateVector(Y.encodeStateVector(behind));
				if (!vector.ok) throw new Error(vector.error.code);
				Y.applyUpdate(behind, updateSince(joined, vector.value));
				expect(isWaiting(behind)).toBe(false);
				expect(vectorIn(behind)).toEqual(room.extent.vector);
				expect(shownBy(behind)).toEqual(shownBy(room.doc));
			}),
			{ numRuns: RUNS / 2 },
		);
	});

	test('[I7] the extent of a log, of its join and of what was written down is one', () => {
		fc.assert(
			fc.property(seeds, (seed) => {
				const { room } = lived(seed);
				const again = [
					extentOf(room.log),
					extentOf([joinUpdates(room.log)]),
					extentOf([joinUpdates(room.log, room.extent.deletes)]),
					readExtent(writeExtent(room.extent)),
				];
				for (const extent of again) {
					if (!extent.ok) throw new Error(extent.error.code);
					expect(extent.value.vector).toEqual(room.extent.vector);
					expect(new Set(extent.value.deletes.ranges())).toEqual(new Set(room.extent.deletes.ranges()));
				}
			}),
			{ numRuns: RUNS / 2 },
		);
	});

	test('[I2] an update that is new as a whole is handed on as the same bytes', () => {
		fc.assert(
			fc.property(seeds, (seed) => {
				const random = new Random(seed);
				const [device] = devices(random, 1);
				if (!device) throw new Error('one was made');
				for (let i = 0; i < 20; i++) edit(random, device);
				const extent = new Extent();
				for (const update of device.sent) {
					const news = extent.admit(update);
					expect(news.ok && news.value.fresh === update && !news.value.gap).toBe(true);
				}
			}),
			{ numRuns: RUNS / 2 },
		);
	});
});
