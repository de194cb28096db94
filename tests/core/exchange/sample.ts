// Small invented files, somebody who imports them, and what becomes of them.

import * as Y from 'yjs';
import { applyPlan } from '#lib/core/exchange/apply.ts';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { importText, type ImportOptions, type NamedText } from '#lib/core/exchange/import.ts';
import type { ImportPlan, Importer } from '#lib/core/exchange/plan.ts';
import type { ImportReport } from '#lib/core/exchange/report.ts';
import { parseJson } from '#lib/core/json/parse.ts';
import { readPointer } from '#lib/core/json/pointer.ts';
import { printJson } from '#lib/core/json/print.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { PersonId, type RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';
import { readRecords } from '../../support/random-path.ts';

/** An importer with ids that rise. */
export function importer(): Importer {
	let ids = 0;
	const newId = (): string => {
		ids += 1;
		return `01900000-0000-7000-8000-${ids.toString(16).padStart(12, '0')}`;
	};
	const person = { member: 'iva-key', name: 'Iva', colour: '#225588' };
	return { newId, who: { by: PersonId.parse('iva'), at: 1_700_000_000_000, person } };
}

const foreign = (id: string): string => `airalogy.id.lab.moor.project.peat.protocol.${id}.v.0.0.2`;

/** A workflow of two protocols, counted from 1 as AIRA does. */
export const AIRA_WORKFLOW: JsonObject = {
	id: 'peat',
	title: 'Peat drying',
	protocols: [
		{ protocol_index: 1, protocol_name: 'Coring', airalogy_protocol_id: foreign('core') },
		{ protocol_index: 2, protocol_name: 'Drying', airalogy_protocol_id: foreign('dry') },
	],
	edges: ['1 -> 2', '2 -> 2'],
	logic: 'Core first.',
};

export const AIRA_PROTOCOLS: readonly Json[] = [
	{
		airalogy_protocol_id: foreign('core'),
		markdown: '# Coring\n\n{{var|depth: float}}',
		model: null,
		assigner: null,
		field_json_schema: null,
	},
	{
		airalogy_protocol_id: foreign('dry'),
		markdown: '# Drying',
		model: 'class VarModel: ...',
		assigner: null,
		field_json_schema: { properties: { heat: { type: 'number', default: { '#': '60.0' } } } },
	},
];

/** An AIRA workflow_data. */
export function aira(steps: readonly Json[], path_status: string, more: JsonObject = {}): JsonObject {
	return {
		workflow_info: AIRA_WORKFLOW,
		protocols_info: AIRA_PROTOCOLS,
		path_data: { path_status, steps, ...more },
	};
}

/** Protocols as the canonical form lists them. */
export const PROTOCOLS: readonly Json[] = ['core', 'dry'].map((id, protocol_index) => ({
	protocol_index,
	protocol_id: id,
	protocol_version: '0.0.2',
	airalogy_protocol_id: null,
	protocol_data: { markdown: `# ${id}`, model: null, assigner: null, field_json_schema: null },
}));

/** A canonical workflow_data without a graph. */
export function canonical(steps: readonly Json[], path_status: string, more: JsonObject = {}): JsonObject {
	return { protocols_info: PROTOCOLS, path_data: { path_status, steps, ...more } };
}

export function step(name: string, path_index: number, data: JsonObject, mode = 'user'): JsonObject {
	return { step: name, path_index, mode, data };
}

export const goal = (text = 'Dry the peat.', thought: string | null = ''): JsonObject =>
	step('add_research_goal', 0, { thought, goal: text });

export const next = (path_index: number, protocol_index: number | null, mode = 'user'): JsonObject =>
	step(
		'add_next_protocol',
		path_index,
		{ thought: null, end_path: protocol_index === null, protocol_index },
		mode,
	);

