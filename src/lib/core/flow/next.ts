// What may come next: a function of the frozen definition the next stage will be made under and of the stage before, never of the live
// template. A protocol that no edge reaches is offered last, with its reach said, not forbidden: people know things a graph does not.
// Refused: filtering it out (real paths leave their graph) and evaluating `when` (the conditions are shown, a person judges).

import type { Definition } from '#lib/core/path/entries.ts';
import type { DefinitionHash, StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Workflow, WorkflowEdge } from '#lib/core/workflow/workflow.ts';
import { goOnAfter } from './actions.ts';
import type { StageTree } from './tree.ts';

export interface NextChoice {
	readonly index: number;
	readonly title: string;
	/** 'edge': an edge leads here (or no graph is known); 'start': a starting point; 'unreachable': neither, a reason is asked for. */
	readonly reach: 'edge' | 'start' | 'unreachable';
	/** The edges that lead here from the stage before. */
	readonly edges: readonly WorkflowEdge[];
}

export interface NextChoices {
	/** The stage the new one will hang on: `stage`, or the stage before an END. */
	readonly after: StageId;
	/** The definition the new stage will be made under; undefined where none can be read. */
	readonly under: DefinitionHash | undefined;
	/** Reachable first, then by index. */
	readonly choices: readonly NextChoice[];
	/** An END may follow: always, but not after an END. */
	readonly canEnd: boolean;
}

/** The choices after `stage`, from the path's current definition, else from the one the stage was made under. */
export function nextChoices(snapshot: PathSnapshot, tree: StageTree, stage: StageId): NextChoices {
	const after = goOnAfter(snapshot, tree, stage);
	const entry = snapshot.stages.get(after);
	const under = [snapshot.meta?.template, entry?.under].find(
		(hash) => hash !== undefined && snapshot.definition(hash) !== undefined,
	);
	const canEnd = entry !== undefined && snapshot.stages.get(stage)?.choice !== 'end';
	const definition = under === undefined ? undefined : snapshot.definition(under);
	if (entry === undefined || definition === undefined) return { after, under, choices: [], canEnd };
	const from =
		typeof entry.choice === 'number' && entry.under !== under
			? translate(entry.choice, snapshot.definition(entry.under), definition)
			: entry.choice;
	const choices = titles(definition).map(([index, title]) => ({
		index,
		title,
		...reachOf(definition.workflow, from, index),
	}));
	const byReach = (choice: NextChoice): number => (choice.reach === 'unreachable' ? 1 : 0);
	choices.sort((a, b) => byReach(a) - byReach(b) || a.index - b.index);
	return { after, under, choices, canEnd };
}

function titles({ workflow, protocols }: Definition): [number, string][] {
	const known = new Map(protocols.map(({ index, title, protocolId }) => [index, title || protocolId]));
	for (const { index, title, protocolId } of workflow.nodes)
		known.set(index, title || (known.get(index) ?? protocolId));
	return [...known];
}

/** The place of a stage's protocol in a later definition: the same node, else the same protocol; undefined where it is no longer there. */
function translate(index: number, old: Definition | undefined, current: Definition): number | undefined {
	const node = old?.workflow.nodes.find((candidate) => candidate.index === index);
	if (node === undefined) return undefined;
	const { nodes } = current.workflow;
	const same = nodes.find(({ nodeId }) => nodeId !== null && nodeId === node.nodeId);
	const alike = nodes.filter(({ protocolId }) => protocolId === node.protocolId);
	return (same ?? alike.find((candidate) => candidate.index === index) ?? alike[0])?.index;
}

function reachOf(
	workflow: Workflow,
	from: number | 'end' | null | undefined,
	index: number,
): Pick<NextChoice, 'reach' | 'edges'> {
	if (from === null)
		return { reach: startingPoints(workflow).has(index) ? 'start' : 'unreachable', edges: [] };
	if (workflow.edges === null) return { reach: 'edge', edges: [] };
	const edges = workflow.edges.filter((edge) => edge.from === from && edge.to === index);
	return { reach: edges.length > 0 ? 'edge' : 'unreachable', edges };
}

/** Indexes a path may begin with: the default, else what no edge leads to, else everything. */
function startingPoints({ nodes, edges, initial }: Workflow): Set<number> {
	const all = nodes.map(({ index }) => index);
	if (initial !== null && all.includes(initial)) return new Set([initial]);
	const entered = new Set((edges ?? []).filter(({ from, to }) => from !== to).map(({ to }) => to));
	const sources = all.filter((index) => !entered.has(index));
	return new Set(sources.length > 0 ? sources : all);
}
