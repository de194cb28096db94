// Steps that have no place, and steps that say things their own way.

import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { editText } from '#lib/core/path/cell-edits.ts';
import { cellId } from '#lib/core/path/names.ts';
import {
	canonical,
	come,
	file,
	goal,
	importer,
	lines,
	next,
	recordStep,
	shownOf,
	step,
	uuid,
} from './sample.ts';

const wish = goal('Dry it.', null);
const odd = step('add_weather', 7, { rain: { '#': '1.0' } });
const keptLines = (steps: readonly Json[], status: string): string[] =>
	lines(come([file(canonical(steps, status))]).report).filter(
		(line) => line.startsWith('kept') && !line.endsWith('record_not_here'),
	);

describe('steps without a place', () => {
	test('[X14] an unknown step keeps its place and its bytes', () => {
		const steps = [odd, wish, odd, next(1, 0), odd];
		const done = come([file(canonical(steps, 'waiting_for_initial_values_for_fields_in_next_protocol'))]);
		expect(done.steps).toEqual(steps);
		expect(lines(done.report).filter((line) => line.startsWith('kept'))).toEqual([
			'kept /path_data/steps/0 unknown_step',
			'kept /path_data/steps/2 unknown_step',
			'kept /path_data/steps/4 unknown_step',
		]);
	});

	test.each([
		['malformed_step', [wish, 'no object'], 1],
		['malformed_step', [wish, step('add_next_protocol', 1, { end_path: true, protocol_index: 1 })], 1],
		['malformed_step', [step('add_research_goal', 0, { thought: null, goal: 5 })], 0],
		[
			'malformed_step',
			[wish, step('add_next_protocol', 1, { thought: 5, end_path: false, protocol_index: 0 })],
			1,
		],
		['protocol_unknown', [wish, next(1, 9)], 1],
		['protocol_unknown', [wish, recordStep(1, 9, uuid(1))], 1],
		['record_of_other_round', [wish, next(1, 0), recordStep(1, 1, uuid(1))], 2],
		['step_after_end', [wish, next(1, null), next(2, 0)], 2],
		[
			'step_after_end',
			[wish, step('add_final_research_conclusion', 0, { conclusion: 'Dry.' }), next(1, 0)],
			2,
		],
		['step_out_of_order', [wish, wish], 1],
		['step_out_of_order', [wish, next(1, 0), wish], 2],
		['step_out_of_order', [wish, step('add_phased_research_conclusion', 1, { conclusion: 'x' })], 1],
		['step_out_of_order', [next(1, 0), recordStep(1, 0, uuid(1)), recordStep(1, 0, uuid(2))], 2],
	] as const)('[X14] %s: kept, reported and written back', (rule, steps, at) => {
		expect(keptLines(steps, 'waiting_for_next_protocol')).toEqual([`kept /path_data/steps/${at} ${rule}`]);
		expect(come([file(canonical(steps, 'waiting_for_next_protocol'))]).steps).toEqual(steps);
	});
});

describe('steps in a form of their own', () => {
	const own = {
		...step('add_research_goal', 100, { thought: 'Hm.', goal: 'Dry it.', author: 'me' }),
		colour: 'blue',
	};

	test('[X15] a foreign path_index, thought and unknown keys are written back while the step is unchanged', () => {
		const jumping = { ...next(40, 0), mode: 'auto' };
		const done = come([
			file(canonical([own, jumping], 'waiting_for_initial_values_for_fields_in_next_protocol')),
		]);
		expect(done.steps).toEqual([own, jumping]);
		expect(done.report.kept.map(({ data }) => data['keys'])).toEqual([
			['path_index', 'colour', 'data/thought', 'data/author'],
			['path_index', 'mode'],
		]);
	});

	test('[X15] once the step says something else only keys we do not know are', () => {
		const done = come([file(canonical([own], 'waiting_for_research_strategy'))]);
		const [root] = growTree(done.snapshot).line;
		if (!root) throw new Error('no root');
		editText(done.doc, cellId(root, 'goal'), 'own', 7, 0, ' Slowly.', importer().who);
		const [first] = shownOf(done.doc, 'imported', done.records).steps;
		expect(first).toEqual({
			...step('add_research_goal', 0, { thought: null, goal: 'Dry it. Slowly.', author: 'me' }),
			colour: 'blue',
		});
	});

	test('[X15] back to the words of the file is unchanged again', () => {
		const done = come([file(canonical([own], 'waiting_for_research_strategy'))]);
		const [root] = growTree(done.snapshot).line;
		if (!root) throw new Error('no root');
		editText(done.doc, cellId(root, 'goal'), 'own', 0, 0, 'x', importer().who);
		editText(done.doc, cellId(root, 'goal'), 'own', 0, 1, '', importer().who);
		expect(shownOf(done.doc, 'imported', done.records).steps).toEqual([own]);
	});

	test('[X15] a strategy without text stays without', () => {
		const refused = step(
			'add_research_strategy',
			0,
			{ thought: 'Too wet.', researchable: false, strategy: null },
			'ai',
		);
		expect(come([file(canonical([wish, refused], 'end_after_generating_research_strategy'))]).steps).toEqual([
			wish,
			refused,
		]);
	});

	test('[X11] a model’s step larger than a proposal may be becomes words, and stays the model’s in the file', () => {
		const long = step('add_phased_research_conclusion', 1, { conclusion: 'dry '.repeat(9000) }, 'ai');
		const steps = [wish, next(1, 0), recordStep(1, 0, uuid(1)), long];
		const done = come([file(canonical(steps, 'waiting_for_next_protocol'))]);
		expect(done.steps).toEqual(steps);
		expect(done.snapshot.raw('proposals').size).toBe(0);
		expect(lines(done.report)).toContain('kept /path_data/steps/3 proposal_too_large');
	});
});

describe('records that steps refer to', () => {
	const steps = (id: string | null, version: number | null): JsonObject[] => [
		wish,
		next(1, 0),
		recordStep(1, 0, id, version),
	];

	test('[X10] one that is not here stays an open reference, written back as it was', () => {
		const done = come([file(canonical(steps(uuid(4), 3), 'waiting_for_phased_research_conclusion'))]);
		expect(done.steps).toEqual(steps(uuid(4), 3));
		expect(done.records.size).toBe(0);
		expect(done.status).toBe('waiting_for_phased_research_conclusion');
		expect(lines(done.report)).toContain('kept /path_data/steps/2/data record_not_here');
	});

	test('[X10] an empty reference stays empty', () => {
		expect(
			come([file(canonical(steps(null, null), 'waiting_for_phased_research_conclusion'))]).steps,
		).toEqual(steps(null, null));
	});
});
