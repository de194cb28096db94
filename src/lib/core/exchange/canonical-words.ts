// Whatever dialect a path came in, it is read in canonical words; here they come from, and here, once it is read, what a dialect said in its own
// words is kept. One place knows all three, so that everything behind it knows one. Refused: a reader of rounds for each.

import { isObject, numberOf, type Json } from '#lib/core/json/json.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import type { WorkflowNode } from '#lib/core/workflow/workflow.ts';
import { keepAiraSteps } from './aira/keep.ts';
import { translateSteps, type CanonicalSteps } from './aira/read.ts';
import { listOf } from './built.ts';
import type { Bundle } from './bundle.ts';
import { baseOf, type Dialect } from './detect.ts';
import { keepEngineSteps } from './engine/keep.ts';
import { readEngineNodes, translateEngineSteps } from './engine/read.ts';
import type { ImportPlan, Importer } from './plan.ts';
import { within, type Reporter, type Spot } from './report.ts';
import type { PlacedStep } from './rounds.ts';

/** A path in canonical words. */
export interface CanonicalWords extends CanonicalSteps {
	/** Where the steps stand. */
	readonly spot: Spot;
	/** The list of protocols as the readers of definitions know it: AIRA's stays flat, an engine's is without its node ids. */
	readonly protocols: Bundle['protocols'];
	/** Node ids by index, where the dialect names them. */
	readonly nodes: ReadonlyMap<number, string>;
	/** The plan with what the dialect said in its own words. */
	readonly kept: (plan: ImportPlan, placed: readonly PlacedStep[], importer: Importer) => ImportPlan;
}

/** The path of a bundle in canonical words. */
export function canonicalWords(one: Bundle, dialect: Dialect, reporter: Reporter): CanonicalWords {
	const steps = listOf(one.path?.value['steps']);
	const spot = within(one.path?.spot ?? one.whole, 'steps');
	const { protocols } = one;
	const plain = {
		steps,
		inline: new Map(),
		spot,
		protocols,
		nodes: new Map(),
		kept: (plan: ImportPlan) => plan,
	};
	if (dialect === 'aira') return { ...plain, ...fromAira(one, steps, spot, reporter) };
	return dialect === 'engine' ? { ...plain, ...fromEngine(one, steps, reporter) } : plain;
}

function fromAira(
	one: Bundle,
	steps: readonly Json[],
	spot: Spot,
	reporter: Reporter,
): Partial<CanonicalWords> {
	const zero = steps.some((step) => indexIn(step) === 0);
	const base = baseOf(one.workflow?.value) ?? (zero ? 0 : 1);
	if (base === 1) reporter.changed(one.whole, 'indexes_from_zero');
	return {
		...translateSteps(steps, spot, base, reporter),
		kept: (plan, placed, importer) => keepAiraSteps(plan, placed, { steps, base }, importer),
	};
}

function fromEngine(one: Bundle, steps: readonly Json[], reporter: Reporter): Partial<CanonicalWords> {
	const { protocols, given } = one;
	const { items, indexes } = readEngineNodes(protocols?.value ?? [], given?.nodes ?? []);
	const { steps: canonical, said } = translateEngineSteps(steps, indexes);
	return {
		steps: canonical,
		protocols: protocols && { spot: protocols.spot, value: items },
		nodes: new Map([...indexes].reverse().map(([node, index]) => [index, node])), // the first of an index
		kept: (plan, placed, importer) => keepEngineSteps(plan, placed, { steps, said }, importer, reporter),
	};
}

/** A definition whose nodes bear the ids a path knows them by, where they have none. */
export function withNodeIds(definition: Definition, ids: ReadonlyMap<number, string>): Definition {
	if (ids.size === 0) return definition;
	const named = (node: WorkflowNode): WorkflowNode => ({
		...node,
		nodeId: node.nodeId ?? ids.get(node.index) ?? null,
	});
	const { workflow } = definition;
	return { ...definition, workflow: { ...workflow, nodes: workflow.nodes.map(named) } };
}

/** The index a step names; undefined where it names none. */
export function indexIn(step: Json): number | undefined {
	return isObject(step) && isObject(step['data']) ? numberOf(step['data']['protocol_index']) : undefined;
}