export const uuid = (n: number): string => `0191aaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** An AIRA record step with its record inside. */
export function addRecord(
	path_index: number,
	protocol_index: number,
	id: string,
	protocol: string,
): JsonObject {
	const record_data = {
		airalogy_record_id: id,
		metadata: { airalogy_protocol_id: foreign(protocol) },
		data: { var: { mass: { '#': '20.0' } }, step: { weigh: { checked: null, annotation: '' } } },
	};
	return step('add_record', path_index, { protocol_index, airalogy_record_id: id, record_data });
}

/** A canonical record step. */
export function recordStep(
	path_index: number,
	protocol_index: number,
	record_id: string | null,
	record_version: number | null = 1,
): JsonObject {
	return step('record_protocol', path_index, {
		protocol_index,
		record_id,
		record_version,
		airalogy_record_id: null,
	});
}

/** The one part of a Record v1 that everybody has. */
export function recordFile(record_id: string, record_version: number, mass: Json): JsonObject {
	return {
		format: 'airalogy.record',
		schema_version: 1,
		record_id,
		record_version,
		metadata: { protocol_id: 'core', sha1: 'abc' },
		data: { var: { mass } },
	};
}

export const file = (value: Json, name = 'path.json'): NamedText => ({ name, text: printJson(value) });

export interface Come {
	readonly plans: readonly ImportPlan[];
	readonly report: ImportReport;
	readonly doc: Y.Doc;
	readonly snapshot: PathSnapshot;
	readonly records: ReadonlyMap<RecordId, RecordSnapshot>;
	readonly text: string;
	readonly steps: readonly Json[];
	readonly status: Json | undefined;
}

export type Options = Partial<ImportOptions>;

/** Imports files, writes the first path and exports it. Throws where they are refused. */
export function come(files: readonly NamedText[], options: Options = {}): Come {
	const read = importText(files, { ...importer(), ...options });
	if (!read.ok) throw new Error(JSON.stringify(read.error));
	const { plans, report } = read.value;
	const [plan] = plans;
	if (!plan) throw new Error('no plan');
	return { plans, report, ...written(plan) };
}

/** A plan, written and exported. */
export function written(plan: ImportPlan, id = 'imported'): Omit<Come, 'plans' | 'report'> {
	const doc = new Y.Doc();
	const docs = new Map<RecordId, Y.Doc>();
	applyPlan(doc, (record) => opened(docs, record as RecordId), plan, { id, who: importer().who });
	return { doc, ...shownOf(doc, id, readRecords(docs)) };
}

/** What a path says and how it is exported. */
export function shownOf(
	doc: Y.Doc,
	id: string,
	records: ReadonlyMap<RecordId, RecordSnapshot>,
): Omit<Come, 'plans' | 'report' | 'doc'> {
	const snapshot = readPath(doc, id);
	const out = exportPath(snapshot, records);
	const workflows = readPointer(out, '/data/workflow');
	const [data] = Object.values((workflows ?? {}) as JsonObject);
	const steps = readPointer(data ?? null, '/path_data/steps') as readonly Json[];
	return {
		snapshot,
		records,
		text: printJson(out, { indent: '\t' }),
		steps,
		status: readPointer(data ?? null, '/path_data/path_status'),
	};
}

function opened(docs: Map<RecordId, Y.Doc>, id: RecordId): Y.Doc {
	const doc = docs.get(id) ?? new Y.Doc();
	docs.set(id, doc);
	return doc;
}

/** Report lines as "list pointer rule", in order. */
export function lines({ kept, changed, lost }: ImportReport): string[] {
	return [
		...kept.map(({ pointer, rule }) => `kept ${pointer} ${rule}`),
		...changed.map(({ pointer, rule }) => `changed ${pointer} ${rule}`),
		...lost.map(({ pointer, rule }) => `lost ${pointer} ${rule}`),
	];
}

/** The rules files are refused by, with their places. */
export function refusals(files: readonly NamedText[], options: Options = {}): string[] {
	const read = importText(files, { ...importer(), ...options });
	return read.ok ? [] : read.error.map(({ pointer, rule }) => `${pointer} ${rule}`);
}

/** The workflow_data inside an exported text. */
export function dataOf(text: string): JsonObject {
	const parsed = parseJson(text);
	if (!parsed.ok) throw new Error(parsed.error.code);
	const [data] = Object.values(readPointer(parsed.value.value, '/data/workflow') as JsonObject);
	return data as JsonObject;
}
