// path_status says what steps do not: here every status of a file is laid beside the one that comes out.

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#lib/core/json/json.ts';
import { canonical, come, file, goal, lines, next, recordStep, step, uuid } from './sample.ts';

const strategy = (mode: string, researchable: boolean): JsonObject =>
	step(
		'add_research_strategy',
		0,
		{ thought: mode === 'ai' ? 'Why.' : null, researchable, strategy: 'Slowly.' },
		mode,
	);
const values = step('add_initial_values_for_fields_in_next_protocol', 1, {
	thought: null,
	values: { depth: 3 },
});
const phased = step('add_phased_research_conclusion', 1, { conclusion: 'Half dry.' });
const final = (path_index: number): JsonObject =>
	step('add_final_research_conclusion', path_index, { conclusion: 'Dry.' });
const wish = goal('Dry it.', null);
const record = recordStep(1, 0, uuid(1));

describe('status', () => {
	test.each([
		['waiting_for_research_goal', [], 0],
		['waiting_for_research_strategy', [wish], 0],
		['waiting_for_research_strategy', [], 1],
		['end_after_generating_research_strategy', [wish, strategy('ai', false)], 0],
		['waiting_for_research_strategy', [wish, strategy('user', false)], 0],
		['waiting_for_next_protocol', [wish, strategy('user', true)], 0],
		['waiting_for_next_protocol', [wish], 1],
		['waiting_for_next_protocol', [], 2],
		['waiting_for_initial_values_for_fields_in_next_protocol', [wish, next(1, 0)], 1],
		['waiting_for_record', [wish, next(1, 0), values], 1],
		['waiting_for_record', [wish, next(1, 0)], 2],
		['waiting_for_phased_research_conclusion', [wish, next(1, 0), record], 2],
		['waiting_for_next_protocol', [wish, next(1, 0), record], 3],
		['waiting_for_next_protocol', [wish, next(1, 0), values, record, phased], 1],
		['end_after_selecting_next_protocol', [wish, next(1, null, 'ai')], 1],
		['waiting_for_final_research_conclusion', [wish, next(1, null)], 1],
		['waiting_for_final_research_conclusion', [wish, next(1, 0), record], 3],
		['waiting_for_final_research_conclusion', [wish], 1],
		['completed', [wish, next(1, null), final(1)], 1],
		['completed', [wish, next(1, 0), record, final(1)], 3],
		['completed', [wish, next(1, 0), record], 3],
		['completed', [wish], 1],
	])('[X12] %s comes out of %j, with %i cells marked as skipped', (status, steps, skipped) => {
		const done = come([file(canonical(steps, status))]);
		expect(done.status).toBe(status);
		expect([...done.snapshot.cells.values()].filter(({ state }) => state === 'skipped')).toHaveLength(
			skipped,
		);
		expect(lines(done.report).some((line) => line.endsWith('status_became_skips'))).toBe(skipped > 0);
		expect(lines(done.report).some((line) => line.endsWith('status_contradicts'))).toBe(false);
		// Nothing is invented: the same steps come out.
		expect(done.steps).toEqual(steps);
	});

	test.each([
		['waiting_for_research_goal', [wish], 'waiting_for_research_strategy'],
		[
			'waiting_for_next_protocol',
			[wish, next(1, 0)],
			'waiting_for_initial_values_for_fields_in_next_protocol',
		],
		['completed', [wish, next(1, 0), values], 'waiting_for_record'],
		['waiting_for_record', [wish], 'waiting_for_research_strategy'],
		[
			'waiting_for_final_research_conclusion',
			[wish, next(1, null, 'ai')],
			'end_after_selecting_next_protocol',
		],
		[
			'end_after_generating_research_strategy',
			[wish, strategy('user', false)],
			'waiting_for_research_strategy',
		],
	])('[X12] %s beside %j is reported and not repaired', (status, steps, derived) => {
		const done = come([file(canonical(steps, status))]);
		expect(done.status).toBe(derived);
		const [line] = done.report.changed.filter(({ rule }) => rule === 'status_contradicts');
		expect(line).toMatchObject({ pointer: '/path_data/path_status', data: { says: status, found: derived } });
		expect([...done.snapshot.kept.values()].map(({ value }) => value)).toContain(status);
	});

	test('[X12] a status we do not know is kept', () => {
		const done = come([file(canonical([wish], 'waiting_for_godot'))]);
		expect(lines(done.report)).toContain('changed /path_data/path_status status_unknown');
		expect(done.status).toBe('waiting_for_research_strategy');
	});
});
