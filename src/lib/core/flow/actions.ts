// What is offered where a path stands. Offered, not enforced: edits check the document, this says what makes sense, so that an interface and
// a program offer the same. Nothing is allowed that the status contradicts; a paused path offers only to be resumed. The goal, the choice
// of protocol and the record are never offered to be skipped.

import { cellHash } from '#lib/core/path/content.ts';
import type { CellId, StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { standingActs, type Acts } from './acts.ts';
import { cellOf, passed, splitCell } from './cells.ts';
import { pathStatus, type PathPosition } from './status.ts';
import { hasStep, targetOf, type AiTarget } from './targets.ts';
import type { StageTree } from './tree.ts';

export type Action =
	| { readonly kind: 'write' | 'skip'; readonly cell: CellId }
	/** A new stage after `after` (beside an END, not below it). */
	| { readonly kind: 'go-on' | 'end'; readonly after: StageId }
	/** On to the final conclusion of this stage, without an END. */
	| { readonly kind: 'finish' | 'complete'; readonly stage: StageId }
	/** `undoes`: the finish and complete entries that must be named. */
	| { readonly kind: 'reopen'; readonly stage: StageId; readonly undoes: readonly string[] }
	/** Going on although the strategy says no; `contentHash` goes into the log entry. */
	| { readonly kind: 'override'; readonly cell: CellId; readonly contentHash: string }
	/** A new attempt at a strategy that says no. */
	| { readonly kind: 'retry-strategy'; readonly cell: CellId }
	/** A logged revision after a phased conclusion. */
	| { readonly kind: 'revise-strategy'; readonly cell: CellId }
	| { readonly kind: 'pause' }
	| { readonly kind: 'resume'; readonly undoes: readonly string[] };

export interface AiAsk {
	readonly target: AiTarget;
	readonly cell: CellId;
}

export interface Allowed {
	readonly actions: readonly Action[];
	/** The one thing the status lets an AI be asked for; earlier cells only as an explicit "again" (`mayAskAgain`). */
	readonly ai: AiAsk | null;
}

/** What a person may do now on `line` (the tree's own where absent), and what an AI may be asked for. */
export function allowedActions(
	snapshot: PathSnapshot,
	tree: StageTree,
	line: readonly StageId[] = tree.line,
): Allowed {
	const position = pathStatus(snapshot, tree, line);
	const { stage, status } = position;
	if (stage === undefined) return { actions: [], ai: null };
	if (position.paused) return { actions: [{ kind: 'resume', undoes: position.pauses }], ai: null };
	if (status === 'completed') return { actions: [reopening(standingActs(snapshot), stage)], ai: null };
	const actions = forStatus(snapshot, tree, position, stage);
	return {
		actions: [...actions, { kind: 'complete', stage }, { kind: 'pause' }],
		ai: asked(snapshot, position),
	};
}

function reopening(acts: Acts, stage: StageId): Action {
	const standing = [...(acts.completes.get(stage) ?? []), ...(acts.finishes.get(stage) ?? [])];
	return { kind: 'reopen', stage, undoes: standing.map(({ id }) => id).sort() };
}

function forStatus(
	snapshot: PathSnapshot,
	tree: StageTree,
	{ status }: PathPosition,
	stage: StageId,
): Action[] {
	switch (status) {
		case 'waiting_for_research_goal':
			return [{ kind: 'write', cell: cellOf(stage, 'goal') }];
		case 'waiting_for_research_strategy':
			return strategyActions(snapshot, stage);
		case 'end_after_generating_research_strategy':
			return refusedActions(snapshot, stage);
		case 'waiting_for_next_protocol':
			return nextActions(snapshot, tree, stage);
		case 'waiting_for_initial_values_for_fields_in_next_protocol':
			return writeOrSkip(cellOf(stage, 'values'));
		case 'waiting_for_record':
			return [{ kind: 'write', cell: cellOf(stage, 'record') }];
		case 'waiting_for_phased_research_conclusion':
			return writeOrSkip(cellOf(stage, 'phased'));
		case 'waiting_for_final_research_conclusion':
		case 'end_after_selecting_next_protocol':
			return [
				...writeOrSkip(cellOf(stage, 'final')),
				{ kind: 'go-on', after: goOnAfter(snapshot, tree, stage) },
			];
		case 'completed':
			return [];
	}
}

function writeOrSkip(cell: CellId): Action[] {
	return [
		{ kind: 'write', cell },
		{ kind: 'skip', cell },
	];
}

function strategyActions(snapshot: PathSnapshot, stage: StageId): Action[] {
	if (!passed(snapshot, stage, 'strategy')) return writeOrSkip(cellOf(stage, 'strategy'));
	return [...refusedActions(snapshot, stage), { kind: 'go-on', after: stage }];
}

function refusedActions(snapshot: PathSnapshot, stage: StageId): Action[] {
	const cell = cellOf(stage, 'strategy');
	return [
		{ kind: 'retry-strategy', cell },
		{ kind: 'override', cell, contentHash: cellHash(snapshot, cell) },
	];
}

function nextActions(snapshot: PathSnapshot, tree: StageTree, stage: StageId): Action[] {
	const actions: Action[] = [
		{ kind: 'go-on', after: stage },
		{ kind: 'end', after: stage },
	];
	if (snapshot.stages.get(stage)?.choice === null) return actions;
	actions.push({ kind: 'finish', stage });
	return [...actions, ...strategyAgain(snapshot, tree, stage)];
}

/** After a phased conclusion the strategy may be revised; while it is open again it may be written. */
function strategyAgain({ cells, stages }: PathSnapshot, tree: StageTree, stage: StageId): Action[] {
	const preparation = tree.lineThrough(stage)[0];
	if (preparation === undefined || stages.get(preparation)?.choice !== null) return [];
	const cell = cellOf(preparation, 'strategy');
	const state = cells.get(cell)?.state;
	if (state === 'open') return [{ kind: 'write', cell }];
	const concluded = cells.get(cellOf(stage, 'phased'))?.state === 'done';
	return state === 'done' && concluded ? [{ kind: 'revise-strategy', cell }] : [];
}

/** The stage a new one hangs on when a person goes on from `stage`: an END gets a sibling, never a child. */
export function goOnAfter({ stages }: PathSnapshot, tree: StageTree, stage: StageId): StageId {
	let after = stage;
	for (let above = tree.parent(after); above !== undefined; above = tree.parent(after)) {
		if (stages.get(after)?.choice !== 'end') break;
		after = above;
	}
	return after;
}

function asked(snapshot: PathSnapshot, { status, cell, stage }: PathPosition): AiAsk | null {
	if (cell === null || stage === undefined || status === 'end_after_generating_research_strategy')
		return null;
	const target = targetOf(splitCell(cell).kind);
	if (target === undefined || (target === 'initial_values' && !protocolKnown(snapshot, stage))) return null;
	return { target, cell };
}

function protocolKnown(snapshot: PathSnapshot, stage: StageId): boolean {
	const entry = snapshot.stages.get(stage);
	const definition = entry === undefined ? undefined : snapshot.definition(entry.under);
	return definition?.protocols.some(({ index }) => index === entry?.choice) ?? false;
}

/** The target for asking an AI again for an earlier cell of this line; undefined where that makes no sense. */
export function mayAskAgain(
	snapshot: PathSnapshot,
	tree: StageTree,
	line: readonly StageId[],
	cell: CellId,
): AiTarget | undefined {
	const { stage, kind } = splitCell(cell);
	const entry = snapshot.stages.get(stage);
	const target = targetOf(kind);
	const place = line.indexOf(stage);
	if (entry === undefined || target === undefined || place < 0 || !hasStep(entry.choice, kind))
		return undefined;
	const { status, paused } = pathStatus(snapshot, tree, line);
	if (paused || status === 'completed') return undefined;
	const earlier = place < line.length - 1;
	if (kind === 'next' || kind === 'final') return earlier === (kind === 'next') ? target : undefined;
	if (kind === 'values')
		return passedCell(snapshot, cell) && protocolKnown(snapshot, stage) ? target : undefined;
	return earlier || passedCell(snapshot, cell) ? target : undefined;
}

function passedCell({ cells }: PathSnapshot, cell: CellId): boolean {
	const state = cells.get(cell)?.state;
	return state === 'done' || state === 'skipped';
}
