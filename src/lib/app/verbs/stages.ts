// What a person does with whole stages. A verb is a core edit told who, when and under which new id, and refused while the device
// cannot keep it. Nothing here decides what makes sense: that is flow/actions.ts.

import * as edits from '#lib/core/path/stage-edits.ts';
import { StageId, type ProposalId } from '#lib/core/path/names.ts';
import { err, type Result } from '#lib/core/result.ts';
import type { Notebook } from '../notebook.ts';

export type NotWritable = 'not-writable';

/** Goes on after `parent` with a protocol or the end; `reason` is logged where no edge leads there. Undone by undo (soft deletion). */
export function goOn(
	notebook: Notebook,
	next: { parent: StageId; choice: number | 'end'; from?: ProposalId | undefined; reason?: string | undefined },
): Result<StageId, edits.GoingOnRefusal | NotWritable> {
	if (!notebook.writable) return err('not-writable');
	const stage = StageId.parse(notebook.world.id());
	const going: edits.GoingOn = {
		parent: next.parent,
		stage,
		choice: next.choice,
		choose: true,
		...(next.from === undefined ? {} : { from: next.from }),
		...(next.reason === undefined ? {} : { reason: next.reason, logId: notebook.world.id() }),
	};
	const made = edits.goOn(notebook.doc, going, notebook.who());
	if (made.ok) notebook.history.made(stage);
	return made;
}

/** Deletes a stage softly. */
export function deleteStage(notebook: Notebook, stage: StageId) {
	return notebook.writable ? edits.deleteStage(notebook.doc, stage, notebook.who()) : err('not-writable');
}

/** Takes a deletion back. */
export function restoreStage(notebook: Notebook, stage: StageId) {
	return notebook.writable ? edits.restoreStage(notebook.doc, stage, notebook.who()) : err('not-writable');
}

/** Makes one branch the main line, for everybody. */
export function chooseLine(notebook: Notebook, parent: StageId, child: StageId) {
	return notebook.writable ? edits.chooseLine(notebook.doc, parent, child, notebook.who()) : err('not-writable');
}

/** Names the branch that begins at a stage; an empty name takes it away. */
export function nameBranch(notebook: Notebook, stage: StageId, name: string) {
	return notebook.writable ? edits.nameBranch(notebook.doc, stage, name, false, notebook.who()) : err('not-writable');
}
