// Where a path stands: a function of the last stage on the line in view, derived and never stored, so that no merge can leave a path in
// a state its content does not have. Completion is looked at first: a completed path is left by an explicit act only, also when somebody
// deletes a record or re-opens an earlier cell meanwhile. Refused: a state machine fed by events (merged histories have no order).

import { cellHash } from '#lib/core/path/content.ts';
import type { StageEntry } from '#lib/core/path/entries.ts';
import type { CellId, KnownCellKind, PersonId, StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { standingActs, type Acts } from './acts.ts';
import { cellOf, passed } from './cells.ts';
import { cellMode, stageMode } from './mode.ts';
import { notesOn, type Note } from './notes.ts';
import type { StageTree } from './tree.ts';
import { researchableOf } from './values.ts';

export const PATH_STATUSES = [
	'waiting_for_research_goal',
	'waiting_for_research_strategy',
	'end_after_generating_research_strategy',
	'waiting_for_next_protocol',
	'end_after_selecting_next_protocol',
	'waiting_for_initial_values_for_fields_in_next_protocol',
	'waiting_for_record',
	'waiting_for_phased_research_conclusion',
	'waiting_for_final_research_conclusion',
	'completed',
] as const;
export type PathStatus = (typeof PATH_STATUSES)[number];

export interface PathPosition {
	readonly status: PathStatus;
	/** The last stage of the line; undefined only while the document holds no stage. */
	readonly stage: StageId | undefined;
	/** The cell the status is about, to land on; null when completed or empty. The next protocol waits at "<stage>/next". */
	readonly cell: CellId | null;
	/** Paused lies beside the status and does not change it. */
	readonly paused: boolean;
	/** Who made the earliest pause that stands, and all pauses that stand: resuming names every one. */
	readonly pausedBy: PersonId | undefined;
	readonly pauses: readonly string[];
	/** What is odd on this line; worked out when asked for. */
	readonly notes: readonly Note[];
}

/** Status of the path along `line` (the tree's own where absent). */
export function pathStatus(
	snapshot: PathSnapshot,
	tree: StageTree,
	line: readonly StageId[] = tree.line,
): PathPosition {
	const acts = standingActs(snapshot);
	const stage = lastOf(snapshot, line);
	const entry = stage === undefined ? undefined : snapshot.stages.get(stage);
	const [status, kind]: Waiting =
		stage === undefined || entry === undefined
			? ['waiting_for_research_goal', null]
			: stageStatus(snapshot, acts, stage, entry);
	return {
		status,
		stage,
		cell: stage === undefined || kind === null ? null : cellOf(stage, kind),
		paused: acts.pauses.length > 0,
		pausedBy: acts.pauses[0]?.entry.by,
		pauses: acts.pauses.map(({ id }) => id),
		get notes() {
			return notesOn(snapshot, acts, line);
		},
	};
}

/** The last stage of a line that is there. */
export function lastOf({ stages }: PathSnapshot, line: readonly StageId[]): StageId | undefined {
	return line.findLast((id) => stages.has(id));
}

type Waiting = readonly [PathStatus, KnownCellKind | null];

function stageStatus(snapshot: PathSnapshot, acts: Acts, stage: StageId, { choice }: StageEntry): Waiting {
	if (passed(snapshot, stage, 'final') || acts.completes.has(stage)) return ['completed', null];
	if (choice === 'end') {
		const accepted = stageMode(snapshot, stage).mode === 'ai';
		return [
			accepted ? 'end_after_selecting_next_protocol' : 'waiting_for_final_research_conclusion',
			'final',
		];
	}
	const waiting = choice === null ? preparation(snapshot, acts, stage) : round(snapshot, stage);
	if (waiting !== undefined) return waiting;
	if (acts.finishes.has(stage)) return ['waiting_for_final_research_conclusion', 'final'];
	return ['waiting_for_next_protocol', 'next'];
}

function preparation(snapshot: PathSnapshot, acts: Acts, stage: StageId): Waiting | undefined {
	if (!passed(snapshot, stage, 'goal')) return ['waiting_for_research_goal', 'goal'];
	if (!passed(snapshot, stage, 'strategy')) return ['waiting_for_research_strategy', 'strategy'];
	switch (strategyVerdict(snapshot, acts, stage)) {
		case 'refused-by-model':
			return ['end_after_generating_research_strategy', 'strategy'];
		case 'refused-by-hand':
			return ['waiting_for_research_strategy', 'strategy'];
		case 'go':
			return undefined;
	}
}

/** What a done strategy says about going on; a skipped one says nothing against it, an override counts while the content is the same. */
export function strategyVerdict(
	snapshot: PathSnapshot,
	acts: Acts,
	stage: StageId,
): 'go' | 'refused-by-model' | 'refused-by-hand' {
	const cell = cellOf(stage, 'strategy');
	if (snapshot.cells.get(cell)?.state !== 'done' || researchableOf(snapshot, stage) !== false) return 'go';
	if (acts.overrides.get(cell)?.has(cellHash(snapshot, cell)) === true) return 'go';
	return cellMode(snapshot, cell).mode === 'ai' ? 'refused-by-model' : 'refused-by-hand';
}

function round(snapshot: PathSnapshot, stage: StageId): Waiting | undefined {
	if (!snapshot.records.has(stage)) {
		return passed(snapshot, stage, 'values')
			? ['waiting_for_record', 'record']
			: ['waiting_for_initial_values_for_fields_in_next_protocol', 'values'];
	}
	return passed(snapshot, stage, 'phased') ? undefined : ['waiting_for_phased_research_conclusion', 'phased'];
}
