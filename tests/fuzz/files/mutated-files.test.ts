// Files that were changed by nobody knows whom: a thousand in the gate, and as many as PATHBOOK_FUZZ_FILES asks for. A failure prints its seed;
// run it again with PATHBOOK_FUZZ_SEED and PATHBOOK_FUZZ_FILES=1, and pin what it found in found.test.ts.

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownFixtures, playedFixtures, publishedFixtures } from '../../support/file-fixtures.ts';
import { trip, type Trip } from '../../support/file-trip.ts';
import { Random } from '../../support/fuzz-random.ts';
import type { Fixture } from '../../support/file-fixtures.ts';
import type { GivenFile } from '../../support/nothing-dropped.ts';
import { mutated } from '../../support/tree-mutations.ts';

const asked = process.env['PATHBOOK_FUZZ_FILES'];
const TOTAL = Number(asked ?? 1000);
const FAULTS = 5; // more of them tell nothing new
const SEED = Number(
	process.env['PATHBOOK_FUZZ_SEED'] ?? (asked === undefined ? 20_261_130 : Date.now() % 2 ** 31),
);

test(
	`[X61] a mutated file is read or refused, drops nothing, and what was read comes back (${TOTAL} files from seed ${SEED})`,
	{ timeout: asked === undefined ? 300_000 : 0 },
	async () => {
		const fixtures = [...ownFixtures(), ...playedFixtures(12, 20_261_130), ...publishedFixtures()];
		const met = { read: 0, refused: 0, failed: 0 };
		const rules = new Map<string, number>();
		const faults: string[] = [];
		for (let seed = SEED; seed < SEED + TOTAL && faults.length < FAULTS; seed += 1) {
			const { files, done, name } = made(seed, fixtures);
			const went: Trip = trip(files);
			met[went.answer] += 1;
			for (const rule of new Set(went.rules)) rules.set(rule, (rules.get(rule) ?? 0) + 1);
			if (went.wrong.length > 0)
				faults.push([`seed ${seed}: ${name}, ${done.join(', ')}`, ...went.wrong.slice(0, 8)].join('\n  '));
			await setImmediate();
		}
		if (asked !== undefined)
			console.log(JSON.stringify(met), JSON.stringify([...rules].sort((a, b) => b[1] - a[1])));
		expect(faults.join('\n')).toBe('');
		// A mutation that everything refuses proves nothing.
		if (TOTAL >= 1000) expect(met.read).toBeGreaterThan(TOTAL / 2);
		if (TOTAL >= 1000) expect(rules.size).toBeGreaterThan(20);
	},
);

function made(
	seed: number,
	fixtures: readonly Fixture[],
): { files: GivenFile[]; done: string[]; name: string } {
	const random = new Random(seed);
	const { name, files } = mixed(random, fixtures);
	const others = random.pick(fixtures).files.map(({ tree }) => tree);
	const done: string[] = [];
	const which = random.below(files.length);
	const changed = files.map((file, at) => {
		if (at !== which && !random.chance(0.3)) return file;
		const change = mutated(file.tree, 1 + random.below(4), random, others);
		done.push(...change.done);
		return { ...file, tree: change.tree };
	});
	return { files: changed, done, name };
}

/** A fixture; now and then with the files of another beside it. */
function mixed(random: Random, fixtures: readonly Fixture[]): Fixture {
	const one = random.pick(fixtures);
	if (!random.chance(0.15)) return one;
	const two = random.pick(fixtures);
	const beside = two.files.map(({ name, tree }) => ({ name: `beside/${name}`, tree }));
	return { name: `${one.name} with ${two.name}`, files: [...one.files, ...beside] };
}
