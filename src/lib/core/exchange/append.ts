// Another tool went on with a path of ours: it left our part alone and added steps behind those it says. They are read like any steps, from where
// the path stands, so that a model's next proposal or a record from elsewhere joins the notebook with its branches, its drafts and its history.
// Whoever calls proves by writing it out that the file's steps are the path's. Refused: reading the whole path anew for one more step.

import { numberOf, isObject, type Json } from '#lib/core/json/json.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { partsOf } from '#lib/core/path/names.ts';
import { same, type Built, type Form } from './built.ts';
import type { CanonicalWords } from './canonical-words.ts';
import { isStatus, writePassed } from './passed.ts';
import { Additions, PlanBuilder, type ImportPlan, type Importer } from './plan.ts';
import { RecordTaker, type KnownRecord } from './records.ts';
import { Reporter, type Spot } from './report.ts';
import { RANK, RoundReader, type RoundStart } from './rounds.ts';
import { settle } from './settle.ts';

/** Steps behind those of a path, as the file has them and in canonical words. */
export interface AddedSteps {
	readonly form: Form;
	readonly words: CanonicalWords;
	readonly written: readonly Json[];
	/** Position of the first one. */
	readonly from: number;
	readonly status: Json | undefined;
	readonly records: readonly KnownRecord[];
}

export interface Appended {
	readonly plan: ImportPlan;
	readonly reporter: Reporter;
}

/** The plan with the added steps read into it; null where the path has no place to go on from. */
export function append(
	plan: ImportPlan,
	built: Built,
	added: AddedSteps,
	importer: Importer,
): Appended | null {
	const { snapshot } = built;
	const definition = snapshot.meta && snapshot.definition(snapshot.meta.template);
	const start = startOf(built);
	if (!definition || !start) return null;
	const { words, written, from, form } = added;
	const builder = new PlanBuilder(importer, { plan });
	const reporter = new Reporter();
	const taker = new RecordTaker(builder, reporter, {
		inline: words.inline,
		known: added.records,
		definition,
	});
	const known = new Set(definition.workflow.nodes.map(({ index }) => index));
	const reader = new RoundReader(
		builder,
		reporter,
		known,
		(stage, step) => taker.take(stage, step),
		form,
		start,
	);
	reader.read(words.steps, words.spot, written, from);
	writePassed(builder, reader, isStatus(added.status) ? added.status : null);
	// The status is compared by whoever compares the rest of the file.
	const status = { spot: words.spot, status: null };
	const settled = settle(builder, '', reader.placed, status, words.inline, reporter);
	if (!settled) return null;
	const kept = words.kept(settled, reader.placed, importer);
	return { plan: withReplaced(plan, kept, words.spot, importer), reporter };
}

/** What the steps replaced in the state of cells (skipped, and by whom) is kept, like the words they replaced. */
function withReplaced(before: ImportPlan, after: ImportPlan, spot: Spot, importer: Importer): ImportPlan {
	const additions = new Additions(importer);
	const now = after.maps.cells;
	const gone = Object.entries(before.maps.cells).filter(([cell, entry]) => !same(now[cell], entry));
	if (gone.length > 0) additions.keep(spot, Object.fromEntries(gone), { place: 'replaced', map: 'cells' });
	return additions.addedTo(after);
}

/** Where the line in view stands; null where it has no stage. */
function startOf({ snapshot, steps }: Built): RoundStart | null {
	const tree = growTree(snapshot);
	const stage = tree.line.findLast((id) => snapshot.stages.has(id) && !snapshot.gone.has(id));
	const entry = stage === undefined ? undefined : snapshot.stages.get(stage);
	if (stage === undefined || !entry) return null;
	const derived = steps.flatMap((step) => (step.derived ? [{ ...step.derived, written: step.json }] : []));
	const here = derived.filter(({ cell }) => partsOf(cell).stage === stage);
	const ranks = here.map(({ cell }) => RANK[partsOf(cell).kind] ?? 0);
	const last = here.at(-1)?.written;
	const pathIndex = isObject(last) ? numberOf(last['path_index']) : undefined;
	return {
		round: {
			stage,
			choice: entry.choice,
			pathIndex: pathIndex ?? tree.depth(stage),
			rank: Math.max(0, ...ranks),
		},
		last: derived.at(-1)?.cell ?? null,
		concluded: here.some(({ cell }) => partsOf(cell).kind === 'final'),
	};
}
