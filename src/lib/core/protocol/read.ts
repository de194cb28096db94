// The door for protocols that come alone: an `.aimd` text with or without its `protocol.toml`, or a JSON schema. Protocols inside a path's
// file are read by the exchange, which has their ids already.

import { contentHash } from '#lib/core/json/hash.ts';
import { isObject, type Json } from '#lib/core/json/json.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { findFences } from './fences.ts';
import type { Protocol } from './protocol.ts';
import { readTomlTexts } from './toml-text.ts';

export interface ProtocolInput {
	readonly markdown?: string;
	/** The text of `protocol.toml`. */
	readonly toml?: string;
	readonly schema?: Json;
	readonly model?: string;
	readonly assigner?: string;
	/** Where no toml names it: an id, such as the folder's name. */
	readonly id?: string;
	readonly index?: number;
}

export type ProtocolRefusal = 'nothing_given' | 'not_a_schema' | 'too_large';

const LENGTH_LIMIT = 4_000_000;

/** Makes a protocol of what is given; `fieldsOf` says what its text and schema hold. */
export function readProtocol(input: ProtocolInput): Result<Protocol, ProtocolRefusal> {
	const { markdown = null, toml = '', schema = null, model = null, assigner = null, index = 0 } = input;
	if ((markdown ?? '').length > LENGTH_LIMIT || toml.length > LENGTH_LIMIT) return err('too_large');
	if (markdown === null && schema === null) return err('nothing_given');
	if (schema !== null && !(isObject(schema) && isObject(schema['properties']))) return err('not_a_schema');
	const named = readTomlTexts(toml, 'airalogy_protocol');
	const title =
		(markdown === null ? '' : headingOf(markdown)) || (named.get('name') ?? '') || schemaTitle(schema);
	const protocolId =
		named.get('id') ||
		input.id ||
		idFrom(title) ||
		`protocol_${contentHash({ markdown, schema }).slice(0, 8)}`;
	return ok({
		index,
		protocolId,
		protocolVersion: named.get('version') ?? null,
		airalogyProtocolId: null,
		title: title || protocolId,
		markdown,
		model,
		assigner,
		schema,
		kept: {},
	});
}

/** The first heading of a Markdown text, plain; empty where none. */
export function headingOf(markdown: string): string {
	const fences = findFences(markdown);
	for (const found of markdown.matchAll(
		/^ {0,3}#{1,6}[ \t]+([^\r\n]+)|^ {0,3}(\S[^\r\n]*)\r?\n {0,3}(?:=+|-{2,})[ \t]*$/gm,
	)) {
		if (fences.some(({ start, end }) => found.index >= start && found.index < end)) continue;
		const heading = (found[1] ?? found[2] ?? '').replace(/[ \t]+#+[ \t]*$/, '').replace(/\{\{.*?\}\}/g, '');
		const plain = heading.replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '').trim();
		if (plain !== '') return plain;
	}
	return '';
}

function schemaTitle(schema: Json): string {
	const title = isObject(schema) ? schema['title'] : undefined;
	return typeof title === 'string' && title !== 'VarModel' ? title : '';
}

function idFrom(title: string): string {
	const id = title
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '_')
		.replace(/^_+|_+$/g, '')
		.slice(0, 64);
	return /^[a-z]/.test(id) ? id : '';
}
