// workflow_info and protocols_info as the canonical form has them. Every index in a canonical file counts from 0, also those inside
// workflow_info: one number must not mean two protocols in one file (its published form, on its own, counts from 1). Refused: an empty
// schema where the marks of a protocol tell one.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { derivedSchema } from '#lib/core/protocol/derived.ts';
import { fieldsOf } from '#lib/core/protocol/fields.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '#lib/core/workflow/workflow.ts';
import { without } from '#lib/core/exchange/keys.ts';

const INFO_KEYS = [
	'id',
	'title',
	'protocols',
	'edges',
	'logic',
	'default_initial_protocol_index',
	'default_research_goal',
	'default_research_strategy',
];

/**
 * The graph, so that the file is self-contained; what the workflow's own form says beyond it is in the vendor part. Indexes count from `base`:
 * 0 inside a canonical file, 1 in the published form, which stands alone.
 */
export function writeWorkflowInfo(workflow: Workflow, base: 0 | 1 = 0): JsonObject {
	const source = workflow.form === 'info' && isObject(workflow.source) ? workflow.source : {};
	const { id, title, nodes, edges, logic, initial, defaultGoal, defaultStrategy } = workflow;
	const written = itemsById(source);
	return {
		id,
		title,
		protocols: nodes.map((node) => writeNode(node, written.get(node.airalogyProtocolId), base)),
		...(edges === null ? {} : { edges: arrows(edges, base) }),
		logic: Array.isArray(source['logic']) ? source['logic'] : logic,
		...(initial === null ? {} : { default_initial_protocol_index: initial + base }),
		...(defaultGoal === '' ? {} : { default_research_goal: defaultGoal }),
		...(defaultStrategy === '' ? {} : { default_research_strategy: defaultStrategy }),
		...without(source, INFO_KEYS),
	};
}

const NODE_KEYS = [
	'protocol_index',
	'protocol_name',
	'airalogy_protocol_id',
	'protocol_id',
	'protocol_version',
];

function arrows(edges: readonly WorkflowEdge[], base: number): readonly string[] {
	return [...new Set(edges.map(({ from, to }) => `${from + base} -> ${to + base}`))];
}

/** What the file said of each protocol; the first where an id comes twice. */
function itemsById(source: JsonObject): ReadonlyMap<Json, JsonObject> {
	const items = Array.isArray(source['protocols']) ? source['protocols'].filter(isObject) : [];
	const named = items.filter((item) => typeof item['airalogy_protocol_id'] === 'string');
	return new Map(named.reverse().map((item) => [item['airalogy_protocol_id'] ?? null, item]));
}

function writeNode(node: WorkflowNode, own: JsonObject | undefined, base: number): JsonObject {
	return {
		protocol_index: node.index + base,
		protocol_name: node.title,
		airalogy_protocol_id: node.airalogyProtocolId,
		protocol_id: node.protocolId,
		protocol_version: node.protocolVersion,
		...without(own ?? {}, NODE_KEYS),
	};
}

/** One entry per protocol, in the order of the indexes. */
export function writeProtocolsInfo({ protocols }: Definition): readonly JsonObject[] {
	return [...protocols].sort((a, b) => a.index - b.index).map(writeProtocol);
}

function writeProtocol(protocol: Protocol): JsonObject {
	const { index, protocolId, protocolVersion, airalogyProtocolId, markdown, model, assigner, kept } =
		protocol;
	const { protocol_data: keptData, ...rest } = kept;
	const data = { markdown, model, assigner, field_json_schema: schemaFor(protocol) };
	return {
		protocol_index: index,
		protocol_id: protocolId,
		protocol_version: protocolVersion,
		airalogy_protocol_id: airalogyProtocolId,
		...rest,
		protocol_data:
			keptData === null && markdown === null ? null : { ...data, ...(isObject(keptData) ? keptData : {}) },
	};
}

/** The schema of a protocol; where it came without one, that which its marks tell. */
export function schemaFor(protocol: Protocol): Json {
	const { schema, markdown } = protocol;
	const empty = schema === null || (isObject(schema) && Object.keys(schema).length === 0);
	if (!empty || markdown === null) return schema;
	const fields = fieldsOf(protocol);
	return fields.vars.length === 0 ? schema : derivedSchema(fields);
}
