// How going on is taken back and done again. A stage is only added, so it is deleted softly and restored; the chosen line goes back to what it
// was only while it is still this person's own choice: a colleague who has chosen, or deleted the stage, since is not overruled by
// somebody's undo.

import type * as Y from 'yjs';
import { mapsOf, type Who } from '#lib/core/path/document.ts';
import type { StageId } from '#lib/core/path/names.ts';
import { chooseLine, deleteStage, restoreStage } from '#lib/core/path/stage-edits.ts';
import type { Reversible } from './history.ts';

export interface WentOn {
	readonly parent: StageId;
	readonly stage: StageId;
	/** The child that was chosen before. */
	readonly before: StageId | undefined;
	/** Told where the line goes now. */
	readonly look: (stage: StageId) => void;
}

/** The reverse of going on to `stage`, as edits of the person `who` returns at that time. */
export function goingOn(doc: Y.Doc, { parent, stage, before, look }: WentOn, who: () => Who): Reversible {
	const { gone, line } = mapsOf(doc);
	let deletion: unknown;
	/** Whether the line says `child` because this device wrote so last. */
	const chose = (child: StageId | undefined): boolean =>
		line.get(parent) === child && line._map.get(parent)?.id.client === doc.clientID;
	return {
		undo: () => {
			if (!gone.has(stage)) {
				deleteStage(doc, stage, who());
				deletion = gone.get(stage);
			}
			if (before !== undefined && chose(stage)) chooseLine(doc, parent, before, who());
			look(before ?? parent);
		},
		redo: () => {
			if (gone.has(stage) && gone.get(stage) === deletion) restoreStage(doc, stage, who());
			if (chose(before)) chooseLine(doc, parent, stage, who());
			look(stage);
		},
	};
}
