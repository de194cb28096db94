// What limits do not cover (nested objects, conditions, unions) is checked by the field's own schema, with a validator that needs no eval.
// It is run only where its work is bounded: references expand to little, and the value is not large; otherwise nothing is said.
// Patterns are taken out first (pattern.ts), formats too (checked by kind).

import { Validator, type Schema } from '@cfworker/json-schema';
import { isList, isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { plainJson } from '#lib/core/json/plain.ts';
import { readPointer } from '#lib/core/json/pointer.ts';

export interface SchemaFault {
	readonly pointer: string;
	readonly keyword: string;
	readonly detail: string;
}

const BUDGET = 200_000;
const TAKEN_OUT = new Set([
	'pattern',
	'patternProperties',
	'format',
	'$schema',
	'$id',
	'id',
	'$dynamicRef',
	'$recursiveRef',
]);
const WRAPPERS = new Set(['properties', 'items', '$ref', 'allOf', 'additionalProperties', 'prefixItems']);
const FAULT_LIMIT = 5;

/** What is wrong with a value by its schema (draft 2020-12); empty where nothing is, or where checking would cost too much. */
export function checkBySchema(schema: Json, value: Json): readonly SchemaFault[] {
	if (!isObject(schema)) return [];
	const cost = costOf(schema, schema, new Set(), 0) * sizeOf(value);
	if (!(cost <= BUDGET) || isTwisted(schema)) return [];
	const plain = plainJson(harmless(schema)) as Schema; // an object went in
	const result = new Validator(plain, '2020-12', false).validate(plainJson(value));
	return result.errors
		.filter(({ keyword }) => !WRAPPERS.has(keyword))
		.slice(0, FAULT_LIMIT)
		.map(({ instanceLocation, keyword, error }) => ({
			pointer: instanceLocation.replace(/^#/, ''),
			keyword,
			detail: error,
		}));
}

/** Schema parts visited for one value, references followed; infinite where they go in circles. */
function costOf(part: Json, root: JsonObject, open: ReadonlySet<Json>, depth: number): number {
	if (typeof part !== 'object' || part === null) return 0;
	if (open.has(part) || depth > 64) return Number.POSITIVE_INFINITY;
	const inside = new Set(open).add(part);
	let cost = 1;
	for (const [key, item] of Object.entries(part)) {
		if (cost > BUDGET) return cost;
		if (key === '$defs' || key === 'definitions' || key === 'default' || key === 'examples') continue;
		const target = key === '$ref' && typeof item === 'string' ? readTarget(root, item) : item;
		cost += target === undefined ? Number.POSITIVE_INFINITY : costOf(target, root, inside, depth + 1);
	}
	return cost;
}

function readTarget(root: JsonObject, ref: string): Json | undefined {
	return ref.startsWith('#') ? readPointer(root, ref.slice(1)) : undefined;
}

function sizeOf(value: Json): number {
	if (typeof value !== 'object' || value === null) return 1;
	return Object.values(value).reduce<number>((size, item) => size + sizeOf(item), 1);
}

/** Names, not keywords, are the keys in these. */
const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
/** Data, not schemas, is in these. */
const DATA = new Set(['const', 'enum', 'default', 'examples', 'required']);

function harmless(part: Json, names = false): Json {
	if (isList(part)) return part.map((item) => harmless(item));
	if (!isObject(part)) return part;
	const open = !names && Object.hasOwn(part, 'patternProperties'); // then we do not know which properties are additional
	const kept = Object.entries(part).filter(
		([key]) =>
			names || (!TAKEN_OUT.has(key) && !(open && /^(?:additional|unevaluated)Properties$/.test(key))),
	);
	return Object.fromEntries(
		kept.map(([key, item]) => [
			key,
			!names && DATA.has(key) ? item : harmless(item, !names && MAPS.has(key)),
		]),
	);
}

/** True where a condition may depend on what is taken out: then the outcome could turn round. */
function isTwisted(schema: JsonObject): boolean {
	const keys = new Set<string>();
	const walk = (part: Json, names: boolean): void => {
		if (isList(part)) part.forEach((item) => walk(item, false));
		if (!isObject(part)) return;
		for (const [key, item] of Object.entries(part)) {
			if (!names) keys.add(key);
			if (names || !DATA.has(key)) walk(item, !names && MAPS.has(key));
		}
	};
	walk(schema, false);
	const conditional = ['not', 'oneOf', 'if', 'contains'].some((key) => keys.has(key));
	return conditional && ['pattern', 'patternProperties', 'format'].some((key) => keys.has(key));
}
