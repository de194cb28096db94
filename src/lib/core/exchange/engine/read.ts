// The dialect of the node engine, turned into canonical steps. Its node ids tell the protocol where no index does and become those of the
// workflow's nodes; `var.x` is field x. What a path has no place for (values of checks and steps, where a record came from) is no part of the
// canonical form, where other readers would take it for fields or for this dialect: the step is kept beside its cell as it came. Refused:
// putting checks into the draft of a record (that a box was to be ticked is not that somebody ticked it).

import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { without } from '#lib/core/exchange/keys.ts';
import type { WorkflowNode } from '#lib/core/workflow/workflow.ts';

/** Where a plan keeps a step of this dialect as it came. */
export const ENGINE_STEP = 'engine-step';

export interface EngineNodes {
	/** protocols_info as the canonical form has it. */
	readonly items: readonly Json[];
	/** Indexes from 0 by node id. */
	readonly indexes: ReadonlyMap<string, number>;
}

/** Takes the node ids out of a list of protocols; `nodes` are those of a workflow that came beside it. */
export function readEngineNodes(items: readonly Json[], nodes: readonly WorkflowNode[]): EngineNodes {
	const indexes = new Map(
		nodes.flatMap(({ nodeId, index }) => (nodeId === null ? [] : [[nodeId, index] as const])),
	);
	const told = new Set<string | number>();
	const canonical = items.map((item) => {
		const content = isObject(item) ? item['protocol_data'] : undefined;
		if (!isObject(item) || !isObject(content) || typeof content['node_id'] !== 'string') return item;
		const node = content['node_id'];
		const own = numberOf(item['protocol_index']);
		const index = own !== undefined && Number.isSafeInteger(own) && own >= 0 ? own : indexes.get(node);
		// Without an index, and for a second item of one node or index, the id stays where it is: a workflow's node has one.
		if (index === undefined || told.has(node) || told.has(index)) return item;
		if (!indexes.has(node)) indexes.set(node, index);
		told.add(node).add(index);
		const named = index === own ? item : { ...item, protocol_index: index };
		return { ...named, protocol_data: without(content, ['node_id']) };
	});
	return { items: canonical, indexes };
}

/** What a step said beyond the canonical form, or otherwise. */
export interface EngineSaid {
	/** Keys that only this dialect has. */
	readonly keys: readonly string[];
	/** Keys of values that are those of no field. */
	readonly values: readonly string[];
	/** How many values are named by `var.`. */
	readonly renamed: number;
	/** The node whose protocol the step is about, where it named no index, or another one. */
	readonly node: { readonly id: string; readonly index: number; readonly differs: boolean } | null;
}

export interface EngineSteps {
	readonly steps: readonly Json[];
	/** By the step's position. */
	readonly said: ReadonlyMap<number, EngineSaid>;
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
	add_next_protocol: ['node_id'],
	add_initial_values_for_fields_in_next_protocol: ['node_id'],
	record_protocol: ['node_id', 'source', 'record_ref_available'],
	add_phased_research_conclusion: ['node_id'],
};
const INDEXED = ['add_next_protocol', 'record_protocol'];

/** Canonical steps of a node engine's path. */
export function translateEngineSteps(
	steps: readonly Json[],
	indexes: ReadonlyMap<string, number>,
): EngineSteps {
	const said = new Map<number, EngineSaid>();
	const translated = steps.map((step, position) => {
		const read = isObject(step) && isObject(step['data']) ? translate(step, step['data'], indexes) : null;
		if (!read || !isObject(step)) return step;
		said.set(position, read.said);
		return { ...step, data: read.data };
	});
	return { steps: translated, said };
}

function translate(
	{ step: name }: JsonObject,
	data: JsonObject,
	indexes: ReadonlyMap<string, number>,
): { data: JsonObject; said: EngineSaid } | null {
	if (typeof name !== 'string') return null;
	const own = Object.hasOwn(KEYS, name) ? (KEYS[name] ?? []) : [];
	const keys = own.filter((key) => key in data);
	const node = INDEXED.includes(name) ? nodeIn(data, indexes) : null;
	const values = isObject(data['values']) ? readValues(data['values']) : null;
	const judged = name === 'add_research_strategy' && !('researchable' in data);
	return {
		data: {
			...without(data, keys),
			...(node && !node.differs ? { protocol_index: node.index } : {}),
			...(values ? { values: values.fields } : {}),
			...(judged ? { researchable: null } : {}),
		},
		said: { keys, values: values?.others ?? [], renamed: values?.renamed ?? 0, node },
	};
}

/** Null where the index says the same as the node, or no node is named. */
function nodeIn(data: JsonObject, indexes: ReadonlyMap<string, number>): EngineSaid['node'] {
	const { node_id: id, protocol_index: written = null, end_path: end } = data;
	const index = typeof id === 'string' ? indexes.get(id) : undefined;
	if (typeof id !== 'string' || index === undefined || end === true) return null;
	if (written === null) return { id, index, differs: false };
	return numberOf(written) === index ? null : { id, index, differs: true };
}

function readValues(values: JsonObject): { fields: JsonObject; others: readonly string[]; renamed: number } {
	const fields = new Map<string, Json>();
	const others: string[] = [];
	let renamed = 0;
	for (const [key, value] of Object.entries(values)) {
		const field = fieldOf(key);
		// A field that stands there by its own name counts.
		if (field === null || (field !== key && Object.hasOwn(values, field))) {
			others.push(key);
			continue;
		}
		if (field !== key) renamed += 1;
		fields.set(field, value);
	}
	return { fields: Object.fromEntries(fields), others, renamed };
}

/** The field a value is of; null for those of checks, steps and quizzes. */
function fieldOf(key: string): string | null {
	if (/^(step|check|quiz)\./.test(key)) return null;
	return key.startsWith('var.') && key.length > 4 ? key.slice(4) : key;
}
