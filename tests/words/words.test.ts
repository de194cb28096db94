// Whoever adds a rule must say it in both languages: nothing a reader reports may reach the screen as a bare code.

import { afterAll, expect, test } from 'vitest';
import { CHANGED_RULES, KEPT_RULES, LOST_RULES, REFUSAL_RULES } from '#lib/core/exchange/report.ts';
import type { FaultCode } from '#lib/core/json/parse.ts';
import type { WorkflowFaultCode, WorkflowWarningCode } from '#lib/core/workflow/faults.ts';
import { placeWords, ruleWords } from '#lib/words/rule-words.ts';
import { baseLocale, locales, overwriteGetLocale } from '#lib/paraglide/runtime.js';
import { jsonFaultWords, workflowFaultWords } from '#lib/words/fault-words.ts';

const JSON_CODES = {
	empty: 1,
	too_large: 1,
	too_deep: 1,
	unexpected: 1,
	missing_comma: 1,
	missing_colon: 1,
	trailing_text: 1,
	unclosed: 1,
	unterminated_string: 1,
	unterminated_comment: 1,
	bad_escape: 1,
	bad_number: 1,
	not_finite: 1,
} satisfies Record<FaultCode, 1>;

const WORKFLOW_CODES = {
	not_a_workflow: 1,
	json: 1,
	yaml: 1,
	too_large: 1,
	too_deep: 1,
	too_many_aliases: 1,
	circular_alias: 1,
	unknown_version: 1,
	missing: 1,
	not_text: 1,
	not_an_index: 1,
	not_a_list: 1,
	not_an_object: 1,
	no_protocols: 1,
	double_id: 1,
	double_index: 1,
	index_order: 1,
	bad_node_id: 1,
	malformed_edge: 1,
	absent_protocol: 1,
	absent_node: 1,
	absent_default: 1,
	bad_condition: 1,
	several_blocks: 1,
	unclosed_block: 1,
	self_loop: 1,
	double_edge: 1,
	no_edges: 1,
	no_title: 1,
	index_gap: 1,
	zero_based: 1,
	double_key: 1,
	tolerated: 1,
	surroundings: 1,
} satisfies Record<WorkflowFaultCode | WorkflowWarningCode, 1>;

afterAll(() => overwriteGetLocale(() => baseLocale));

test.each(locales)('[B4] every rule, refusal and fault has words in %s', (locale) => {
	overwriteGetLocale(() => locale);
	const rules = [...KEPT_RULES, ...CHANGED_RULES, ...LOST_RULES, ...REFUSAL_RULES];
	expect(rules.filter((rule) => ruleWords({ rule, data: {} }) === rule)).toEqual([]);
	expect(ruleWords({ rule: 'not_a_rule', data: {} })).toBe('not_a_rule');
	const json = Object.keys(JSON_CODES);
	expect(json.filter((code) => jsonFaultWords(code, 'x').includes(code))).toEqual([]);
	const workflow = Object.keys(WORKFLOW_CODES);
	expect(workflow.filter((code) => workflowFaultWords({ code, data: {}, detail: '' }) === code)).toEqual([]);
});

test('[B9] a place is the line where the text is known, else the pointer, else the file', () => {
	overwriteGetLocale(() => 'en');
	expect(placeWords({ file: 'a.json', pointer: '' }, { line: 3, column: 7 })).toBe(
		'a.json, line 3, column 7',
	);
	expect(placeWords({ file: 'a.json', pointer: '/steps/1' })).toBe('a.json at /steps/1');
	expect(placeWords({ file: 'a.json', pointer: '' })).toBe('a.json');
});
