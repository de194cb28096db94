// Paths as other tools write them, at random: in AIRA's dialect and in the node engine's, with what is odd about real files in them: jumping
// indexes, thoughts that are null or absent, keys of others, records that come twice or under malformed ids, steps nobody knows, and an order
// that makes no sense. Data alone, so that fast-check can shrink it.

import fc from 'fast-check';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { AIRA_PROTOCOLS, AIRA_WORKFLOW, uuid } from './sample.ts';

const number: fc.Arbitrary<Json> = fc.constantFrom<Json>(
	0,
	1.5,
	{ '#': '20.0' },
	{ '#': '1e3' },
	{ '#': '-0' },
);
const value: fc.Arbitrary<Json> = fc.oneof(
	number,
	fc.constantFrom(null, true, '', 'wet', [1, { '#': '2.0' }]),
);
const text = fc.constantFrom('', 'Dry it.', 'a\nb', '½ µL');
const mode = fc.constantFrom<Json>('ai', 'user', 'user', 'system');
const thought = fc.constantFrom<JsonObject>({ thought: '' }, { thought: 'Because.' }, { thought: null }, {});
const more = fc.constantFrom<JsonObject>({}, {}, {}, { mood: 'calm' }, { seen_at: { '#': '1.0' } });
const index = fc.constantFrom<Json>(1, 1, 2, 2, 2, 3, null, { '#': '1.0' });
const recordId = fc.constantFrom<Json>(
	...[1, 2].flatMap((n) => [1, 2].map((v) => `airalogy.id.record.${uuid(n)}.v.${v}`)),
	'airalogy.id.record.1-2-3',
	null,
);

/** A Record v1 as AIRA carries it. */
const record: fc.Arbitrary<JsonObject> = fc
	.record({ id: recordId, mass: value, ticked: fc.boolean(), late: fc.boolean() })
	.map(({ id, mass, ticked, late }) => ({
		airalogy_record_id: id,
		metadata: { airalogy_protocol_id: 'airalogy.id.lab.moor.project.peat.protocol.dry.v.0.0.2', by: 'them' },
		data: { var: { mass }, step: { weigh: { checked: ticked, annotation: '' } } },
		...(late ? { lineage: { from: 'x' } } : {}),
	}));

const step = (name: string, path_index: number, said: JsonObject, how: Json): JsonObject => ({
	step: name,
	path_index,
	mode: how,
	data: said,
});

/** One step of an AIRA path; `n` is the round it stands in. */
const airaStep = (n: number): fc.Arbitrary<JsonObject> =>
	fc
		.record({
			how: mode,
			said: thought,
			words: text,
			extra: more,
			at: index,
			jump: fc.constantFrom(0, 0, 0, 7),
		})
		.chain(({ how, said, words, extra, at, jump }) => {
			const place = n + jump;
			const content = (name: string, data: JsonObject): fc.Arbitrary<JsonObject> =>
				fc.constant(step(name, place, { ...said, ...data, ...extra }, how));
			return fc.oneof(
				content('add_research_goal', { goal: words }),
				fc
					.constantFrom<Json>(true, false, null)
					.chain((researchable) => content('add_research_strategy', { researchable, strategy: words })),
				content('add_next_protocol', { end_path: at === null, protocol_index: at }),
				fc
					.dictionary(fc.constantFrom('depth', 'heat', 'mass'), value, { noNullPrototype: true })
					.chain((values) => content('add_initial_values_for_fields_in_next_protocol', { values })),
				fc.tuple(recordId, record, fc.boolean()).map(([id, inside, bare]) =>
					step(
						'add_record',
						place,
						{
							protocol_index: at,
							airalogy_record_id: id,
							...(bare ? {} : { record_data: inside }),
							...extra,
						},
						how,
					),
				),
				fc.constant(step('add_phased_research_conclusion', place, { conclusion: words, ...extra }, how)),
				fc.constant(step('add_final_research_conclusion', place, { conclusion: words, ...extra }, how)),
				fc.constant(step('add_doubt', place, { protocol_index: at, doubt: words }, how)),
				fc.constant({ step: 'add_research_goal', data: 7 }),
			);
		});

const STATUSES = [
	'waiting_for_research_goal',
	'waiting_for_research_strategy',
	'waiting_for_next_protocol',
	'waiting_for_record',
	'waiting_for_phased_research_conclusion',
	'waiting_for_final_research_conclusion',
	'completed',
];

/** A workflow_data in AIRA's dialect. */
export const airaPaths: fc.Arbitrary<JsonObject> = fc
	.tuple(
		fc.constantFrom(...STATUSES),
		fc.array(fc.nat(4).chain(airaStep), { maxLength: 14, size: 'max' }),
		more,
	)
	.map(([path_status, steps, extra]) => ({
		workflow_info: AIRA_WORKFLOW,
		protocols_info: AIRA_PROTOCOLS.slice(1),
		path_data: { path_status, steps, ...extra },
	}));

/** One step of a node engine's path. */
const engineStep = (n: number): fc.Arbitrary<JsonObject> =>
	fc
		.record({
			how: mode,
			words: text,
			at: fc.constantFrom<Json>(0, 1, 1, null),
			node: fc.constantFrom('a', 'b', 'c'),
		})
		.chain(({ how, words, at, node }) =>
			fc.oneof(
				fc.constant(step('add_research_goal', 0, { thought: null, goal: words }, how)),
				fc.constant(step('add_research_strategy', 0, { thought: null, strategy: words }, how)),
				fc.constant(
					step(
						'add_next_protocol',
						n,
						{ thought: null, end_path: false, protocol_index: at, node_id: node },
						how,
					),
				),
				fc
					.dictionary(fc.constantFrom('var.heat', 'heat', 'check.tray.checked', 'step.z.checked'), value, {
						noNullPrototype: true,
					})
					.map((values) =>
						step('add_initial_values_for_fields_in_next_protocol', n, { thought: null, values }, how),
					),
				fc.constant(
					step(
						'record_protocol',
						n,
						{
							protocol_index: at,
							record_id: null,
							record_version: null,
							airalogy_record_id: null,
							node_id: node,
							source: 'manual',
							record_ref_available: false,
						},
						how,
					),
				),
				fc.constant(step('add_phased_research_conclusion', n, { conclusion: words }, how)),
			),
		);

/** A workflow_data in the node engine's dialect. */
export const enginePaths: fc.Arbitrary<JsonObject> = fc
	.tuple(fc.constantFrom(...STATUSES), fc.array(fc.nat(4).chain(engineStep), { maxLength: 14, size: 'max' }))
	.map(([path_status, steps]) => ({
		protocols_info: ['a', 'b'].map((node_id, protocol_index) => ({
			protocol_index,
			protocol_id: node_id,
			protocol_version: '0.0.2',
			airalogy_protocol_id: null,
			protocol_data: { node_id, markdown: null, model: null, assigner: null, field_json_schema: null },
		})),
		path_data: { path_status, steps },
	}));
