// What AIRA's form of a path looks like, what it says of what it had to make up, and what becomes of such a file when another tool goes on with it.

import { describe, expect, test } from 'vitest';
import { writeAira } from '#lib/core/exchange/aira/write.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { readPointer } from '#lib/core/json/pointer.ts';
import { dataSha1 } from '#lib/core/record/python-json.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { aira, AIRA_PROTOCOLS, addRecord, canonical, come, file, goal, lines, next } from './sample.ts';
import { recordStep, step, uuid } from './sample.ts';
import { wholePath } from './whole-path.ts';

type Steps = readonly (JsonObject & { readonly data: JsonObject })[];
const stepsOf = (data: JsonObject): Steps => readPointer(data, '/path_data/steps') as unknown as Steps;
const LOCAL = 'airalogy.id.lab.local.project.local.protocol';
const told = (changed: readonly { readonly rule: string; readonly pointer: string }[]): string[] =>
	changed.map(({ rule, pointer }) => `${pointer} ${rule}`);

/** A file of ours with other steps. */
function withSteps(data: JsonObject, steps: readonly Json[], status?: string): JsonObject {
	const path = data['path_data'];
	if (!isObject(path)) throw new Error('no path');
	return { ...data, path_data: { ...path, steps, path_status: status ?? path['path_status'] ?? null } };
}

