// The figures as a page of Markdown. Ratios against the empty path of the same run come first, because they mean the same on every machine; what
// was aimed at stands beside what was reached, met or missed. Refused: figures without the load of the machine (they read like promises).

import { COMMAND_STEPS } from './command-line.ts';
import { CORE_STEPS } from './core.ts';
import { EXCHANGE_STEPS } from './exchange.ts';
import type { Machine } from './machine.ts';
import { KEYS } from './pages.ts';
import type { BenchPath } from './paths.ts';
import type { Samples, Spread } from './samples.ts';
import { head, ms, range, row, verdict } from './table.ts';

export interface Figures {
	readonly machine: Machine;
	readonly browser: string;
	readonly paths: readonly BenchPath[];
	readonly rounds: {
		readonly core: number;
		readonly openings: number;
		readonly typing: number;
		readonly exchange: number;
		readonly commands: number;
	};
	readonly core: Samples;
	readonly pages: Samples;
	readonly exchange: Samples;
	readonly commands: Samples;
}

/** Opening may take this many times the empty path, and this many ms more; a keystroke this many ms of script. */
const OPEN_TIMES = 1.5;
const OPEN_MORE = 400;
const KEY_SCRIPT = 16;
/** A conversion on the command line, file in and file out, may take this long; a word of help this long. */
const CONVERT = 2000;
const HELP = 500;

const BUSY =
	' **The machine was busy: wall times are longer than the code takes; trust processor times and ratios.**';

/** The first part of the page: the app, the command line and the core. */
export function writeReport(figures: Figures): string {
	return [
		'# What opening, typing and the relay take',
		'',
		'Written by `npm run bench`; only remarks are by hand.',
		'',
		...about(figures),
		'',
		'## Goals',
		'',
		...goals(figures),
		'',
		'## The app in Chromium',
		'',
		...opening(figures),
		'',
		...typing(figures),
		'',
		'## Importing and exporting in the app',
		'',
		...exchanging(figures),
		'',
		'## The command line',
		'',
		...commanding(figures),
		'',
		'## The core in Node',
		'',
		...core(figures),
		'',
	].join('\n');
}

function about({ machine, browser, paths, rounds }: Figures): string[] {
	const sizes = paths.map(
		({ stages, cells, bytes }) =>
			`${named(stages)}: ${String(cells)} cells, ${(bytes.length / 1e6).toFixed(2)} MB as one update`,
	);
	const busy = machine.loads.some((load) => load > machine.cores);
	return [
		`- ${machine.date}, ${String(machine.cores)} × ${machine.processor}, Node ${machine.node}, Chromium ${browser}, ${machine.system}`,
		`- Load before and after: ${machine.loads.map((load) => load.toFixed(1)).join(' and ')} on ${String(machine.cores)} cores.${busy ? BUSY : ''}`,
		`- Paths: ${sizes.join('; ')}; 1,000 client ids, two proposals for each cell a model may fill.`,
		`- ${String(rounds.openings)} openings, ${String(rounds.typing)} × ${String(KEYS)} keystrokes and ${String(rounds.core)} rounds of the core for each, interleaved.`,
		'- “a (b–c)” is median (least–most).',
	];
}

function goals({ paths, pages, commands }: Figures): string[] {
	const lines = paths
		.filter(({ stages }) => stages > 0)
		.flatMap(({ stages }) => [
			openingGoal(`Opening ${named(stages)}`, pages.of('usable 0'), pages.of(`usable ${String(stages)}`)),
			openingGoal(
				'The same, processor time of the page',
				pages.of('task 0'),
				pages.of(`task ${String(stages)}`),
			),
		]);
	for (const { place, stages } of places(paths)) {
		const spread = pages.of(`key script ${place} ${String(stages)}`);
		lines.push(
			row([
				`Script of a keystroke, ${place} of ${named(stages)}`,
				`${String(KEY_SCRIPT)} ms`,
				`${ms(spread.median)}, the longest ${ms(spread.most)}`,
				verdict(spread, (value) => value < KEY_SCRIPT),
			]),
		);
	}
	for (const { stages } of paths) {
		for (const step of ['help', 'airalogy', 'aira', 'back'] as const) {
			const limit = step === 'help' ? HELP : CONVERT;
			const spread = commands.of(`${step} ${String(stages)}`);
			const words = COMMAND_STEPS.find(([name]) => name === step)?.[1] ?? step;
			lines.push(
				row([
					`Command line, ${named(stages)}: ${words}`,
					ms(limit),
					`${ms(spread.median)}, the longest ${ms(spread.most)}`,
					verdict(spread, (value) => value < limit),
				]),
			);
		}
	}
	return [row(['What', 'Goal', 'Reached', '']), row(['---', '---', '---', '---']), ...lines];
}

