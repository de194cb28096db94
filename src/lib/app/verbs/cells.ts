// What a person does in one cell. See stages.ts.

import type * as Y from 'yjs';
import type { Json } from '#lib/core/json/json.ts';
import { cellHash } from '#lib/core/path/content.ts';
import * as edits from '#lib/core/path/cell-edits.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { acceptProposal as accept } from '#lib/core/path/proposal-edits.ts';
import { partsOf, type CellId, type ProposalId, type StageId, type Variant } from '#lib/core/path/names.ts';
import { err, type Result } from '#lib/core/result.ts';
import type { Notebook } from '../notebook.ts';

/** The text an editor binds to; a proposal's words are planted first. */
export function textForEditing(notebook: Notebook, cell: CellId, variant: Variant): Result<Y.Text, edits.CellRefusal | 'not-writable'> {
	if (!notebook.writable) return err('not-writable');
	return edits.textToEdit(notebook.doc, cell, variant, notebook.reader.current);
}

/** Says a cell is finished. */
export function finishCell(notebook: Notebook, cell: CellId) {
	return notebook.writable ? edits.setCell(notebook.doc, cell, 'done', notebook.who()) : err('not-writable');
}

/** Leaves a cell out, with the reason in the log. */
export function skipCell(notebook: Notebook, cell: CellId, reason: string) {
	if (!notebook.writable) return err('not-writable');
	return edits.skipCell(notebook.doc, cell, { logId: notebook.world.id(), reason }, notebook.who());
}

/** Opens a cell again, with the reason in the log. */
export function reopenCell(notebook: Notebook, cell: CellId, reason: string) {
	if (!notebook.writable) return err('not-writable');
	return edits.reopenCell(notebook.doc, cell, { logId: notebook.world.id(), reason }, notebook.who());
}

/** Shows a cell's own words or those of a proposal. */
export function showVariant(notebook: Notebook, cell: CellId, variant: Variant) {
	return notebook.writable ? edits.showVariant(notebook.doc, cell, variant, notebook.who()) : err('not-writable');
}

/** The hash of a cell as it stands, to be handed to `acceptProposal` when the person decides. */
export function seenNow(notebook: Notebook, cell: CellId): string {
	return cellHash(notebook.reader.current, cell);
}

/** Accepts a proposal, unless the cell is no longer what the person saw. */
export function acceptProposal(notebook: Notebook, cell: CellId, proposal: ProposalId, seen: string) {
	return notebook.writable ? accept(notebook.doc, cell, proposal, { seen }, notebook.who()) : err('not-writable');
}

/** A person's judgement of a strategy. */
export function judgeStrategy(notebook: Notebook, cell: CellId, variant: Variant, value: boolean | null) {
	if (!notebook.writable) return err('not-writable');
	return fields.setResearchable(notebook.doc, partsOf(cell).stage, variant, value, notebook.who());
}

/** One value of the initial values. */
export function setValue(notebook: Notebook, stage: StageId, variant: Variant, field: string, value: Json) {
	return notebook.writable ? fields.setField(notebook.doc, stage, variant, field, { value }, notebook.who()) : err('not-writable');
}

/** Empties one value. */
export function clearValue(notebook: Notebook, stage: StageId, variant: Variant, field: string) {
	return notebook.writable ? fields.clearField(notebook.doc, stage, variant, field, notebook.who()) : err('not-writable');
}

/** Adds an empty row to a table and gives its id. */
export function addRow(notebook: Notebook, stage: StageId, variant: Variant, field: string, row = notebook.world.id()) {
	return notebook.writable ? fields.addRow(notebook.doc, stage, variant, field, row, notebook.who()) : err('not-writable');
}

/** Deletes a row softly. */
export function deleteRow(notebook: Notebook, stage: StageId, variant: Variant, field: string, row: string) {
	return notebook.writable ? fields.deleteRow(notebook.doc, stage, variant, field, row, notebook.who()) : err('not-writable');
}

/** One value in a row. */
export function setRowValue(
	notebook: Notebook,
	place: { stage: StageId; variant: Variant; field: string; row: string; column: string },
	value: Json,
) {
	if (!notebook.writable) return err('not-writable');
	const { stage, variant, field, row, column } = place;
	return fields.setRowField(notebook.doc, stage, variant, field, row, column, value, notebook.who());
}
