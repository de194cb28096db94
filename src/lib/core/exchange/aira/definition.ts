// workflow_info and protocols_info as AIRA has them: indexes from 1, protocols flat and keyed by their Airalogy ids, contents inline. A graph
// that came in this form and still says the same goes back as it came. Where a protocol has no Airalogy id, which AIRA requires, one is made
// up: `airalogy.id.lab.local.project.local.protocol.<id>.v.<version>`, version 0.0.0 where there is none, `_<index>` behind an id that is
// taken. Refused: protocols without a key, and two under one.

import { isObject, type JsonObject } from '#lib/core/json/json.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import { readWorkflowInfo } from '#lib/core/workflow/info.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import { schemaFor, writeWorkflowInfo } from '#lib/core/exchange/airalogy/definition.ts';
import { sameJson } from '#lib/core/json/same.ts';
import { baseOf } from '#lib/core/exchange/detect.ts';
import { without } from '#lib/core/exchange/keys.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';

export interface AiraDefinition {
	readonly workflow: JsonObject;
	readonly protocols: readonly JsonObject[];
	readonly changed: readonly ReportLine[];
}

/** The graph and the protocols of a definition, and what had to be made up. */
export function writeAiraDefinition(definition: Definition): AiraDefinition {
	const { workflow, protocols } = definition;
	const ids = airalogyIds(definition);
	const sorted = [...protocols].sort((a, b) => a.index - b.index);
	const nodes = workflow.nodes.map((node) => ({
		...node,
		airalogyProtocolId: ids.get(node.index)?.id ?? null,
	}));
	const places = new Map(
		sorted.map(({ index }, at) => [index, `/protocols_info/${at}/airalogy_protocol_id`]),
	);
	const made = [...ids].flatMap(([index, { id, own }]): ReportLine[] => {
		const pointer = places.get(index) ?? '/workflow_info/protocols';
		return own ? [] : [{ file: '', pointer, rule: 'protocol_id_made', data: { index, id } }];
	});
	const graph = workflow.edges === null && workflow.source === null ? [unknownGraph()] : [];
	return {
		workflow: asItCame(workflow) ?? writeWorkflowInfo({ ...workflow, nodes }, 1),
		protocols: sorted.map((protocol) => flat(protocol, ids.get(protocol.index)?.id ?? null)),
		changed: [...graph, ...made],
	};
}

/** The Airalogy id AIRA knows a protocol by, and whether it is the protocol's own; by index from 0. */
export function airalogyIds({
	workflow,
	protocols,
}: Definition): ReadonlyMap<number, { readonly id: string; readonly own: boolean }> {
	const known = new Map<number, { name: string; version: string | null; own: string | null }>();
	for (const one of [...workflow.nodes, ...protocols]) {
		const { index, protocolId: name, protocolVersion: version, airalogyProtocolId } = one;
		known.set(index, { name, version, own: known.get(index)?.own ?? airalogyProtocolId });
	}
	const ids = new Map<number, { id: string; own: boolean }>();
	const taken = new Set<string>();
	for (const [index, { name, version, own }] of [...known].sort(([a], [b]) => a - b)) {
		const first = own ?? localId(name, version);
		const id = taken.has(first) ? localId(`${name}_${index + 1}`, version) : first;
		taken.add(id);
		ids.set(index, { id, own: id === own });
	}
	return ids;
}

/** A made-up Airalogy id of a protocol that has none. */
function localId(protocolId: string, version: string | null): string {
	const name = protocolId.replace(/[^\p{L}\p{N}_]+/gu, '_') || 'protocol';
	return `airalogy.id.lab.local.project.local.protocol.${name}.v.${version ?? '0.0.0'}`;
}

function unknownGraph(): ReportLine {
	return { file: '', pointer: '/workflow_info', rule: 'graph_unknown', data: {} };
}

/** The graph as its AIRA file had it, while it is the same; null otherwise. */
function asItCame(workflow: Workflow): JsonObject | null {
	const { source, form, nodes } = workflow;
	if (form !== 'info' || !isObject(source) || baseOf(source) !== 1) return null;
	const read = readWorkflowInfo(source);
	if (!read.ok) return null;
	const came = read.value.workflow;
	// Protocols that stand in no workflow were added to it; they came beside it.
	const here = new Map(nodes.map((node) => [node.index, node]));
	const known = came.nodes.every((node) => {
		const one = here.get(node.index);
		return node.airalogyProtocolId !== null && one !== undefined && sameJson(one, node);
	});
	return known && sameJson({ ...came, nodes: [] }, { ...workflow, nodes: [] }) ? source : null;
}

const CONTENT_KEYS = ['protocol_data', 'airalogy_protocol_id'];

function flat(protocol: Protocol, id: string | null): JsonObject {
	const { markdown, model, assigner, kept } = protocol;
	return {
		airalogy_protocol_id: id,
		markdown,
		model,
		assigner,
		field_json_schema: schemaFor(protocol),
		...(isObject(kept['protocol_data']) ? kept['protocol_data'] : {}),
		...without(kept, CONTENT_KEYS),
	};
}
