// path_status says more than the steps do: that a cell was passed without a step, that a path went on to its end. In a path such things are
// facts (a skipped cell, a log entry), never a stored status, so this writes the facts a status implies. Where the steps deny it (a round
// beyond its record that has none) nothing is written: the caller compares the status that comes out and reports the contradiction.

import { cellId, type KnownCellKind } from '#lib/core/path/names.ts';
import type { PlanBuilder } from './plan.ts';
import type { RoundReader } from './rounds.ts';

/** What may be skipped in a stage, in order; a record never is. */
const PREPARATION: readonly KnownCellKind[] = ['goal', 'strategy'];
const ROUND: readonly KnownCellKind[] = ['values', 'phased'];

/** Per status, which cells of the last stage are behind it. */
const BEHIND: Readonly<Record<string, readonly KnownCellKind[]>> = {
	waiting_for_research_goal: [],
	waiting_for_research_strategy: ['goal'],
	end_after_generating_research_strategy: ['goal'],
	waiting_for_next_protocol: ['goal', 'strategy', 'values', 'phased'],
	end_after_selecting_next_protocol: [],
	waiting_for_initial_values_for_fields_in_next_protocol: [],
	waiting_for_record: ['values'],
	waiting_for_phased_research_conclusion: ['values'],
	waiting_for_final_research_conclusion: ['goal', 'strategy', 'values', 'phased'],
	completed: ['goal', 'strategy', 'values', 'phased'],
};

/** Whether a word is one of the ten statuses. */
export function isStatus(status: unknown): status is string {
	return typeof status === 'string' && Object.hasOwn(BEHIND, status);
}

/** Marks as skipped what later steps and `status` show to be passed, and logs what only the status says. Returns how many cells were marked. */
export function writePassed(plan: PlanBuilder, reader: RoundReader, status: string | null): number {
	const { rounds } = reader;
	const last = reader.round;
	let marked = 0;
	for (const round of rounds) {
		const cells = round.choice === null ? PREPARATION : round.choice === 'end' ? [] : ROUND;
		for (const kind of cells) {
			const behind =
				round !== last ||
				isBehind(kind, round.rank) ||
				(status !== null && isShown(plan, reader, kind, status));
			if (!behind || plan.has(round.stage, kind)) continue;
			plan.state(cellId(round.stage, kind), 'skipped');
			marked += 1;
		}
	}
	if (status !== null) writeEnd(plan, reader, status);
	return marked;
}

const RANK: Readonly<Partial<Record<KnownCellKind, number>>> = { goal: 1, strategy: 2, values: 3, phased: 5 };

function isBehind(kind: KnownCellKind, rank: number): boolean {
	return (RANK[kind] ?? 0) < rank;
}

function isShown(plan: PlanBuilder, { round }: RoundReader, kind: KnownCellKind, status: string): boolean {
	const inRound = round.choice !== null;
	// Beyond the record, but there is none: steps and status contradict each other.
	if (inRound && status !== 'waiting_for_record' && !plan.has(round.stage, 'record')) return false;
	// A status of the preparation says nothing about rounds, and the other way round.
	if (inRound !== BEYOND_PREPARATION.has(status) && !ANYWHERE.has(status)) return false;
	return BEHIND[status]?.includes(kind) ?? false;
}

const ANYWHERE: ReadonlySet<string> = new Set([
	'waiting_for_next_protocol',
	'waiting_for_final_research_conclusion',
	'completed',
]);
const BEYOND_PREPARATION: ReadonlySet<string> = new Set([
	'waiting_for_initial_values_for_fields_in_next_protocol',
	'waiting_for_record',
	'waiting_for_phased_research_conclusion',
]);

/** The end that no step shows: on to a final conclusion without END, completed without a conclusion. */
function writeEnd(plan: PlanBuilder, { round }: RoundReader, status: string): void {
	const { stage, choice } = round;
	const recorded = typeof choice !== 'number' || plan.has(stage, 'record');
	if (!recorded || plan.has(stage, 'final')) return;
	if (status === 'waiting_for_final_research_conclusion' && choice !== 'end') plan.log('finish', stage);
	if (status === 'completed') plan.log('complete', stage);
}
