// What is run, in which order. Rounds go over everything once and again instead of measuring one server to its end, and the servers take turns at
// being first, so that an hour in which the machine was slow is an hour for all of them. Refused: a list of runs that has to be finished;
// what is there is reported, and a folder of results can be gone on with.

import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#lib/core/result.ts';

/** Servers in the order of the tables; the last two only when they are asked for. */
export const TARGETS = [
	'ours',
	'floor',
	'floor-sqlite',
	'hocuspocus',
	'yws13',
	'yws-latest',
	'yws13-leveldb',
	'yjs-server',
] as const;
export type Target = (typeof TARGETS)[number];

/** What is asked of them, with the seconds one run takes a server that is well; the last two only when they are asked for. */
const SECONDS = {
	'fanout-10': 13,
	'fanout-50': 13,
	'fanout-200': 15,
	'many-docs': 25,
	'cold-1000': 22,
	'storm-1doc': 20,
	'storm-30docs': 14,
	durability: 18,
	'cold-100': 15,
	'cold-5000': 60,
} as const;
export type Workload = keyof typeof SECONDS;
// Object.keys forgets the names that the object above fixes
export const WORKLOADS = Object.keys(SECONDS) as Workload[];

export interface Run {
	readonly round: number;
	readonly target: Target;
	readonly workload: Workload;
}

export interface Plan {
	/** In the order in which they are made. */
	readonly runs: readonly Run[];
	/** A folder to go on with. */
	readonly folder: string | undefined;
	/** Folders to be reported without running anything; empty where something is run. */
	readonly reported: readonly string[];
	/** When the chapter is written to RESULTS.md, and not only shown. */
	readonly record: 'always' | 'whole' | 'never';
}

const ROUNDS = 5;

/** What the arguments ask for; a wrong one is a sentence. */
export function readPlan(args: readonly string[]): Result<Plan, string> {
	let parsed;
	try {
		parsed = parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				only: { type: 'string' },
				targets: { type: 'string' },
				rounds: { type: 'string' },
				folder: { type: 'string' },
				report: { type: 'string' },
				record: { type: 'boolean' },
			},
		});
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		return err(error.message);
	}
	const { values, positionals } = parsed;
	const quick = positionals.includes('quick');
	const strange = positionals.find((word) => word !== 'quick');
	if (strange !== undefined) return err(`Unknown word ${strange}.`);
	const workloads = pick(
		values.only,
		WORKLOADS,
		quick ? ['fanout-200', 'storm-1doc'] : WORKLOADS.slice(0, 8),
	);
	if (!workloads.ok) return workloads;
	const targets = pick(
		values.targets,
		TARGETS,
		quick ? ['ours', 'floor', 'hocuspocus'] : TARGETS.slice(0, 6),
	);
	if (!targets.ok) return targets;
	const rounds = values.rounds === undefined ? (quick ? 1 : ROUNDS) : Number(values.rounds);
	if (!Number.isInteger(rounds) || rounds < 1) return err('--rounds is a number from 1.');
	const reported = values.report?.split(',') ?? [];
	const whole = args.every((word, at) => word === '--folder' || args[at - 1] === '--folder');
	return ok({
		runs: reported.length > 0 ? [] : runsOf(workloads.value, targets.value, rounds),
		folder: values.folder,
		reported,
		record: values.record === true ? 'always' : whole ? 'whole' : 'never',
	});
}

/** Words separated by commas, each one of `known`. */
function pick<T extends string>(
	text: string | undefined,
	known: readonly T[],
	otherwise: readonly T[],
): Result<readonly T[], string> {
	if (text === undefined) return ok(otherwise);
	const words = text.split(',');
	const picked = known.filter((name) => words.includes(name));
	const strange = words.find((word) => !known.some((name) => name === word));
	return strange === undefined ? ok(picked) : err(`${strange} is none of ${known.join(', ')}.`);
}

function runsOf(workloads: readonly Workload[], targets: readonly Target[], rounds: number): Run[] {
	return Array.from({ length: rounds }, (_, at) => at + 1).flatMap((round) =>
		workloads.flatMap((workload) => {
			const first = round % targets.length;
			const turn = [...targets.slice(first), ...targets.slice(0, first)];
			return turn
				.filter((target) => says(target, workload, round))
				.map((target) => ({ round, target, workload }));
		}),
	);
}

/** The floor keeps nothing that could be joined; whether an update is still there after kill -9 is asked once, being no matter of speed. */
function says(target: Target, workload: Workload, round: number): boolean {
	if (workload === 'durability') return round === 1;
	return target !== 'floor' || !workload.startsWith('cold-');
}

/** How long a run should take, in seconds, when nothing is known about this machine. */
export function secondsOf({ workload }: Run): number {
	return SECONDS[workload];
}
