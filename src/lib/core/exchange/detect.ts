// Says what a file is by its shape: names of files and single indexes lie, shapes do not. First what parts it holds (a path, a workflow, a
// list of protocols, records, or several together), then, once parts that belong together are together, whose dialect they speak. What
// we cannot read yet is recognised and refused by name. Refused: trying one reader after the other until none complains.

import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { within, type Source, type Spot } from './report.ts';

/** What stood around a path's data. `whole` is the record it stood in, with its workflows. */
export interface Around {
	readonly spot: Spot;
	readonly value: JsonObject;
	readonly whole?: JsonObject;
}

/** One part of a file and where it stood. */
export type Part =
	| {
			readonly kind: 'data';
			readonly spot: Spot;
			/** The key under which it stood in `data.workflow`. */
			readonly workflowId: string | null;
			/** workflow_info, protocols_info and path_data, or some of them. */
			readonly value: JsonObject;
			/** What stood around it: the record without its workflows, or the request body without workflow_data. */
			readonly around: Around | null;
	  }
	| { readonly kind: 'path'; readonly spot: Spot; readonly value: JsonObject }
	| { readonly kind: 'workflow'; readonly spot: Spot; readonly value: Json }
	| { readonly kind: 'protocols'; readonly spot: Spot; readonly value: readonly Json[] }
	| { readonly kind: 'record'; readonly spot: Spot; readonly value: JsonObject };

export type Dialect = 'airalogy' | 'aira' | 'engine';

const DATA_KEYS = ['path_data', 'workflow_info', 'protocols_info'];
const ITEM_KEYS = ['protocol_data', 'field_json_schema', 'markdown', 'protocol_index'];

/** The parts in a JSON document; empty where nothing in it is ours, a source's name where it is one we do not read yet. */
export function findParts(value: Json, spot: Spot): readonly Part[] | Source {
	if (Array.isArray(value)) return findInList(value, spot);
	if (!isObject(value)) return [];
	if ('@graph' in value || '@context' in value) return 'eln';
	if (value['format'] === 'airalogy.archive' || 'archive_version' in value) return 'aira-archive';
	if (isRecord(value)) return findInRecord(value, spot);
	if (isObject(value['workflow_data'])) return [fromRequest(value, value['workflow_data'], spot)];
	if (isData(value)) return [{ kind: 'data', spot, workflowId: null, value, around: null }];
	if (Array.isArray(value['steps'])) return [{ kind: 'path', spot, value }];
	if (Array.isArray(value['protocols']) || Array.isArray(value['nodes']))
		return [{ kind: 'workflow', spot, value }];
	return isMap(value) ? fromMap(value, spot, null) : [];
}

function findInList(list: readonly Json[], spot: Spot): readonly Part[] {
	const objects = list.filter(isObject);
	if (objects.length === 0 || objects.length < list.length) return [];
	if (objects.every(isProtocolItem)) return [{ kind: 'protocols', spot, value: list }];
	if (!objects.every(isRecord)) return [];
	return objects.flatMap((item, index) => findInRecord(item, within(spot, index)));
}

function findInRecord(value: JsonObject, spot: Spot): readonly Part[] {
	const data = isObject(value['data']) ? value['data'] : value;
	const map = data['workflow'];
	if (!isObject(map) || !isMap(map)) return [{ kind: 'record', spot, value }];
	const { workflow: _, ...rest } = data;
	const around = data === value ? rest : { ...value, data: rest };
	const place = within(spot, ...(data === value ? [] : ['data']), 'workflow');
	return fromMap(map, place, { spot, value: around, whole: value });
}

function fromMap(map: JsonObject, spot: Spot, around: Around | null): readonly Part[] {
	return Object.entries(map).flatMap(([workflowId, value]): Part[] =>
		isObject(value) ? [{ kind: 'data', spot: within(spot, workflowId), workflowId, value, around }] : [],
	);
}

function fromRequest(body: JsonObject, value: JsonObject, spot: Spot): Part {
	const { workflow_data: _, ...rest } = body;
	const around = Object.keys(rest).length === 0 ? null : { spot, value: rest };
	return { kind: 'data', spot: within(spot, 'workflow_data'), workflowId: null, value, around };
}