function openingGoal(what: string, empty: Spread, { median }: Spread): string {
	const limit = OPEN_TIMES * empty.median + OPEN_MORE;
	return row([
		what,
		`${OPEN_TIMES.toFixed(1)} × empty + ${String(OPEN_MORE)} ms = ${ms(limit)}`,
		`${ms(median)} = ${(median / empty.median).toFixed(2)} × empty`,
		median <= limit ? 'met' : '**missed**',
	]);
}

const OPENING = [
	['shown', 'what the path waits for is in the page', 'ms'],
	['usable', 'it is painted and a key was taken', 'ms'],
	['script', 'script until then, processor time', 'ms'],
	['task', 'all work of the main thread until then, processor time', 'ms'],
	['later', 'work of the main thread in the 2.5 s after, processor time', 'ms'],
	['heap', 'JavaScript heap after collecting garbage', 'MB'],
	['nodes', 'DOM nodes', ''],
] as const;

function opening({ paths, pages }: Figures): string[] {
	return table(
		'Opening, from the start of the navigation (fresh page, files cached)',
		paths,
		OPENING.map(([name, words, unit]) => ({
			words: unit === '' ? words : `${words}, ${unit}`,
			spreads: paths.map(({ stages }) => pages.of(`${name} ${String(stages)}`)),
		})),
	);
}

const TYPING = [
	['key script', 'script, processor time'],
	['key task', 'all work of the main thread, processor time'],
	['key wait', 'from the press to the frame that shows it, wall time'],
	['key all', 'all work, what was put off included, mean'],
] as const;

function typing({ paths, pages }: Figures): string[] {
	const rows = (['end', 'middle'] as const).flatMap((place) =>
		TYPING.map(([name, words]) => ({
			words: `${place === 'end' ? 'end of the line' : 'middle'}: ${words}`,
			// An empty path has one place; it is the baseline of both.
			spreads: paths.map(({ stages }) =>
				pages.of(`${name} ${stages === 0 ? 'end' : place} ${String(stages)}`),
			),
		})),
	);
	return table('A keystroke in a note, ms', paths, rows);
}

function commanding({ paths, commands }: Figures): string[] {
	const rows = COMMAND_STEPS.map(([step, words]) => ({
		words,
		spreads: paths.map(({ stages }) => commands.of(`${step} ${String(stages)}`)),
	}));
	return table('A process from its start to its end, ms', paths, rows);
}

function core({ paths, core: samples }: Figures): string[] {
	const rows = CORE_STEPS.flatMap(([step, words, unit]) =>
		(['', ' cpu'] as const).map((clock) => ({
			words: `${words}, ${unit}${clock === '' ? '' : ' of processor'}`,
			spreads: paths.map(({ stages }) => samples.of(`${step} ${String(stages)}${clock}`)),
		})),
	);
	return table('Step', paths, rows);
}

/** The page while a worker reads or writes the largest path, each step beside the same screen at rest. */
function exchanging({ paths, rounds, exchange }: Figures): string[] {
	const stages = paths.at(-1)?.stages ?? 0;
	const heads = ['It took, ms', 'longest time without a frame, ms', 'frames missed in a second'];
	return [
		`${named(stages)}, ${String(rounds.exchange)} rounds, each in a browser of its own. A frame is due 60 times a second.`,
		'',
		...head('The page during', heads),
		...EXCHANGE_STEPS.map(([step, words]) =>
			row([words, ...['lasted', 'longest', 'missed'].map((what) => range(exchange.of(`${step} ${what}`)))]),
		),
	];
}

interface Row {
	readonly words: string;
	/** One for each path, the baseline first. */
	readonly spreads: readonly Spread[];
}

function table(title: string, paths: readonly BenchPath[], rows: readonly Row[]): string[] {
	const heads = paths.flatMap(({ stages }) => (stages === 0 ? [named(stages)] : [named(stages), '× empty']));
	return [
		...head(title, heads),
		...rows.map(({ words, spreads }) => {
			const base = spreads[0]?.median ?? Number.NaN;
			return row([
				words,
				...spreads.flatMap((spread, at) =>
					at === 0 ? [range(spread)] : [range(spread), times(spread.median, base)],
				),
			]);
		}),
	];
}

function places(paths: readonly BenchPath[]): { place: 'end' | 'middle'; stages: number }[] {
	return paths.flatMap(({ stages }) =>
		stages === 0
			? [{ place: 'end' as const, stages }]
			: (['end', 'middle'] as const).map((place) => ({ place, stages })),
	);
}

function named(stages: number): string {
	return stages === 0 ? 'empty' : `${stages.toLocaleString('en')} stages`;
}

/** A clock that counts whole milliseconds says 0 for what is short. */
function times(value: number, base: number): string {
	return base > 0 ? (value / base).toFixed(1) : '–';
}
