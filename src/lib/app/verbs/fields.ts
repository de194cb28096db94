// What a person does with initial values. Keystrokes in one field are one step of undo. `variant` is what
// the cell shows, so that what began as a proposal is changed on top of it.

import type { Written } from '#lib/core/path/document.ts';
import * as edits from '#lib/core/path/field-edits.ts';
import type { FieldRefusal, FieldValue, RowRefusal } from '#lib/core/path/field-edits.ts';
import type { Json } from '#lib/core/json/json.ts';
import type { StageId, Variant } from '#lib/core/path/names.ts';
import type { Result } from '#lib/core/result.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import { act, type NotWritable } from './acting.ts';

type Done<E, T = Written> = Result<T, E | NotWritable>;

export interface FieldPlace {
	readonly stage: StageId;
	readonly variant: Variant;
	readonly field: string;
}

const joined = ({ stage, variant, field }: FieldPlace, ...more: string[]): string =>
	['field', stage, variant, field, ...more].join('/');

export function setField(notebook: Notebook, place: FieldPlace, value: FieldValue): Done<FieldRefusal> {
	const { stage, variant, field } = place;
	return act(
		notebook,
		(who) => edits.setField(notebook.doc, stage, variant, field, value, who),
		joined(place),
	);
}

/** Empties a field, also where a proposal has a value. */
export function clearField(notebook: Notebook, place: FieldPlace): Done<FieldRefusal> {
	const { stage, variant, field } = place;
	return act(notebook, (who) => edits.clearField(notebook.doc, stage, variant, field, who), joined(place));
}

/** Adds an empty row to a table and returns its id. */
export function addRow(
	notebook: Notebook,
	{ stage, variant, field }: FieldPlace,
): Done<FieldRefusal, string> {
	const row = notebook.world.id();
	return act(notebook, (who) => {
		const added = edits.addRow(notebook.doc, stage, variant, field, row, who);
		return added.ok ? { ok: true, value: row } : added;
	});
}

export function deleteRow(
	notebook: Notebook,
	{ stage, variant, field }: FieldPlace,
	row: string,
): Done<RowRefusal> {
	return act(notebook, (who) => edits.deleteRow(notebook.doc, stage, variant, field, row, who));
}

/** Takes a row's deletion back. */
export function restoreRow(
	notebook: Notebook,
	{ stage, variant, field }: FieldPlace,
	row: string,
): Done<RowRefusal> {
	return act(notebook, (who) => edits.restoreRow(notebook.doc, stage, variant, field, row, who));
}

export function setRowField(
	notebook: Notebook,
	place: FieldPlace,
	row: string,
	column: string,
	value: Json,
): Done<RowRefusal> {
	const { stage, variant, field } = place;
	return act(
		notebook,
		(who) => edits.setRowField(notebook.doc, stage, variant, field, row, column, value, who),
		joined(place, row, column),
	);
}
