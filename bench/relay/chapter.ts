// The relay's chapter of RESULTS.md. Goals first, then every server beside every other, ours not set apart; how busy the machine was stands in every
// row. What somebody wrote under the last figures stays.

import { range, row, head } from '../table.ts';
import { DRIVER } from './checkout.ts';
import { RELAY } from '../results-page.ts';
import { spreadOf } from '../samples.ts';
import { allSynced, goalTable, ingestCpu, joinTime } from './goals.ts';
import { TARGETS, WORKLOADS } from './plan.ts';
import { failureOf, figure, others, type Outcome, type Read, type Results } from './results.ts';

const REMARKS = '### Remarks on the relay';

/** The chapter; `last` is the one whose remarks it keeps. */
export function writeChapter(results: Results, last: string): string {
	const at = last.indexOf(REMARKS);
	return [
		RELAY,
		'',
		'Written by `node bench/relay.ts`; only the remarks at its end are by hand.',
		'',
		...about(results),
		'',
		'### Goals',
		'',
		...goalTable(results),
		'',
		...TABLES.flatMap((table) => print(table, results)),
		...durability(results),
		at < 0 ? REMARKS : last.slice(at).trim(),
		'',
	].join('\n');
}

const SERVERS: Readonly<Record<string, string>> = {
	ours: 'ours: this relay, with its defaults',
	floor: 'floor: passes bytes on and keeps nothing',
	'floor-sqlite': 'floor-sqlite: the same, committed to SQLite before it is passed on',
};

function about(results: Results): string[] {
	const distinct = (words: (run: Outcome) => string | undefined): string[] => [
		...new Set(results.all.map(words).filter((word) => word !== undefined)),
	];
	const days = distinct(({ at }) => at.slice(0, 10));
	const machines = distinct(({ machine }) =>
		machine === undefined
			? undefined
			: `${machine.cpus} × ${machine.cpu}, Node ${machine.node.slice(1)}, Linux ${machine.kernel.replace(/-.*/, '')}`,
	);
	const rounds = new Set(results.all.map(({ round }) => round)).size;
	const servers = results
		.names('target', TARGETS)
		.map(
			(name) => SERVERS[name] ?? `${name}: ${results.all.find(({ target }) => target === name)?.label ?? ''}`,
		);
	const busy = spreadOf(results.all.map(others).filter((value) => value !== undefined));
	return [
		`- ${days.join(', ')}; ${machines.join('; ')}. The server on core 0, its clients on core 1.`,
		`- ${results.all.length} runs, rounds: ${rounds}, all servers in turn within each. “a (b–c)” is median (least–most) over the rounds; a multiple is taken within a round.`,
		`- Other programs took ${range(busy)} cores during a run${busy.most > 0.3 ? '. **Above 0.3, p95 and p99 tell of them too.**' : '.'}`,
		`- Servers: ${servers.join('; ')}. Those with SQLite are given ${DRIVER} 13, because the one they name aborts under Node 24.19 and later.`,
		...failures(results),
	];
}

function failures(results: Results): string[] {
	const counted = new Map<string, number>();
	for (const run of results.all) {
		const failure = failureOf(run);
		const words = `${run.target} in ${run.workload}: ${failure ?? ''}`;
		if (failure !== undefined) counted.set(words, (counted.get(words) ?? 0) + 1);
	}
	const lines = [...counted].map(
		([words, times]) => `- Failed${times > 1 ? ` ${times} times` : ''}: ${words}.`,
	);
	return results.unreadable.length === 0
		? lines
		: [...lines, `- ${results.unreadable.length} files could not be read.`];
}

interface Table {
	readonly title: string;
	readonly words: string;
	readonly workloads: readonly string[];
	readonly columns: readonly (readonly [string, Read])[];
}

const busyness = ['others, cores', others] as const;
const cpu = ['processor, s', figure('server', 'cpuSeconds')] as const;
const latency = (['p50', 'p95', 'p99'] as const).map(
	(name) => [`${name}, ms`, figure('latencyMs', name)] as const,
);
const lost = ['lost', figure('latencyMs', 'lost')] as const;

