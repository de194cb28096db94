// Items of protocols_info: the canonical nested ones and AIRA's flat ones. An index decides which protocol of the workflow an item is, without
// one its id. What we do not interpret (a Python model, keys of others) is carried untouched. Refused: matching by position where an id
// tells more.

import { isExact, isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import type { Workflow, WorkflowNode } from '#lib/core/workflow/workflow.ts';
import { baseOf, type Dialect } from './detect.ts';
import type { Fill } from './fill.ts';
import { without } from './keys.ts';
import { within, type Reporter, type Spot } from './report.ts';

export interface FoundProtocols {
	readonly workflow: { readonly value: Json } | undefined;
	readonly protocols: { readonly spot: Spot; readonly value: readonly Json[] } | undefined;
	readonly dialect: Dialect;
	/** Gives a protocol what its item lacks. */
	readonly fill?: Fill;
}

/** A protocol of the list, and whether the workflow has it. */
export interface Item {
	readonly protocol: Protocol;
	readonly spot: Spot;
	readonly known: boolean;
}

/** Reads a list of protocols; what is none, or names an index a second time, is left over. */
export function readItems(
	{ protocols, dialect, workflow: graph, fill }: FoundProtocols,
	workflow: Workflow | null,
	reporter: Reporter,
): { items: readonly Item[]; leftovers: { spot: Spot; value: Json }[] } {
	const items = new Map<number, Item>();
	const base = baseOf(graph?.value) ?? 1;
	const leftovers: { spot: Spot; value: Json }[] = [];
	for (const [position, value] of (protocols?.value ?? []).entries()) {
		const spot = within(protocols?.spot ?? { file: '', pointer: '' }, position);
		const item = isObject(value) ? (dialect === 'aira' ? nested(value, base) : value) : null;
		const found = item && indexOf(item, workflow, position, spot, reporter);
		if (!item || !found || items.has(found.index)) {
			leftovers.push({ spot, value });
			continue;
		}
		const own = readItem(item, found.index);
		const protocol = fill?.(own, spot) ?? own;
		if (protocol.markdown === null && protocol.schema === null)
			reporter.changed(spot, 'protocol_without_content', { protocol: protocol.protocolId });
		items.set(found.index, { protocol, spot, known: found.known });
		leftovers.push(...oddValues(value, spot));
	}
	return { items: [...items.values()], leftovers };
}

/** What stands under a key of ours and is nothing we can read there. */
function oddValues(item: Json, spot: Spot): { spot: Spot; value: Json }[] {
	if (!isObject(item)) return [];
	return Object.entries(item).flatMap(([key, value]) =>
		value === null || fits(key, value) ? [] : [{ spot: within(spot, key), value }],
	);
}

function fits(key: string, value: Json): boolean {
	if (key === 'protocol_index') return isIndex(numberOf(value));
	if (key === 'protocol_data') return isObject(value);
	return (key !== 'protocol_id' && key !== 'airalogy_protocol_id') || typeof value === 'string';
}

function isIndex(index: number | undefined): index is number {
	return index !== undefined && Number.isSafeInteger(index) && index >= 0;
}

const CONTENT_KEYS = ['markdown', 'model', 'assigner', 'field_json_schema'];

/** AIRA lists protocols flat; their contents go where the canonical form has them, and an index counts from 0. */
function nested(item: JsonObject, base: 0 | 1): JsonObject {
	if (isObject(item['protocol_data'])) return item;
	const entries = Object.entries(item);
	const content = entries.filter(([key]) => CONTENT_KEYS.includes(key));
	const rest = entries.filter(([key]) => !CONTENT_KEYS.includes(key));
	const index = numberOf(item['protocol_index']);
	const counted: JsonObject = index === undefined ? {} : { protocol_index: index - base };
	return { ...Object.fromEntries(rest), ...counted, protocol_data: Object.fromEntries(content) };
}

function indexOf(
	item: JsonObject,
	workflow: Workflow | null,
	position: number,
	at: Spot,
	reporter: Reporter,
): { index: number; known: boolean } {
	const index = numberOf(item['protocol_index']);
	const node = workflow?.nodes.find((known) =>
		index === undefined ? names(known, item) : known.index === index,
	);
	if (node) return { index: node.index, known: true };
	if (isIndex(index)) return { index, known: false };
	if (workflow === null) {
		if (position === 0) reporter.changed(at, 'protocol_index_assumed');
		return { index: position, known: false };
	}
	const next = Math.max(-1, ...workflow.nodes.map((known) => known.index)) + 1 + position;
	return { index: next, known: false };
}

function names(node: WorkflowNode, item: JsonObject): boolean {
	const foreign = item['airalogy_protocol_id'];
	if (typeof foreign === 'string' && node.airalogyProtocolId !== null)
		return node.airalogyProtocolId === foreign;
	return item['protocol_id'] === node.protocolId;
}

const AIRALOGY_PROTOCOL = /\.protocol\.(.+?)(?:\.v\.([\w.+-]+))?$/;

/** Id and version inside an Airalogy protocol id; null where it is malformed. */
export function partsOfProtocolId(
	id: Json | undefined,
): { protocolId: string; version: string | null } | null {
	const [, protocolId, version] = (typeof id === 'string' && AIRALOGY_PROTOCOL.exec(id)) || [];
	return protocolId === undefined ? null : { protocolId, version: version ?? null };
}

const ITEM_KEYS = [
	'protocol_index',
	'protocol_id',
	'protocol_version',
	'airalogy_protocol_id',
	'protocol_data',
];

function readItem(item: JsonObject, index: number): Protocol {
	const foreign = textOf(item['airalogy_protocol_id']);
	const parts = partsOfProtocolId(foreign ?? undefined);
	const content = isObject(item['protocol_data']) ? item['protocol_data'] : {};
	const kept = without(item, ITEM_KEYS);
	const oddContent = Object.entries(content).filter(([key, value]) => !isOurs(key, value));
	if (oddContent.length > 0) kept['protocol_data'] = Object.fromEntries(oddContent);
	else if (item['protocol_data'] === null) kept['protocol_data'] = null;
	// An index by a lexeme of its own (1.0) goes back as it came.
	if (isExact(item['protocol_index']) && numberOf(item['protocol_index']) === index)
		kept['protocol_index'] = item['protocol_index'];
	const version = textOf(item['protocol_version']);
	if (version === null && (item['protocol_version'] ?? null) !== null)
		kept['protocol_version'] = item['protocol_version'] ?? null;
	return {
		index,
		protocolId: textOf(item['protocol_id']) || parts?.protocolId || foreign || `protocol_${index}`,
		protocolVersion: version ?? parts?.version ?? null,
		airalogyProtocolId: foreign,
		title: '',
		markdown: textOf(content['markdown']),
		model: textOf(content['model']),
		assigner: textOf(content['assigner']),
		schema: content['field_json_schema'] ?? null,
		kept,
	};
}

function isOurs(key: string, value: Json): boolean {
	return (
		key === 'field_json_schema' ||
		(CONTENT_KEYS.includes(key) && (value === null || typeof value === 'string'))
	);
}

function textOf(value: Json | undefined): string | null {
	return typeof value === 'string' ? value : null;
}
