// What is wrong with a workflow definition or with JSON, in the reader's language: where a definition is pasted, where a file is imported, and
// on the command line.

import type { Fault } from '#lib/core/json/fault.ts';
import type { Json } from '#lib/core/json/json.ts';
import { m } from '#lib/paraglide/messages.js';

type Data = { readonly [key: string]: Json };
type Say = (data: Data, detail: string) => string;

const JSON_WORDS: Readonly<Record<string, (found: string) => string>> = {
	empty: () => m.importing_json_empty(),
	unclosed: (found) => m.importing_json_unclosed({ found }),
	unexpected: (found) => m.importing_json_unexpected({ found }),
	missing_comma: (found) => m.importing_json_unexpected({ found }),
	missing_colon: (found) => m.importing_json_unexpected({ found }),
	trailing_text: (found) => m.importing_json_unexpected({ found }),
	bad_number: (found) => m.importing_json_number({ found }),
	not_finite: (found) => m.importing_json_number({ found }),
	unterminated_string: (found) => m.importing_json_string({ found }),
	unterminated_comment: (found) => m.importing_json_unclosed({ found }),
	bad_escape: (found) => m.importing_json_escape({ found }),
	too_large: () => m.importing_json_large(),
	too_deep: () => m.importing_json_deep(),
};

/** Why a text is not JSON. */
export function jsonFaultWords(code: string, found: string): string {
	return JSON_WORDS[code]?.(found) ?? m.importing_json_other({ code, found });
}

const WORKFLOW_WORDS: Readonly<Record<string, Say>> = {
	not_a_workflow: () => m.importing_workflow_not_a_workflow(),
	json: (data) =>
		m.importing_workflow_json({ why: jsonFaultWords(plain(data['code']), plain(data['found'])) }),
	yaml: (_, detail) => m.importing_workflow_yaml({ detail }),
	too_large: (data) => m.importing_workflow_too_large({ limit: plain(data['limit']) }),
	too_deep: () => m.importing_workflow_too_deep(),
	too_many_aliases: (data) =>
		m.importing_workflow_too_many_aliases({ found: plain(data['found']), limit: plain(data['limit']) }),
	circular_alias: () => m.importing_workflow_circular_alias(),
	unknown_version: (data) => m.importing_workflow_unknown_version({ found: plain(data['found']) }),
	missing: (data) => m.importing_workflow_missing({ key: plain(data['key']) }),
	not_text: (data) => m.importing_workflow_not_text({ key: plain(data['key']) }),
	not_an_index: (data) => m.importing_workflow_not_an_index({ key: plain(data['key']) }),
	not_a_list: (data) => m.importing_workflow_not_a_list({ key: plain(data['key']) }),
	not_an_object: () => m.importing_workflow_not_an_object(),
	no_protocols: () => m.importing_workflow_no_protocols(),
	double_id: (data) => m.importing_workflow_double_id({ id: plain(data['id']) }),
	double_index: (data) => m.importing_workflow_double_index({ index: plain(data['index']) }),
	index_order: (data) =>
		m.importing_workflow_index_order({ expected: plain(data['expected']), found: plain(data['found']) }),
	bad_node_id: (data) => m.importing_workflow_bad_node_id({ id: plain(data['id']) }),
	malformed_edge: (data) => m.importing_workflow_malformed_edge({ found: plain(data['found']) }),
	absent_protocol: (data) =>
		m.importing_workflow_absent_protocol({ edge: plain(data['edge']), index: plain(data['index']) }),
	absent_node: (data) => m.importing_workflow_absent_node({ node: plain(data['node']) }),
	absent_default: (data) => m.importing_workflow_absent_default({ found: plain(data['found']) }),
	bad_condition: (data) => m.importing_workflow_bad_condition({ found: plain(data['found']) }),
	several_blocks: (data) => m.importing_workflow_several_blocks({ count: plain(data['count']) }),
	unclosed_block: () => m.importing_workflow_unclosed_block(),
	self_loop: (data) => m.importing_workflow_self_loop({ edge: plain(data['edge']) }),
	double_edge: (data) => m.importing_workflow_double_edge({ edge: plain(data['edge']) }),
	no_edges: () => m.importing_workflow_no_edges(),
	no_title: () => m.importing_workflow_no_title(),
	index_gap: (data) => m.importing_workflow_index_gap({ expected: plain(data['expected']) }),
	zero_based: () => m.importing_workflow_zero_based(),
	double_key: (data) => m.importing_workflow_double_key({ key: plain(data['key']) }),
	tolerated: (data) => m.importing_workflow_tolerated({ code: plain(data['code']) }),
	surroundings: (data) => m.importing_workflow_surroundings({ keys: plain(data['keys']) }),
};

/** A fault or a warning about a workflow definition; an unknown one by its code. */
export function workflowFaultWords({ code, data, detail }: Pick<Fault, 'code' | 'data' | 'detail'>): string {
	return WORKFLOW_WORDS[code]?.(data, detail) ?? m.importing_workflow_other({ code });
}

/** A value inside a sentence. */
export function plain(value: Json | undefined): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map((item: Json) => plain(item)).join(', ');
	return value === undefined ? '' : JSON.stringify(value);
}