const TABLES: readonly Table[] = [
	{
		title: 'Fan-out',
		words:
			'One document, one writer, 20 edits a second for 10 s; from before the edit to after its arrival at each of the others.',
		workloads: WORKLOADS.filter((name) => name.startsWith('fanout-')),
		columns: [...latency, lost, cpu, ['memory, MB', figure('server', 'rssMB')], busyness],
	},
	{
		title: 'Many documents',
		words: '500 documents with two clients each, every client one edit a second for 20 s.',
		workloads: ['many-docs'],
		columns: [...latency, lost, cpu, ['memory for a document, kB', figure('rssPerDocKB')], busyness],
	},
	{
		title: 'Joining a path',
		words:
			'A path is typed in keystroke by keystroke, then a fresh client joins; × is of what its own Yjs needs for the bytes.',
		workloads: ['cold-100', 'cold-1000', 'cold-5000'],
		columns: [
			['updates taken in, 1/s', figure('updatesPerSecond')],
			['processor for one, µs', ingestCpu],
			['joined, ms', figure('warm', 'completeMs')],
			['×', joinTime('warm')],
			['processor for a join, ms', figure('warm', 'serverCpuMsPerJoin')],
			['joined after a restart, ms', figure('afterRestart', 'completeMs')],
			['×', joinTime('afterRestart')],
			['bytes to the joiner', figure('warm', 'bytesIn')],
			['memory grew, MB', figure('rssGrowthMB')],
			['on disk, bytes', figure('diskBytes')],
			busyness,
		],
	},
	{
		title: 'A storm',
		words: '300 clients drop, edit once without a connection and come back in the same instant.',
		workloads: ['storm-1doc', 'storm-30docs'],
		columns: [
			['in sync p50, ms', figure('syncedMs', 'p50')],
			['all in sync, ms', allSynced],
			['all have all edits, ms', figure('convergedMs')],
			['clients without all', figure('clientsMissingEdits')],
			cpu,
			['most memory, MB', figure('server', 'peakMB')],
			busyness,
		],
	},
];

function print({ title, words, workloads, columns }: Table, results: Results): string[] {
	const there = workloads.filter((name) => results.all.some(({ workload }) => workload === name));
	if (there.length === 0) return [];
	const tables = there.flatMap((workload) => [
		...head(workload, ['rounds', ...columns.map(([name]) => name)]),
		...results
			.names('target', TARGETS)
			.filter((target) => results.of(target, workload).length > 0)
			.map((target) =>
				row([
					target,
					String(results.of(target, workload).length),
					...columns.map(([, read]) => range(results.spread(target, workload, read))),
				]),
			),
		'',
	]);
	return [`### ${title}`, '', words, '', ...tables];
}

const KILLED = [
	['at once', 'killAtOnce'],
	['after 3 s', 'killAfter3sIdle'],
	['all left, 0.5 s later', 'allLeaveThenKill'],
	['at once, awaiting its acknowledgement', 'killAtOnceServerAck'],
] as const;

/** Counts of 200, which have no spread. */
function durability(results: Results): string[] {
	const runs = results
		.names('target', TARGETS)
		.flatMap((target) => results.of(target, 'durability').slice(-1));
	if (runs.length === 0) return [];
	const count = (run: Outcome, ...keys: string[]): string => String(figure(...keys)(run) ?? '–');
	return [
		'### Kill -9',
		'',
		'200 updates, each seen by a second client before the next, then kill -9, a restart and a fresh client: how many it reads. Seen by another is not ' +
			'acknowledged: this relay passes on at once and acknowledges after the commit, in a message that this bench does not listen to. fsyncs are counted over 200 updates; ' +
			'one may cover several that came together, and none at all means that a power cut takes what kill -9 spares.',
		'',
		...head('killed', [...KILLED.map(([words]) => words), 'fsyncs', 'p50 until the other saw it, ms']),
		...runs.map((run) =>
			row([
				run.target,
				...KILLED.map(([, key]) => count(run, key, 'survived')),
				count(run, 'traced', 'fsyncs'),
				count(run, 'killAtOnce', 'ackMs', 'p50'),
			]),
		),
		'',
	];
}
