// A path from plain data, without Yjs: flow tests say what stands in the document and nothing else. Proposals get their real ids, because the
// flow checks what they were made for.

import { contentHash } from '#lib/core/json/hash.ts';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import type {
	Definition,
	FieldEntry,
	LogEntry,
	Proposal,
	RecordEntry,
	StageChoice,
	StageEntry,
} from '#lib/core/path/entries.ts';
import {
	cellOfText,
	CellId,
	DefinitionHash,
	PersonId,
	ProposalId,
	RecordId,
	StageId,
	VersionUid,
	type Variant,
} from '#lib/core/path/names.ts';
import type { FieldValues, PathSnapshot, Row } from '#lib/core/path/snapshot.ts';
import type { WorkflowEdge } from '#lib/core/workflow/workflow.ts';

export const ANNA = PersonId.parse('anna');

/** One table row: its columns, or 'gone'. */
export type PlainRow = Readonly<Record<string, Json>> | 'gone';

export interface PlainStage {
	readonly after?: readonly string[];
	readonly choice?: StageChoice;
	readonly from?: ProposalId;
	/** A hash; the template where absent. */
	readonly under?: DefinitionHash;
	readonly unstated?: true;
}

export interface PlainLog {
	readonly kind: string;
	readonly target?: string;
	readonly data?: JsonObject;
	readonly by?: PersonId;
}

export interface PlainPath {
	readonly stages?: Readonly<Record<string, PlainStage>>;
	readonly gone?: Readonly<Record<string, string>>;
	readonly line?: Readonly<Record<string, string>>;
	readonly names?: Readonly<Record<string, string>>;
	readonly cells?: Readonly<Record<string, 'open' | 'done' | 'skipped'>>;
	readonly shown?: Readonly<Record<string, Variant>>;
	/** "<cell>" for own words, "<cell>/<proposalId>" for words that began as a proposal. */
	readonly texts?: Readonly<Record<string, string>>;
	/** "<stage>/<own|proposalId>" to field to value; undefined means cleared. */
	readonly fields?: Readonly<Record<string, Readonly<Record<string, Json | undefined>>>>;
	/** "<stage>/<own|proposalId>" to field to row id to columns. */
	readonly rows?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, PlainRow>>>>>>;
	readonly proposals?: readonly Proposal[];
	readonly records?: Readonly<Record<string, string | { record: string; uid: string; gone?: string }>>;
	readonly log?: Readonly<Record<string, PlainLog>>;
	readonly definitions?: readonly Definition[];
	/** The first definition where absent. */
	readonly template?: DefinitionHash;
}

const stamp = { by: ANNA, at: 0 };

/** The snapshot that a document with this content would give. */
export function snapshotOf(plain: PlainPath): PathSnapshot {
	const definitions = new Map(
		(plain.definitions ?? [workflow(3, [])]).map((each) => [hashOf(each), each] as const),
	);
	const template = plain.template ?? [...definitions.keys()][0] ?? hashOf(workflow(1, []));
	const proposals = new Map((plain.proposals ?? []).map((each) => [idOf(each), each] as const));
	const texts = new Map(Object.entries(plain.texts ?? {}).map(([key, text]) => [`cell/${key}`, text]));
	const names = [...texts]
		.filter(([name, text]) => text !== '' && cellOfText(name))
		.map(([name]) => name)
		.sort();
	return {
		id: 'path',
		meta: { title: 'Test', createdBy: ANNA, createdAt: 0, schema: '1.0', template },
		people: new Map(),
		clients: new Map(),
		stages: mapOf(plain.stages, StageId, (stage) => stageEntry(stage, template)),
		gone: mapOf(plain.gone, StageId, (hash) => ({ ...stamp, contentHash: hash })),
		line: mapOf(plain.line, StageId, (child) => StageId.parse(child)),
		names: mapOf(plain.names, StageId, (name) => ({ name, archived: false })),
		cells: mapOf(plain.cells, CellId, (state) => ({ state, ...stamp })),
		shown: mapOf(plain.shown, CellId, (variant) => variant),
		records: mapOf(plain.records, StageId, recordEntry),
		log: new Map(Object.entries(plain.log ?? {}).map(([id, entry]) => [id, logEntry(entry)])),
		kept: new Map(),
		proposalsOf: byCell(proposals),
		unreadable: [],
		definition: (hash) => definitions.get(hash),
		proposal: (id) => proposals.get(id),
		text: (cell, variant) => texts.get(variant === 'own' ? `cell/${cell}` : `cell/${cell}/${variant}`),
		fields: (stage, variant) => fieldValues(plain, `${stage}/${variant}`),
		raw: () => new Map(),
		textNames: () => names,
	};
}

