// Stages: made once and never changed; everything about them that people decide later (chosen, named, deleted) is one key elsewhere. Making
// a stage is not undone by undo but by deleting it: others may have written in it meanwhile. Refused: asking whether there is a child
// already (two who go on offline make two, both stay).

import type * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import { barePath, proposalFor } from './bare-path.ts';
import { stageHash } from './content.ts';
import { edit, LOCAL, MADE, type PathMaps, type Refusal, type Who, type Written } from './document.ts';
import type { BranchName, GoneEntry, StageEntry } from './entries.ts';
import { writeLog } from './log-edits.ts';
import { cellId, DefinitionHash, type ProposalId, type StageId } from './names.ts';
import { storableText } from './storable.ts';

export interface GoingOn {
	readonly parent: StageId;
	/** The new stage's id. */
	readonly stage: StageId;
	readonly choice: number | 'end';
	/** The next-protocol proposal behind the choice, made for "<parent>/next". */
	readonly from?: ProposalId;
	/** With `logId`: why a protocol that no edge reaches was chosen. */
	readonly reason?: string;
	readonly logId?: string;
	/** Also makes it the chosen child. */
	readonly choose: boolean;
}

export type GoingOnRefusal =
	Refusal | 'no-such-stage' | 'stage-exists' | 'no-such-protocol' | 'no-such-proposal' | 'log-entry-exists';

/** Makes the next stage under the path's present definition. The caller undoes it by `deleteStage`. */
export function goOn(doc: Y.Doc, next: GoingOn, who: Who): Result<StageId, GoingOnRefusal> {
	const { parent, stage, choice, from, choose, logId, reason } = next;
	return edit(doc, who, MADE, (maps) => {
		const under = DefinitionHash.safeParse(maps.meta.get('template')).data;
		if (!maps.stages.has(parent)) return err('no-such-stage');
		if (maps.stages.has(stage)) return err('stage-exists');
		if (under === undefined || (choice !== 'end' && !hasProtocol(maps, under, choice)))
			return err('no-such-protocol');
		if (from !== undefined && !proposalFor(doc, from, cellId(parent, 'next'))) return err('no-such-proposal');
		if (logId !== undefined && maps.log.has(logId)) return err('log-entry-exists');
		return ok(() => {
			const entry: StageEntry = { after: [parent], choice, under, by: who.by, at: who.at };
			maps.stages.set(stage, from === undefined ? entry : { ...entry, from });
			if (choose) maps.line.set(parent, stage);
			if (logId !== undefined) {
				writeLog(
					maps.log,
					logId,
					{ kind: 'unreachable', target: stage, data: reason === undefined ? {} : { reason } },
					who,
				);
			}
			return stage;
		});
	});
}

function hasProtocol(maps: PathMaps, under: DefinitionHash, index: number): boolean {
	const definition = maps.frozen.get(under) as { workflow?: { nodes?: unknown } } | undefined; // looked into, not trusted
	const nodes = definition?.workflow?.nodes;
	return Array.isArray(nodes) && nodes.some((node: { index?: unknown } | null) => node?.index === index);
}

type StageRefusal = Refusal | 'no-such-stage';

/** Makes one child of a stage the one the path goes on with. */
export function chooseLine(
	doc: Y.Doc,
	parent: StageId,
	child: StageId,
	who: Who,
): Result<void, StageRefusal | 'not-a-child'> {
	return edit(doc, who, LOCAL, (maps) => {
		if (!maps.stages.has(parent) || !maps.stages.has(child)) return err('no-such-stage');
		if (!barePath(doc).stages.get(child)?.after.includes(parent)) return err('not-a-child');
		return ok(() => {
			maps.line.set(parent, child);
		});
	});
}

/** Names the branch that begins at a stage; an archived one is folded away. */
export function nameBranch(
	doc: Y.Doc,
	stage: StageId,
	name: string,
	archived: boolean,
	who: Who,
): Result<Written, StageRefusal> {
	const { value, replaced } = storableText(name);
	return edit(doc, who, LOCAL, (maps) => {
		if (!maps.stages.has(stage)) return err('no-such-stage');
		return ok(() => {
			const entry: BranchName = { name: value, archived };
			maps.names.set(stage, entry);
			return { replaced };
		});
	});
}

/** Deletes a stage softly: it stays with all it holds, and says so once somebody writes in it (`editedSinceDeletion`). */
export function deleteStage(doc: Y.Doc, stage: StageId, who: Who): Result<void, StageRefusal> {
	return edit(doc, who, LOCAL, (maps) => {
		if (!maps.stages.has(stage)) return err('no-such-stage');
		const entry: GoneEntry = { contentHash: stageHash(barePath(doc, stage), stage), by: who.by, at: who.at };
		return ok(() => {
			maps.gone.set(stage, entry);
		});
	});
}

/** Takes a deletion back. */
export function restoreStage(doc: Y.Doc, stage: StageId, who: Who): Result<void, StageRefusal> {
	return edit(doc, who, LOCAL, (maps) => {
		if (!maps.stages.has(stage)) return err('no-such-stage');
		return ok(() => {
			maps.gone.delete(stage);
		});
	});
}
