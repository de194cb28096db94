// What runs while the power is cut: a store that is written, folded and erased at the same time, and says on standard output what it promised,
// after it did. Deterministic but for the order in which rooms meet: `room` and number say which updates these are.

import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { noteUpdates } from './note-updates.ts';
import { Random } from './fuzz-random.ts';

/** Rooms of a load by their seed; every third is erased at its end. */
export const LOAD_ROOMS = [1, 2, 3, 4, 5, 6];
export const LOAD_UPDATES = 90;

/** Name of a room of the load. */
export function loadRoom(seed: number): string {
	return `${'L'.repeat(43)}/path/${seed}`;
}

/** Whether a room is erased at its end. */
export function isErased(seed: number): boolean {
	return seed % 3 === 0;
}

async function run(folder: string): Promise<void> {
	const opened = await openSqliteStore(folder, { now: () => 1 });
	if (!opened.ok) throw new Error(opened.error);
	const store = opened.value;
	const write = async (seed: number): Promise<void> => {
		const random = new Random(seed);
		const room = loadRoom(seed);
		const { updates } = noteUpdates(LOAD_UPDATES, seed);
		for (let from = 0; from < updates.length;) {
			const part = updates.slice(from, from + 1 + random.below(6));
			const kept = await store.append(part.map((update, index) => ({ room, seq: from + index + 1, update })));
			if (!kept.ok) throw new Error(kept.error.detail);
			from += part.length;
			writeSync(1, `kept ${seed} ${from}\n`);
			if (random.chance(0.15) && !(await store.compact(room)).ok) throw new Error('it folds');
		}
		if (!isErased(seed)) return;
		const erased = await store.erase([room]);
		if (erased.ok) writeSync(1, `erased ${seed}\n`);
	};
	await Promise.all(LOAD_ROOMS.map(write));
	await store.close();
}

const [folder] = process.argv.slice(2);
if (import.meta.main && folder !== undefined) await run(folder);