/** A linear graph's worth of protocols with indexes 0…n-1 and the given edges. */
export function workflow(size: number, edges: readonly (readonly [number, number])[] | null): Definition {
	const indexes = Array.from({ length: size }, (_, index) => index);
	return {
		workflow: {
			id: 'survey',
			title: 'Survey',
			nodes: indexes.map((index) => ({
				index,
				protocolId: `protocol_${String(index)}`,
				protocolVersion: '0.0.1',
				airalogyProtocolId: null,
				title: `Protocol ${String(index)}`,
				nodeId: null,
			})),
			edges: edges?.map(([from, to]) => edge(from, to)) ?? null,
			logic: '',
			initial: null,
			defaultGoal: '',
			defaultStrategy: '',
			form: 'info',
			source: null,
		},
		protocols: indexes.map((index) => ({
			index,
			protocolId: `protocol_${String(index)}`,
			protocolVersion: '0.0.1',
			airalogyProtocolId: null,
			title: `Protocol ${String(index)}`,
			markdown: null,
			model: null,
			assigner: null,
			schema: null,
			kept: {},
		})),
	};
}

export function edge(from: number, to: number): WorkflowEdge {
	return { from, to, id: null, when: null, label: null, maxIterations: null };
}

/** The hash a definition is frozen under. */
export function hashOf({ workflow: graph, protocols }: Definition): DefinitionHash {
	return DefinitionHash.parse(contentHash({ workflow: graph, protocols }));
}

/** A proposal as the model would have made it. */
export function proposal(cell: string, content: JsonObject, more: Partial<Proposal> = {}): Proposal {
	return {
		cell: CellId.parse(cell),
		generationId: 'g',
		content,
		thought: 'because',
		numbers: [],
		manifest: null,
		model: 'demo',
		prompt: null,
		context: null,
		origin: 'model',
		...more,
	};
}

/** A proposal's real id. */
export function idOf(made: Proposal): ProposalId {
	const { cell, generationId, content, thought, numbers, manifest, model, prompt, context, origin } = made;
	const said = { cell, generationId, content, thought, numbers, manifest, model, context, origin };
	const asked = prompt === null ? null : { id: prompt.id, version: prompt.version };
	return ProposalId.parse(contentHash({ ...said, prompt: asked }));
}

/** A version uid that is as good as any. */
export function uid(name: string): VersionUid {
	return VersionUid.parse(contentHash(name));
}

function mapOf<K extends string, P, V>(
	plain: Readonly<Record<string, P>> | undefined,
	key: { parse(text: string): K },
	value: (plain: P) => V,
): Map<K, V> {
	return new Map(Object.entries(plain ?? {}).map(([id, each]) => [key.parse(id), value(each)]));
}

function stageEntry(
	{ after, choice, from, under, unstated }: PlainStage,
	template: DefinitionHash,
): StageEntry {
	return {
		after: (after ?? []).map((id) => StageId.parse(id)),
		choice: choice ?? null,
		under: under ?? template,
		...(from === undefined ? {} : { from }),
		...(unstated === undefined ? {} : { unstated }),
		...stamp,
	};
}

function recordEntry(plain: string | { record: string; uid: string; gone?: string }): RecordEntry {
	if (typeof plain === 'string') return uid(plain);
	const gone = plain.gone === undefined ? {} : { gone: { ...stamp, reason: plain.gone } };
	return { record: RecordId.parse(plain.record), uid: uid(plain.uid), ...gone };
}

function logEntry({ kind, target, data, by }: PlainLog): LogEntry {
	return { kind, target: target ?? 'path', data: { ...data }, by: by ?? ANNA, at: 0 };
}

function byCell(proposals: ReadonlyMap<ProposalId, Proposal>): Map<CellId, ProposalId[]> {
	const cells = new Map<CellId, ProposalId[]>();
	for (const id of [...proposals.keys()].sort()) {
		const cell = proposals.get(id)?.cell;
		if (cell !== undefined) cells.set(cell, [...(cells.get(cell) ?? []), id]);
	}
	return cells;
}

function fieldValues({ fields, rows }: PlainPath, group: string): FieldValues {
	const tables = Object.entries(rows?.[group] ?? {}).map(
		([field, table]) => [field, tableRows(table)] as const,
	);
	return { values: fieldEntries(fields?.[group] ?? {}), rows: new Map(tables) };
}

function tableRows(table: Readonly<Record<string, PlainRow>>): Row[] {
	return Object.entries(table)
		.map(([id, row]) => ({
			id,
			entry: undefined,
			gone: row === 'gone',
			values: fieldEntries(row === 'gone' ? {} : row),
		}))
		.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function fieldEntries(plain: Readonly<Record<string, Json | undefined>>): Map<string, FieldEntry> {
	return new Map(
		Object.entries(plain).map(([field, value]) => [
			field,
			value === undefined ? { value: null, cleared: true, ...stamp } : { value, ...stamp },
		]),
	);
}
