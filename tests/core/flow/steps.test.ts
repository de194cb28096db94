// The facts of a path, ready to be exported.

import { describe, expect, test } from 'vitest';
import { growTree } from '#lib/core/flow/tree.ts';
import { stepsOf, type Step } from '#lib/core/flow/steps.ts';
import { StageId } from '#lib/core/path/names.ts';
import { idOf, proposal, snapshotOf, uid, type PlainPath } from '../../support/snapshot.ts';

const strategy = proposal('s0/strategy', { researchable: true, strategy: 'Dry it.' }, { thought: 'water' });
const next = proposal('s0/next', { end_path: false, protocol_index: 1 }, { thought: 'dry first' });
const values = proposal('s1/values', { values: { heat: 60 } }, { thought: 'gentle' });

const whole: PlainPath = {
	stages: {
		s0: {},
		s1: { after: ['s0'], choice: 1, from: idOf(next) },
		s2: { after: ['s1'], choice: 'end' },
	},
	proposals: [strategy, next, values],
	shown: { 's0/strategy': idOf(strategy), 's1/values': idOf(values) },
	cells: {
		's0/goal': 'done',
		's0/strategy': 'done',
		's1/values': 'done',
		's1/phased': 'done',
		's1/note': 'done',
		's2/final': 'done',
	},
	texts: { 's0/goal': 'How wet is moss?', 's1/phased': 'Very.', 's1/note': 'rain', 's2/final': 'Wet.' },
	fields: { [`s1/${idOf(values)}`]: { heat: 70 } },
	records: { s1: 'v1' },
};

function steps(path: PlainPath, through?: string): Step[] {
	const snapshot = snapshotOf(path);
	const tree = growTree(snapshot);
	return through === undefined
		? stepsOf(snapshot, tree)
		: stepsOf(snapshot, tree, tree.lineThrough(StageId.parse(through)));
}
const names = (list: readonly Step[]): string[] =>
	list.map(({ step, path_index }) => `${String(path_index)} ${step}`);

describe('steps', () => {
	test('[F23] a whole path, in order, with the keys of the published steps', () => {
		expect(
			steps(whole).map(({ step, path_index, mode, ...rest }) => [
				step,
				path_index,
				mode,
				'data' in rest ? rest.data : rest.reference,
			]),
		).toEqual([
			['add_research_goal', 0, 'user', { thought: null, goal: 'How wet is moss?' }],
			['add_research_strategy', 0, 'ai', { thought: 'water', researchable: true, strategy: 'Dry it.' }],
			['add_next_protocol', 1, 'ai', { thought: 'dry first', end_path: false, protocol_index: 1 }],
			[
				'add_initial_values_for_fields_in_next_protocol',
				1,
				'user',
				{ thought: 'gentle', values: { heat: 70 } },
			],
			['record_protocol', 1, 'user', { record: 's1', uid: uid('v1'), gone: undefined }],
			['add_phased_research_conclusion', 1, 'user', { conclusion: 'Very.' }],
			['add_next_protocol', 2, 'user', { thought: null, end_path: true, protocol_index: null }],
			['add_final_research_conclusion', 2, 'user', { conclusion: 'Wet.' }],
		]);
	});

	test('[F23] each step names its cell, a choice that of the stage before', () => {
		expect(steps(whole).map(({ cell }) => cell)).toEqual([
			's0/goal',
			's0/strategy',
			's0/next',
			's1/values',
			's1/record',
			's1/phased',
			's1/next',
			's2/final',
		]);
	});

	test('[F23] what is open or skipped is no step', () => {
		const cells = { 's0/goal': 'open', 's0/strategy': 'skipped', 's1/values': 'skipped' } as const;
		expect(names(steps({ ...whole, cells }))).toEqual([
			'1 add_next_protocol',
			'1 record_protocol',
			'2 add_next_protocol',
		]);
	});

	test('[F23] a deleted stage gives no steps and the others keep their numbers', () => {
		expect(names(steps({ ...whole, gone: { s1: 'x' } }))).toEqual([
			'0 add_research_goal',
			'0 add_research_strategy',
			'2 add_next_protocol',
			'2 add_final_research_conclusion',
		]);
	});

	test('[F23] the empty reference of a deleted record is a step that says so', () => {
		const records = { s1: { record: 'airalogy.id.record.7', uid: 'v1', gone: 'spilt' } };
		const record = steps({ ...whole, records }).find(({ step }) => step === 'record_protocol');
		expect(record).toMatchObject({
			reference: { record: 'airalogy.id.record.7', gone: 'spilt' },
			protocol_index: 1,
		});
	});

	test('[F24] an END that the line went past, and a conclusion before it, are no steps', () => {
		const beyond = { ...whole, stages: { ...whole.stages, s3: { after: ['s2'], choice: 0 } } };
		expect(names(steps(beyond)).slice(-2)).toEqual([
			'1 add_phased_research_conclusion',
			'3 add_next_protocol',
		]);
		const passed = {
			...whole,
			cells: { ...whole.cells, 's1/final': 'done' as const, 's2/final': 'open' as const },
		};
		expect(names(steps(passed)).at(-1)).toBe('2 add_next_protocol');
	});

	test('[F24] a final conclusion without END stands at the last round', () => {
		const stages = { s0: {}, s1: { after: ['s0'], choice: 1 } };
		const path = { ...whole, stages, cells: { 's1/final': 'done' as const }, texts: { 's1/final': 'Wet.' } };
		expect(names(steps(path))).toEqual([
			'1 add_next_protocol',
			'1 record_protocol',
			'1 add_final_research_conclusion',
		]);
	});

	test('[F24] a choice the imported file did not say is no step', () => {
		const stages = { s0: {}, s1: { after: ['s0'], choice: 1, unstated: true as const } };
		expect(names(steps({ stages, records: { s1: 'v1' } }))).toEqual(['1 record_protocol']);
	});

	test('[F17] a side branch has the steps of its own line', () => {
		const fork = { ...whole, stages: { ...whole.stages, t2: { after: ['s1'], choice: 0 } } };
		expect(names(steps(fork, 't2')).at(-1)).toBe('2 add_next_protocol');
		expect(steps(fork, 't2').at(-1)).toMatchObject({ stage: 't2', data: { protocol_index: 0 } });
	});
});
