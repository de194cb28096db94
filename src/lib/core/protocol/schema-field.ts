// From a Pydantic v2 JSON schema to fields: `$defs` and `$ref`, `anyOf […, null]` for optional, enums and constants, formats, Airalogy's
// own keys (airalogy_type, file_extension, field_type). Lexical and bounded: references are followed only so far. What we cannot offer as
// a form is edited as JSON, never dropped.

import { isList, isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { readPointer } from '#lib/core/json/pointer.ts';
import { builtIn } from './built-in.ts';
import { bareField, unitOf } from './field.ts';
import type { Field, FieldKind, Limits } from './protocol.ts';

const DEPTH_LIMIT = 12;
const FORMATS: Readonly<Record<string, FieldKind>> = {
	'date-time': 'datetime',
	date: 'date',
	time: 'time',
	duration: 'duration',
};
const TYPES: Readonly<Record<string, FieldKind>> = {
	string: 'text',
	number: 'number',
	integer: 'integer',
	boolean: 'boolean',
};
const NOWHERE = { label: '', before: '', after: '' };

/** The fields of an object schema, in its order; null where it is none. */
export function fieldsOfSchema(schema: Json): Field[] | null {
	return isObject(schema) ? fieldsOfObject(schema, schema, 0) : null;
}

/** True where the schema marks which fields are parameters. */
export function marksParameters(schema: Json): boolean {
	const properties = isObject(schema) ? schema['properties'] : undefined;
	return (
		isObject(properties) &&
		Object.values(properties).some((item) => isObject(item) && Object.hasOwn(item, 'field_type'))
	);
}

function fieldsOfObject(object: JsonObject, root: JsonObject, depth: number): Field[] | null {
	const properties = own(object, 'properties');
	if (!isObject(properties)) return null;
	const required = own(object, 'required');
	const names = new Set(isList(required) ? required : []);
	return Object.entries(properties).map(([id, property]) =>
		fieldOf(id, property, root, names.has(id), depth),
	);
}

function fieldOf(id: string, property: Json, root: JsonObject, required: boolean, depth: number): Field {
	const { schema, nullable } = resolve(property, root);
	const shape = shapeOf(id, schema, root, depth);
	const title = text(own(schema, 'title'));
	const value = own(schema, 'default');
	const examples = own(schema, 'examples');
	const said = text(own(schema, 'unit')) || text(own(schema, 'units'));
	return {
		...bareField(id, shape.kind),
		...shape,
		type: text(own(schema, 'airalogy_type')) || shape.type || text(own(schema, 'type')),
		title: title || id,
		description: text(own(schema, 'description')),
		default: value,
		unit: unitOf({ ...shape, type: 'schema' }, said, title, NOWHERE),
		limits: limitsOf(schema),
		nullable,
		required: required && !nullable,
		parameter: own(schema, 'field_type') === 'parameter',
		examples: isList(examples) ? examples : [],
		schema: withDefinitions(property, root),
	};
}

interface Resolved {
	readonly schema: JsonObject;
	readonly nullable: boolean;
}

/** Follows references and takes the null out of a union; keys beside a reference win over those behind it. */
function resolve(property: Json, root: JsonObject): Resolved {
	let schema: JsonObject = isObject(property) ? property : {};
	let nullable = false;
	for (let hops = 0; hops < DEPTH_LIMIT; hops++) {
		const ref = own(schema, '$ref');
		const union = own(schema, 'anyOf') ?? own(schema, 'oneOf');
		const all = own(schema, 'allOf');
		const options = isList(union) ? union.filter((item) => !isNull(item)) : [];
		if (isList(union) && options.length < union.length) nullable = true;
		const single: Json | undefined =
			options.length === 1 ? options[0] : isList(all) && all.length === 1 ? all[0] : undefined;
		const next = typeof ref === 'string' && ref.startsWith('#') ? readPointer(root, ref.slice(1)) : single;
		if (!isObject(next)) break;
		schema = { ...next, ...without(schema, ['$ref', 'anyOf', 'oneOf', 'allOf']) };
	}
	const types = own(schema, 'type');
	if (!isList(types)) return { schema, nullable };
	const real = types.filter((type) => type !== 'null');
	const type = real.length === 1 ? real[0] : undefined;
	return {
		schema: type === undefined ? without(schema, ['type']) : { ...schema, type },
		nullable: nullable || real.length < types.length,
	};
}

function isNull(item: Json): boolean {
	return isObject(item) && (item['type'] === 'null' || item['const'] === null);
}

type Shape = Pick<Field, 'kind' | 'type' | 'choices' | 'columns' | 'items' | 'fileExtensions'>;
const JSON_SHAPE: Shape = {
	kind: 'json',
	type: '',
	choices: [],
	columns: [],
	items: null,
	fileExtensions: [],
};

function shapeOf(id: string, schema: JsonObject, root: JsonObject, depth: number): Shape {
	if (depth > DEPTH_LIMIT) return JSON_SHAPE;
	const choices = choicesOf(schema);
	if (choices) return { ...JSON_SHAPE, kind: 'choice', choices };
	const airalogy = text(own(schema, 'airalogy_type'));
	const known = airalogy === '' ? undefined : builtIn(airalogy);
	const endings = extensionsOf(own(schema, 'file_extension'));
	const type = text(own(schema, 'type'));
	if (known?.kind === 'file' || endings.length > 0)
		return {
			...JSON_SHAPE,
			kind: 'file',
			fileExtensions: endings.length > 0 ? endings : (known?.fileExtensions ?? []),
		};
	if (known && (type === 'string' || known.kind === 'json'))
		return { ...JSON_SHAPE, kind: known.kind, choices: known.choices ?? [] };
	if (type === 'array') return arrayShape(id, schema, root, depth);
	const format = type === 'string' ? FORMATS[text(own(schema, 'format'))] : undefined;
	const kind = format ?? (Object.hasOwn(TYPES, type) ? TYPES[type] : undefined) ?? numberUnion(schema);
	return { ...JSON_SHAPE, kind: kind ?? 'json' };
}

function arrayShape(id: string, schema: JsonObject, root: JsonObject, depth: number): Shape {
	const items = resolve(own(schema, 'items') ?? {}, root);
	const columns =
		text(own(items.schema, 'type')) === 'object' ? fieldsOfObject(items.schema, root, depth + 1) : null;
	if (columns && columns.length > 0) return { ...JSON_SHAPE, kind: 'table', columns };
	const item = fieldOf(id, own(schema, 'items') ?? {}, root, true, depth + 1);
	if (item.kind === 'choice') return { ...JSON_SHAPE, kind: 'choices', choices: item.choices };
	if (['json', 'list', 'choices', 'table'].includes(item.kind)) return JSON_SHAPE;
	return { ...JSON_SHAPE, kind: 'list', type: `list[${item.type}]`, items: item };
}

/** A closed set of scalars, from enum, const, or a union of such; null where there is none. */
function choicesOf(schema: JsonObject): readonly Json[] | null {
	const listed = own(schema, 'enum');
	const only = own(schema, 'const');
	const choices = isList(listed) ? listed : only === undefined ? unionChoices(schema) : [only];
	const scalars = choices.filter((choice) => choice !== null && !isObject(choice) && !isList(choice));
	return scalars.length > 0 ? scalars : null;
}

function unionChoices(schema: JsonObject): readonly Json[] {
	const union = own(schema, 'anyOf') ?? own(schema, 'oneOf');
	const options: readonly Json[] = isList(union) ? union.filter((item) => !isNull(item)) : [];
	const closed = options.map((option) =>
		isObject(option) && !own(option, 'anyOf') ? choicesOf(option) : null,
	);
	return closed.every((choices) => choices !== null) ? closed.flat() : [];
}

/** Pydantic writes a Decimal as a number or a string of digits. */
function numberUnion(schema: JsonObject): FieldKind | undefined {
	const union = own(schema, 'anyOf');
	const types = isList(union) ? union.map((item) => (isObject(item) ? item['type'] : undefined)) : [];
	return types.includes('number') &&
		types.every((type) => type === 'number' || type === 'integer' || type === 'string')
		? 'number'
		: undefined;
}

function extensionsOf(value: Json | undefined): string[] {
	const list: readonly Json[] = isList(value) ? value : value === undefined ? [] : [value];
	return list.flatMap((item) =>
		typeof item === 'string' && item !== '' ? [item.replace(/^\./, '').toLowerCase()] : [],
	);
}

const LIMITS = [
	['ge', 'minimum'],
	['gt', 'exclusiveMinimum'],
	['le', 'maximum'],
	['lt', 'exclusiveMaximum'],
	['multipleOf', 'multipleOf'],
	['minLength', 'minLength'],
	['maxLength', 'maxLength'],
	['minItems', 'minItems'],
	['maxItems', 'maxItems'],
] as const;

function limitsOf(schema: JsonObject): Limits {
	const numbers = LIMITS.flatMap(([limit, key]): [string, number][] => {
		const value = numberOf(own(schema, key));
		return value === undefined || !Number.isFinite(value) ? [] : [[limit, value]];
	});
	const pattern = own(schema, 'pattern');
	const limits: Limits = Object.fromEntries(numbers);
	return typeof pattern === 'string' ? { ...limits, pattern } : limits;
}

/** The property with the definitions it may refer to, so that it can be used alone. */
function withDefinitions(property: Json, root: JsonObject): Json {
	if (!isObject(property)) return property;
	const definitions = ['$defs', 'definitions'].flatMap((key): [string, Json][] => {
		const value = own(root, key);
		return value === undefined ? [] : [[key, value]];
	});
	return definitions.length === 0 ? property : { ...property, ...Object.fromEntries(definitions) };
}

function own(object: JsonObject, key: string): Json | undefined {
	return Object.hasOwn(object, key) ? object[key] : undefined;
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
	return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function text(value: Json | undefined): string {
	return typeof value === 'string' ? value : '';
}
