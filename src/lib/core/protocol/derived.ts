// The JSON schema of the `var` section where a protocol gives only marks: what we export in place of `{}`. Shaped as Pydantic v2 would,
// so that the other side reads it with what it has; reading it back gives the same fields.

import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { builtIn } from './built-in.ts';
import type { Field, FieldKind, ProtocolFields } from './protocol.ts';

const TYPES: Readonly<Record<FieldKind, JsonObject>> = {
	text: { type: 'string' },
	markdown: { type: 'string', airalogy_type: 'AiralogyMarkdown' },
	code: { type: 'string', airalogy_type: 'CodeStr' },
	number: { type: 'number' },
	integer: { type: 'integer' },
	boolean: { type: 'boolean' },
	date: { type: 'string', format: 'date' },
	time: { type: 'string', format: 'time' },
	datetime: { type: 'string', format: 'date-time' },
	duration: { type: 'string', format: 'duration' },
	choice: {},
	choices: { type: 'array' },
	list: { type: 'array' },
	table: { type: 'array' },
	file: { type: 'string' },
	json: {},
};

const LIMITS = [
	['ge', 'minimum'],
	['gt', 'exclusiveMinimum'],
	['le', 'maximum'],
	['lt', 'exclusiveMaximum'],
	['multipleOf', 'multipleOf'],
	['minLength', 'minLength'],
	['maxLength', 'maxLength'],
	['pattern', 'pattern'],
	['minItems', 'minItems'],
	['maxItems', 'maxItems'],
] as const;

/** The schema of a record's `var` section. */
export function derivedSchema(fields: Pick<ProtocolFields, 'vars'>): JsonObject {
	return { ...objectOf(fields.vars), title: 'VarModel' };
}

function objectOf(fields: readonly Field[]): JsonObject {
	return {
		type: 'object',
		properties: Object.fromEntries(fields.map((field) => [field.id, propertyOf(field)])),
		required: fields.filter(({ default: value }) => value === undefined).map(({ id }) => id),
	};
}

function propertyOf(field: Field): JsonObject {
	const bare = shapeOf(field);
	const shape: JsonObject = field.nullable ? { anyOf: [bare, { type: 'null' }] } : bare;
	const optional: Record<string, Json> = {};
	if (field.default !== undefined) optional['default'] = field.default;
	if (field.description !== '') optional['description'] = field.description;
	if (field.examples.length > 0) optional['examples'] = field.examples;
	if (field.unit !== '') optional['unit'] = field.unit;
	if (field.parameter) optional['field_type'] = 'parameter';
	return { ...shape, title: field.title, ...optional };
}

/** Type and limits; what Airalogy's own types say is kept by their name. */
function shapeOf(field: Field): JsonObject {
	const { kind, type, choices, columns, items, fileExtensions, limits } = field;
	const shape: Record<string, Json> = { ...TYPES[kind] };
	if (kind === 'choice') Object.assign(shape, enumOf(choices));
	if (kind === 'choices') shape['items'] = enumOf(choices);
	if (kind === 'list' && items) shape['items'] = propertyShape(items);
	if (kind === 'table') shape['items'] = objectOf(columns);
	const named = /^[A-Z][A-Za-z]*$/.test(type) && builtIn(type) !== undefined && kind !== 'choice';
	if (named && !['Decimal', 'Any'].includes(type)) shape['airalogy_type'] = type;
	if (kind === 'file' && fileExtensions.length > 0)
		shape['file_extension'] = fileExtensions.length === 1 ? (fileExtensions[0] ?? '') : fileExtensions;
	for (const [limit, keyword] of LIMITS) {
		const value = limits[limit];
		if (value !== undefined) shape[keyword] = value;
	}
	return shape;
}

function propertyShape(item: Field): JsonObject {
	const shape = shapeOf(item);
	return item.nullable ? { anyOf: [shape, { type: 'null' }] } : shape;
}

function enumOf(choices: readonly Json[]): JsonObject {
	return choices.every((choice) => typeof choice === 'string')
		? { enum: choices, type: 'string' }
		: { enum: choices };
}
