// Questions to the graph alone. What may come next on a path also depends on the path and lives in flow.

import type { Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';

/** The node with this index. */
export function nodeAt(workflow: Workflow, index: number): WorkflowNode | undefined {
	return workflow.nodes.find((node) => node.index === index);
}

/** The edges that leave a node, in the order they were written; null where no graph is known. */
export function edgesFrom(workflow: Workflow, index: number): readonly WorkflowEdge[] | null {
	return workflow.edges?.filter((edge) => edge.from === index) ?? null;
}

/** Indexes an edge leads to from here, in the order of the nodes; every index where no graph is known. */
export function indexesAfter(workflow: Workflow, index: number): readonly number[] {
	const targets = new Set(
		edgesFrom(workflow, index)?.map((edge) => edge.to) ?? workflow.nodes.map((node) => node.index),
	);
	return workflow.nodes.map((node) => node.index).filter((candidate) => targets.has(candidate));
}

/** Where a path may begin: the default, else the nodes no other node leads to, else all. */
export function startingPoints(workflow: Workflow): readonly number[] {
	if (workflow.initial !== null) return [workflow.initial];
	const indexes = workflow.nodes.map((node) => node.index);
	const reached = new Set(workflow.edges?.filter(({ from, to }) => from !== to).map((edge) => edge.to) ?? []);
	const sources = indexes.filter((index) => !reached.has(index));
	return sources.length > 0 ? sources : indexes;
}
