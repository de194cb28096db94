// What the relay was to reach, and whether it did. Each goal is a number in each round, mostly a multiple of what another server took in the same
// round, because a multiple means the same on every machine. The median is judged; a worst round that is past the limit is said.

import { spreadOf, type Spread } from '../samples.ts';
import { range, row, verdict } from '../table.ts';
import { failureOf, figure, type Outcome, type Read, type Results } from './results.ts';

/** Servers that write nothing before they pass it on, and nothing after. */
const IN_MEMORY = ['yws13', 'yws-latest', 'yjs-server'];
const CLIENTS = ['10', '50', '200'];
/** Rounds that make a median worth its name. */
const ROUNDS = 5;

interface Goal {
	readonly what: string;
	/** In words. */
	readonly limit: string;
	readonly kept: (value: number) => boolean;
	readonly workloads: readonly string[];
	/** One number for each round. */
	readonly reached: readonly number[];
	/** What the numbers count: “× the floor”. */
	readonly unit: string;
}

const within = (limit: number) => (value: number) => value <= limit;

/** The table of goals, as lines. */
export function goalTable(results: Results): string[] {
	return [
		row(['What', 'Goal', 'Reached', 'Rounds', '']),
		row(['---', '---', '---', '---:', '---']),
		...goals(results).map((goal) => {
			const spread = spreadOf(goal.reached);
			const reached = goal.reached.length === 0 ? '–' : `${range(spread)} ${goal.unit}`;
			return row([
				goal.what,
				goal.limit,
				reached,
				String(goal.reached.length),
				judged(goal, spread, results),
			]);
		}),
	];
}

function judged(goal: Goal, spread: Spread, results: Results): string {
	const runs = goal.workloads.flatMap((workload) => results.of('ours', workload));
	const failed = runs.filter((run) => failureOf(run) !== undefined).length;
	if (failed > 0) return `**${failed} of ${runs.length} runs failed**`;
	const words = verdict(spread, goal.kept);
	return goal.reached.length > 0 && goal.reached.length < ROUNDS && !goal.workloads.includes('durability')
		? `${words}, of few rounds`
		: words;
}

function goals(results: Results): Goal[] {
	return [
		...CLIENTS.map((count) => fanOutMedian(results, `fanout-${count}`, count)),
		...CLIENTS.map((count) => fanOutTail(results, `fanout-${count}`, count)),
		ingest(results),
		...manyDocuments(results),
		...joining(results),
		storm(results),
		...nothingLost(results),
	];
}

function fanOutMedian(results: Results, workload: string, count: string): Goal {
	const p50 = figure('latencyMs', 'p50');
	return {
		what: `Fan-out to ${count} clients, p50`,
		limit: 'at most 1.25 × the floor',
		kept: within(1.25),
		workloads: [workload],
		reached: results.ratios(workload, ['ours', p50], ['floor', p50]),
		unit: '× the floor',
	};
}

/** The best of the servers in memory is the one that makes our multiple largest. */
function fanOutTail(results: Results, workload: string, count: string): Goal {
	const p99 = figure('latencyMs', 'p99');
	const [best] = IN_MEMORY.map((name) => ({
		name,
		ratios: results.ratios(workload, ['ours', p99], [name, p99]),
	}))
		.filter(({ ratios }) => ratios.length > 0)
		.toSorted((a, b) => spreadOf(b.ratios).median - spreadOf(a.ratios).median);
	return {
		what: `Fan-out to ${count} clients, p99`,
		limit: 'no worse than the best server in memory',
		kept: within(1),
		workloads: [workload],
		reached: best?.ratios ?? [],
		unit: `× ${best?.name ?? ''}`,
	};
}

/** Processor time of a server for one of the updates that make a path, µs. */
export const ingestCpu: Read = (run) => {
	const [seconds, updates] = [figure('ingestCpuSeconds')(run), figure('updates')(run)];
	return seconds === undefined || updates === undefined ? undefined : (seconds / updates) * 1e6;
};

