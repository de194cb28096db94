// What a person does with the path as a whole. See stages.ts.

import * as logs from '#lib/core/path/log-edits.ts';
import * as metas from '#lib/core/path/meta-edits.ts';
import type { CellId, StageId } from '#lib/core/path/names.ts';
import { err } from '#lib/core/result.ts';
import type { Notebook } from '../notebook.ts';

function note(notebook: Notebook, kind: string, target: string, data: Readonly<Record<string, unknown>>) {
	if (!notebook.writable) return err('not-writable');
	return logs.addLog(notebook.doc, notebook.world.id(), { kind, target, data }, notebook.who());
}

/** Names the path. */
export function rename(notebook: Notebook, title: string) {
	return notebook.writable ? metas.setTitle(notebook.doc, title, notebook.who()) : err('not-writable');
}

/** Lays the path aside; anybody may resume it. */
export function pause(notebook: Notebook) {
	return note(notebook, 'pause', notebook.id, {});
}

/** Ends the pauses named. */
export function resume(notebook: Notebook, undoes: readonly string[]) {
	return note(notebook, 'resume', notebook.id, { undoes });
}

/** On to the final conclusion without an END. */
export function finish(notebook: Notebook, stage: StageId) {
	return note(notebook, 'finish', stage, {});
}

/** Completes the path at `stage`, without a final conclusion. */
export function complete(notebook: Notebook, stage: StageId, reason: string) {
	return note(notebook, 'complete', stage, reason === '' ? {} : { reason });
}

/** Goes on although the strategy was judged not researchable; counts while the content is the one of `contentHash`. */
export function override(notebook: Notebook, cell: CellId, contentHash: string, reason: string) {
	return note(notebook, 'override', cell, { contentHash, ...(reason === '' ? {} : { reason }) });
}

/** Opens a completed path; its final conclusion moves to the history. */
export function reopen(notebook: Notebook, stage: StageId, undoes: readonly string[], reason: string) {
	if (!notebook.writable) return err('not-writable');
	return logs.reopenPath(notebook.doc, { stage, logId: notebook.world.id(), reason, undoes }, notebook.who());
}

/** Opens the strategy again; its earlier words stay in the history. */
export function reviseStrategy(notebook: Notebook, stage: StageId) {
	if (!notebook.writable) return err('not-writable');
	return logs.reviseStrategy(notebook.doc, { stage, logId: notebook.world.id() }, notebook.who());
}
