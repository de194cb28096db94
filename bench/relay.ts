// Measures the relay beside other servers of the same protocol, with a bench that stands outside of this repository, and writes its chapter of RESULTS.md.
//   node bench/relay.ts                       everything, five rounds, recorded
//   node bench/relay.ts quick                 a look
//   node bench/relay.ts --only fanout-200,storm-1doc --targets ours,floor --rounds 2 [--folder F]
//   node bench/relay.ts --report F,G [--record]
// Every result stays in a folder whose name is said first; `--folder F` goes on with one and makes what it lacks. Ctrl-C ends after what is there is
// reported. Only everything to its end, or `--record`, writes to RESULTS.md. Wants a machine that does nothing else.

import { mkdirSync, mkdtempSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkOut, findSource } from './relay/checkout.ts';
import { writeChapter } from './relay/chapter.ts';
import { duration, measureAll, relayIsHere } from './relay/measure.ts';
import { readPlan, type Plan } from './relay/plan.ts';
import { Results } from './relay/results.ts';
import { readResults, writeResults } from './results-page.ts';

/** Measures, reports and records as the arguments say; false where they, or the bench, do not allow it (a sentence says why). */
export async function benchRelay(args: readonly string[]): Promise<boolean> {
	const plan = readPlan(args);
	if (!plan.ok) return refuse(plan.error);
	const { reported } = plan.value;
	const missing = reported.find((folder) => !existsSync(folder));
	if (missing !== undefined) return refuse(`There is no folder ${missing}.`);
	const made = reported.length > 0 ? undefined : await run(plan.value);
	if (reported.length === 0 && made === undefined) return false;
	const results = new Results(made === undefined ? reported : [made.folder]);
	if (results.all.length === 0) return refuse('Nothing was measured.');
	const page = readResults();
	const relay = writeChapter(results, page.relay);
	console.log(`\n${relay}`);
	if (made !== undefined) writeFileSync(join(made.folder, 'report.md'), relay);
	if (plan.value.record === 'always' || (plan.value.record === 'whole' && made?.whole === true))
		await writeResults({ ...page, relay });
	return true;
}

/** How long `benchRelay` with these arguments should take, in words; undefined where it cannot. */
export function relayTime(args: readonly string[]): string | undefined {
	const plan = readPlan(args);
	return plan.ok && findSource() !== undefined ? duration(plan.value.runs) : undefined;
}

interface Made {
	/** Where the results are. */
	readonly folder: string;
	/** Whether nothing was left out or cut off. */
	readonly whole: boolean;
}

/** Makes the runs; undefined where the bench is not at hand. */
async function run({ runs, folder }: Plan): Promise<Made | undefined> {
	const source = findSource();
	if (source === undefined) {
		refuse('The relay is left out: its bench is not at hand (../shared/bench, or PATHBOOK_RELAY_BENCH).');
		return undefined;
	}
	const made = relayIsHere() ? runs : runs.filter(({ target }) => target !== 'ours');
	if (made.length < runs.length) console.log('There is no server/start-relay.ts: ours is left out.');
	const work = folder === undefined ? mkdtempSync(join(disk(), 'pathbook-relay-')) : resolve(folder);
	mkdirSync(work, { recursive: true });
	console.log(`The relay: ${made.length} runs, about ${duration(made)}. Results stay in ${work}`);
	const bench = checkOut(source, work);
	if (!bench.ok) {
		refuse(bench.error);
		return undefined;
	}
	const stop = new AbortController();
	const end = (): void => stop.abort();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
	await measureAll(made, { folder: bench.value, work, stop: stop.signal });
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
	return { folder: work, whole: made.length === runs.length && !stop.signal.aborted };
}

/** Where files lie on a disk: in memory, as /tmp often is, an fsync costs nothing. */
function disk(): string {
	return existsSync('/var/tmp') ? '/var/tmp' : tmpdir();
}

function refuse(sentence: string): false {
	console.error(sentence);
	return false;
}

if (import.meta.main) process.exitCode = (await benchRelay(process.argv.slice(2))) ? 0 : 1;
