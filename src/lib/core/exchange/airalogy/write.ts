// The canonical file of a path: the published document form, self-contained, with our own part under one vendor key. Deterministic: everything
// is in a fixed order or that of its keys, and nothing depends on this device, this document's id or the order in which things arrived.
// "Equal" is defined by it: two paths are equal when their files are. Refused: a time of export, and a sha1 that JavaScript cannot promise.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { recordOf } from '#lib/core/path/content.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import type { RecordId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';
import { ENVELOPE_KEYS } from '#lib/core/exchange/around.ts';
import { without } from '#lib/core/exchange/keys.ts';
import { writeProtocolsInfo, writeWorkflowInfo } from './definition.ts';
import { derivedSteps, writeSteps, type VersionNumber, type WrittenStep } from './steps.ts';
import { VENDOR_KEY, writeVendor, type RecordContent } from './vendor.ts';

export type Records = ReadonlyMap<RecordId, RecordSnapshot>;

/** The canonical file as JSON; `printJson` makes the text. Records are those the path refers to and those of its stages. */
export function exportPath(snapshot: PathSnapshot, records: Records): JsonObject {
	return writePath(snapshot, records).value;
}

export interface WrittenPath {
	/** The file, its workflow_data and its path_data. */
	readonly value: JsonObject;
	readonly data: JsonObject;
	readonly path: JsonObject;
	readonly steps: readonly WrittenStep[];
}

/** The canonical file of a path and what it is made of. */
export function writePath(snapshot: PathSnapshot, records: Records): WrittenPath {
	const { status, steps, more, vendor } = writeParts(snapshot, records);
	const path = { path_status: status, steps: steps.map(({ json }) => json), ...more, ...vendor };
	const data = workflowData(snapshot, path);
	return { value: enveloped(snapshot, data), data, path, steps };
}

function enveloped(snapshot: PathSnapshot, workflow: JsonObject): JsonObject {
	const root = growTree(snapshot).root ?? null;
	const around = keptIn(snapshot, 'envelope');
	const foreign = Object.assign(
		{},
		...around.map(({ value }) => (isObject(value) ? value : {})),
	) as JsonObject; // objects only
	const metadata = isObject(foreign['metadata']) ? without(foreign['metadata'], ['sha1']) : {};
	const data = isObject(foreign['data']) ? foreign['data'] : {};
	const bare = { airalogy_protocol_id: null, protocol_id: null, protocol_version: null };
	return {
		format: 'airalogy.record',
		schema_version: 1,
		airalogy_record_id: null,
		record_id: root,
		record_version: 1,
		metadata: { ...bare, ...metadata },
		// A foreign record id would name another content from now on.
		...without(foreign, ENVELOPE_KEYS),
		data: {
			var: {},
			...without(data, ['workflow']),
			workflow: { [workflowId(snapshot)]: workflow },
		},
	};
}

function workflowId(snapshot: PathSnapshot): string {
	const kept = keptIn(snapshot, 'workflow-id')[0]?.value;
	return typeof kept === 'string' ? kept : (definitionOf(snapshot)?.workflow.id ?? '');
}

/** `workflow_data`: the graph, the protocols, and the path with its vendor part. */
function workflowData(snapshot: PathSnapshot, path: JsonObject): JsonObject {
	const definition = definitionOf(snapshot);
	return {
		...(definition && isGraph(definition) ? { workflow_info: writeWorkflowInfo(definition.workflow) } : {}),
		protocols_info: definition ? writeProtocolsInfo(definition) : [],
		path_data: path,
		...keptAt(snapshot, 'workflow_data'),
	};
}

/** A path that came without a graph goes without one: no edges is not "no edge". */
function isGraph({ workflow }: Definition): boolean {
	return workflow.edges !== null || workflow.source !== null;
}

/** The number a version is exported under, from the records at hand. */
export function numbersIn(records: Records): VersionNumber {
	return (record, uid) => records.get(record)?.versions.get(uid)?.number;
}

/** What a path_data is made of in every form that carries our own part. */
export interface PathParts {
	readonly status: string;
	/** Canonical steps. */
	readonly steps: readonly WrittenStep[];
	/** Keys of others. */
	readonly more: JsonObject;
	/** Our own part under its key. */
	readonly vendor: JsonObject;
}

/** The parts of a path_data. */
export function writeParts(snapshot: PathSnapshot, records: Records): PathParts {
	const tree = growTree(snapshot);
	const derived = derivedSteps(snapshot, tree, numbersIn(records));
	return {
		status: pathStatus(snapshot, tree).status,
		steps: writeSteps(snapshot, tree, derived),
		more: keptAt(snapshot, 'path_data'),
		vendor: { [VENDOR_KEY]: writeVendor(snapshot, contents(snapshot, records)) },
	};
}

/** The definition new stages are made under; undefined where it cannot be read. */
export function definitionOf(snapshot: PathSnapshot): Definition | undefined {
	return snapshot.meta && snapshot.definition(snapshot.meta.template);
}

/** Entries of one place, in the order of their keys in the document. */
function keptIn(
	{ kept }: PathSnapshot,
	place: string,
): { readonly key: Json | undefined; readonly value: Json }[] {
	return [...kept]
		.filter(([, entry]) => entry['place'] === place)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, { key, value }]) => ({ key: key as Json | undefined, value })); // loose keys of a document are JSON
}

/** What is kept of one place, by its keys there. */
export function keptAt(snapshot: PathSnapshot, place: string): JsonObject {
	return Object.fromEntries(
		keptIn(snapshot, place).flatMap(({ key, value }) =>
			typeof key === 'string' ? [[key, value] as const] : [],
		),
	);
}

/** The records that belong to a path: those of its stages, by their drafts, and those it refers to. */
function contents(snapshot: PathSnapshot, records: Records): readonly RecordContent[] {
	const ids = new Set<string>(snapshot.stages.keys());
	for (const [stage, entry] of snapshot.records) ids.add(recordOf(entry, stage).record);
	return [...records]
		.filter(([id]) => ids.has(id))
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([id, record]) => ({ id, versions: record.raw('versions'), draft: record.raw('draft') }));
}