function isRecord(value: JsonObject): boolean {
	if (value['format'] === 'airalogy.record') return isObject(value['data']);
	const data = isObject(value['data']) ? value['data'] : value;
	return isObject(data['var']) || (isObject(data['workflow']) && isMap(data['workflow']));
}

function isData(value: Json): boolean {
	return isObject(value) && DATA_KEYS.some((key) => key in value);
}

/** A bare `data.workflow`: every value is a path with its protocols. */
function isMap(value: JsonObject): boolean {
	const values = Object.values(value);
	return values.length > 0 && values.every(isData);
}

function isProtocolItem(value: JsonObject): boolean {
	const named = 'airalogy_protocol_id' in value || 'protocol_id' in value;
	return named && ITEM_KEYS.some((key) => key in value);
}

/** A text that is no JSON but a workflow block (YAML, with or without its fence). Line by line: blanks over lines would be looked at again at each. */
export function isWorkflowBlock(text: string): boolean {
	return (
		/^[ \t]*(```|~~~)[ \t]*workflow/m.test(text) ||
		/^[ \t]*(version:[ \t]*airalogy\.workflow|protocols:|nodes:)/m.test(text)
	);
}

/** An archive given as text, known by its name or its first bytes. */
export function archiveSource(name: string, text: string): Source | null {
	if (/\.aira$/i.test(name)) return 'aira-archive';
	if (/\.eln$/i.test(name)) return 'eln';
	if (/\.pathbook$/i.test(name)) return 'pathbook';
	return text.startsWith('PK\u0003\u0004') ? 'aira-archive' : null;
}

export interface Spoken {
	readonly workflow: Json | undefined;
	readonly protocols: Json | undefined;
	readonly path: Json | undefined;
}

/**
 * Whose dialect parts speak that belong together; null where nothing tells. Strong signs first: a step or a nesting that only one dialect
 * has; then an empty thought; the base of the indexes last, because a canonical workflow may begin at 1.
 */
export function dialectOf({ workflow, protocols, path }: Spoken): Dialect | null {
	const items = Array.isArray(protocols) ? protocols.filter(isObject) : [];
	const steps = isObject(path) && Array.isArray(path['steps']) ? path['steps'].filter(isObject) : [];
	const engine = items.some((item) => isObject(item['protocol_data']) && 'node_id' in item['protocol_data']);
	const nested = items.some((item) => 'protocol_data' in item || 'protocol_index' in item);
	if (engine) return 'engine';
	// Our part says which steps are ours, whatever kept ones stand between them; our lists of protocols tell the two forms apart.
	if (isObject(path) && 'pathbook' in path) return nested ? 'airalogy' : items.length > 0 ? 'aira' : null;
	if (steps.some(isEngineStep)) return 'engine';
	if (steps.some((step) => step['step'] === 'add_record')) return 'aira';
	if (steps.some((step) => step['step'] === 'record_protocol')) return 'airalogy';
	if (nested) return 'airalogy';
	if (items.length > 0 || steps.some(hasEmptyThought)) return 'aira';
	const base = baseOf(workflow);
	return base === null ? null : base === 1 ? 'aira' : 'airalogy';
}

function isEngineStep(step: JsonObject): boolean {
	const data = step['data'];
	if (!isObject(data)) return false;
	if ('node_id' in data) return true;
	const values = data['values'];
	return isObject(values) && Object.keys(values).some((key) => /^(var|step|check|quiz)\./.test(key));
}

function hasEmptyThought(step: JsonObject): boolean {
	return isObject(step['data']) && step['data']['thought'] === '';
}

/** Where the indexes of a workflow_info begin: 0 or 1; null without one, or without protocols in it. */
export function baseOf(workflow: Json | undefined): 0 | 1 | null {
	const protocols = isObject(workflow) ? workflow['protocols'] : undefined;
	if (!Array.isArray(protocols)) return null;
	const indexes = protocols.map((item: Json) =>
		isObject(item) ? numberOf(item['protocol_index']) : undefined,
	);
	const known = indexes.filter((index) => index !== undefined);
	return known.length === 0 ? null : Math.min(...known) >= 1 ? 1 : 0;
}
