// Files as bytes through the outermost door, in a process with little memory that is ended when it does not answer: ten thousand in the gate, as
// many as PATHBOOK_FUZZ_FILES asks for otherwise. A failure prints its seed; PATHBOOK_FUZZ_SEED and PATHBOOK_FUZZ_FILES=1 run it alone.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { Cost, Heard } from '../../support/fuzz-bytes-run.ts';

const asked = process.env['PATHBOOK_FUZZ_FILES'];
const TOTAL = Number(asked ?? 10_000);
const SEED = Number(
	process.env['PATHBOOK_FUZZ_SEED'] ?? (asked === undefined ? 20_261_130 : Date.now() % 2 ** 31),
);
/** One file may take that long on a busy machine; none takes a tenth of it on an idle one. */
const PATIENCE_MS = 30_000;
const HEAP_MB = 192;
const RUN = join(import.meta.dirname, '../../support/fuzz-bytes-run.ts');

interface Ran<T> {
	readonly heard: readonly T[];
	/** Why the process ended early; null where it was through. */
	readonly ended: string | null;
}

function run<T extends object>(...args: readonly string[]): Promise<Ran<T>> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, RUN, ...args]);
		const heard: T[] = [];
		let at = args.join(' ');
		let ended: string | null = null;
		let said = '';
		const impatience = (): NodeJS.Timeout =>
			setTimeout(() => {
				ended = `${at} gave no answer in ${PATIENCE_MS / 1000} s`;
				child.kill('SIGKILL');
			}, PATIENCE_MS);
		let timer = impatience();
		child.stderr.on('data', (data: Buffer) => (said = (said + data.toString()).slice(-2000)));
		createInterface({ input: child.stdout }).on('line', (line) => {
			clearTimeout(timer);
			timer = impatience();
			const message = JSON.parse(line) as T | { begun: string }; // our own process wrote it
			if ('begun' in message) at = message.begun;
			else heard.push(message);
		});
		child.on('close', (code) => {
			clearTimeout(timer);
			resolve({ heard, ended: ended ?? (code === 0 ? null : `${at} ended the process (${code}): ${said}`) });
		});
	});
}

test(
	`[X62] any bytes are read or refused, in bounded time and memory (${TOTAL} sets of files from seed ${SEED})`,
	{ timeout: asked === undefined ? 600_000 : 0 },
	async () => {
		const { heard, ended } = await run<Heard>(String(SEED), String(TOTAL));
		const failed = heard.filter(({ answer }) => answer === 'failed');
		const worst = [...heard].sort((a, b) => b.took - a.took).slice(0, 3);
		const count = (wanted: Heard['answer']) => heard.filter(({ answer }) => answer === wanted).length;
		const rules = new Set(heard.flatMap((one) => one.rules));
		if (asked !== undefined)
			console.log(
				`${heard.length} sets: ${count('read')} read, ${count('refused')} refused, ${rules.size} rules met; worst`,
				worst.map(({ seed, took, bytes }) => `seed ${seed}: ${took} ms for ${bytes} bytes`),
			);
		expect(ended).toBeNull();
		expect(heard).toHaveLength(TOTAL);
		expect(failed.slice(0, 5).map(({ seed, why }) => `seed ${seed}: ${why}`)).toEqual([]);
		// What is always refused, or never, proves nothing.
		if (TOTAL >= 1000) expect(Math.min(count('read'), count('refused'))).toBeGreaterThan(TOTAL / 10);
		if (TOTAL >= 1000) expect(rules.size).toBeGreaterThan(30);
	},
);

test(
	'[X62] what hostile texts cost grows with their length, whatever they are called',
	{ timeout: 600_000 },
	async () => {
		const { heard, ended } = await run<Cost>('shapes');
		expect(ended).toBeNull();
		expect(heard.length).toBeGreaterThan(150);
		// Eight times the text: 8 where the work is linear, 64 where it is quadratic. The rest is for garbage and first runs.
		expect(heard.filter(({ short, long }) => long > 24 * short + 800)).toEqual([]);
	},
);
