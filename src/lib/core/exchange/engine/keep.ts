// The last look at a path that came from the node engine: what a step said in the engine's own words is kept with its cell, whole, and said. It is
// not written into any other form; the step in canonical words is.

import { isObject, type Json } from '#lib/core/json/json.ts';
import { sameJson } from '#lib/core/json/same.ts';
import { buildSteps } from '#lib/core/exchange/built.ts';
import { Additions, type ImportPlan, type Importer } from '#lib/core/exchange/plan.ts';
import { within, type Reporter } from '#lib/core/exchange/report.ts';
import type { PlacedStep } from '#lib/core/exchange/rounds.ts';
import { ENGINE_STEP, type EngineSaid } from './read.ts';

/** The plan, with the steps of the file that say more than their cells. */
export function keepEngineSteps(
	plan: ImportPlan,
	placed: readonly PlacedStep[],
	file: { readonly steps: readonly Json[]; readonly said: ReadonlyMap<number, EngineSaid> },
	importer: Importer,
	reporter: Reporter,
): ImportPlan {
	const additions = new Additions(importer);
	const { said } = buildSteps(plan, 'airalogy');
	for (const step of placed) {
		const came = file.steps[step.position];
		const was = said.get(step.cell);
		if (!isObject(came) || was === undefined || sameJson(came, step.raw)) continue;
		additions.keep(step.spot, came, { place: ENGINE_STEP, cell: step.cell, was });
		const words = file.said.get(step.position);
		if (words) report(step, words, reporter);
	}
	return additions.addedTo(plan);
}

function report({ spot }: PlacedStep, { keys, values, renamed, node }: EngineSaid, reporter: Reporter): void {
	const data = within(spot, 'data');
	if (keys.length > 0) reporter.kept(data, 'engine_keys', { keys });
	if (values.length > 0) reporter.kept(within(data, 'values'), 'values_without_field', { keys: values });
	if (renamed > 0) reporter.changed(within(data, 'values'), 'values_renamed', { count: renamed });
	if (node?.differs)
		reporter.kept(within(data, 'node_id'), 'node_names_other_protocol', { node: node.id, index: node.index });
	else if (node) reporter.changed(data, 'index_from_node', { node: node.id });
}
