// The door: what is recognised, what belongs together, what is refused, and that nothing falls off on the way.

import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { importText } from '#lib/core/exchange/import.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import {
	addRecord,
	aira,
	AIRA_PROTOCOLS,
	AIRA_WORKFLOW,
	canonical,
	come,
	dataOf,
	file,
	goal,
	importer,
	lines,
	next,
	PROTOCOLS,
	recordFile,
	recordStep,
	refusals,
	uuid,
} from './sample.ts';

const wish = goal('Dry it.', null);
const steps = [wish, next(1, 0)];
const status = 'waiting_for_initial_values_for_fields_in_next_protocol';
const data = canonical(steps, status);
const envelope = (map: JsonObject, more: JsonObject = {}): JsonObject => ({
	format: 'airalogy.record',
	schema_version: 1,
	airalogy_record_id: null,
	record_id: uuid(9),
	record_version: 2,
	metadata: { protocol_id: 'p', protocol_version: '1.0.0', sha1: 'f00', by: 'them' },
	data: { var: { note: 'hi' }, workflow: map },
	...more,
});

describe('detection', () => {
	test.each<[string, Json]>([
		['the record envelope', envelope({ peat: data })],
		['the envelope with its older key', { ...envelope({ peat: data }), record_version: null, version: 2 }],
		['a bare workflow map', { peat: data }],
		['a bare workflow_data', data],
		['a list of records', [envelope({ peat: data })]],
	])('[X3] %s is read', (_, value) => {
		expect(come([file(value)]).steps).toEqual(steps);
	});

	test('[X3] a bare path_data is read where it shows whose it is, and refused where it does not', () => {
		const bare = {
			path_status: 'waiting_for_phased_research_conclusion',
			steps: [wish, recordStep(1, 0, uuid(1))],
		};
		expect(come([file(bare)]).steps).toEqual(bare.steps);
		expect(
			come([file({ path_status: 'waiting_for_research_strategy', steps: [goal()] })]).report.source,
		).toBe('aira');
		expect(refusals([file({ path_status: status, steps })])).toEqual([' dialect_unknown']);
		expect(come([file({ path_status: status, steps })], { from: 'airalogy' }).steps).toEqual(steps);
	});

	test('[X3] what stands around a path without marks tells its dialect', () => {
		const unmarked = { path_status: 'waiting_for_research_goal', steps: [] };
		expect(come([file(envelope({ peat: { path_data: unmarked } }))]).report.source).toBe('airalogy');
		expect(come([file({ model: 'm', workflow_data: { path_data: unmarked } })]).report.source).toBe('aira');
	});

	test('[X3] an index alone decides nothing: a canonical workflow may begin at 1', () => {
		const protocols_info = PROTOCOLS.map((item) => ({
			...(item as JsonObject),
			protocol_index: Number((item as JsonObject)['protocol_index']) + 1,
		}));
		const workflow_info = {
			id: 'peat',
			title: 'Peat',
			protocols: ['core', 'dry'].map((protocol_id, at) => ({
				protocol_index: at + 1,
				protocol_name: protocol_id,
				airalogy_protocol_id: null,
				protocol_id,
			})),
			edges: ['1 -> 2'],
		};
		const done = come([
			file({ workflow_info, protocols_info, path_data: { path_status: status, steps: [wish, next(1, 2)] } }),
		]);
		expect(done.report.source).toBe('airalogy');
		expect(done.steps).toEqual([wish, next(1, 2)]);
		expect((dataOf(done.text)['workflow_info'] as JsonObject)['edges']).toEqual(['1 -> 2']);
	});

	test('[X7] a canonical file whose workflow_info counts from 1 is read by the protocols both lists name', () => {
		const workflow_info = {
			...AIRA_WORKFLOW,
			protocols: ['core', 'dry'].map((protocol_id, at) => ({
				protocol_index: at + 1,
				protocol_name: protocol_id,
				airalogy_protocol_id: null,
				protocol_id,
			})),
		};
		const done = come([file({ workflow_info, ...data })]);
		const info = dataOf(done.text)['workflow_info'] as {
			protocols: readonly JsonObject[];
			edges: readonly string[];
		};
		expect(info.protocols.map((item) => [item['protocol_index'], item['protocol_id']])).toEqual([
			[0, 'core'],
			[1, 'dry'],
		]);
		expect(info.edges).toEqual(['0 -> 1', '1 -> 1']);
	});

	test('[X4] what is not read yet is refused by its name', () => {
		expect(refusals([file({ '@graph': [] })])).toEqual([' not_yet_read']);
		expect(
			refusals([
				{ name: 'a.aira', text: 'PK' },
				{ name: 'b.pathbook', text: '' },
			]),
		).toEqual([' not_yet_read', ' not_yet_read']);
		expect(refusals([{ name: 'w.aimd', text: '```workflow\nid: x\n```' }])).toEqual([' not_yet_read']);
	});

	test('[X4] what is none of ours is refused', () => {
		expect(refusals([file({ hello: 1 })])).toEqual([' nothing_to_import']);
		expect(refusals([file([1])])).toEqual([' nothing_to_import']);
		expect(refusals([file(recordFile(uuid(1), 1, 3))])).toEqual([' nothing_to_import']);
		expect(refusals([])).toEqual([' nothing_to_import']);
	});
});