function ingest(results: Results): Goal {
	return {
		what: 'Processor time for an update taken in',
		limit: 'at most 0.25 × Hocuspocus',
		kept: within(0.25),
		workloads: ['cold-1000'],
		reached: results.ratios('cold-1000', ['ours', ingestCpu], ['hocuspocus', ingestCpu]),
		unit: '× Hocuspocus',
	};
}

function manyDocuments(results: Results): Goal[] {
	const [cpu, memory] = [figure('server', 'cpuSeconds'), figure('rssPerDocKB')];
	return [
		{
			what: '500 documents, processor time',
			limit: 'below Hocuspocus',
			kept: (value) => value < 1,
			workloads: ['many-docs'],
			reached: results.ratios('many-docs', ['ours', cpu], ['hocuspocus', cpu]),
			unit: '× Hocuspocus',
		},
		{
			what: '500 documents, memory for each',
			limit: 'at most 1.4 × the SQLite floor',
			kept: within(1.4),
			workloads: ['many-docs'],
			reached: results.ratios('many-docs', ['ours', memory], ['floor-sqlite', memory]),
			unit: '× the SQLite floor',
		},
	];
}

/** Until a joiner is told it is in sync and has everything, as a multiple of what its own Yjs needs for the bytes; never is infinite. */
export function joinTime(when: 'warm' | 'afterRestart'): Read {
	return (run) => {
		const alone = figure('localApplyMs')(run);
		if (alone === undefined || figure(when, 'runs')(run) === undefined) return undefined;
		const [synced, complete] = [figure(when, 'syncedMs')(run), figure(when, 'completeMs')(run)];
		return Math.max(synced ?? Infinity, complete ?? Infinity) / alone;
	};
}

function joining(results: Results): Goal[] {
	const ways = [
		['warm', 2.5, 'while the server runs'],
		['afterRestart', 4, 'after its restart'],
	] as const;
	return ways.map(([when, limit, words]) => ({
		what: `Joining a path of 1,000 cells ${words}`,
		limit: `at most ${limit} × the client’s own work`,
		kept: within(limit),
		workloads: ['cold-1000'],
		reached: numbers(results.of('ours', 'cold-1000'), joinTime(when)),
		unit: '× the client’s own work',
	}));
}

/** Until all who came back were in sync, ms; never is infinite. */
export const allSynced: Read = (run) =>
	figure('clients')(run) === undefined ? undefined : (figure('allSyncedMs')(run) ?? Infinity);

function storm(results: Results): Goal {
	return {
		what: '300 clients come back to one document',
		limit: 'all in sync within 1500 ms',
		kept: within(1500),
		workloads: ['storm-1doc'],
		reached: numbers(results.of('ours', 'storm-1doc'), allSynced),
		unit: 'ms',
	};
}

/** Speed is worth nothing where something is missing at the end. */
function nothingLost(results: Results): Goal[] {
	const passed = [...CLIENTS.map((count) => `fanout-${count}`), 'many-docs'];
	const storms = ['storm-1doc', 'storm-30docs'];
	const survived: Read = (run) => figure('killAfter3sIdle', 'survived')(run);
	const ours = (workloads: readonly string[]): Outcome[] =>
		workloads.flatMap((workload) => results.of('ours', workload));
	return [
		{
			what: 'Edits that a reader never saw',
			limit: 'none',
			kept: within(0),
			workloads: passed,
			reached: numbers(ours(passed), figure('latencyMs', 'lost')),
			unit: 'in a run',
		},
		{
			what: 'Clients without all edits after a storm',
			limit: 'none',
			kept: within(0),
			workloads: storms,
			reached: numbers(ours(storms), figure('clientsMissingEdits')),
			unit: 'in a run',
		},
		{
			what: 'Of 200 updates, kept over kill -9 after 3 s',
			limit: 'all',
			kept: (value) => value === 200,
			workloads: ['durability'],
			reached: numbers(ours(['durability']), survived),
			unit: '',
		},
	];
}

function numbers(runs: readonly Outcome[], read: Read): number[] {
	return runs.map(read).filter((value) => value !== undefined);
}
