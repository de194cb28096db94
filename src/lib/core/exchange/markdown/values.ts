// Values of fields as a reader wants them: the title of the field, the number as it was written with its unit, the id beside it. What does not
// fit a table's cell (several lines, Markdown, rows of a table) stands below it under the same title. Refused: rounding, aligning by the
// decimal point, leaving out what the protocol does not know.

import { isExact, isList, isObject, type Json } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { bareField } from '#lib/core/protocol/field.ts';
import type { Field, ProtocolFields } from '#lib/core/protocol/protocol.ts';
import { blocks, cellText, code, quoted, table } from './text.ts';
import type { MarkdownWords } from './words.ts';

/** Values by field id. */
export type Values = ReadonlyMap<string, Json>;

interface Row {
	readonly field: Field;
	readonly value: Json | undefined;
	readonly planned: Json | undefined;
}

/** Values as a table, with what was planned beside them where anything was; `level` is for headings inside them. */
export function valueTables(
	values: Values,
	planned: Values,
	fields: ProtocolFields | undefined,
	words: MarkdownWords,
	level: number,
): string {
	const rows = rowsOf(values, planned, fields);
	const { columns } = words;
	const withPlan = planned.size > 0;
	const head = [columns.field, columns.value, ...(withPlan ? [columns.planned] : []), columns.id];
	const body = rows.map(({ field, value, planned: plan }) => {
		const shown = value === undefined ? '' : cellOf(value, field, words);
		const differs =
			withPlan && value !== undefined && plan !== undefined && printJson(value) !== printJson(plan);
		const before = withPlan ? [plan === undefined ? '' : cellOf(plan, field, words)] : [];
		return [quoted(field.title), differs && shown !== '' ? `**${shown}**` : shown, ...before, code(field.id)];
	});
	const long = rows.flatMap(({ field, value }) => {
		const text = value === undefined ? '' : below(value, field, words, level);
		return text === '' ? [] : [`**${quoted(field.title)}** (${code(field.id)})`, text];
	});
	return blocks([table(head, body), ...long]);
}

/** Fields in the order of the protocol, then what it does not know, by id. */
function rowsOf(values: Values, planned: Values, fields: ProtocolFields | undefined): Row[] {
	const known = fields?.vars ?? [];
	const ids = new Set(known.map(({ id }) => id));
	const others = [...new Set([...values.keys(), ...planned.keys()])].filter((id) => !ids.has(id)).sort();
	const all = [...known, ...others.map((id) => bareField(id, 'json'))];
	return all
		.map((field) => ({ field, value: values.get(field.id), planned: planned.get(field.id) }))
		.filter(({ value, planned: plan }) => value !== undefined || plan !== undefined);
}

function cellOf(value: Json, field: Field, words: MarkdownWords): string {
	if (isLong(value, field)) return words.below;
	const text = valueText(value, words);
	const counts = typeof value === 'number' || isExact(value) || (isList(value) && field.kind === 'list');
	const unit = field.unit === '' || (!counts && typeof value !== 'string') ? '' : ` ${quoted(field.unit)}`;
	return text === '' ? '' : `${text}${unit}`;
}

/** A value inside a line, quoted. */
export function valueText(value: Json, words: MarkdownWords): string {
	if (value === null) return words.nothing;
	if (typeof value === 'boolean') return value ? words.yes : words.no;
	if (typeof value === 'string') return quoted(value);
	if (typeof value === 'number' || isExact(value)) return quoted(printJson(value));
	if (isList(value) && value.every(isPlain)) return value.map((item) => valueText(item, words)).join(', ');
	return code(printJson(value));
}

function isPlain(value: Json): boolean {
	return value === null || typeof value !== 'object' || isExact(value);
}

function isLong(value: Json, field: Field): boolean {
	if (typeof value === 'string') return value.includes('\n') || (field.kind === 'markdown' && value !== '');
	return isRows(value) || (isObject(value) && printJson(value).length > 80);
}

function isRows(value: Json): value is readonly (Json & object)[] {
	return isList(value) && value.length > 0 && value.every(isObject);
}

function below(value: Json, field: Field, words: MarkdownWords, level: number): string {
	if (!isLong(value, field)) return '';
	if (typeof value === 'string')
		return field.kind === 'markdown' || field.kind === 'text' ? cellText(value, level) : fenced(value, '');
	return isRows(value) ? rowTable(value, field, words) : fenced(printJson(value, { indent: 2 }), 'json');
}

function rowTable(rows: readonly Json[], field: Field, words: MarkdownWords): string {
	const objects = rows.filter(isObject);
	const known = field.columns.map(({ id }) => id);
	const ids = new Set([...known, ...objects.flatMap((row) => Object.keys(row))]);
	const columns = [...ids].map(
		(id) => field.columns.find((column) => column.id === id) ?? bareField(id, 'json'),
	);
	const head = columns.map(({ title, unit }) =>
		quoted(unit === '' || title.includes(unit) ? title : `${title} (${unit})`),
	);
	const body = objects.map((row) =>
		columns.map(({ id }) => (Object.hasOwn(row, id) ? valueText(row[id] ?? null, words) : '')),
	);
	return table(head, body);
}

/** Text as a code block whose fence nothing inside closes. */
export function fenced(text: string, kind: string): string {
	const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
	const mark = '`'.repeat(longest + 1);
	return `${mark}${kind}\n${text}\n${mark}`;
}