describe('refusing', () => {
	test('[X6] a text that is no JSON, with its place', () => {
		const read = importText([{ name: 'a.json', text: '{\n "steps": [1,,]}' }], importer());
		expect(read.ok || read.error[0]).toMatchObject({ rule: 'not_json', file: 'a.json', at: { line: 2 } });
	});

	test('[X6] one bad file refuses all, and all bad files are named', () => {
		expect(refusals([file(data), file({ hello: 1 }, 'b'), { name: 'c', text: '{' }])).toEqual([
			' nothing_to_import',
			' not_json',
		]);
	});

	test('[X6] depth and length are bounded', () => {
		expect(refusals([{ name: 'a', text: '['.repeat(200) }])).toEqual([' not_json']);
		expect(refusals([file(data)], { limits: { maxBytes: 100 } })).toEqual([' not_json']);
	});

	test('[X6] a key that no document can hold', () => {
		expect(refusals([{ name: 'a', text: '{"path_data":{"steps":[{"__proto__":1}]}}' }])).toEqual([
			'/path_data/steps/0/__proto__ reserved_key',
		]);
	});

	test('[X20] a workflow that is none refuses the import at its place', () => {
		const broken = { ...AIRA_WORKFLOW, edges: ['1 -> 2', '2 -> 9'] };
		expect(
			refusals([file({ ...aira([goal()], 'waiting_for_research_strategy'), workflow_info: broken })]),
		).toEqual(['/workflow_info/edges/1 workflow_refused']);
	});

	test('[X5] two workflows for one path', () => {
		const path = { path_status: status, steps };
		expect(refusals([file(path, 'p'), file(AIRA_WORKFLOW, 'a'), file(AIRA_WORKFLOW, 'b')])).toEqual([
			' several_workflows',
		]);
		expect(refusals([file(path, 'p'), file(AIRA_PROTOCOLS, 'a'), file(AIRA_PROTOCOLS, 'b')])).toEqual([
			' several_protocol_lists',
		]);
	});
});

