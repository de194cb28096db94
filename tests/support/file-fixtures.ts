// Small files of every form that a mutation may start from, ours and invented; and the published samples where they are at hand.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import type { Json } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import {
	addRecord,
	AIRA_PROTOCOLS,
	AIRA_WORKFLOW,
	aira,
	canonical,
	goal,
	next,
	recordFile,
	recordStep,
	step,
	uuid,
} from '../core/exchange/sample.ts';
import { treeOf } from './json-tree.ts';
import type { GivenFile } from './nothing-dropped.ts';
import { randomMoves } from './random-moves.ts';
import { playPath } from './random-path.ts';

export interface Fixture {
	readonly name: string;
	readonly files: readonly GivenFile[];
}

const file = (value: Json, name = 'path.json'): GivenFile => ({ name, tree: treeOf(printJson(value)) });

const values = (index: number): Json =>
	step(
		'add_initial_values_for_fields_in_next_protocol',
		index,
		{
			thought: 'warm',
			values: { heat: { '#': '60.0' }, 'a/b': [{ depth: { '#': '1e3' } }, null], note: '' },
		},
		'ai',
	);
const strategy = (researchable: boolean | null): Json =>
	step(
		'add_research_strategy',
		0,
		{ thought: 'so', researchable, strategy: 'Weigh before and after.' },
		'ai',
	);
const concluded: Json = step('add_phased_research_conclusion', 1, { conclusion: 'Lost **12 %**.' });
const final: Json = step('add_final_research_conclusion', 2, { conclusion: 'Dry.' }, 'ai');

const AIRA_STEPS: readonly Json[] = [
	goal(),
	strategy(true),
	next(1, 1, 'ai'),
	values(1),
	addRecord(1, 1, 'airalogy.id.record.0191aaaa-0000-4000-8000-000000000001.v.1', 'core'),
	concluded,
	step(
		'add_next_protocol',
		2,
		{ thought: 'on', end_path: false, protocol_index: 2, aside: { '#': '1.0' } },
		'ai',
	),
	addRecord(2, 2, 'airalogy.id.record.0191aaaa-0000-4000-8000.v.1', 'dry'),
];

const CANONICAL_STEPS: readonly Json[] = [
	goal('Dry it.', null),
	strategy(null),
	next(1, 0),
	values(1),
	recordStep(1, 0, uuid(1), 2),
	concluded,
	step('add_poem', 1, { lines: ['moss'] }),
	recordStep(100, 1, uuid(2)),
	next(2, null, 'ai'),
	final,
];

/** A path of the node engine. */
const ENGINE: Json = {
	protocols_info: ['core', 'dry'].map((id, protocol_index) => ({
		protocol_index,
		protocol_id: id,
		protocol_version: '0.0.2',
		airalogy_protocol_id: null,
		protocol_data: { node_id: id, markdown: null, model: null, assigner: null, field_json_schema: null },
	})),
	path_data: {
		path_status: 'waiting_for_phased_research_conclusion',
		steps: [
			step(
				'add_next_protocol',
				1,
				{ thought: null, end_path: false, protocol_index: 1, node_id: 'dry' },
				'ai',
			),
			step('add_initial_values_for_fields_in_next_protocol', 1, {
				thought: null,
				values: { 'var.heat': { '#': '60.0' }, 'check.tray.checked': true },
			}),
			step('record_protocol', 1, {
				protocol_index: 1,
				record_id: null,
				record_version: null,
				airalogy_record_id: null,
				node_id: 'dry',
				source: 'manual',
				record_ref_available: false,
			}),
		],
	},
};

/** Ours: one of each form. */
export function ownFixtures(): Fixture[] {
	const data = canonical(CANONICAL_STEPS, 'completed', { tool: { version: { '#': '1.10' } } });
	const record = (n: number, version: number, more: Record<string, Json> = {}): Json => ({
		...recordFile(uuid(n), version, { '#': '20.0' }),
		...more,
	});
	const envelope = {
		...recordFile(uuid(9), 3, 1),
		owner: 'Iva',
		data: { var: { a: 1 }, quiz: {}, workflow: { peat: data } },
	};
	return [
		{ name: 'engine', files: [file(ENGINE)] },
		{ name: 'aira', files: [file(aira(AIRA_STEPS, 'waiting_for_phased_research_conclusion'))] },
		{
			name: 'aira request',
			files: [
				file({ model: 'm', enable: true, workflow_data: aira(AIRA_STEPS.slice(0, 4), 'waiting_for_record') }),
			],
		},
		{
			name: 'aira in three files',
			files: [
				file(AIRA_WORKFLOW, 'workflow_info.json'),
				file([...AIRA_PROTOCOLS], 'protocols_info.json'),
				file({ path_status: 'waiting_for_record', steps: AIRA_STEPS.slice(0, 4) }, 'path_data.json'),
			],
		},
		{ name: 'canonical', files: [file(data)] },
		{
			name: 'canonical with its records',
			files: [file(data), file(record(1, 2), 'r1.json'), file([record(2, 1), record(3, 1)], 'rs.json')],
		},
		{ name: 'record', files: [file(envelope)] },
		{
			name: 'older record',
			files: [file({ ...(envelope as Record<string, Json>), version: 3, record_version: null })],
		},
		{
			name: 'map of two',
			files: [file({ peat: data, moss: canonical([goal('Moss.', null)], 'waiting_for_research_strategy') })],
		},
		{ name: 'bare data around', files: [file({ var: { a: 1 }, workflow: { peat: data } })] },
	];
}

/** Ours: exports with our own part in them, of paths that were played at random from a seed. */
export function playedFixtures(count: number, seed: number): Fixture[] {
	return fc.sample(randomMoves, { numRuns: count, seed }).map((moves, index) => {
		const { snapshot, records } = playPath(moves);
		return { name: `played ${index}`, files: [file(exportPath(snapshot, records))] };
	});
}

const SAMPLES = join(process.env['PATHBOOK_SAMPLES'] ?? '../shared/samples', 'airalogy');

/** The published ones; empty where the folder is not there. */
export function publishedFixtures(): Fixture[] {
	if (!existsSync(SAMPLES)) return [];
	const folder = join(SAMPLES, 'masterbrain-aira');
	const read = (path: string): GivenFile => ({
		name: path,
		tree: treeOf(readFileSync(join(folder, path), 'utf8')),
	});
	const paths = readdirSync(folder).filter((name) => name.startsWith('path_data'));
	const requests = readdirSync(join(folder, 'aira_input'));
	return [
		...paths.map((name) => ({ name, files: ['workflow_info.json', 'protocols_info.json', name].map(read) })),
		...requests.map((name) => ({ name, files: [read(join('aira_input', name))] })),
	];
}
