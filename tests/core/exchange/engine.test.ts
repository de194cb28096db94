// Paths of the node engine: nodes tell protocols, `var.x` is field x, and what a path has no place for is kept and named.

import { describe, expect, test } from 'vitest';
import { writeAira } from '#lib/core/exchange/aira/write.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { come, dataOf, file, goal, lines, step } from './sample.ts';

const item = (index: number | null, id: string): JsonObject => ({
	...(index === null ? {} : { protocol_index: index }),
	protocol_id: id,
	protocol_version: '0.0.2',
	airalogy_protocol_id: null,
	protocol_data: { node_id: `n_${id}`, markdown: null, model: null, assigner: null, field_json_schema: null },
});
const PROTOCOLS = [item(0, 'core'), item(1, 'dry')];
const choose = (path_index: number, protocol_index: number | null, node_id: string): JsonObject =>
	step('add_next_protocol', path_index, { thought: null, end_path: false, protocol_index, node_id }, 'ai');
const values = (path_index: number, said: JsonObject): JsonObject =>
	step('add_initial_values_for_fields_in_next_protocol', path_index, { thought: null, values: said });
const record = (path_index: number, protocol_index: number | null, node_id: string): JsonObject =>
	step('record_protocol', path_index, {
		protocol_index,
		record_id: null,
		record_version: null,
		airalogy_record_id: null,
		node_id,
		source: 'manual',
		record_ref_available: false,
	});
const engine = (steps: readonly Json[], path_status: string): ReturnType<typeof file> =>
	file({ protocols_info: PROTOCOLS, path_data: { path_status, steps } });
const whole = [
	choose(1, 1, 'n_dry'),
	values(1, { 'var.heat': { '#': '60.0' }, 'check.tray.checked': true }),
	record(1, 1, 'n_dry'),
];

describe('the node engine', () => {
	test('[X42] a path comes in canonical words, with what has no place there kept and named', () => {
		const done = come([engine(whole, 'completed')]);
		expect(done.report.source).toBe('engine');
		expect(done.status).toBe('completed');
		expect(done.steps).toEqual([
			step('add_next_protocol', 1, { thought: null, end_path: false, protocol_index: 1 }, 'ai'),
			values(1, { heat: { '#': '60.0' } }),
			step('record_protocol', 1, {
				protocol_index: 1,
				record_id: null,
				record_version: null,
				airalogy_record_id: null,
			}),
		]);
		expect(lines(done.report)).toEqual([
			'kept /path_data/steps/2/data record_not_here',
			'kept /path_data/steps/0/data engine_keys',
			'kept /path_data/steps/1/data/values values_without_field',
			'kept /path_data/steps/2/data engine_keys',
			'changed  workflow_unknown',
			'changed /protocols_info/0 protocol_without_content',
			'changed /protocols_info/1 protocol_without_content',
			'changed /path_data/path_status status_became_skips',
			'changed /path_data/steps/1/data/values values_renamed',
		]);
		const kept = [...done.snapshot.kept.values()].filter(({ place }) => place === 'engine-step');
		expect(kept.map(({ value }) => value)).toEqual(whole);
	});

	test('[X42] its words stay out of the canonical form, which comes back as it was', () => {
		const done = come([engine(whole, 'completed')]);
		const { path_data: path, ...rest } = dataOf(done.text);
		expect(JSON.stringify([rest, (path as JsonObject)['steps']])).not.toMatch(/node_id|source|var\.|check\./);
		const back = come([{ name: 'again.json', text: done.text }]);
		expect([back.report.source, ...lines(back.report)]).toEqual(['airalogy']);
		expect(back.text).toBe(done.text);
	});

	test('[X42] and out of AIRA’s, which comes back too', () => {
		const done = come([engine(whole, 'completed')]);
		const { value, lost } = writeAira(done.snapshot, done.records);
		expect(JSON.stringify((value['path_data'] as JsonObject)['steps'])).not.toMatch(/node_id|var\.|check\./);
		expect(lost.map(({ rule }) => rule)).toEqual(['record_not_at_hand']);
		const back = come([file(value)]);
		expect([back.report.source, ...lines(back.report)]).toEqual(['aira']);
		expect(back.text).toBe(done.text);
	});

	test('[X42] nodes tell the protocol where no index does, and become those of the workflow', () => {
		const done = come([engine([choose(1, null, 'n_dry'), record(1, null, 'n_dry')], 'completed')]);
		expect([...done.snapshot.stages.values()].map(({ choice }) => choice)).toEqual([null, 1]);
		const meta = done.snapshot.meta;
		const definition = meta && done.snapshot.definition(meta.template);
		expect(definition?.workflow.nodes.map(({ nodeId }) => nodeId)).toEqual(['n_core', 'n_dry']);
		expect(lines(done.report)).toContain('changed /path_data/steps/0/data index_from_node');
	});

	test('[X42] a node that is another protocol than the index is named; the index counts', () => {
		const done = come([engine([choose(1, 0, 'n_dry')], 'waiting_for_record')]);
		expect([...done.snapshot.stages.values()].map(({ choice }) => choice)).toEqual([null, 0]);
		expect(lines(done.report)).toContain('kept /path_data/steps/0/data/node_id node_names_other_protocol');
	});

	test('[X42] a field that stands there by its own name counts, and a strategy without a judgement is not judged', () => {
		const strategy = step('add_research_strategy', 0, { thought: null, strategy: 'Slowly.' });
		const steps = [
			goal('Dry.', null),
			strategy,
			choose(1, 1, 'n_dry'),
			values(1, { 'var.heat': 1, heat: 2 }),
		];
		const done = come([engine(steps, 'waiting_for_record')]);
		expect(done.steps[1]).toEqual(
			step('add_research_strategy', 0, { thought: null, strategy: 'Slowly.', researchable: null }),
		);
		expect(done.steps[3]).toEqual(values(1, { heat: 2 }));
		expect(lines(done.report)).toContain('kept /path_data/steps/3/data/values values_without_field');
	});

	test('[X42] a step without a place is kept as it came', () => {
		const late = step('record_protocol', 1, { protocol_index: 7, node_id: 'n_seven', record_id: null });
		const done = come([engine([...whole, late], 'waiting_for_phased_research_conclusion')]);
		expect(done.steps[3]).toEqual(late);
		expect(come([{ name: 'again.json', text: done.text }]).text).toBe(done.text);
	});

	test('[X3] the dialect may be named where nothing shows it', () => {
		const bare = file({ path_status: 'waiting_for_research_strategy', steps: [goal('Dry.', null)] });
		expect(come([bare], { from: 'engine' }).report.source).toBe('engine');
	});
});
