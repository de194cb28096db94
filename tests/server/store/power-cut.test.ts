import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Reading } from '../../../server/store/sqlite/reading.ts';
import { openForWriting } from '../../../server/store/sqlite/schema.ts';
import { Random } from '../../support/fuzz-random.ts';
import { noteOf, noteUpdates } from '../../support/note-updates.ts';
import { testFolder } from '../../support/opened-stores.ts';
import { canWatch, cutPower, watched, type Loss } from '../../support/power-cut.ts';
import { isErased, LOAD_ROOMS, LOAD_UPDATES, loadRoom } from '../../support/store-load.ts';

const ROUNDS = Number(process.env['PATHBOOK_SOAK_ROUNDS'] ?? 1);
const MOMENTS = 40;

// Where processes may not be watched (a container without ptrace) there is no way to know what a power cut leaves.
test.skipIf(!canWatch())(
	'[G30] whatever a power cut takes that was not synced, the file is sound and what was promised is there',
	{ timeout: 120_000 * ROUNDS },
	() => {
		const notes = new Map(LOAD_ROOMS.map((seed) => [seed, noteUpdates(LOAD_UPDATES, seed).updates]));
		for (let round = 0; round < ROUNDS; round++) {
			const folder = testFolder();
			const load = join(import.meta.dirname, '../../support/store-load.ts');
			const history = watched([load, join(folder, 'data')], join(folder, 'data'), join(folder, 'trace'));
			const random = new Random(Number(process.env['PATHBOOK_SEED'] ?? 1), round);
			const moments = new Set(Array.from({ length: MOMENTS }, () => random.below(history.length)));
			const losses: Loss[] = ['all', random, random];
			let cuts = 0;
			cutPower(history, moments, losses, join(folder, 'left'), (left, said, moment) => {
				cuts += 1;
				const words = `round ${round}, event ${moment} of ${history.length}`;
				const opened = openForWriting(join(left, 'relay.sqlite'));
				if (!opened.ok) throw new Error(`${words}: ${opened.error}`);
				expect(problems(opened.value, promised(said), notes), words).toEqual([]);
				opened.value.close();
			});
			expect(cuts).toBe(moments.size * losses.length);
			expect(promised(history.map((event) => (event.type === 'said' ? event.words : '')).join('')).size).toBe(
				6,
			);
		}
	},
);

type Promised = Map<number, number | 'erased'>;

function promised(said: string): Promised {
	const rooms: Promised = new Map();
	for (const [, what, seed, number] of said.matchAll(/^(kept|erased) (\d+)(?: (\d+))?$/gm))
		rooms.set(Number(seed), what === 'erased' ? 'erased' : Number(number));
	return rooms;
}

function problems(
	database: DatabaseSync,
	rooms: Promised,
	notes: ReadonlyMap<number, Uint8Array[]>,
): string[] {
	const found: string[] = [];
	const sound = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
	if (sound !== 'ok') found.push(String(sound));
	const reading = new Reading(database);
	for (const [seed, updates] of notes) {
		const due = rooms.get(seed) ?? 0;
		const content = reading.content(loadRoom(seed), null);
		if (!content.ok) {
			const erasing = isErased(seed) && (due === 'erased' || due === LOAD_UPDATES);
			if (content.error.why !== 'deleted' || !erasing) found.push(`room ${seed}: ${content.error.detail}`);
			continue;
		}
		const { seq, update, mended } = content.value;
		if (due === 'erased' || seq < due) found.push(`room ${seed}: ${due} was promised, ${seq} is there`);
		if (mended !== undefined) found.push(`room ${seed}: ${mended}`);
		if (noteOf(update) !== noteOf(...updates.slice(0, seq))) found.push(`room ${seed}: another text`);
	}
	return found;
}
