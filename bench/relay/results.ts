// Reads the files a bench leaves. They are strangers: what does not parse is counted and said, a figure that is not there is not there. Two servers
// are only ever compared within one round, minutes apart, because on a shared machine an hour makes more of a difference than they do.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { spreadOf, type Spread } from '../samples.ts';

export interface Place {
	/** The folder of a round. */
	readonly round: string;
	readonly target: string;
	readonly workload: string;
}

/** Where the result of a run lies. */
export function resultFile(work: string, { round, target, workload }: Place): string {
	return join(work, round, `${target}.${workload}.json`);
}

const Raw = z.object({
	target: z.string(),
	label: z.string().optional(),
	workload: z.string(),
	at: z.string(),
	machine: z.object({ node: z.string(), kernel: z.string(), cpus: z.number(), cpu: z.string() }).optional(),
	otherCpu: z.number().nullish(),
	data: z.record(z.string(), z.unknown()),
});
/** One run as it was: `round` also tells folders apart. */
export type Outcome = Omit<z.infer<typeof Raw>, 'round'> & { readonly round: string };

/** A figure of a run; undefined where it has none. */
export type Read = (outcome: Outcome) => number | undefined;

/** The number under these keys of a run's data. */
export function figure(...keys: readonly string[]): Read {
	return ({ data }) => {
		let at: unknown = data;
		for (const key of keys) {
			const inner = z.record(z.string(), z.unknown()).safeParse(at);
			if (!inner.success) return undefined;
			at = inner.data[key];
		}
		return typeof at === 'number' ? at : undefined;
	};
}

/** Processor time that other programs took during a run, in cores; it is a difference of two clocks, and may come out below 0. */
export const others: Read = ({ otherCpu }) =>
	typeof otherCpu === 'number' ? Math.max(0, otherCpu) : undefined;

/** Why the run in this file failed; undefined where it did not. */
export function failureIn(file: string): string | undefined {
	const raw = parse(readFileSync(file, 'utf8'));
	return raw === undefined ? 'no readable result' : failureOf({ ...raw, round: '' });
}

/** Why a run failed, in a line without the places of this machine. */
export function failureOf({ data }: Outcome): string | undefined {
	const error = data['error'];
	if (error === undefined) return undefined;
	return typeof error === 'string' ? error.replace(/(, see |\n)[^]*/, '') : 'it failed';
}

/** All runs of some folders. */
export class Results {
	readonly all: readonly Outcome[];
	/** Files that were no results. */
	readonly unreadable: readonly string[];

	constructor(folders: readonly string[]) {
		const all: Outcome[] = [];
		const unreadable: string[] = [];
		for (const folder of folders) {
			for (const file of filesOf(folder)) {
				const raw = parse(readFileSync(file, 'utf8'));
				if (raw === undefined) unreadable.push(file);
				else all.push({ ...raw, round: join(file, '..') });
			}
		}
		this.all = all.toSorted((a, b) => a.at.localeCompare(b.at));
		this.unreadable = unreadable;
	}

	/** The runs of a server, oldest first. */
	of(target: string, workload: string): readonly Outcome[] {
		return this.all.filter((run) => run.target === target && run.workload === workload);
	}

	/** A figure over all rounds; NaN where no round has it. */
	spread(target: string, workload: string, read: Read): Spread {
		return spreadOf(
			this.of(target, workload)
				.map(read)
				.filter((value) => value !== undefined),
		);
	}

	/** A figure of one server as a multiple of another's, round by round. */
	ratios(
		workload: string,
		[target, read]: readonly [string, Read],
		[other, base]: readonly [string, Read],
	): number[] {
		return this.of(target, workload).flatMap((run) => {
			const beside = this.of(other, workload).find(({ round }) => round === run.round);
			const [over, under] = [read(run), beside === undefined ? undefined : base(beside)];
			return over === undefined || under === undefined || under === 0 ? [] : [over / under];
		});
	}

	/** The names that occur under `key`, in the order of `first`, strange ones last. */
	names(key: 'target' | 'workload', first: readonly string[]): string[] {
		const there = new Set(this.all.map((run) => run[key]));
		return [...new Set([...first.filter((name) => there.has(name)), ...there])];
	}
}

function filesOf(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && /^round-\d+$/.test(basename(entry.parentPath)))
		.filter(({ name }) => name.endsWith('.json'))
		.map((entry) => join(entry.parentPath, entry.name));
}

function parse(text: string): z.infer<typeof Raw> | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined; // cut off while it was written
		throw error;
	}
	return Raw.safeParse(value).data;
}
