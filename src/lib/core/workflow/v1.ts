// `version: airalogy.workflow.v1`: nodes with ids of their own and transitions with conditions. The order of the nodes gives their index,
// which is all the older forms know. What we do not interpret (assigners, run, inputs, assign) stays in `source`, whole.

import { isList, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import { nodesIn, readCondition } from './condition.ts';
import type { Findings } from './definition.ts';
import { isEmpty, Part, Uniques } from './definition.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';

export const V1 = 'airalogy.workflow.v1';
const NODE_ID = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Reads the v1 form; null exactly where `findings` has faults. */
export function readV1Form(
	value: JsonObject,
	source: Json,
	pointer: string,
	findings: Findings,
): Workflow | null {
	const root = new Part(value, pointer, findings);
	const id = root.requiredText('id');
	const nodes = readNodes(root);
	const indexes = new Map(nodes.map(({ nodeId, index }) => [nodeId, index]));
	const edges = readTransitions(root, indexes);
	const initial = root.text('default_initial_node');
	if (initial !== null && !indexes.has(initial))
		findings.refuse('absent_default', root.at('default_initial_node'), { found: initial });
	if (id === null || findings.faults.length > 0) return null;
	return {
		id,
		title: root.text('title')?.trim() || id,
		nodes,
		edges,
		logic: root.prose('logic'),
		initial: initial === null ? null : (indexes.get(initial) ?? null),
		defaultGoal: root.prose('default_research_purpose', 'default_research_goal'),
		defaultStrategy: root.prose('default_research_strategy'),
		form: 'v1',
		source,
	};
}

function readNodes(root: Part): WorkflowNode[] {
	const ids = new Uniques<string>(root.findings, 'double_id');
	const parts = root.parts('nodes');
	if (!root.has('nodes')) root.findings.refuse('missing', root.pointer, { key: 'nodes' });
	else if (isEmpty(root.get('nodes'))) root.findings.refuse('no_protocols', root.at('nodes'));
	return parts.flatMap((part, index) => {
		const nodeId = part.requiredText('id');
		if (nodeId !== null && !NODE_ID.test(nodeId))
			root.findings.refuse('bad_node_id', part.at('id'), { id: nodeId });
		if (nodeId !== null) ids.add(nodeId, part.at('id'));
		const path = part.text('protocol')?.trim() ?? '';
		const protocolId = part.text('protocol_id')?.trim() || idFromPath(path);
		if (protocolId === '') root.findings.refuse('missing', part.pointer, { key: 'protocol_id' });
		const protocolVersion = part.text('protocol_version');
		const title = part.text('title')?.trim() || protocolId;
		return [{ index, protocolId, protocolVersion, airalogyProtocolId: null, title, nodeId }];
	});
}

/** `./protocols/drying/protocol.aimd` and `./protocols/drying` both name the protocol `drying`. */
function idFromPath(path: string): string {
	const steps = path.split(/[\\/]+/).filter((step) => !['', '.', '..', 'protocol.aimd'].includes(step));
	return (steps.at(-1) ?? '').replace(/\.aimd$/, '');
}

function readTransitions(root: Part, indexes: ReadonlyMap<string | null, number>): WorkflowEdge[] | null {
	const ids = new Uniques<string>(root.findings, 'double_id');
	if (!root.has('transitions')) {
		root.findings.warn('no_edges', root.pointer);
		return null;
	}
	return root.parts('transitions').flatMap((part) => {
		const id = part.requiredText('id');
		if (id !== null) ids.add(id, part.at('id'));
		const when = readWhen(part, indexes);
		const limit = part.index('max_iterations');
		const label = part.text('label');
		const starts = readEnds(part, 'from', indexes);
		const targets = readEnds(part, 'to', indexes);
		return starts.flatMap((from) =>
			targets.map((to) => {
				const byAccident = from === to && when === null && limit === null;
				if (byAccident) root.findings.warn('self_loop', part.pointer, { edge: id });
				return { from, to, id, when, label, maxIterations: limit };
			}),
		);
	});
}

function readEnds(part: Part, key: 'from' | 'to', indexes: ReadonlyMap<string | null, number>): number[] {
	const value = part.get(key) ?? null;
	const list = isList(value);
	const names: readonly Json[] = list ? value : value === null ? [] : [value];
	if (names.length === 0) part.findings.refuse('missing', part.pointer, { key });
	const ends = names.flatMap((name, at) => {
		const pointer = list ? appendPointer(part.at(key), at) : part.at(key);
		const index = typeof name === 'string' ? indexes.get(name) : undefined;
		if (typeof name !== 'string') part.findings.refuse('not_text', pointer, { key });
		else if (index === undefined) part.findings.refuse('absent_node', pointer, { node: name });
		return index === undefined ? [] : [index];
	});
	return [...new Set(ends)];
}

function readWhen(part: Part, indexes: ReadonlyMap<string | null, number>): string | null {
	const when = part.text('when');
	if (when === null) return null;
	const condition = readCondition(when);
	if (!condition) part.findings.refuse('bad_condition', part.at('when'), { found: when });
	for (const node of condition ? nodesIn(condition) : [])
		if (!indexes.has(node)) part.findings.refuse('absent_node', part.at('when'), { node });
	return when;
}
