// Thousands of random steps on three to five replicas over a bad network. A failure prints its seed and the steps that still show it: run them
// again with PATHBOOK_FUZZ_SEED and pin them in pinned.test.ts. PATHBOOK_FUZZ_STEPS makes it longer (`npm run soak`).

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Random } from '../support/fuzz-random.ts';
import { runWorld, shrink } from '../support/fuzz-world.ts';

const asked = process.env['PATHBOOK_FUZZ_STEPS'];
const TOTAL = Number(asked ?? 10_000);
const SEED = Number(
	process.env['PATHBOOK_FUZZ_SEED'] ?? (asked === undefined ? 20_261_130 : Date.now() % 2 ** 31),
);
const LENGTHS = [120, 250, 400, 800];

test(
	`[C1] replicas that exchanged everything say the same, and nothing typed is missing or doubled (${TOTAL} steps from seed ${SEED})`,
	{ timeout: asked === undefined ? 600_000 : 0 },
	async () => {
		const statuses = new Set<string>();
		const sum = { runs: 0, typed: 0, taken: 0, submitted: 0, undone: 0 };
		const started = performance.now();
		for (let done = 0, seed = SEED; done < TOTAL; seed += 1) {
			const length = Math.min(new Random(seed).pick(LENGTHS), TOTAL - done);
			const steps = Array.from({ length }, (_, index) => index + 1);
			const { broken, met } = runWorld(seed, steps);
			if (broken !== undefined) expect.fail(explain(seed, steps, broken.rule));
			for (const status of met.statuses) statuses.add(status);
			done += length;
			sum.runs += 1;
			for (const key of ['typed', 'taken', 'submitted', 'undone'] as const) sum[key] += met[key];
			if (sum.runs % 100 === 0) console.log(figures(done, sum, started));
			await setImmediate(); // so that the figures are heard of during a long run
		}
		if (asked !== undefined) console.log(figures(TOTAL, sum, started));
		if (TOTAL >= 5000) expect([...statuses].sort()).toHaveLength(10);
		if (TOTAL >= 1000) expect(Math.min(sum.typed, sum.taken, sum.submitted, sum.undone)).toBeGreaterThan(0);
	},
);

function explain(seed: number, steps: readonly number[], rule: string): string {
	const fewer = shrink(seed, steps, rule, 200);
	const { broken } = runWorld(seed, fewer);
	const trace = broken?.trace ?? [];
	return [
		`[${rule}] ${broken?.what ?? ''}`,
		`seed ${seed}, steps [${fewer.join(', ')}]`,
		...trace.slice(-80),
	].join('\n');
}

function figures(done: number, sum: Readonly<Record<string, number>>, started: number): string {
	return `${done} steps in ${Math.round((performance.now() - started) / 1000)} s: ${JSON.stringify(sum)}`;
}