describe('AIRA’s form', () => {
	test('[X37] indexes count from 1, a record stands in its step, and an absent thought is empty', () => {
		const { snapshot, records, record } = wholePath();
		const { value, changed, lost } = writeAira(snapshot, records);
		expect(Object.keys(value)).toEqual(['workflow_info', 'protocols_info', 'path_data']);
		expect(value['workflow_info']).toMatchObject({
			protocols: [
				{ protocol_index: 1, airalogy_protocol_id: `${LOCAL}.core.v.1.0.0` },
				{ protocol_index: 2, airalogy_protocol_id: `${LOCAL}.dry.v.1.0.0` },
				{ protocol_index: 3, airalogy_protocol_id: `${LOCAL}.weigh.v.1.0.0` },
			],
			edges: ['1 -> 2', '2 -> 3', '3 -> 2'],
		});
		const [protocol] = value['protocols_info'] as readonly JsonObject[];
		expect(Object.keys(protocol ?? {})).toEqual([
			'airalogy_protocol_id',
			'markdown',
			'model',
			'assigner',
			'field_json_schema',
		]);
		const id = `airalogy.id.record.${record}.v.2`;
		const [wish, choice, made] = stepsOf(value);
		expect([wish?.data['thought'], choice?.data]).toEqual([
			'because Dry the peat.',
			{ thought: '', end_path: false, protocol_index: 1 },
		]);
		expect(made).toEqual(
			step('add_record', 1, {
				protocol_index: 1,
				airalogy_record_id: id,
				record_data: {
					format: 'airalogy.record',
					schema_version: 1,
					airalogy_record_id: id,
					record_id: record,
					record_version: 2,
					metadata: {
						airalogy_protocol_id: `${LOCAL}.core.v.1.0.0`,
						protocol_id: 'core',
						protocol_version: '1.0.0',
						sha1: dataSha1({ var: { mass: 21 } }),
					},
					data: { var: { mass: 21 } },
				},
			}),
		);
		expect([told(changed), lost]).toEqual([
			[
				'/protocols_info/0/airalogy_protocol_id protocol_id_made',
				'/protocols_info/1/airalogy_protocol_id protocol_id_made',
				'/protocols_info/2/airalogy_protocol_id protocol_id_made',
				'/path_data/steps record_ids_made',
			],
			[],
		]);
	});

	test('[X37] a strategy that nobody judged counts as researchable, one without words is left out; both are said', () => {
		const strategy = (words: string): JsonObject =>
			step('add_research_strategy', 0, { thought: null, researchable: null, strategy: words });
		const status = 'waiting_for_next_protocol';
		const spoken = come([file(canonical([goal('Dry.', null), strategy('Slowly.')], status))]);
		const out = writeAira(spoken.snapshot, spoken.records);
		expect(stepsOf(out.data)[1]?.data).toEqual({ thought: '', researchable: true, strategy: 'Slowly.' });
		expect(told(out.changed)).toContain('/path_data/steps/1 researchable_assumed');
		const silent = come([file(canonical([goal('Dry.', null), strategy('')], status))]);
		const left = writeAira(silent.snapshot, silent.records);
		expect(stepsOf(left.data)).toHaveLength(1);
		expect(told(left.lost)).toEqual(['/path_data/steps/1 strategy_without_words']);
		for (const { value } of [out, left]) expect(lines(come([file(value)]).report)).toEqual([]);
	});

	test('[X37] a record that is not at hand is left out of its step, which is said', () => {
		const steps = [goal('Dry.', null), next(1, 0), recordStep(1, 0, uuid(1), 3)];
		const done = come([file(canonical(steps, 'waiting_for_phased_research_conclusion'))]);
		const { data, lost } = writeAira(done.snapshot, done.records);
		expect(stepsOf(data)[2]?.data).toEqual({
			protocol_index: 1,
			airalogy_record_id: `airalogy.id.record.${uuid(1)}.v.3`,
		});
		expect(told(lost)).toEqual(['/path_data/steps/2 record_not_at_hand']);
	});

	test('[X37] without a workflow the protocols go out without connections, which is said', () => {
		const done = come([file(canonical([goal('Dry.', null)], 'waiting_for_research_strategy'))]);
		const { data, changed } = writeAira(done.snapshot, done.records);
		expect(data['workflow_info']).not.toHaveProperty('edges');
		expect(told(changed)).toContain('/workflow_info graph_unknown');
	});

	test('[X37] two nodes never share an id', () => {
		const protocols = [0, 1].map((protocol_index) => ({
			protocol_index,
			protocol_id: 'oven/dry',
			protocol_version: null,
			airalogy_protocol_id: null,
			protocol_data: { markdown: '# Dry', model: null, assigner: null, field_json_schema: {} },
		}));
		const done = come([file({ protocols_info: protocols, path_data: { path_status: null, steps: [] } })]);
		const { data } = writeAira(done.snapshot, done.records);
		const ids = (data['protocols_info'] as readonly JsonObject[]).map((item) => item['airalogy_protocol_id']);
		expect(ids).toEqual([`${LOCAL}.oven_dry.v.0.0.0`, `${LOCAL}.oven_dry_2.v.0.0.0`]);
	});

	test('[X37] a foreign step that found no place goes out as it came, and its index is doubted only if it is not AIRA’s', () => {
		const odd = step('record_protocol', 1, { protocol_index: 9, record_id: null });
		const done = come([file(canonical([goal('Dry.', null), odd], 'waiting_for_research_strategy'))]);
		const out = writeAira(done.snapshot, done.records);
		expect(stepsOf(out.data)[1]).toEqual(odd);
		expect(told(out.changed)).toContain('/path_data/steps/1 step_as_it_came');
		const theirs = step('add_record', 1, { protocol_index: 9, airalogy_record_id: null });
		const came = come([file(aira([goal(), theirs], 'waiting_for_research_strategy'))]);
		const back = writeAira(came.snapshot, came.records);
		expect(stepsOf(back.data)[1]).toEqual(theirs);
		expect(told(back.changed)).toEqual([]);
	});

	test('[X35] an AIRA file that counts from 0 goes out counting from 1, as a whole', () => {
		const workflow = {
			id: 'peat',
			title: 'Peat',
			protocols: [{ protocol_index: 0, protocol_name: 'Core', airalogy_protocol_id: `${LOCAL}.core.v.1` }],
			edges: ['0 -> 0'],
			logic: '',
		};
		const first = step('add_next_protocol', 1, { thought: null, end_path: false, protocol_index: 0 });
		const protocols = [{ ...(AIRA_PROTOCOLS[0] as JsonObject), airalogy_protocol_id: `${LOCAL}.core.v.1` }];
		const path_data = { path_status: 'waiting_for_record', steps: [goal(), first] };
		const done = come([file({ workflow_info: workflow, protocols_info: protocols, path_data })]);
		const { data } = writeAira(done.snapshot, done.records);
		expect(data['workflow_info']).toMatchObject({ protocols: [{ protocol_index: 1 }], edges: ['1 -> 1'] });
		expect(stepsOf(data)[1]?.data).toMatchObject({ thought: null, protocol_index: 1 });
	});
});

