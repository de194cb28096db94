// What a model can be asked for, by the cell it is asked for. Looked up in a map and not in an object: a cell kind is an open set, and a
// stranger may call one `constructor`.

import type { StageChoice } from '#lib/core/path/entries.ts';

export type AiTarget =
	'goal' | 'strategy' | 'next_protocol' | 'initial_values' | 'phased_conclusion' | 'final_conclusion';

const TARGETS: ReadonlyMap<string, AiTarget> = new Map([
	['goal', 'goal'],
	['strategy', 'strategy'],
	['next', 'next_protocol'],
	['values', 'initial_values'],
	['phased', 'phased_conclusion'],
	['final', 'final_conclusion'],
]);

/** What a model is asked for in a cell of this kind; undefined where a model has no part (records, notes, kinds we do not know). */
export function targetOf(kind: string): AiTarget | undefined {
	return TARGETS.get(kind);
}

const OF_PREPARATION: ReadonlySet<string> = new Set(['goal', 'strategy', 'next', 'final']);
const OF_ROUND: ReadonlySet<string> = new Set(['values', 'record', 'phased', 'next', 'final']);
const OF_END: ReadonlySet<string> = new Set(['final']);

/** Whether a stage with this choice has a step of this kind. */
export function hasStep(choice: StageChoice, kind: string): boolean {
	return (choice === null ? OF_PREPARATION : choice === 'end' ? OF_END : OF_ROUND).has(kind);
}
