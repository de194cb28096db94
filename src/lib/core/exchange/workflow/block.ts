// A workflow as the original block of an AIMD text: YAML in a ```workflow fence, counted from 0. A block that still says what its workflow says
// goes back as it was written, comments and all; everything else is written anew. Refused: writing what nobody could read back as the same
// (a key for conditions, an Airalogy id, which would make another form of it).

import { canonicalize } from '#lib/core/json/jcs.ts';
import { isList, isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '#lib/core/workflow/workflow.ts';
import { without } from '#lib/core/exchange/keys.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import { line, SAID, sourceOf, unsaid } from './unsaid.ts';
import { printYaml } from './yaml.ts';

export interface WrittenBlock {
	/** Markdown: one fenced block, ending in a line break. */
	readonly text: string;
	readonly changed: readonly ReportLine[];
	readonly lost: readonly ReportLine[];
}

/** The original block of a workflow. Pointers in the report are those of the workflow's own source. */
export function writeWorkflowBlock(workflow: Workflow): WrittenBlock {
	const { source, form } = workflow;
	if (form === 'block' && typeof source === 'string') {
		const text = fenced(source);
		if (saysTheSame(text, workflow)) return { text, changed: [], lost: [] };
	}
	const from = form === 'v1' ? null : sourceOf(workflow);
	const numbers = new Map(workflow.nodes.map(({ index }, at) => [index, at]));
	const text = fenced(printYaml(blockOf(workflow, numbers, from)));
	return {
		text,
		changed: [
			...(form === 'block' ? [rewritten()] : []),
			...renumbered(workflow, numbers),
			...twice(workflow),
		],
		lost: [...(form === 'v1' ? unsaid(workflow) : []), ...foreignIds(workflow)],
	};
}

function rewritten(): ReportLine {
	return { file: '', pointer: '', rule: 'workflow_rewritten', data: {} };
}

/** The fence is longer than any row of backticks inside it. */
function fenced(yaml: string): string {
	const longest = Math.max(2, ...(yaml.match(/`+/g) ?? []).map(({ length }) => length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}workflow\n${yaml}${/[\r\n]$/.test(yaml) ? '' : '\n'}${fence}\n`;
}

function saysTheSame(text: string, workflow: Workflow): boolean {
	const read = readWorkflow(text);
	if (!read.ok) return false;
	const said = ({ source: _, ...rest }: Workflow): Json => rest;
	return canonicalize(said(read.value.workflow)) === canonicalize(said(workflow));
}

type Numbers = ReadonlyMap<number, number>;

function blockOf(workflow: Workflow, numbers: Numbers, source: JsonObject | null): JsonObject {
	const { id, title, nodes, edges, logic, initial, defaultGoal, defaultStrategy } = workflow;
	return {
		id,
		...(title === '' ? {} : { title }),
		protocols: nodes.map((node, at) => protocolOf(node, at, source)),
		...(edges === null ? {} : { edges: arrows(edges, numbers) }),
		...(logic === '' ? {} : { logic }),
		...(initial === null ? {} : { default_initial_protocol_index: numbers.get(initial) ?? initial }),
		...(defaultGoal === '' ? {} : { default_research_purpose: defaultGoal }),
		...(defaultStrategy === '' ? {} : { default_research_strategy: defaultStrategy }),
		...without(source ?? {}, [...SAID.root, 'version', 'nodes', 'transitions']),
	};
}

function protocolOf(node: WorkflowNode, at: number, source: JsonObject | null): JsonObject {
	const { protocolId, protocolVersion, title } = node;
	return {
		protocol_index: at,
		protocol_id: protocolId,
		...(protocolVersion === null ? {} : { protocol_version: protocolVersion }),
		...(title === '' ? {} : { protocol_name: title }),
		...without(writtenFor(node, source), SAID.protocol),
	};
}

/** What the source says of the same protocol, so that its unknown keys stay with it. */
function writtenFor({ protocolId, airalogyProtocolId }: WorkflowNode, source: JsonObject | null): JsonObject {
	const items = source?.['protocols'];
	const found = (isList(items) ? items : [])
		.filter(isObject)
		.find(
			(item) =>
				item['protocol_id'] === protocolId ||
				(airalogyProtocolId !== null && item['airalogy_protocol_id'] === airalogyProtocolId),
		);
	return found ?? {};
}

/** Both directions between two protocols are one line, where the first of them stood. */
function arrows(edges: readonly WorkflowEdge[], numbers: Numbers): readonly string[] {
	const at = (index: number): number => numbers.get(index) ?? index;
	const pairs = new Set(edges.map(({ from, to }) => `${at(from)} ${at(to)}`));
	const written = new Set<string>();
	return edges.flatMap(({ from, to }) => {
		const [a, b] = [at(from), at(to)];
		if (written.has(`${a} ${b}`)) return [];
		written.add(`${a} ${b}`);
		if (a === b || !pairs.has(`${b} ${a}`)) return [`${a} -> ${b}`];
		written.add(`${b} ${a}`);
		return [`${a} <-> ${b}`];
	});
}

/** A block's indexes rise from 0 without a gap. */
function renumbered({ nodes }: Workflow, numbers: Numbers): ReportLine[] {
	return nodes.flatMap(({ index, title }, at): ReportLine[] => {
		const to = numbers.get(index);
		if (to === undefined || to === index) return [];
		const data = { protocol: title, from: index, to };
		return [{ file: '', pointer: `/protocols/${at}/protocol_index`, rule: 'protocol_renumbered', data }];
	});
}

/** Two nodes of a v1 block may be one protocol; a block of the older form names each once, and readers refuse a second. */
function twice({ nodes, form }: Workflow): ReportLine[] {
	const known = new Set<string>();
	return nodes.flatMap(({ protocolId }, at): ReportLine[] => {
		const second = known.has(protocolId);
		known.add(protocolId);
		const pointer = `/${form === 'v1' ? 'nodes' : 'protocols'}/${at}`;
		return second ? [{ file: '', pointer, rule: 'protocol_twice', data: { protocol: protocolId } }] : [];
	});
}

function foreignIds({ nodes }: Workflow): ReportLine[] {
	return nodes.flatMap(({ airalogyProtocolId }, at) =>
		airalogyProtocolId === null
			? []
			: [line(`/protocols/${at}/airalogy_protocol_id`, 'airalogy_protocol_id', airalogyProtocolId)],
	);
}
