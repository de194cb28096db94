// The two older forms, which differ little: protocols with an index and edges as text between indexes. The block counts from 0 without
// gaps; `workflow_info` counts from 1 and names protocols by Airalogy ids. Both become 0-based; a file that says `workflow_info` but
// counts from 0 can only mean that, and is read with a warning.

import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import type { Findings } from './definition.ts';
import { isEmpty, Part, Uniques } from './definition.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from './workflow.ts';

const EDGE = /^\s*(\d{1,9})\s*(<->|->)\s*(\d{1,9})\s*$/;
const AIRALOGY_PROTOCOL = /\.protocol\.(.+?)(?:\.v\.([\w.+-]+))?$/;

/** Reads the YAML block's form (0-based); null exactly where `findings` has faults. */
export function readBlockForm(
	value: JsonObject,
	source: Json,
	pointer: string,
	findings: Findings,
): Workflow | null {
	return readIndexed(new Part(value, pointer, findings), 'block', source);
}

/** Reads the `workflow_info` form (1-based); null exactly where `findings` has faults. */
export function readInfoForm(
	value: JsonObject,
	source: Json,
	pointer: string,
	findings: Findings,
): Workflow | null {
	return readIndexed(new Part(value, pointer, findings), 'info', source);
}

function readIndexed(root: Part, form: 'block' | 'info', source: Json): Workflow | null {
	const id = root.requiredText('id');
	const nodes = readNodes(root, form);
	const base = form === 'info' && !nodes.some(({ index }) => index === 0) ? 1 : 0;
	if (form === 'info' && nodes.length > 0 && base === 0)
		root.findings.warn('zero_based', root.at('protocols'));
	checkOrder(nodes, form, base, root);
	const known = new Set(nodes.map(({ index }) => index));
	const edges = readEdges(root, known);
	const initial = root.index('default_initial_protocol_index');
	if (initial !== null && !known.has(initial))
		root.findings.refuse('absent_default', root.at('default_initial_protocol_index'), { found: initial });
	const title = root.text('title')?.trim() ?? '';
	if (title === '') root.findings.warn('no_title', root.pointer);
	const workflow = {
		title: title || (id ?? ''),
		nodes: nodes.map(({ node, index }) => ({ ...node, index: index - base })),
		edges: edges?.map((edge) => ({ ...edge, from: edge.from - base, to: edge.to - base })) ?? null,
		logic: root.prose('logic'),
		initial: initial === null ? null : initial - base,
		defaultGoal: root.prose('default_research_goal', 'default_research_purpose'),
		defaultStrategy: root.prose('default_research_strategy'),
		form,
		source,
	};
	return id === null || root.findings.faults.length > 0 ? null : { id, ...workflow };
}

interface Read {
	readonly index: number;
	readonly node: Omit<WorkflowNode, 'index'>;
	readonly pointer: string;
}

function readNodes(root: Part, form: 'block' | 'info'): Read[] {
	const ids = new Uniques<string>(root.findings, 'double_id');
	const indexes = new Uniques<number>(root.findings, 'double_index');
	const parts = root.parts('protocols');
	if (!root.has('protocols')) root.findings.refuse('missing', root.pointer, { key: 'protocols' });
	else if (isEmpty(root.get('protocols'))) root.findings.refuse('no_protocols', root.at('protocols'));
	return parts.flatMap((part) => {
		const index = part.requiredIndex('protocol_index');
		const node = readNode(part, form);
		if (index !== null) indexes.add(index, part.at('protocol_index'));
		if (node) ids.add(node.airalogyProtocolId ?? node.protocolId, idPlace(part));
		return index === null || node === null ? [] : [{ index, node, pointer: part.at('protocol_index') }];
	});
}

function idPlace(part: Part): string {
	return part.at(part.has('airalogy_protocol_id') ? 'airalogy_protocol_id' : 'protocol_id');
}

function readNode(part: Part, form: 'block' | 'info'): Omit<WorkflowNode, 'index'> | null {
	const airalogyProtocolId = part.text('airalogy_protocol_id')?.trim() || null;
	const [, fromId = '', fromVersion = null] = AIRALOGY_PROTOCOL.exec(airalogyProtocolId ?? '') ?? [];
	const own = part.text('protocol_id')?.trim() ?? '';
	const protocolId = own || fromId || (airalogyProtocolId ?? '');
	const name = part.text('protocol_name')?.trim() ?? '';
	const protocolVersion = part.text('protocol_version') ?? fromVersion;
	if (protocolId === '') {
		part.findings.refuse('missing', part.pointer, {
			key: form === 'info' ? 'airalogy_protocol_id' : 'protocol_id',
		});
		return null;
	}
	if (name === '') part.findings.warn('no_title', part.pointer);
	return { protocolId, protocolVersion, airalogyProtocolId, title: name || protocolId, nodeId: null };
}

/** The block's indexes rise from 0 without a gap; the info's may have gaps, which is said. Doubles were refused before. */
function checkOrder(nodes: readonly Read[], form: 'block' | 'info', base: number, root: Part): void {
	if (new Set(nodes.map(({ index }) => index)).size < nodes.length) return;
	const odd = nodes.findIndex(({ index }, at) => index !== base + at);
	const node = nodes[odd];
	if (!node) return;
	const data = { expected: base + odd, found: node.index };
	if (form === 'block') root.findings.refuse('index_order', node.pointer, data);
	else root.findings.warn('index_gap', node.pointer, data);
}

function readEdges(root: Part, known: ReadonlySet<number>): WorkflowEdge[] | null {
	if (!root.has('edges')) {
		root.findings.warn('no_edges', root.pointer);
		return null;
	}
	const edges = new EdgeList(root.findings);
	for (const [at, text] of (root.list('edges') ?? []).entries()) {
		const pointer = appendPointer(root.at('edges'), at);
		const [, a = '', arrow, b = ''] = (typeof text === 'string' && EDGE.exec(text)) || [];
		if (arrow === undefined) {
			root.findings.refuse('malformed_edge', pointer, { found: text });
			continue;
		}
		const ends = [Number(a), Number(b)] as const;
		const edge = `${a} ${arrow} ${b}`;
		const absent = new Set(ends.filter((index) => !known.has(index)));
		for (const index of absent) root.findings.refuse('absent_protocol', pointer, { edge, index });
		const [from, to] = ends;
		const bare = { id: null, when: null, label: null, maxIterations: null };
		edges.add({ ...bare, from, to }, edge, pointer);
		if (arrow === '<->' && from !== to) edges.add({ ...bare, from: to, to: from }, edge, pointer);
	}
	return edges.list;
}

/** Edges in the order they were written; a second one between the same two protocols is left out and said, a loop is said. */
class EdgeList {
	readonly list: WorkflowEdge[] = [];
	readonly #known = new Set<string>();
	readonly #findings: Findings;

	constructor(findings: Findings) {
		this.#findings = findings;
	}

	add(edge: WorkflowEdge, written: string, pointer: string): void {
		const key = `${edge.from} ${edge.to}`;
		if (this.#known.has(key)) {
			this.#findings.warn('double_edge', pointer, { edge: written });
			return;
		}
		if (edge.from === edge.to) this.#findings.warn('self_loop', pointer, { edge: written });
		this.#known.add(key);
		this.list.push(edge);
	}
}
