// What a check finds in small invented paths, one defect each, and that it is silent about a path without one.

import { expect, test } from 'vitest';
import { importText, type NamedText } from '#lib/core/exchange/import.ts';
import { CHANGED_RULES, KEPT_RULES, LOST_RULES } from '#lib/core/exchange/report.ts';
import { JUDGEMENTS } from '#lib/core/exchange/validate/judgement.ts';
import { validateImported } from '#lib/core/exchange/validate/validate.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { checkBySchema } from '#lib/core/protocol/schema-check.ts';
import { addRecord, aira, file, importer, next, recordFile, recordStep, step, uuid } from '../sample.ts';

const schema = {
	type: 'object',
	properties: {
		mass: { type: 'number', minimum: 0 },
		note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
	},
	required: ['mass'],
};
const PROTOCOLS = ['core', 'dry', 'weigh'].map((id, protocol_index) => ({
	protocol_index,
	protocol_id: id,
	protocol_version: '0.0.2',
	airalogy_protocol_id: null,
	protocol_data: { markdown: `# ${id}`, model: null, assigner: null, field_json_schema: schema },
}));
const GRAPH = {
	id: 'peat',
	title: 'Peat',
	protocols: PROTOCOLS.map(({ protocol_index, protocol_id }) => ({
		protocol_index,
		protocol_name: protocol_id,
		protocol_id,
	})),
	edges: ['0 -> 1'],
	logic: '',
};
const values = (path_index: number, content: JsonObject): JsonObject =>
	step('add_initial_values_for_fields_in_next_protocol', path_index, { thought: null, values: content });

function wrong(steps: readonly Json[], status: string, ...more: NamedText[]): string[] {
	const path = { workflow_info: GRAPH, protocols_info: PROTOCOLS, path_data: { path_status: status, steps } };
	return wrongIn([file(path), ...more]);
}

function wrongIn(files: readonly NamedText[]): string[] {
	const read = importText(files, importer());
	if (!read.ok) throw new Error(JSON.stringify(read.error));
	return validateImported(read.value, checkBySchema).map(({ pointer, rule }) => `${pointer} ${rule}`);
}

const at = (position: number, key: string): string => `/path_data/steps/${position}/data/${key}`;
const RECORD = 'waiting_for_record';
const PHASED = 'waiting_for_phased_research_conclusion';

test('[X50] every rule of a report is judged, and there are judgements of both kinds', () => {
	const rules = [...KEPT_RULES, ...CHANGED_RULES, ...LOST_RULES];
	expect(Object.keys(JUDGEMENTS).toSorted()).toEqual(rules.toSorted());
	expect(JUDGEMENTS.indexes_from_zero).not.toBe('fault');
	expect(JUDGEMENTS.doubled_key).toBe('fault');
});

test('[X50] a path without a defect has no line, whatever its import reported', () => {
	expect(wrong([next(1, 0), values(1, { mass: 2 }), next(2, 1, 'ai')].slice(0, 2), RECORD)).toEqual([]);
	const record = addRecord(1, 2, `airalogy.id.record.${uuid(1)}.v.1`, 'dry');
	expect(wrongIn([file(aira([record], PHASED))])).toEqual([]);
});

test('[X50] a status the steps deny and a malformed record id are faults', () => {
	const record = addRecord(1, 2, 'airalogy.id.record.0-0', 'core');
	expect(wrongIn([file(aira([record], 'waiting_for_research_goal'))])).toEqual([
		'/path_data/steps/0/data/airalogy_record_id record_id_malformed',
		'/path_data/steps/0/data/record_data/metadata record_names_other_protocol',
		'/path_data/path_status status_contradicts',
	]);
});

test('[X51] END has no protocol, and a choice that is not END has one', () => {
	const end = step('add_next_protocol', 1, { thought: null, end_path: true, protocol_index: 0 });
	const none = step('add_next_protocol', 1, { thought: null, end_path: false, protocol_index: null });
	const index = at(0, 'protocol_index');
	expect(wrong([end], 'waiting_for_next_protocol')).toEqual([`${index} end_and_protocol`]);
	expect(wrong([none], 'waiting_for_next_protocol')).toEqual([`${index} end_and_protocol`]);
});

test('[X51] path_index may leave numbers out, but never goes back and rises with each choice', () => {
	const record = recordStep(1, 0, null, null);
	expect(wrong([next(1, 0), record, next(100, 1)], RECORD)).toEqual([]);
	expect(wrong([next(1, 0), record, next(1, 1)], RECORD)).toEqual([
		'/path_data/steps/2/path_index path_index_falls',
	]);
	expect(wrong([next(3, 0), recordStep(2, 0, null, null)], PHASED)).toContain(
		'/path_data/steps/1/path_index path_index_falls',
	);
});

test('[X51] starting values are asked for their fields and kinds, not for being complete', () => {
	const steps = (content: JsonObject): Json[] => [next(1, 0), values(1, content)];
	expect(wrong(steps({ note: 'dry' }), RECORD)).toEqual([]);
	expect(wrong(steps({ mass: 'much', heat: 3 }), RECORD)).toEqual([
		`${at(1, 'values')}/heat field_unknown`,
		`${at(1, 'values')}/mass value_wrong`,
	]);
});

test('[X51] a model chooses along edges; a person may leave them', () => {
	const record = recordStep(1, 0, null, null);
	expect(wrong([next(1, 0), record, next(2, 2, 'ai')], RECORD)).toEqual([
		`${at(2, 'protocol_index')} choice_unreachable`,
	]);
	expect(wrong([next(1, 0), record, next(2, 2)], RECORD)).toEqual([]);
	expect(wrong([next(1, 0), record, next(2, 1, 'ai')], RECORD)).toEqual([]);
});

test('[X51] a record that came along is complete, fits its fields, and has the version the step names', () => {
	const steps = (version: number): Json[] => [next(1, 0), recordStep(1, 0, uuid(1), version)];
	const came = (content: Json): NamedText => file(recordFile(uuid(1), 1, content), 'record.json');
	expect(wrong(steps(1), PHASED, came(3))).toEqual(expect.not.arrayContaining(['/data/var value_missing']));
	expect(wrong(steps(1), PHASED, came(null))).toContain('/data/var value_missing');
	expect(wrong(steps(1), PHASED, came(-1))).toContain('/data/var/mass value_wrong');
	expect(wrong(steps(2), PHASED, came(3))).toContain(`${at(1, 'record_version')} record_version_unknown`);
});
