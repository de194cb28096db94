// The dialect of the AIRA service: what comes of its files, and what the report says.

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/core/json/json.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { cellId, type StageId } from '#lib/core/path/names.ts';
import {
	addRecord,
	aira,
	AIRA_PROTOCOLS,
	AIRA_WORKFLOW,
	come,
	file,
	goal,
	lines,
	step,
	uuid,
} from './sample.ts';

const RECORD = `airalogy.id.record.${uuid(1)}.v.1`;

function stageAt({ snapshot }: ReturnType<typeof come>, place: number): StageId {
	const stage = growTree(snapshot).line[place];
	if (!stage) throw new Error('no stage there');
	return stage;
}

describe('AIRA', () => {
	test('[X7] its indexes count from 1 and ours from 0, in the graph and in the steps', () => {
		const { snapshot, steps, report } = come([
			file(
				aira(
					[goal(), step('add_next_protocol', 1, { thought: '', end_path: false, protocol_index: 2 })],
					'waiting_for_initial_values_for_fields_in_next_protocol',
				),
			),
		]);
		const [definition] = [...snapshot.stages.values()].map(({ under }) => snapshot.definition(under));
		expect(definition?.workflow.nodes.map(({ index, protocolId }) => [index, protocolId])).toEqual([
			[0, 'core'],
			[1, 'dry'],
		]);
		expect(definition?.workflow.edges?.map(({ from, to }) => [from, to])).toEqual([
			[0, 1],
			[1, 1],
		]);
		expect(definition?.protocols.map(({ index, title }) => [index, title])).toEqual([
			[0, 'Coring'],
			[1, 'Drying'],
		]);
		expect(steps[1]).toEqual(
			step('add_next_protocol', 1, { thought: null, end_path: false, protocol_index: 1 }),
		);
		expect(lines(report)).toEqual([
			'changed  indexes_from_zero',
			'changed /path_data/steps empty_thoughts',
			'changed /workflow_info/edges/1 workflow_warning',
			'changed /path_data/path_status status_became_skips',
		]);
	});

	test('[X13] a round without its choice makes a stage and no step', () => {
		const { snapshot, steps, status } = come([
			file(aira([goal(), addRecord(1, 1, RECORD, 'core')], 'waiting_for_phased_research_conclusion')),
		]);
		expect([...snapshot.stages.values()].map(({ choice }) => choice)).toEqual([null, 0]);
		expect(steps.map((one) => (one as JsonObject)['step'])).toEqual(['add_research_goal', 'record_protocol']);
		expect(status).toBe('waiting_for_phased_research_conclusion');
	});

	test('[X13] values without their choice wait for the record of their round', () => {
		const values = step('add_initial_values_for_fields_in_next_protocol', 1, {
			thought: '',
			values: { depth: 30 },
		});
		const { snapshot, steps } = come([
			file(aira([goal(), values, addRecord(1, 1, RECORD, 'core')], 'waiting_for_phased_research_conclusion')),
		]);
		expect(snapshot.stages.size).toBe(2);
		expect(steps).toHaveLength(3);
	});

	test('[X8] a record inside its step becomes a record of its own, with its envelope and its lexemes', () => {
		const { records, steps, snapshot } = come([
			file(aira([goal(), addRecord(1, 1, RECORD, 'core')], 'waiting_for_phased_research_conclusion')),
		]);
		const [record] = [...records.values()];
		const [version] = [...(record?.versions.values() ?? [])];
		expect(record?.id).toBe(uuid(1));
		expect(version?.version.data.var).toEqual({ mass: { '#': '20.0' } });
		expect(version?.version['envelope']).toMatchObject({ airalogy_record_id: RECORD });
		expect([...snapshot.records.values()]).toEqual([{ record: uuid(1), uid: version?.uid }]);
		expect(steps[1]).toEqual(
			step('record_protocol', 1, {
				protocol_index: 0,
				record_id: uuid(1),
				record_version: 1,
				airalogy_record_id: RECORD,
			}),
		);
	});

	test('[X8] two versions of one record build on each other; the same one twice is one', () => {
		const second = addRecord(2, 2, RECORD.replace('.v.1', '.v.2'), 'dry');
		const third = addRecord(3, 2, RECORD.replace('.v.1', '.v.2'), 'dry');
		const { records } = come([
			file(
				aira(
					[goal(), addRecord(1, 1, RECORD, 'core'), second, third],
					'waiting_for_phased_research_conclusion',
				),
			),
		]);
		const [record] = [...records.values()];
		expect([...(record?.versions.values() ?? [])].map(({ number, depth }) => [number, depth])).toEqual([
			[1, 1],
			[2, 2],
		]);
	});

	test('[X9] malformed record ids and foreign protocols are reported, and the id is written back as it was', () => {
		const id = 'airalogy.id.record.11111111-1111-1111-111111111111';
		const { report, steps, records, snapshot } = come([
			file(aira([goal(), addRecord(1, 1, id, 'dry')], 'waiting_for_phased_research_conclusion')),
		]);
		expect(lines(report).filter((line) => line.startsWith('kept'))).toEqual([
			'kept /path_data/steps/1/data/airalogy_record_id record_id_malformed',
			'kept /path_data/steps/1/data/record_data/metadata record_names_other_protocol',
		]);
		expect((steps[1] as { data: JsonObject }).data['airalogy_record_id']).toBe(id);
		// Nobody can be told by a malformed id, so the record takes the id of its stage.
		expect([...records.keys()]).toEqual([growTree(snapshot).line[1]]);
	});

	test('[X8] record_data that is no record is kept, and nothing is put in its place', () => {
		const broken = step('add_record', 1, {
			protocol_index: 1,
			airalogy_record_id: RECORD,
			record_data: { data: [] },
		});
		const { report, records, snapshot } = come([
			file(aira([goal(), broken], 'waiting_for_phased_research_conclusion')),
		]);
		expect(lines(report)).toContain('kept /path_data/steps/1/data/record_data malformed_record');
		expect(records.size).toBe(0);
		expect([...snapshot.kept.values()].map(({ value }) => value)).toContainEqual({ data: [] });
	});

	test('[X11] a step of the model is an accepted proposal, one of a person is their own words', () => {
		const strategy = step(
			'add_research_strategy',
			0,
			{ thought: 'Slow is safe.', researchable: true, strategy: 'Dry slowly.' },
			'ai',
		);
		const done = come([file(aira([goal('Dry it.'), strategy], 'waiting_for_next_protocol'))]);
		const root = stageAt(done, 0);
		const [id] = done.snapshot.proposalsOf.get(cellId(root, 'strategy')) ?? [];
		expect(done.snapshot.shown.get(cellId(root, 'strategy'))).toBe(id);
		expect(id && done.snapshot.proposal(id)).toMatchObject({
			thought: 'Slow is safe.',
			origin: 'imported',
			content: { researchable: true, strategy: 'Dry slowly.' },
		});
		expect(done.snapshot.text(cellId(root, 'goal'), 'own')).toBe('Dry it.');
		expect(done.snapshot.proposalsOf.has(cellId(root, 'goal'))).toBe(false);
		expect(done.steps[1]).toEqual(strategy);
	});

	test('[X11] a model’s choice and END stand behind their stages', () => {
		const choice = step(
			'add_next_protocol',
			1,
			{ thought: 'Core.', end_path: false, protocol_index: 1 },
			'ai',
		);
		const end = step(
			'add_next_protocol',
			2,
			{ thought: 'Done.', end_path: true, protocol_index: null },
			'ai',
		);
		const done = come([
			file(aira([goal(), choice, addRecord(1, 1, RECORD, 'core'), end], 'end_after_selecting_next_protocol')),
		]);
		expect(done.status).toBe('end_after_selecting_next_protocol');
		expect(done.steps[1]).toEqual({
			...choice,
			data: { ...(choice['data'] as JsonObject), protocol_index: 0 },
		});
		expect(done.steps[3]).toEqual(end);
	});

	test('[X5] a request body is read, and its model is kept', () => {
		const { report, snapshot } = come([
			file({ model: 'some-model', workflow_data: aira([goal()], 'waiting_for_research_strategy') }),
		]);
		expect(lines(report)).toContain('kept /model unknown_key');
		expect([...snapshot.kept.values()].map(({ value }) => value)).toContain('some-model');
	});

	test('[X5] three files say the same as one, in any order', () => {
		const steps = [goal(), addRecord(1, 1, RECORD, 'core')];
		const status = 'waiting_for_phased_research_conclusion';
		const apart = [
			file({ path_status: status, steps }, 'path_data.json'),
			file(AIRA_PROTOCOLS, 'protocols_info.json'),
			file(AIRA_WORKFLOW, 'workflow_info.json'),
		];
		const whole = come([file(aira(steps, status))]);
		for (const files of [apart, apart.toReversed()]) {
			const { snapshot, steps: out } = come(files);
			expect(out).toEqual(whole.steps);
			expect(snapshot.meta?.template).toBe(whole.snapshot.meta?.template);
		}
	});

	test('[X16] lexemes of numbers survive into steps, records and schemas', () => {
		const values = step('add_initial_values_for_fields_in_next_protocol', 1, {
			thought: '',
			values: { depth: { '#': '30.0' } },
		});
		const choice = step('add_next_protocol', 1, { thought: '', end_path: false, protocol_index: 1 });
		const { text } = come([file(aira([goal(), choice, values], 'waiting_for_record'))]);
		expect(text).toContain('"depth": 30.0');
		expect(text).toContain('"default": 60.0');
	});
});
