// `validate`: a line for everything that is wrong, on standard output, for people and for `cut`. An input that cannot be read is wrong too, so
// that exit code 1 never comes without a line.

import { validateImported } from '#lib/core/exchange/validate/validate.ts';
import { locate } from '#lib/core/json/locate.ts';
import type { Place } from '#lib/core/json/place.ts';
import { checkBySchema } from '#lib/core/protocol/schema-check.ts';
import { m } from '#lib/paraglide/messages.js';
import { wrongWords } from '#lib/words/validation-rule-words.ts';
import { misused, said, type ExitCode } from './answers.ts';
import { readArguments } from './arguments.ts';
import { READING_FLAGS, readInputs, readOrder, type Inputs, type ReadOrder } from './order.ts';
import { readPaths } from './reading.ts';
import type { Line } from './report.ts';
import type { Terminal } from './terminal.ts';

/** Runs `validate`. */
export async function validate(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
	const read = readArguments(args, { values: READING_FLAGS, switches: [], words: ['IN'] });
	if (!read.ok) return misused(terminal, read.error, 'validate');
	if (read.value.switches.has('help')) return await said(terminal, `${m.command_line_help_validate()}\n`);
	const order = readOrder(read.value);
	if (!order.ok) return misused(terminal, order.error, 'validate');
	const inputs = await readInputs(order.value, terminal);
	const lines = inputs.ok
		? linesOf(order.value, inputs.value)
		: [rowOf(`${order.value.input}#`, 'unreadable', inputs.error)];
	const name = order.value.input;
	if (lines.length === 0) {
		terminal.say(m.command_line_valid({ file: name }));
		return 0;
	}
	await said(terminal, lines.join(''));
	terminal.say(m.command_line_faults({ file: name, count: lines.length }));
	return 1;
}

function linesOf(order: ReadOrder, inputs: Inputs): readonly string[] {
	// Nothing is written, so no time is.
	const imported = readPaths(inputs.input, inputs.beside, { from: order.from, at: 0 });
	const wrong: readonly Line[] = imported.ok
		? validateImported(imported.value, checkBySchema)
		: imported.error;
	const places = placesIn(wrong, inputs);
	return wrong.map((line) => {
		const file = inputs.places(line.file);
		const at = line.at ?? places.get(line.file)?.get(line.pointer);
		const place = at ? `${file}:${at.line}:${at.column}` : `${file}#${line.pointer}`;
		return rowOf(place, line.rule, wrongWords(line));
	});
}

/** Line and column of what is named by pointers, in files that are JSON texts of their own. */
function placesIn(
	wrong: readonly Line[],
	{ input, beside }: Inputs,
): ReadonlyMap<string, ReadonlyMap<string, Place>> {
	const places = new Map<string, ReadonlyMap<string, Place>>();
	for (const { name, bytes } of [input, ...beside].flatMap(({ files }) => files)) {
		const pointers = wrong.filter(({ file, at }) => file === name && !at).map(({ pointer }) => pointer);
		if (pointers.length === 0) continue;
		const text = new TextDecoder().decode(bytes);
		if (/^\s*(?:[{[]|\/\/|\/\*)/.test(text)) places.set(name, locate(text, new Set(pointers)));
	}
	return places;
}

function rowOf(place: string, rule: string, message: string): string {
	return `${[place, rule, message].map(inOneLine).join('\t')}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Text that keeps its line a line and its column a column; whatever else steers a terminal is shown by its number. */
function inOneLine(text: string): string {
	return text.replaceAll(
		/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
		(char) => ESCAPES[char] ?? `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
	);
}
