// What a person does with stages: going on, branching, choosing the line, deleting and restoring.

import type { Written } from '#lib/core/path/document.ts';
import type { ProposalId, StageId } from '#lib/core/path/names.ts';
import { StageId as StageIdOf } from '#lib/core/path/names.ts';
import * as edits from '#lib/core/path/stage-edits.ts';
import type { GoingOn, GoingOnRefusal } from '#lib/core/path/stage-edits.ts';
import { err, type Result } from '#lib/core/result.ts';
import { goingOn } from '#lib/app/going-on.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import { act, type NotWritable } from './acting.ts';

export interface NextStage {
	readonly parent: StageId;
	readonly choice: number | 'end';
	/** The next-protocol proposal behind the choice. */
	readonly from?: ProposalId | undefined;
	/** Why a protocol that no edge reaches was chosen; goes into the log. */
	readonly reason?: string | undefined;
}

/** Makes the next stage and goes on in it: it becomes the chosen child and this device looks at it. Undo deletes it softly. */
export function goOn(notebook: Notebook, next: NextStage): Result<StageId, GoingOnRefusal | NotWritable> {
	const { parent, choice, from, reason } = next;
	const { doc } = notebook;
	const stage = StageIdOf.parse(notebook.world.id());
	const before = notebook.reader.current.line.get(parent);
	const going: GoingOn = {
		parent,
		stage,
		choice,
		choose: true,
		...(from === undefined ? {} : { from }),
		...(reason === undefined ? {} : { reason, logId: notebook.world.id() }),
	};
	const made = act(notebook, (who) => edits.goOn(doc, going, who));
	if (!made.ok) return made;
	notebook.line.look(stage);
	const look = (to: StageId): void => {
		notebook.line.look(to);
	};
	notebook.history.made(goingOn(doc, { parent, stage, before, look }, () => notebook.who()));
	return made;
}

/** One more round under the protocol of a stage, after it: a new record. */
export function repeat(notebook: Notebook, stage: StageId): Result<StageId, GoingOnRefusal | NotWritable> {
	const choice = notebook.reader.current.stages.get(stage)?.choice;
	if (typeof choice !== 'number') return err('no-such-protocol');
	return goOn(notebook, { parent: stage, choice });
}

/** Makes a child the one the path goes on with, for everybody, and looks at it. */
export function chooseLine(
	notebook: Notebook,
	parent: StageId,
	child: StageId,
): Result<void, 'read-only' | 'no-path' | 'no-such-stage' | 'not-a-child' | NotWritable> {
	const chosen = act(notebook, (who) => edits.chooseLine(notebook.doc, parent, child, who));
	if (chosen.ok) notebook.line.look(child);
	return chosen;
}

/** Names the branch that begins at a stage; an archived one is folded away. */
export function nameBranch(
	notebook: Notebook,
	stage: StageId,
	name: string,
	archived = false,
): Result<Written, 'read-only' | 'no-path' | 'no-such-stage' | NotWritable> {
	return act(notebook, (who) => edits.nameBranch(notebook.doc, stage, name, archived, who));
}

/** Deletes a stage softly; undo or `restoreStage` brings it back. */
export function deleteStage(
	notebook: Notebook,
	stage: StageId,
): Result<void, 'read-only' | 'no-path' | 'no-such-stage' | NotWritable> {
	return act(notebook, (who) => edits.deleteStage(notebook.doc, stage, who));
}

export function restoreStage(
	notebook: Notebook,
	stage: StageId,
): Result<void, 'read-only' | 'no-path' | 'no-such-stage' | NotWritable> {
	return act(notebook, (who) => edits.restoreStage(notebook.doc, stage, who));
}
