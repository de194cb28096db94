// What a workflow's own text says that the two older forms have no words for, key by key, with its place in that text. It is read off the
// source and not off our reading of it, so that a key nobody here has heard of is named as well. Refused: a list of what is known to be lost.

import { isList, isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import { readYaml } from '#lib/core/workflow/yaml-text.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';

const ROOT = [
	'id',
	'title',
	'protocols',
	'edges',
	'logic',
	'default_initial_protocol_index',
	'default_research_goal',
	'default_research_purpose',
	'default_research_strategy',
];
/** Said in other words: indexes in place of node ids. */
const ROOT_OF_V1 = ['version', 'nodes', 'transitions', 'default_initial_node'];
const PROTOCOL = [
	'protocol_index',
	'protocol_name',
	'protocol_id',
	'protocol_version',
	'airalogy_protocol_id',
];
const NODE = ['protocol_id', 'protocol_version', 'title'];
const TRANSITION = ['from', 'to'];

/** Keys that both older forms know at the root, and in a protocol. */
export const SAID = { root: ROOT, protocol: PROTOCOL } as const;

/** A definition's source as JSON; null where it has none or it cannot be read. */
export function sourceOf({ source }: Workflow): JsonObject | null {
	const value = typeof source === 'string' ? readYaml(source).value : source;
	return isObject(value) ? value : null;
}

/** One line per key that is neither interpreted nor written, in the order of the source. */
export function unsaid(workflow: Workflow): ReportLine[] {
	const source = sourceOf(workflow);
	if (source === null) return [];
	const v1 = workflow.form === 'v1';
	return Object.entries(source).flatMap(([key, value]): ReportLine[] => {
		const pointer = appendPointer('', key);
		if (v1 && key === 'nodes') return inItems(value, pointer, NODE);
		if (v1 && key === 'transitions') return inItems(value, pointer, TRANSITION);
		if (key === 'protocols') return inItems(value, pointer, PROTOCOL);
		return ROOT.includes(key) || (v1 && ROOT_OF_V1.includes(key)) ? [] : [line(pointer, key, value)];
	});
}

function inItems(items: Json, pointer: string, known: readonly string[]): ReportLine[] {
	if (!isList(items)) return [];
	return items.flatMap((item, at) => {
		if (!isObject(item)) return [];
		return Object.entries(item)
			.filter(([key, value]) => !known.includes(key) && value !== null)
			.map(([key, value]) => line(appendPointer(pointer, at, key), key, value));
	});
}

/** A line that says which key has no place in the form. */
export function line(pointer: string, key: string, value: Json): ReportLine {
	return { file: '', pointer, rule: 'form_cannot_say', data: { key, value } };
}
