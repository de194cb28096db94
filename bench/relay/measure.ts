// Makes the runs of a plan, each in processes of its own, and leaves every result as it came in `<work>/round-<n>/<target>.<workload>.json`: a run
// that is cut off loses nothing, and one that is there already is not made again. A run that hangs or fails is a result too. The processes of a run form
// a group, so that a server whose bench died does not go on and slow down the next.

import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secondsOf, type Run } from './plan.ts';
import { failureIn, resultFile, type Place } from './results.ts';

/** Longer takes no run that will still end well, ms. */
const PATIENCE = 300_000;
const RELAY = join(import.meta.dirname, '../../server/start-relay.ts');

export interface Bench {
	/** The installed bench. */
	readonly folder: string;
	/** Where results and what is left of a run go. */
	readonly work: string;
	/** Ends the run that is being made, and makes no further one. */
	readonly stop: AbortSignal;
}

/** Whether there is a relay of ours to measure. */
export function relayIsHere(): boolean {
	return existsSync(RELAY);
}

/** Makes the runs that have no result yet, and says on the console how far it is. */
export async function measureAll(runs: readonly Run[], bench: Bench): Promise<void> {
	const left = runs.filter((run) => !existsSync(resultFile(bench.work, placeOf(run))));
	if (left.length < runs.length) console.log(`${runs.length - left.length} results are there already.`);
	const took = new Map<string, number>();
	for (const [at, run] of left.entries()) {
		if (bench.stop.aborted) return;
		const { round, target, workload } = run;
		const remaining = duration(left.slice(at), took);
		process.stdout.write(
			`${at + 1} of ${left.length}, ${remaining} left: round ${round}, ${workload}, ${target} … `,
		);
		const start = performance.now();
		const failure = await measure(run, bench);
		const seconds = (performance.now() - start) / 1000;
		took.set(`${target} ${workload}`, seconds);
		console.log(failure ?? `${seconds.toFixed(0)} s`);
	}
}

/** How long runs should take, in words; `took` knows better for runs like those that were made. */
export function duration(runs: readonly Run[], took: ReadonlyMap<string, number> = new Map()): string {
	const seconds = runs.reduce(
		(sum, run) => sum + (took.get(`${run.target} ${run.workload}`) ?? secondsOf(run)),
		0,
	);
	return seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`;
}

/** One run: what went wrong, in words. */
async function measure(run: Run, bench: Bench): Promise<string | undefined> {
	const file = resultFile(bench.work, placeOf(run));
	mkdirSync(join(file, '..'), { recursive: true });
	const ended = await runBench(run, bench);
	if (existsSync(file)) return failureIn(file);
	if (bench.stop.aborted) return 'stopped';
	const { target, workload } = run;
	writeFileSync(
		file,
		JSON.stringify({ target, workload, at: new Date().toISOString(), data: { error: ended } }),
	);
	return ended;
}

function runBench({ round, target, workload }: Run, { folder, work, stop }: Bench): Promise<string> {
	const out = join(work, `round-${round}`);
	const ours = ['--kind', 'pathbook', '--cmd', `'${process.execPath}' '${RELAY}'`];
	const args = ['bench.mjs', '--target', target, '--workload', workload, '--out', out];
	const log = openSync(join(work, 'bench.log'), 'a');
	const child = spawn(process.execPath, target === 'ours' ? [...args, ...ours] : args, {
		cwd: folder,
		env: { ...plainEnvironment(), BENCH_TMP: join(work, 'scratch') },
		stdio: ['ignore', log, log],
		detached: true,
	});
	closeSync(log);
	const end = (): void => {
		try {
			if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
		} catch (error) {
			// nobody is left in the group: what was wanted
			if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
		}
	};
	stop.addEventListener('abort', end, { once: true });
	return new Promise((resolve) => {
		const timer = setTimeout(end, PATIENCE);
		const finish = (words: string): void => {
			clearTimeout(timer);
			stop.removeEventListener('abort', end);
			end();
			resolve(words);
		};
		child.once('error', (error) => finish(`the bench did not start: ${error.message}`));
		child.once('exit', (code, signal) =>
			finish(signal === null ? `the bench ended with ${String(code)}` : `ended after ${PATIENCE / 1000} s`),
		);
	});
}

/** A relay with its defaults: settings of whoever runs this stay outside. */
function plainEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PATHBOOK_')));
}

function placeOf({ round, target, workload }: Run): Place {
	return { round: `round-${round}`, target, workload };
}