describe('what belongs together', () => {
	test('[X5] several ids become several paths', () => {
		const { plans } = come([file(envelope({ one: data, two: canonical([], 'waiting_for_research_goal') }))]);
		expect(plans).toHaveLength(2);
		expect(plans.map(({ maps }) => Object.keys(maps.stages).length)).toEqual([2, 1]);
	});

	test('[X5] several paths share one workflow and one list of protocols', () => {
		const paths = [goal('A'), goal('B')].map((one, at) =>
			file({ path_status: 'waiting_for_research_strategy', steps: [one] }, `p${at}`),
		);
		const { plans } = come([file(AIRA_WORKFLOW, 'w'), ...paths, file(AIRA_PROTOCOLS, 'i')]);
		expect(plans.map(({ meta }) => meta['template'])).toEqual([
			plans[0]?.meta['template'],
			plans[0]?.meta['template'],
		]);
	});

	test('[X5] a workflow alone, or with its protocols, begins a path', () => {
		for (const files of [
			[file(AIRA_WORKFLOW)],
			[file({ workflow_info: AIRA_WORKFLOW, protocols_info: AIRA_PROTOCOLS })],
		]) {
			const done = come(files);
			expect(done.status).toBe('waiting_for_research_goal');
			expect(lines(done.report)).toContain('changed  path_begins');
			expect(done.snapshot.meta?.title).toBe('Peat drying');
		}
	});

	test('[X5] a workflow block may be the graph, where somebody reads YAML', () => {
		const block =
			'id: peat\ntitle: Peat\nprotocols:\n  - {protocol_index: 0, protocol_id: core, protocol_name: Core}\nedges: []\n';
		const done = come([{ name: 'w.yaml', text: block }, file({ path_status: status, steps })], {
			readWorkflow,
		});
		expect(done.steps).toEqual(steps);
		expect(done.snapshot.meta?.title).toBe('Peat');
	});

	test('[X10] a record that came along is followed', () => {
		const referring = canonical(
			[wish, next(1, 0), recordStep(1, 0, uuid(1), 1)],
			'waiting_for_phased_research_conclusion',
		);
		const {
			records,
			steps: out,
			report,
		} = come([file(referring), file(recordFile(uuid(1), 1, { '#': '2.50' }), 'r.json')]);
		const [version] = [...(records.get([...records.keys()][0] ?? ('' as never))?.versions.values() ?? [])];
		expect(version?.version.data.var).toEqual({ mass: { '#': '2.50' } });
		expect(version?.version['envelope']).toMatchObject({ metadata: { protocol_id: 'core' } });
		expect(out[2]).toEqual(recordStep(1, 0, uuid(1), 1));
		expect(lines(report)).toEqual([
			'changed  workflow_unknown',
			'changed /path_data/path_status status_became_skips',
			'lost /metadata/sha1 sha1_differs',
		]);
	});

	test('[X17] a record that nobody refers to, and a workflow that nobody needs, are kept', () => {
		const { report, snapshot } = come([
			file({ workflow_info: AIRA_WORKFLOW, ...data }),
			file(recordFile(uuid(1), 1, 3), 'r'),
			file(AIRA_WORKFLOW, 'w'),
		]);
		expect(report.kept.map(({ file: name, rule }) => [name, rule])).toEqual([
			['r', 'part_unused'],
			['w', 'part_unused'],
		]);
		expect(snapshot.kept.size).toBe(2);
	});
});

