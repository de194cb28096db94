// The only file that reads with the YAML parser (30 kB of a page; yaml-size.ts counts what it is given, exchange/workflow/yaml.ts writes with it): whoever needs it loads this lazily,
// through read.ts. YAML becomes JSON as we carry it, with a way back from a JSON pointer to the place in the text. Aliases are bounded by
// number (32, the published limit), by what they expand to, and by cycles. Refused: the parser's own `toJS` (loses number lexemes,
// expands before it counts).

import {
	isAlias,
	isMap,
	isScalar,
	isSeq,
	parseDocument,
	visit,
	type Alias,
	type Document,
	type Node,
	type YAMLMap,
} from 'yaml';
import { carryNumber, carryObject, type Json } from '#lib/core/json/json.ts';
import { splitPointer } from '#lib/core/json/pointer.ts';
import { isNumberLexeme } from '#lib/core/json/tokens.ts';
import { DEPTH_LIMIT, excessOf } from './yaml-size.ts';

export type YamlFaultCode =
	'yaml' | 'too_large' | 'too_deep' | 'too_many_aliases' | 'circular_alias' | 'double_key';

export interface YamlRemark<Code extends string = YamlFaultCode> {
	readonly code: Code;
	/** Offset in the YAML text. */
	readonly offset: number;
	readonly data: { readonly [key: string]: Json };
	readonly detail: string;
}

export interface YamlText {
	readonly value: Json;
	readonly faults: readonly YamlRemark[];
	readonly warnings: readonly YamlRemark<'yaml'>[];
	/** Offset of what a pointer names; of its parent where it names nothing. */
	readonly locate: (pointer: string) => number;
}

const ALIAS_LIMIT = 32;
const LENGTH_LIMIT = 200_000; // ten times the longest definition seen; the parser takes seconds for a megabyte of mistakes
const NODE_LIMIT = 100_000;
const REMARK_LIMIT = 20;

/** Reads one YAML document; with faults, `value` is null. */
export function readYaml(source: string): YamlText {
	// A CR alone ends a line in YAML, which the parser does not know.
	const text = source.replace(/\r(?!\n)/g, '\n');
	if (text.length > LENGTH_LIMIT) return refused('too_large', { limit: LENGTH_LIMIT });
	const excess = excessOf(text);
	if (excess) return refused(excess.code, { limit: excess.limit }, excess.offset);
	try {
		return convert(parseDocument(text, { prettyErrors: false, uniqueKeys: false, version: '1.2' }));
	} catch (error) {
		if (error instanceof RangeError) return refused('too_deep', {}); // the parser is recursive and overflows before it can say so
		throw error;
	}
}

function convert(document: Document.Parsed): YamlText {
	const locate = (pointer: string) => placeOf(document.contents, splitPointer(pointer) ?? []);
	const remarks = (found: readonly { readonly pos: readonly [number, number]; readonly message: string }[]) =>
		found.slice(0, REMARK_LIMIT).map(({ pos, message }) => ({
			code: 'yaml' as const,
			offset: pos[0],
			data: {},
			detail: message,
		}));
	const warnings = remarks(document.warnings);
	if (document.errors.length > 0) return { value: null, faults: remarks(document.errors), warnings, locate };
	const converter = new Converter(document);
	const value = converter.convert();
	const { faults } = converter;
	return { value: faults.length > 0 ? null : value, faults, warnings, locate };
}

function refused(code: YamlFaultCode, data: YamlRemark['data'], offset = 0): YamlText {
	return { value: null, faults: [{ code, offset, data, detail: '' }], warnings: [], locate: () => 0 };
}

class Converter {
	readonly faults: YamlRemark[] = [];
	#stopped = false;
	#inKey = false;
	#nodes = 0;
	readonly #document: Document.Parsed;
	readonly #open = new Set<Node>();
	readonly #targets = new Map<Node, Node | undefined>();

	constructor(document: Document.Parsed) {
		this.#document = document;
	}

	convert(): Json {
		const aliases: Alias[] = [];
		visit(this.#document, { Alias: (_, alias) => void aliases.push(alias) });
		const over = aliases[ALIAS_LIMIT];
		if (over) return this.#stop('too_many_aliases', over, { limit: ALIAS_LIMIT, found: aliases.length });
		for (const alias of aliases) this.#targets.set(alias, alias.resolve(this.#document));
		return this.#value(this.#document.contents, 0);
	}

	#refuse(code: YamlFaultCode, node: unknown, data: YamlRemark['data']): void {
		if (this.faults.length < REMARK_LIMIT)
			this.faults.push({ code, offset: startOf(node), data, detail: '' });
	}

	#stop(code: YamlFaultCode, node: unknown, data: YamlRemark['data'] = {}): null {
		if (!this.#stopped) this.#refuse(code, node, data);
		this.#stopped = true;
		return null;
	}

	#value(node: unknown, depth: number): Json {
		if (this.#stopped) return null;
		if (++this.#nodes > NODE_LIMIT) return this.#stop('too_large', node, { limit: NODE_LIMIT });
		if (depth > DEPTH_LIMIT) return this.#stop('too_deep', node, { limit: DEPTH_LIMIT });
		if (isScalar(node)) return scalar(node.value, node.source);
		if (isAlias(node)) {
			const target = this.#targets.get(node);
			if (!target || this.#open.has(target)) return this.#stop('circular_alias', node);
			return this.#value(target, depth + 1);
		}
		if (!isMap(node) && !isSeq(node)) return null;
		this.#open.add(node);
		const value = isSeq(node)
			? node.items.map((item) => this.#value(item, depth + 1))
			: this.#map(node, depth);
		this.#open.delete(node);
		return value;
	}

	/** A list or map as a key, as text. Inside such a key there is no other: every quotation of a quotation is twice as long, thirty are 2^30. */
	#keyOf(key: unknown, depth: number): string {
		if (this.#inKey) this.#stop('too_deep', key, { limit: 1 });
		this.#inKey = true;
		const name = JSON.stringify(this.#value(key, depth + 1));
		this.#inKey = false;
		return name;
	}

	/** Doubled keys are found here: the parser's own check compares each key with all before it. */
	#map(node: YAMLMap, depth: number): Json {
		const entries = new Map<string, Json>();
		for (const { key, value } of node.items) {
			const name = isScalar(key) ? (key.source ?? String(key.value)) : this.#keyOf(key, depth);
			if (entries.has(name)) this.#refuse('double_key', key, { key: name });
			entries.set(name, this.#value(value, depth + 1));
		}
		return carryObject(entries);
	}
}

function scalar(value: unknown, source: string | undefined): Json {
	if (typeof value === 'string' || typeof value === 'boolean') return value;
	if (typeof value !== 'number') return null;
	if (source !== undefined && isNumberLexeme(source)) return carryNumber(source);
	return Number.isFinite(value) ? carryNumber(String(value)) : (source ?? String(value));
}

function placeOf(root: unknown, path: readonly string[]): number {
	let node = root;
	let place = startOf(root);
	for (const step of path) {
		if (isMap(node)) {
			const pair = node.items.find(({ key }) => isScalar(key) && (key.source ?? String(key.value)) === step);
			if (!pair) return place;
			place = startOf(pair.value) || startOf(pair.key);
			node = pair.value;
		} else if (isSeq(node)) {
			node = node.items[Number(step)];
			if (node === undefined) return place;
			place = startOf(node);
		} else return place;
	}
	return place;
}

function startOf(node: unknown): number {
	return (node as Node | null)?.range?.[0] ?? 0; // every parsed node has a range; anything else has none
}
