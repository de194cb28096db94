// The places of a path and its records where the last writer counts, each read as a screen would read it.

import type { Json } from '#lib/core/json/json.ts';
import type { FieldEntry } from '#lib/core/path/entries.ts';
import { shownKey } from '#lib/core/path/doors.ts';
import { fieldKey } from '#lib/core/path/names.ts';
import type { CellId, RecordId, StageId, Variant, VersionUid } from '#lib/core/path/names.ts';
import type { FieldValues } from '#lib/core/path/snapshot.ts';
import { draftKey, type Section } from '#lib/core/record/names.ts';
import type { Place, View } from './fuzz-places.ts';
import { PATH } from './fuzz-replica.ts';

function inPath(map: string, key: string, read: (view: View) => unknown): Place {
	// Entries of a document are JSON.
	return {
		name: `${map} ${key}`,
		doc: PATH,
		key: [map, key],
		read: (view) => read(view) as Json | undefined,
	};
}

export const title = (): Place => inPath('meta', 'title', ({ path }) => path.meta?.title);
export const template = (): Place => inPath('meta', 'template', ({ path }) => path.meta?.template);
export const state = (cell: CellId): Place => inPath('cells', cell, ({ path }) => path.cells.get(cell));
export const shown = (cell: CellId): Place =>
	inPath('cells', shownKey(cell), ({ path }) => path.shown.get(cell));
export const lineAfter = (parent: StageId): Place =>
	inPath('line', parent, ({ path }) => path.line.get(parent));
export const nameOf = (stage: StageId): Place => inPath('names', stage, ({ path }) => path.names.get(stage));
export const gone = (stage: StageId): Place => inPath('gone', stage, ({ path }) => path.gone.get(stage));
export const reference = (stage: StageId): Place =>
	inPath('record', stage, ({ path }) => path.records.get(stage));

/** A field, a row of a table, or one value in a row. */
export interface FieldPlace {
	readonly field: string;
	readonly row?: string;
	readonly column?: string;
}

export function field(stage: StageId, variant: Variant, at: FieldPlace): Place {
	return inPath('fields', fieldKey(stage, variant, at.field, at.row, at.column), ({ path }) =>
		readField(path.fields(stage, variant), at),
	);
}

export function draft(record: RecordId, basedOn: VersionUid | null, section: Section, at: FieldPlace): Place {
	const key = draftKey(basedOn, section, at.field, at.row, at.column);
	return {
		name: `draft ${record} ${key}`,
		doc: record,
		key: ['draft', key],
		read: (view) => {
			const values = view.record(record)?.draft(basedOn)[section];
			return values === undefined ? undefined : readField(values, at);
		},
	};
}

function readField(
	{ values, rows }: FieldValues,
	{ field: name, row, column }: FieldPlace,
): Json | undefined {
	if (row === undefined) return entryOf(values.get(name));
	const found = rows.get(name)?.filter(({ id }) => id === row) ?? [];
	if (found.length > 1) return `row ${row} is there ${found.length} times`;
	if (column !== undefined) return entryOf(found[0]?.values.get(column));
	const entry = found[0]?.entry;
	if (entry === undefined) return undefined;
	return { by: entry.by, at: entry.at, gone: entry.gone !== undefined };
}

function entryOf(entry: FieldEntry | undefined): Json | undefined {
	if (entry === undefined) return undefined;
	const { value, unit = null, cleared = false } = entry;
	return { value, unit, cleared };
}