describe('AIRA goes on with a path of ours', () => {
	const answer = step(
		'add_next_protocol',
		2,
		{ thought: 'Again.', end_path: false, protocol_index: 2 },
		'ai',
	);

	test('[X38] the step it adds joins the path, with branches, drafts and versions', () => {
		const { snapshot, records, record, root } = wholePath();
		const { value } = writeAira(snapshot, records);
		const conclusion = step('add_phased_research_conclusion', 1, { conclusion: 'Half dry.' }, 'ai');
		const status = 'waiting_for_initial_values_for_fields_in_next_protocol';
		const back = come([file(withSteps(value, [...stepsOf(value), conclusion, answer], status))]);
		expect(lines(back.report)).toContain('changed /path_data/steps steps_added');
		expect([back.report.kept, back.report.lost]).toEqual([[], []]);
		expect(back.status).toBe(status);
		expect(back.steps.slice(3)).toEqual([
			conclusion,
			step('add_next_protocol', 2, { thought: 'Again.', end_path: false, protocol_index: 1 }, 'ai'),
		]);
		expect(growTree(back.snapshot).forks).toEqual([root]);
		expect(back.records.get(record)?.versions.size).toBe(2);
		expect(back.records.get(record)?.raw('draft').size).toBe(1);
		expect(stepsOf(writeAira(back.snapshot, back.records).data).at(-1)).toEqual(answer);
	});

	test('[X38] a step it changed wins, and what it replaced is kept', () => {
		const { snapshot, records } = wholePath();
		const { value } = writeAira(snapshot, records);
		const [wish, ...rest] = stepsOf(value);
		const other = { ...wish, mode: 'user', data: { thought: 'Mine.', goal: 'Dry it fast.' } };
		const back = come([file(withSteps(value, [other, ...rest, answer]))]);
		expect(lines(back.report)).toContain('changed /path_data/steps/0 step_changed');
		expect(lines(back.report)).toContain('changed /path_data/steps steps_added');
		expect(back.steps[0]).toMatchObject({ data: { goal: 'Dry it fast.' } });
		expect(stepsOf(writeAira(back.snapshot, back.records).data)[0]).toEqual(other);
	});

	test('[X38] the record of an added step joins ours: the same version again, or the next one', () => {
		const { snapshot, records, record } = wholePath();
		const { value } = writeAira(snapshot, records);
		const steps = stepsOf(value);
		const ours = steps[2];
		if (!ours) throw new Error('no record');
		const again = { ...ours, path_index: 2, data: { ...ours.data, protocol_index: 2 } };
		const third = addRecord(3, 2, `airalogy.id.record.${record}.v.3`, 'dry');
		const back = come([
			file(
				withSteps(
					value,
					[...steps, answer, again, { ...answer, path_index: 3 }, third],
					'waiting_for_next_protocol',
				),
			),
		]);
		// What was passed over is skipped, as in any import.
		expect(back.status).toBe('waiting_for_next_protocol');
		expect(lines(back.report).filter((line) => line.includes('status'))).toEqual([]);
		const views = [...(back.records.get(record)?.versions.values() ?? [])];
		expect(views.map(({ number, depth }) => [number, depth])).toEqual([
			[1, 1],
			[2, 2],
			[3, 3],
		]);
		const uids = [...back.snapshot.records.values()].map((entry) =>
			typeof entry === 'string' ? entry : entry.uid,
		);
		expect([uids.length, new Set(uids).size]).toEqual([3, 2]);
		expect(lines(back.report).filter((line) => line.includes('versions_renumbered'))).toEqual([]);
	});

	test('[X38] a wrong hash in an added step is named and dropped, and nothing else is', () => {
		const { snapshot, records } = wholePath();
		const { value } = writeAira(snapshot, records);
		const third = addRecord(2, 2, `airalogy.id.record.${uuid(7)}.v.1`, 'dry');
		const record = third['data'] as { readonly record_data: JsonObject };
		const hashed = { ...record.record_data, metadata: { sha1: 'abc0def' } };
		const wrong = { ...third, data: { ...record, record_data: hashed } };
		const back = come([file(withSteps(value, [...stepsOf(value), answer, wrong]))]);
		expect(lines(back.report)).toContain(
			'lost /path_data/steps/4/data/record_data/metadata/sha1 sha1_differs',
		);
		expect(back.report.kept).toEqual([]);
		expect(printJson(writeAira(back.snapshot, back.records).value)).not.toContain('abc0def');
	});

	test('[X38] where it took steps away the steps win, and no record is made twice', () => {
		const { snapshot, records, record } = wholePath();
		const { value } = writeAira(snapshot, records);
		const [, choice, made] = stepsOf(value);
		const back = come([
			file(
				withSteps(
					value,
					[choice, made].filter((one) => one !== undefined),
				),
			),
		]);
		expect(lines(back.report)).toContain('kept /path_data/pathbook vendor_part_differs');
		expect(back.records.size).toBe(1);
		expect(back.records.get(record)?.versions.size).toBe(2);
		expect(back.steps[1]).toMatchObject({ data: { record_id: record, record_version: 2 } });
	});
});