describe('nothing falls off', () => {
	test('[X17] unknown keys of every place are kept, named and written back', () => {
		const protocols = PROTOCOLS.map((item, at) =>
			at === 0
				? { ...(item as JsonObject), shelf: 3, protocol_data: { markdown: '# core', spice: 'salt' } }
				: item,
		);
		const workflow_info = { ...AIRA_WORKFLOW, mood: 'calm' };
		const value = envelope(
			{
				heath: {
					workflow_info,
					protocols_info: protocols,
					path_data: { path_status: status, steps, rain: { '#': '1.0' } },
					wind: [],
				},
			},
			{ lineage: { from: 'x' } },
		);
		const done = come([file(value)]);
		const out = dataOf(done.text);
		expect(out['wind']).toEqual([]);
		expect(out['path_data']).toMatchObject({ rain: { '#': '1.0' } });
		expect(out['workflow_info']).toMatchObject({ mood: 'calm' });
		expect((out['protocols_info'] as readonly Json[])[0]).toMatchObject({
			shelf: 3,
			protocol_data: { markdown: '# core', spice: 'salt' },
		});
		expect(done.text).toContain('"heath": {');
		expect(done.text).toContain('"lineage": {');
		expect(done.text).toContain('"note": "hi"');
		expect(lines(done.report).filter((line) => !line.startsWith('changed'))).toEqual([
			'kept /data/workflow/heath/path_data/rain unknown_key',
			'kept /data/workflow/heath/wind unknown_key',
			'kept  envelope',
			'lost /metadata/sha1 sha1_differs',
		]);
	});

	test('[X23] a foreign record’s id does not name our file, nor does its sha1', () => {
		const { text, snapshot } = come([file(envelope({ peat: data }))]);
		const head = text.slice(0, text.indexOf('"data"'));
		expect(head).not.toContain(uuid(9));
		expect(head).not.toContain('sha1');
		expect(head).toContain('"by": "them"');
		expect([...snapshot.kept.values()].find(({ place }) => place === 'envelope')?.value).toMatchObject({
			record_id: uuid(9),
			metadata: { by: 'them' },
		});
	});

	test('[X17] comments and doubled keys are kept, repairs are said', () => {
		const text = `{ // mine\n "path_data": {"path_status": "${status}", "x": 1, "x": 2, "steps": [],}, "protocols_info": ${JSON.stringify(PROTOCOLS)}}`;
		const { report, snapshot } = come([{ name: 'a', text }]);
		expect(report.kept.map(({ pointer, rule }) => [pointer, rule])).toContainEqual(['', 'comment']);
		expect(report.kept.map(({ pointer, rule }) => [pointer, rule])).toContainEqual([
			'/path_data/x',
			'doubled_key',
		]);
		expect(report.changed.map(({ rule }) => rule)).toContain('json_repaired');
		expect([...snapshot.kept.values()].map(({ value }) => value)).toEqual(
			expect.arrayContaining(['// mine', 1, 2]),
		);
	});

	test('[X17] items of protocols_info that are none, and parts of another shape, are kept', () => {
		const done = come([
			file({
				protocols_info: [...PROTOCOLS, 'x', PROTOCOLS[0] ?? null],
				path_data: { path_status: status, steps },
				workflow_info: 'none',
			}),
		]);
		expect(lines(done.report).filter((line) => line.startsWith('kept'))).toEqual([
			'kept /workflow_info malformed_part',
			'kept /protocols_info/2 malformed_part',
			'kept /protocols_info/3 malformed_part',
		]);
	});

	test('[X19] without a graph every protocol is reachable; without contents and lists it is said', () => {
		const empty = PROTOCOLS.map((item) => ({
			...(item as JsonObject),
			protocol_data: null,
			protocol_version: null,
		}));
		const done = come([file({ protocols_info: empty, path_data: { path_status: status, steps } })]);
		const [definition] = [...done.snapshot.stages.values()].map(({ under }) =>
			done.snapshot.definition(under),
		);
		expect(definition?.workflow.edges).toBe(null);
		expect(definition?.protocols.map(({ protocolVersion }) => protocolVersion)).toEqual([null, null]);
		expect(lines(done.report)).toContain('changed /protocols_info/1 protocol_without_content');
		expect(dataOf(done.text)['protocols_info']).toEqual(empty);
		const bare = come([
			file({
				path_status: 'waiting_for_phased_research_conclusion',
				steps: [goal(), addRecord(1, 2, 'x', 'dry')],
			}),
		]);
		expect(lines(bare.report)).toContain('changed  protocols_unknown');
		const [known] = [...bare.snapshot.stages.values()].map(({ under }) => bare.snapshot.definition(under));
		expect(known?.workflow.nodes.map(({ index, protocolId }) => [index, protocolId])).toEqual([[1, 'dry']]);
	});

	test('[X19] a protocol that only its marks describe is exported with the schema they tell', () => {
		const marked = PROTOCOLS.map((item) => ({
			...(item as JsonObject),
			protocol_data: {
				markdown: '{{var|heat: float = 60.0}}',
				model: null,
				assigner: null,
				field_json_schema: {},
			},
		}));
		const done = come([file({ protocols_info: marked, path_data: { path_status: status, steps } })]);
		expect((dataOf(done.text)['protocols_info'] as readonly JsonObject[])[0]).toMatchObject({
			protocol_data: { field_json_schema: { properties: { heat: { type: 'number' } } } },
		});
	});
});
