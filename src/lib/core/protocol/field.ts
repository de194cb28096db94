// From a mark to a field. What a schema says about the same field is laid over it in fields.ts.

import { isList, numberOf, type Json } from '#lib/core/json/json.ts';
import type { VarContent } from './mark-content.ts';
import type { Field, FieldKind, Limits } from './protocol.ts';
import type { TypeShape } from './type-text.ts';
import { leadingUnit, trailingUnit } from './units.ts';

/** A field of which only id and kind are known. */
export function bareField(id: string, kind: FieldKind): Field {
	return {
		id,
		kind,
		type: '',
		title: id,
		description: '',
		default: undefined,
		unit: '',
		limits: {},
		choices: [],
		nullable: false,
		required: true,
		parameter: false,
		computed: false,
		columns: [],
		items: null,
		fileExtensions: [],
		examples: [],
		schema: null,
	};
}

/** The words around a mark; empty for a column. */
export interface Surroundings {
	readonly label: string;
	readonly before: string;
	readonly after: string;
}

const NOWHERE: Surroundings = { label: '', before: '', after: '' };
const LABEL_LIMIT = 80;

/** The field a var mark describes. `parameter` is true only where the mark says so; `computed` is not known here. */
export function fieldOfMark(mark: VarContent, around: Surroundings = NOWHERE): Field {
	const { id, options, type } = mark;
	const kind = kindOf(mark);
	const items = kind === 'list' && type?.items ? fieldOfType(id, type.items) : null;
	const choices = options.get('choices') ?? options.get('enum');
	const title = text(options.get('title')) || (around.label.length <= LABEL_LIMIT ? around.label : '') || id;
	const nullable = type?.nullable ?? mark.default === null;
	return {
		...bareField(id, kind),
		type: type?.text ?? '',
		title,
		description: text(options.get('description')),
		default: mark.default,
		unit: unitOf({ kind, type: type?.text ?? '', items }, text(options.get('unit')), title, around),
		limits: limitsOf(kind, options),
		choices: isList(choices) ? choices : (type?.choices ?? []),
		nullable,
		required: mark.default === undefined && !nullable,
		parameter: options.get('field_type') === 'parameter',
		columns: (mark.columns ?? []).map((column) => fieldOfMark(column)),
		items,
		fileExtensions: type?.fileExtensions ?? [],
		examples: listOf(options.get('examples')),
	};
}

function fieldOfType(id: string, type: TypeShape): Field {
	const { kind, nullable, choices, fileExtensions } = type;
	return { ...bareField(id, kind), type: type.text, nullable, choices, fileExtensions };
}

function kindOf({ type, columns, options, default: value }: VarContent): FieldKind {
	if (columns) return 'table';
	if (isList(options.get('choices') ?? options.get('enum')))
		return type?.kind === 'list' ? 'choices' : 'choice';
	if (type) return type.kind;
	if (typeof value === 'boolean') return 'boolean';
	const number = numberOf(value);
	if (number === undefined) return 'text';
	return typeof value === 'number' && Number.isInteger(value) ? 'integer' : 'number';
}

/** The unit that is plainly said. Only numbers have one, and values without any type, unless a key says it. */
export function unitOf(
	field: Pick<Field, 'kind' | 'type' | 'items'>,
	said: string,
	title: string,
	around: Surroundings,
): string {
	if (said.trim() !== '') return said.trim();
	const { kind, type } = field.kind === 'list' && field.items ? field.items : field;
	if (kind === 'text' && type === '') return trailingUnit(title) || trailingUnit(around.before);
	if (kind !== 'number' && kind !== 'integer') return '';
	return trailingUnit(title) || trailingUnit(around.before) || leadingUnit(around.after);
}

const LENGTHS: readonly FieldKind[] = ['list', 'table', 'choices'];
const NUMERIC = ['ge', 'gt', 'le', 'lt'] as const;

function limitsOf(kind: FieldKind, options: ReadonlyMap<string, Json>): Limits {
	const limits: { -readonly [key in keyof Limits]: Limits[key] } = {};
	for (const key of NUMERIC) setNumber(limits, key, options.get(key));
	setNumber(limits, 'multipleOf', options.get('multiple_of'));
	const many = LENGTHS.includes(kind);
	setNumber(limits, many ? 'minItems' : 'minLength', options.get('min_length') ?? options.get('min_items'));
	setNumber(limits, many ? 'maxItems' : 'maxLength', options.get('max_length') ?? options.get('max_items'));
	const pattern = options.get('pattern') ?? options.get('regex');
	if (typeof pattern === 'string') limits.pattern = pattern;
	return limits;
}

type NumberLimit = Exclude<keyof Limits, 'pattern'>;

function setNumber(
	limits: { [key in NumberLimit]?: number },
	key: NumberLimit,
	value: Json | undefined,
): void {
	const number = numberOf(value);
	if (number !== undefined && Number.isFinite(number)) limits[key] = number;
}

function text(value: Json | undefined): string {
	return typeof value === 'string' ? value : '';
}

function listOf(value: Json | undefined): readonly Json[] {
	if (value === undefined) return [];
	return isList(value) ? value : [value];
}
