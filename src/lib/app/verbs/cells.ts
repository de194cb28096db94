// What a person does with one cell.

import type * as Y from 'yjs';
import * as edits from '#lib/core/path/cell-edits.ts';
import type { CellRefusal } from '#lib/core/path/cell-edits.ts';
import { cellHash } from '#lib/core/path/content.ts';
import type { Refusal, Written } from '#lib/core/path/document.ts';
import type { Proposal } from '#lib/core/path/entries.ts';
import { partsOf, type CellId, type ProposalId, type Variant } from '#lib/core/path/names.ts';
import { setResearchable, type FieldRefusal } from '#lib/core/path/field-edits.ts';
import * as proposals from '#lib/core/path/proposal-edits.ts';
import type { AcceptRefusal } from '#lib/core/path/proposal-edits.ts';
import { err, type Result } from '#lib/core/result.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import { act, type NotWritable } from './acting.ts';

/**
 * The text an editor is bound to. For a proposal's words this may write (they are planted first), so call it when somebody begins to
 * edit, not while a screen is drawn. The editor's own transactions are followed by `notebook.history.follow`.
 */
export function textForEditing(
	notebook: Notebook,
	cell: CellId,
	variant: Variant,
): Result<Y.Text, CellRefusal | NotWritable> {
	if (!notebook.writable) return err('not-writable');
	return edits.textToEdit(notebook.doc, cell, variant, notebook.reader.current);
}

/** Replaces `remove` characters at `at` by `insert`: for paste, programs and tests. */
export function writeText(
	notebook: Notebook,
	cell: CellId,
	variant: Variant,
	{ at, remove, insert }: { readonly at: number; readonly remove: number; readonly insert: string },
): Result<Written, CellRefusal | NotWritable> {
	return act(
		notebook,
		(who) => edits.editText(notebook.doc, cell, variant, at, remove, insert, who),
		`text/${cell}/${variant}`,
	);
}

/** Says that a cell is finished. */
export function finishCell(notebook: Notebook, cell: CellId): Result<void, CellRefusal | NotWritable> {
	return act(notebook, (who) => edits.setCell(notebook.doc, cell, 'done', who));
}

/** Opens a finished or skipped cell again; the reason goes into the log. */
export function reopenCell(
	notebook: Notebook,
	cell: CellId,
	reason: string,
): Result<Written, CellRefusal | NotWritable> {
	const logId = notebook.world.id();
	return act(notebook, (who) => edits.reopenCell(notebook.doc, cell, { logId, reason }, who));
}

/** Leaves a cell out; the reason goes into the log. */
export function skipCell(
	notebook: Notebook,
	cell: CellId,
	reason: string,
): Result<Written, CellRefusal | NotWritable> {
	const logId = notebook.world.id();
	return act(notebook, (who) => edits.skipCell(notebook.doc, cell, { logId, reason }, who));
}

/** Shows a cell's own words, or those that began as a proposal. */
export function showVariant(
	notebook: Notebook,
	cell: CellId,
	variant: Variant,
): Result<void, CellRefusal | NotWritable> {
	return act(notebook, (who) => edits.showVariant(notebook.doc, cell, variant, who));
}

/** Judges a strategy; null takes the judgement back. */
export function judgeStrategy(
	notebook: Notebook,
	cell: CellId,
	variant: Variant,
	researchable: boolean | null,
): Result<Written, FieldRefusal | NotWritable> {
	const { stage } = partsOf(cell);
	return act(notebook, (who) => setResearchable(notebook.doc, stage, variant, researchable, who));
}

/** What a cell says now, as one hash: taken when a person begins to look at a proposal. */
export function seenNow(notebook: Notebook, cell: CellId): string {
	return cellHash(notebook.reader.current, cell);
}

/** Accepts a proposal for what the person saw; without `seen`, for what stands there now. */
export function acceptProposal(
	notebook: Notebook,
	cell: CellId,
	proposal: ProposalId,
	seen: string = seenNow(notebook, cell),
): Result<void, AcceptRefusal | NotWritable> {
	return act(notebook, (who) => proposals.acceptProposal(notebook.doc, cell, proposal, { seen }, who));
}

/** Puts a proposal beside a cell. */
export function offerProposal(
	notebook: Notebook,
	proposal: Proposal,
): Result<ProposalId, Refusal | 'too-large' | 'malformed' | 'no-such-stage' | NotWritable> {
	return act(notebook, (who) => proposals.offerProposal(notebook.doc, proposal, who));
}
