// What a step says, and writing it into its cell. A model's step becomes an accepted proposal, a person's their own words and values.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { partsOf, RESEARCHABLE, type CellId, type CellKind } from '#lib/core/path/names.ts';
import type { PlanBuilder } from './plan.ts';
import type { Reporter, Spot } from './report.ts';

export interface FoundStep {
	readonly position: number;
	readonly spot: Spot;
	readonly raw: JsonObject;
	readonly kind: string;
	readonly pathIndex: number | undefined;
	readonly ai: boolean;
	readonly data: JsonObject;
}

/** A thought is a text or none. */
export function isThought(value: Json): value is string | null {
	return value === null || typeof value === 'string';
}

/** The key of a step's data that holds the words of a cell. */
export const WORDS_KEY: Readonly<Record<string, string>> = {
	goal: 'goal',
	strategy: 'strategy',
	phased: 'conclusion',
	final: 'conclusion',
};

/** Writes what a step says into its cell: a model's step as an accepted proposal, a person's as their own words. False where it says nothing readable. */
export function writeCell(
	plan: PlanBuilder,
	reporter: Reporter,
	cell: CellId,
	kind: CellKind,
	step: FoundStep,
): boolean {
	const content = contentOf(kind, step.data);
	const thought = step.data['thought'] ?? null;
	if (!content || !isThought(thought)) return false;
	const proposal = step.ai ? plan.propose(cell, content, thought) : null;
	if (proposal) {
		plan.show(cell, proposal);
		return true;
	}
	if (step.ai) reporter.kept(step.spot, 'proposal_too_large', { step: step.kind });
	writeOwn(plan, { cell, kind }, content, step.spot);
	return true;
}

/** The keys of a step's data that we understand, without `thought`; null where one of them has another type. */
export function contentOf(kind: CellKind, data: JsonObject): JsonObject | null {
	if (kind === 'values') return isObject(data['values']) ? { values: data['values'] } : null;
	const key = WORDS_KEY[kind] ?? 'text';
	const words = data[key] ?? (kind === 'strategy' ? null : undefined);
	if (kind !== 'strategy') return typeof words === 'string' ? { [key]: words } : null;
	const researchable = data['researchable'] ?? null;
	if (words !== null && typeof words !== 'string') return null;
	return researchable === null || typeof researchable === 'boolean'
		? { researchable, strategy: words }
		: null;
}

/** Writes a person's words or values in place of those that a cell has, which are kept. */
export function writeOwn(
	plan: PlanBuilder,
	{ cell, kind }: { readonly cell: CellId; readonly kind: CellKind },
	content: JsonObject,
	spot: Spot,
): void {
	const { stage } = partsOf(cell);
	for (const replaced of plan.takeOwn(cell)) plan.keep(spot, replaced, { place: 'replaced', cell });
	plan.showOwn(cell);
	if (kind === 'values') {
		const values = isObject(content['values']) ? content['values'] : {};
		for (const [field, value] of Object.entries(values)) plan.field(stage, field, value);
		return;
	}
	const words = content[WORDS_KEY[kind] ?? 'text'];
	if (typeof words === 'string') plan.words(cell, words);
	const researchable = content['researchable'] ?? null;
	if (researchable !== null) plan.field(stage, RESEARCHABLE, researchable);
}
