// The ordered facts of a path: what was decided, by whom it counts as decided, and where. Only what is done is a step; what is open, skipped,
// deleted or superseded is none. The record step is a reference, its version number belongs to the record and is put in by the export.
// A stage whose choice was not said in an imported file carries `unstated: true`, and its choice is no step.

import type { JsonObject } from '#lib/core/json/json.ts';
import type { StageEntry } from '#lib/core/path/entries.ts';
import {
	RESEARCHABLE,
	type CellId,
	type KnownCellKind,
	type ProposalId,
	type StageId,
} from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { cellOf, referenceOf, type RecordReference } from './cells.ts';
import { cellMode, stageMode, type Mode } from './mode.ts';
import type { StageTree } from './tree.ts';
import { researchableOf, shownText, shownValues } from './values.ts';

interface StepPlace {
	/** The depth of the stage on its line. A deleted stage keeps its number, so those of others do not move. */
	readonly path_index: number;
	readonly stage: StageId;
	/** The cell that says it; "<stage before>/next" for a choice. */
	readonly cell: CellId;
	readonly mode: 'ai' | 'user';
	/** The accepted proposal behind it, edited or not. */
	readonly proposal: ProposalId | null;
}

/** `data` has the keys of the published step, in their order. */
export type ContentStep = StepPlace & {
	readonly step:
		| 'add_research_goal'
		| 'add_research_strategy'
		| 'add_next_protocol'
		| 'add_initial_values_for_fields_in_next_protocol'
		| 'add_phased_research_conclusion'
		| 'add_final_research_conclusion';
	readonly data: JsonObject;
};

export type RecordStep = StepPlace & {
	readonly step: 'record_protocol';
	readonly protocol_index: number | null;
	readonly reference: RecordReference;
};

export type Step = ContentStep | RecordStep;

/** The steps along `line` (the tree's own where absent), in order. */
export function stepsOf(
	snapshot: PathSnapshot,
	tree: StageTree,
	line: readonly StageId[] = tree.line,
): Step[] {
	const last = line.findLast((id) => snapshot.stages.has(id));
	return line.flatMap((stage) => {
		const entry = snapshot.stages.get(stage);
		if (entry === undefined || snapshot.gone.has(stage)) return [];
		return stageSteps({
			snapshot,
			stage,
			entry,
			path_index: tree.depth(stage),
			before: tree.parent(stage),
			last: stage === last,
		});
	});
}

interface Round {
	readonly snapshot: PathSnapshot;
	readonly stage: StageId;
	readonly entry: StageEntry;
	readonly path_index: number;
	readonly before: StageId | undefined;
	readonly last: boolean;
}

function stageSteps(round: Round): Step[] {
	const { entry, last } = round;
	if (entry.choice === null) return [...goal(round), ...strategy(round), ...final(round)];
	if (entry.choice === 'end') return last ? [...choice(round), ...final(round)] : [];
	return [...choice(round), ...values(round), ...record(round), ...phased(round), ...final(round)];
}

function done({ snapshot, stage }: Round, kind: KnownCellKind): CellId | undefined {
	const cell = cellOf(stage, kind);
	return snapshot.cells.get(cell)?.state === 'done' ? cell : undefined;
}

function content(
	round: Round,
	step: ContentStep['step'],
	cell: CellId,
	mode: Mode,
	data: JsonObject,
): ContentStep[] {
	const { stage, path_index } = round;
	return [{ step, path_index, mode: mode.mode, data, stage, cell, proposal: mode.proposal }];
}

function goal(round: Round): Step[] {
	const cell = done(round, 'goal');
	if (cell === undefined) return [];
	const mode = cellMode(round.snapshot, cell);
	return content(round, 'add_research_goal', cell, mode, {
		thought: mode.thought,
		goal: shownText(round.snapshot, cell),
	});
}

function strategy(round: Round): Step[] {
	const cell = done(round, 'strategy');
	if (cell === undefined) return [];
	const mode = cellMode(round.snapshot, cell);
	const judged = researchableOf(round.snapshot, round.stage);
	const data = { thought: mode.thought, [RESEARCHABLE]: judged, strategy: shownText(round.snapshot, cell) };
	return content(round, 'add_research_strategy', cell, mode, data);
}

function choice(round: Round): Step[] {
	const { snapshot, stage, entry, before } = round;
	if (entry['unstated'] === true || entry.choice === null) return [];
	const mode = stageMode(snapshot, stage);
	const ends = entry.choice === 'end';
	const data = {
		thought: mode.thought,
		end_path: ends,
		protocol_index: entry.choice === 'end' ? null : entry.choice,
	};
	return content(round, 'add_next_protocol', cellOf(before ?? entry.after[0] ?? stage, 'next'), mode, data);
}

function values(round: Round): Step[] {
	const cell = done(round, 'values');
	if (cell === undefined) return [];
	const mode = cellMode(round.snapshot, cell);
	const shown = Object.fromEntries(shownValues(round.snapshot, round.stage));
	const data = { thought: mode.thought, values: shown };
	return content(round, 'add_initial_values_for_fields_in_next_protocol', cell, mode, data);
}

function record({ snapshot, stage, entry, path_index }: Round): Step[] {
	const reference = referenceOf(snapshot, stage);
	if (reference === undefined) return [];
	const protocol_index = typeof entry.choice === 'number' ? entry.choice : null;
	const cell = cellOf(stage, 'record');
	return [
		{
			step: 'record_protocol',
			path_index,
			mode: 'user',
			stage,
			cell,
			proposal: null,
			protocol_index,
			reference,
		},
	];
}

function phased(round: Round): Step[] {
	return conclusion(round, 'phased', 'add_phased_research_conclusion');
}

/** Only the last stage of a line concludes the path; an earlier conclusion is history. */
function final(round: Round): Step[] {
	return round.last ? conclusion(round, 'final', 'add_final_research_conclusion') : [];
}

function conclusion(round: Round, kind: 'phased' | 'final', step: ContentStep['step']): Step[] {
	const cell = done(round, kind);
	if (cell === undefined) return [];
	const mode = cellMode(round.snapshot, cell);
	return content(round, step, cell, mode, { conclusion: shownText(round.snapshot, cell) });
}
