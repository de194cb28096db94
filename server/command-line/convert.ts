// `convert`: one input in any form that is read, out in any form that is written, with a report of what became of it. Nothing is written
// before everything is known: the files and the report arrive together.

import { join } from 'node:path';
import { EXPORT_FORMS, type ExportForm } from '#lib/core/exchange/forms.ts';
import type { Refusal } from '#lib/core/exchange/report.ts';
import { m } from '#lib/paraglide/messages.js';
import { err, ok, type Result } from '#lib/core/result.ts';
import { complain, misused, said, type ExitCode } from './answers.ts';
import { readArguments, type Arguments } from './arguments.ts';
import { notOneOf, READING_FLAGS, readInputs, readOrder, type Inputs, type ReadOrder } from './order.ts';
import { isFolder, writeFiles, type Outgoing } from './output.ts';
import { readPaths } from './reading.ts';
import { reportJson, sayLists, sayRefused, type Lists } from './report.ts';
import type { Terminal } from './terminal.ts';
import { timeOf } from './time.ts';
import { fileNames, titleOf, writePlans, type Conversion } from './writing.ts';

const SHAPE = { values: [...READING_FLAGS, 'to', 'out', 'report'], switches: ['force'], words: ['IN'] };

interface Order extends ReadOrder {
	readonly to: ExportForm;
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
	const inputs = await readInputs(order.value, terminal);
	if (!inputs.ok) return refuse(terminal, inputs.error);
	return await carryOut(order.value, inputs.value, terminal);
}

function refuse(terminal: Terminal, sentence: string): 1 {
	complain(terminal, sentence);
	return 1;
}

function orderOf(given: Arguments, terminal: Terminal): Result<Order, string> {
	const { to, out, report } = given.values;
	if (to === undefined) return err(m.command_line_to_missing({ forms: EXPORT_FORMS.join(', ') }));
	if (to === 'eln') return err(m.command_line_not_yet({ what: 'eln' }));
	const form = EXPORT_FORMS.find((known) => known === to);
	if (form === undefined) return err(notOneOf('--to', to, EXPORT_FORMS));
	const reading = readOrder(given);
	if (!reading.ok) return reading;
	const at = timeOf(terminal);
	if (!at.ok) return at;
	if (report === '-') return err(m.command_line_report_to_screen());
	const file = out === '-' ? undefined : out;
	if (form === 'aira-archive' && file === undefined && terminal.isScreen) return err(m.command_line_binary());
	const force = given.switches.has('force');
	return ok({ ...reading.value, to: form, out: file, report, force, at: at.value });
}

async function carryOut(order: Order, inputs: Inputs, terminal: Terminal): Promise<ExitCode> {
	const { places, several } = inputs;
	const imported = readPaths(inputs.input, inputs.beside, order);
	if (!imported.ok) return refuseFiles(order, imported.error, inputs, terminal);
	const { plans, report } = imported.value;
	if (plans.length === 0) return refuse(terminal, m.command_line_only_protocols());
	const conversions = writePlans(order.to, imported.value);
	const lists = withoutBegun(order.to, {
		kept: report.kept,
		changed: [...report.changed, ...conversions.flatMap(({ changed }) => changed)],
		lost: [...report.lost, ...conversions.flatMap(({ lost }) => lost)],
	});
	const files = filesOf(order, conversions, terminal);
	if (!files) return refuse(terminal, m.command_line_several({ titles: plans.map(titleOf).join('; ') }));
	const reported = reportFile(order, reportJson(report.source, lists, places, several));
	const written = writeFiles([...files, ...reported], writeOptions(order, inputs, terminal));
	if (!written.ok) return refuse(terminal, written.error);
	const [only] = conversions;
	const code = order.out === undefined && only ? await said(terminal, only.bytes) : 0;
	sayLists(terminal, lists, places);
	for (const { name } of files) terminal.say(m.command_line_written({ file: name }));
	return code;
}

/** A workflow that came alone goes out alone: the path that begins with it on the way was never anybody's. */
function withoutBegun(form: ExportForm, lists: Lists): Lists {
	const begun = lists.changed.some(({ rule }) => rule === 'path_begins');
	if (!begun || (form !== 'workflow-info' && form !== 'workflow-block')) return lists;
	return {
		kept: lists.kept,
		changed: lists.changed.filter(({ rule }) => rule !== 'path_begins'),
		lost: lists.lost.filter(({ rule }) => rule !== 'path_left_out'),
	};
}

function refuseFiles(order: Order, refused: readonly Refusal[], inputs: Inputs, terminal: Terminal): 1 {
	sayRefused(terminal, refused, inputs.places);
	const none = { kept: [], changed: [], lost: [] };
	const reported = reportFile(order, reportJson(null, none, inputs.places, inputs.several, refused));
	const written = writeFiles(reported, writeOptions(order, inputs, terminal));
	return written.ok ? 1 : refuse(terminal, written.error);
}

function reportFile({ report }: Order, text: string): readonly Outgoing[] {
	return report === undefined ? [] : [{ name: report, bytes: new TextEncoder().encode(text) }];
}

function writeOptions(
	{ force }: Order,
	{ read }: Inputs,
	{ folder }: Terminal,
): Parameters<typeof writeFiles>[1] {
	return { folder, read, force };
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
