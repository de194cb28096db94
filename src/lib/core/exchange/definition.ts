// From workflow_info and protocols_info to the definition a path is run under. Both are 0-based from here on. Where there is no graph every
// protocol counts as reachable; where there is no list of protocols either, the indexes that the steps name are all we know, and the
// report says so. Refused: matching protocols by position where an id tells more, and filling what is absent with empty texts.

import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { headingOf } from '#lib/core/protocol/read.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { readWorkflowInfo } from '#lib/core/workflow/info.ts';
import type { Workflow, WorkflowNode } from '#lib/core/workflow/workflow.ts';
import { baseOf, type Dialect } from './detect.ts';
import type { Fill } from './fill.ts';
import { partsOfProtocolId, readItems, type Item } from './protocols.ts';
import { refusal, type Refusal, type Reporter, type Spot } from './report.ts';

export interface FoundDefinition {
	readonly workflow: { readonly spot: Spot; readonly value: Json } | undefined;
	readonly protocols: { readonly spot: Spot; readonly value: readonly Json[] } | undefined;
	/** A workflow that was read already, such as one from a YAML block. */
	readonly given: Workflow | undefined;
	/** Key in `data.workflow`, '' where there was none. */
	readonly workflowId: string;
	readonly dialect: Dialect;
	/** Indexes (0-based) that steps name, with the protocol's foreign id where a record says it. */
	readonly named: ReadonlyMap<number, string | null>;
	/** Gives protocols what the files lack. */
	readonly fill?: Fill;
}

export interface ReadDefinition {
	readonly definition: Definition;
	/** Items of protocols_info that are none, or name an index a second time. */
	readonly leftovers: readonly { readonly spot: Spot; readonly value: Json }[];
}

/** The definition, or why the workflow in the file is none. Protocols that are in no workflow are added to it without edges. */
export function readDefinitionParts(
	found: FoundDefinition,
	reporter: Reporter,
	whole: Spot,
): Result<ReadDefinition, Refusal[]> {
	const read = readGraph(found, reporter, whole);
	if (!read.ok) return read;
	const { items, leftovers } = readItems(found, read.value, reporter);
	if (read.value === null && !found.protocols)
		reporter.changed(whole, 'protocols_unknown', { indexes: [...found.named.keys()].sort((a, b) => a - b) });
	const nodes = [...(read.value?.nodes ?? []), ...strays(read.value, items, found, reporter)];
	nodes.sort((a, b) => a.index - b.index);
	const workflow = read.value ?? bareWorkflow(found.workflowId, whole);
	const listed = items.map(({ protocol }) => protocol);
	const protocols = [...listed, ...unlisted(nodes, listed, found, whole)].sort((a, b) => a.index - b.index);
	const definition = {
		workflow: { ...workflow, nodes },
		protocols: protocols.map((protocol) => titled(protocol, nodes)),
	};
	return ok({ definition, leftovers });
}

/** Protocols that the workflow names, no list has, and somebody else knows. */
function unlisted(
	nodes: readonly WorkflowNode[],
	listed: readonly Protocol[],
	{ fill, workflow }: FoundDefinition,
	whole: Spot,
): readonly Protocol[] {
	if (!fill) return [];
	const absent = { title: '', markdown: null, model: null, assigner: null, schema: null, kept: {} };
	return nodes.flatMap(({ index, protocolId, protocolVersion, airalogyProtocolId }) => {
		if (listed.some((protocol) => protocol.index === index)) return [];
		const named = { index, protocolId, protocolVersion, airalogyProtocolId, ...absent };
		const protocol = fill(named, workflow?.spot ?? whole);
		return protocol === named ? [] : [protocol];
	});
}

const LOOPS = ['self_loop', 'double_edge'];

