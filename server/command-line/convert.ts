// `convert`: one input in any form that is read, out in any form that is written, with a report of what became of it. Nothing is written
// before everything is known: the files and the report arrive together.

import { join } from 'node:path';
import { EXPORT_FORMS, type ExportForm } from '#lib/core/exchange/forms.ts';
import type { Dialect } from '#lib/core/exchange/detect.ts';
import type { Refusal } from '#lib/core/exchange/report.ts';
import { m } from '#lib/paraglide/messages.js';
import { err, ok, type Result } from '#lib/core/result.ts';
import { complain, misused, said, type ExitCode } from './answers.ts';
import { readArguments, type Arguments } from './arguments.ts';
import { readInput, type Input } from './input.ts';
import { nearest } from './nearest.ts';
import { isFolder, writeFiles, type Outgoing } from './output.ts';
import { readPaths, toldApart, type Places } from './reading.ts';
import { reportJson, sayLists, sayRefused, type Lists } from './report.ts';
import type { Terminal } from './terminal.ts';
import { timeOf } from './time.ts';
import { fileNames, isWritten, titleOf, writePlans, type Conversion } from './writing.ts';

const SHAPE = {
	values: ['to', 'from', 'workflow', 'protocols', 'out', 'report'],
	switches: ['force'],
	words: ['IN'],
};
const DIALECTS: readonly string[] = ['airalogy', 'aira', 'engine'];
const SOURCES = [...DIALECTS, 'workflow', 'aira-archive', 'eln', 'auto'];
const EMPTY: Lists = { kept: [], changed: [], lost: [] };

interface Order {
	readonly input: string;
	readonly beside: readonly string[];
	readonly to: ExportForm;
	readonly from: Dialect | undefined;
	readonly out: string | undefined;
	readonly report: string | undefined;
	readonly force: boolean;
	readonly at: number;
}

/** Runs `convert`. */
export async function convert(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
	const read = readArguments(args, SHAPE);
	if (!read.ok) return misused(terminal, read.error, 'convert');
	if (read.value.switches.has('help')) return await said(terminal, `${m.command_line_help_convert()}\n`);
	const order = orderOf(read.value, terminal);
	if (!order.ok) return misused(terminal, order.error, 'convert');
	const input = await readInput(order.value.input, terminal);
	const beside: Input[] = [];
	for (const path of order.value.beside) {
		const more = await readInput(path, terminal);
		if (!more.ok) return refuse(terminal, more.error);
		beside.push(more.value);
	}
	return input.ok
		? await carryOut(order.value, input.value, beside, terminal)
		: refuse(terminal, input.error);
}

function refuse(terminal: Terminal, sentence: string): 1 {
	complain(terminal, sentence);
	return 1;
}

function orderOf({ values, switches, words }: Arguments, terminal: Terminal): Result<Order, string> {
	const { to, from = 'auto', workflow, protocols, out, report } = values;
	if (to === undefined) return err(m.command_line_to_missing({ forms: EXPORT_FORMS.join(', ') }));
	if (to === 'eln' || from === 'eln') return err(m.command_line_not_yet({ what: 'eln' }));
	const form = EXPORT_FORMS.find((known) => known === to);
	if (form === undefined) return err(notOneOf('--to', to, EXPORT_FORMS));
	if (!SOURCES.includes(from)) return err(notOneOf('--from', from, SOURCES));
	if (!isWritten(form)) return err(m.command_line_not_yet({ what: to }));
	const at = timeOf(terminal);
	if (!at.ok) return at;
	const beside = [workflow, protocols].filter((path) => path !== undefined);
	if ([words[0], ...beside].filter((path) => path === '-').length > 1)
		return err(m.command_line_input_twice());
	if (report === '-') return err(m.command_line_report_to_screen());
	const file = out === '-' ? undefined : out;
	if (form === 'aira-archive' && file === undefined && terminal.isScreen) return err(m.command_line_binary());
	return ok({
		input: words[0] ?? '',
		beside,
		to: form,
		from: DIALECTS.includes(from) ? (from as Dialect) : undefined, // looked up in the list
		out: file,
		report,
		force: switches.has('force'),
		at: at.value,
	});
}

function notOneOf(flag: string, value: string, choices: readonly string[]): string {
	const meant = nearest(value, choices);
	const sentence = m.command_line_not_one_of({ flag, value, choices: choices.join(', ') });
	return meant === undefined ? sentence : `${sentence} ${m.command_line_did_you_mean({ word: meant })}`;
}

async function carryOut(
	order: Order,
	input: Input,
	more: readonly Input[],
	terminal: Terminal,
): Promise<ExitCode> {
	const { beside, places } = toldApart(input, more);
	const several = input.files.length + beside.length > 1;
	const options = {
		folder: terminal.folder,
		read: [input, ...beside].flatMap((one) => one.places),
		force: order.force,
	};
	const imported = readPaths(input, beside, { from: order.from, at: order.at });
	if (!imported.ok) {
		sayRefused(terminal, imported.error, places);
		return reportRefused(order, imported.error, places, several, options, terminal);
	}
	const { plans, report } = imported.value;
	const conversions = writePlans(order.to, plans);
	const lists = {
		kept: report.kept,
		changed: [...report.changed, ...conversions.flatMap(({ changed }) => changed)],
		lost: [...report.lost, ...conversions.flatMap(({ lost }) => lost)],
	};
	const files = filesOf(order, conversions, terminal);
	if (!files) return refuse(terminal, m.command_line_several({ titles: plans.map(titleOf).join('; ') }));
	const text = reportJson(report.source, lists, places, several);
	const reported =
		order.report === undefined ? [] : [{ name: order.report, bytes: new TextEncoder().encode(text) }];
	const written = writeFiles([...files, ...reported], options);
	if (!written.ok) return refuse(terminal, written.error);
	const [only] = conversions;
	const code = order.out === undefined && only ? await said(terminal, only.bytes) : 0;
	sayLists(terminal, lists, places);
	for (const { name } of files) terminal.say(m.command_line_written({ file: name }));
	return code;
}

function reportRefused(
	order: Order,
	refused: readonly Refusal[],
	places: Places,
	several: boolean,
	options: Parameters<typeof writeFiles>[1],
	terminal: Terminal,
): 1 {
	if (order.report === undefined) return 1;
	const text = reportJson(null, EMPTY, places, several, refused);
	const written = writeFiles([{ name: order.report, bytes: new TextEncoder().encode(text) }], options);
	return written.ok ? 1 : refuse(terminal, written.error);
}

/** Names for what was made; none where it goes to standard output, null where several need a folder. */
function filesOf(
	{ out }: Order,
	conversions: readonly Conversion[],
	{ folder }: Terminal,
): readonly Outgoing[] | null {
	const inside = out !== undefined && isFolder(out, folder);
	if (conversions.length > 1 && !inside) return null;
	if (out === undefined) return [];
	const names = fileNames(conversions);
	return conversions.map(({ bytes }, at) => ({ name: inside ? join(out, names[at] ?? '') : out, bytes }));
}
