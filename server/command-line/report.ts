// The report of a conversion: as JSON for programs (`--report`), and in short for people on standard error. Both say the same lines with the same
// words. Where nothing was written, the JSON says why under `refused`.

import type { Place } from '#lib/core/json/place.ts';
import type { JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import type { Refusal, ReportLine } from '#lib/core/exchange/report.ts';
import { m } from '#lib/paraglide/messages.js';
import { placeWords, ruleWords } from '#lib/words/rule-words.ts';
import type { Places } from './reading.ts';
import type { Terminal } from './terminal.ts';

/** A line of any list, from a reader, a writer or a check. */
export interface Line {
	readonly file: string;
	readonly pointer: string;
	readonly rule: string;
	readonly data: JsonObject;
	readonly at?: Place | null;
}

export interface Lists {
	readonly kept: readonly ReportLine[];
	readonly changed: readonly ReportLine[];
	readonly lost: readonly ReportLine[];
}

/** The report as JSON text; `file` is said where several came. */
export function reportJson(
	source: string | null,
	lists: Lists,
	places: Places,
	several: boolean,
	refused?: readonly Refusal[],
): string {
	const line = (one: Line): JsonObject => ({
		...(several && one.file !== '' ? { file: places(one.file) } : {}), // what a writer says is of no file that was read
		pointer: one.pointer,
		...(one.at ? { line: one.at.line, column: one.at.column } : {}),
		rule: one.rule,
		message: ruleWords(one),
	});
	const report = {
		source,
		kept: lists.kept.map(line),
		changed: lists.changed.map(line),
		lost: lists.lost.map(line),
		...(refused ? { refused: refused.map(line) } : {}),
	};
	return `${printJson(report, { indent: '\t' })}\n`;
}

const MOST = 12;

/** Says the lists to people, the gravest first, each up to a dozen lines. */
export function sayLists(terminal: Terminal, { kept, changed, lost }: Lists, places: Places): void {
	const say = (title: string, lines: readonly Line[]): void => {
		if (lines.length === 0) return;
		terminal.say(title);
		for (const one of lines.slice(0, MOST)) terminal.say(`  ${lineWords(one, places)}`);
		if (lines.length > MOST) terminal.say(`  ${m.command_line_and_more({ count: lines.length - MOST })}`);
	};
	say(m.command_line_lost({ count: lost.length }), lost);
	say(m.command_line_changed({ count: changed.length }), changed);
	say(m.command_line_kept({ count: kept.length }), kept);
}

/** Says why nothing was written. */
export function sayRefused(terminal: Terminal, refused: readonly Refusal[], places: Places): void {
	terminal.say(`pathbook: ${m.command_line_refused()}`);
	for (const one of refused) terminal.say(`  ${lineWords(one, places)}`);
}

function lineWords(one: Line, places: Places): string {
	const file = one.file === '' ? '' : places(one.file);
	const place = file === '' ? one.pointer : placeWords({ file, pointer: one.pointer }, one.at ?? null);
	const words = ruleWords(one);
	return (place === '' ? words : `${place}: ${words}`).replaceAll(/[\u0000-\u001f\u007f]+/g, ' ');
}