function readGraph(
	found: FoundDefinition,
	reporter: Reporter,
	whole: Spot,
): Result<Workflow | null, Refusal[]> {
	if (found.given) return ok(found.given);
	if (!found.workflow) {
		reporter.changed(whole, 'workflow_unknown');
		return ok(null);
	}
	const { spot, value } = found.workflow;
	const read = readWorkflowInfo(value, spot.pointer);
	if (!read.ok)
		return err(
			read.error.map(({ code, pointer, data, at }) => ({
				...refusal({ file: spot.file, pointer: pointer ?? spot.pointer }, 'workflow_refused', {
					code,
					...data,
				}),
				at,
			})),
		);
	const { workflow, warnings } = read.value;
	for (const { code, pointer, data } of warnings.filter((warning) => LOOPS.includes(warning.code)))
		reporter.changed({ file: spot.file, pointer: pointer ?? spot.pointer }, 'workflow_warning', {
			code,
			...data,
		});
	if (workflow.form !== 'info') return ok(workflow);
	return ok(rebased(workflow, (baseOf(value) ?? 0) - indexBase(found)));
}

/** From which number the indexes of the file's workflow_info count. */
function indexBase(found: FoundDefinition): 0 | 1 {
	const value = found.workflow?.value;
	const base = baseOf(value) ?? 0;
	if (found.dialect === 'aira' || base === 0) return base;
	// A canonical file's own indexes count from 0, but a workflow may begin later: the protocols that both lists name decide.
	const items = (found.protocols?.value ?? []).filter(isObject);
	const nodes =
		isObject(value) && Array.isArray(value['protocols']) ? value['protocols'].filter(isObject) : [];
	const agree = nodes.some((node) => items.some((item) => sameProtocol(node, item) && sameIndex(node, item)));
	return agree ? 0 : base;
}

function sameProtocol(a: JsonObject, b: JsonObject): boolean {
	return ['airalogy_protocol_id', 'protocol_id'].some(
		(key) => typeof a[key] === 'string' && a[key] === b[key],
	);
}

function sameIndex(a: JsonObject, b: JsonObject): boolean {
	return numberOf(a['protocol_index']) === numberOf(b['protocol_index']);
}

/** readWorkflowInfo counts from the smallest index it meets; `shift` is what that took away too much. */
function rebased(workflow: Workflow, shift: number): Workflow {
	if (shift === 0) return workflow;
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => ({ ...node, index: node.index + shift })),
		edges: workflow.edges?.map((edge) => ({ ...edge, from: edge.from + shift, to: edge.to + shift })) ?? null,
		initial: workflow.initial === null ? null : workflow.initial + shift,
	};
}

/** Nodes for protocols that stand in no workflow, and, where nothing else is known, for the indexes steps name. */
function strays(
	workflow: Workflow | null,
	items: readonly Item[],
	found: FoundDefinition,
	reporter: Reporter,
): WorkflowNode[] {
	const nodes = items
		.filter(({ known }) => !known)
		.map(({ protocol, spot }) => {
			if (workflow) reporter.changed(spot, 'protocol_not_in_workflow', { protocol: protocol.protocolId });
			const { index, protocolId, protocolVersion, airalogyProtocolId } = protocol;
			return { index, protocolId, protocolVersion, airalogyProtocolId, title: protocolId, nodeId: null };
		});
	if (workflow || found.protocols) return nodes;
	return [...found.named].map(([index, foreign]) => {
		const parts = partsOfProtocolId(foreign ?? undefined);
		const protocolId = parts?.protocolId ?? `protocol_${index}`;
		const protocolVersion = parts?.version ?? null;
		return {
			index,
			protocolId,
			protocolVersion,
			airalogyProtocolId: foreign,
			title: protocolId,
			nodeId: null,
		};
	});
}

function bareWorkflow(id: string, whole: Spot): Workflow {
	const name = id || (whole.file.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '') || 'workflow';
	const empty = { logic: '', initial: null, defaultGoal: '', defaultStrategy: '' };
	return { id: name, title: name, nodes: [], edges: null, ...empty, form: 'info', source: null };
}

function titled(protocol: Protocol, nodes: readonly WorkflowNode[]): Protocol {
	const heading = headingOf(protocol.markdown ?? '');
	const node = nodes.find(({ index }) => index === protocol.index);
	return { ...protocol, title: heading || (node?.title ?? protocol.protocolId) };
}
