// The record of a round: which version, by whom and when, what was measured against what was planned, what was done and remarked.

import { isObject, type Json } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { cellOf, referenceOf } from '#lib/core/flow/cells.ts';
import { newerVersions } from '#lib/core/flow/facts.ts';
import { shownValues } from '#lib/core/flow/values.ts';
import type { StageId } from '#lib/core/path/names.ts';
import { SECTIONS } from '#lib/core/record/names.ts';
import type { RecordData } from '#lib/core/record/record.ts';
import type { Reading } from './reading.ts';
import { zoned } from './reading.ts';
import { blocks, code, quoted } from './text.ts';
import { fenced, valueTables, valueText } from './values.ts';
import type { MarkdownWords } from './words.ts';

/** What the round's record says; `level` is the highest level of a heading inside it. */
export function recordText(reading: Reading, stage: StageId, level: number): string {
	const { snapshot, records, words } = reading;
	const reference = referenceOf(snapshot, stage);
	if (reference === undefined) return '';
	if (reference.gone !== undefined) return words.recordGone(quoted(reference.gone));
	const record = records.get(reference.record);
	const view = record?.versions.get(reference.uid);
	if (record === undefined || view === undefined) return words.recordNotHere;
	const { author, at, zone, data } = view.version;
	const when = at === '' ? words.unknownTime : zoned(at, zone);
	const newer = newerVersions(reference.uid, record.versions).size;
	const planned = snapshot.cells.get(cellOf(stage, 'values'))
		? shownValues(snapshot, stage)
		: new Map<string, Json>();
	const values = new Map(Object.entries(data.var));
	return blocks([
		[words.version(view.label, reading.author(author), when), newer === 0 ? '' : words.newer(newer)]
			.filter((part) => part !== '')
			.join(' '),
		valueTables(values, planned, reading.fields(stage), words, level),
		...ticks(reading, stage, data),
		quizText(reading, stage, data),
		...others(reading, data),
	]);
}

function ticks(reading: Reading, stage: StageId, data: RecordData): string[] {
	const { words } = reading;
	const fields = reading.fields(stage);
	const steps = new Map(fields?.steps.map(({ id, title }) => [id, title]));
	const checks = new Map(fields?.checks.map(({ id, message }) => [id, message]));
	return [
		tickList(words.steps, data.step ?? {}, steps, reading),
		tickList(words.checks, data.check ?? {}, checks, reading),
	];
}

function tickList(
	title: string,
	said: Readonly<Record<string, Json>>,
	known: ReadonlyMap<string, string>,
	{ words }: Reading,
): string {
	const order = [...known.keys()];
	const place = (id: string): number => (known.has(id) ? order.indexOf(id) : order.length);
	const ids = Object.keys(said).sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
	const items = ids.map((id) => {
		const { box, remark } = tickOf(said[id] ?? null, words);
		return `- ${box}${quoted(known.get(id) || id)} (${code(id)})${remark === '' ? '' : `: ${remark}`}`;
	});
	return items.length === 0 ? '' : `**${title}**\n\n${items.join('\n')}`;
}

/** The box of a step or check, none where it cannot be ticked, and what was remarked. */
function tickOf(entry: Json, words: MarkdownWords): { readonly box: string; readonly remark: string } {
	if (!isObject(entry)) return { box: '', remark: entry === null ? '' : valueText(entry, words) };
	const { checked = null, annotation = '', ...more } = entry;
	const ticked = typeof checked === 'boolean';
	const parts = [
		valueText(annotation ?? '', words),
		ticked || checked === null ? '' : valueText(checked, words),
		Object.keys(more).length === 0 ? '' : code(printJson(more)),
	];
	const box = ticked ? `[${checked ? 'x' : ' '}] ` : '';
	return { box, remark: parts.filter((part) => part !== '').join(' ') };
}

function quizText(reading: Reading, stage: StageId, data: RecordData): string {
	const { words } = reading;
	const answers = Object.entries(data.quiz ?? {});
	const stems = new Map(reading.fields(stage)?.quizzes.map(({ id, stem }) => [id, stem]));
	if (answers.length === 0) return '';
	const items = answers.map(([id, answer]) => {
		return `- ${quoted(stems.get(id) || id)} (${code(id)}): ${valueText(answer, words)}`;
	});
	return `**${words.quiz}**\n\n${items.join('\n')}`;
}

/** Sections that are none of the four. */
function others({ words }: Reading, data: RecordData): string[] {
	return Object.entries(data)
		.filter(([name]) => !SECTIONS.some((section) => section === name))
		.map(([name, value]) => {
			const json = fenced(printJson(value as Json, { indent: 2 }), 'json'); // data was checked as JSON by its hash
			return `**${words.otherData(code(name))}**\n\n${json}`;
		});
}
