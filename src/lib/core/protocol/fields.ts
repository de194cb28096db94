// Everything a record under a protocol can hold. The schema decides what a field is; the marks give the order, the words around it and
// what a schema leaves out. Which fields are parameters (set before the work, so that a model may propose them) is what the protocol
// says; where it says nothing, one rule decides, and it errs towards leaving a field to people:
//   a field is a parameter if it is not filled by an assigner or by the notebook itself and either has a default (other than null), or is a
//   number, choice, date, duration, boolean, text or list that stands before the measuring step: the last step with fields after it.
// Refused: "before the first step" (protocols put settings under the steps that use them) and asking a model.

import type { Fault } from '#lib/core/json/fault.ts';
import { findFences } from './fences.ts';
import { fieldOfMark, unitOf } from './field.ts';
import { readMarks, type MarkFault, type Marks, type VarMark } from './marks.ts';
import { fieldsOfSchema, marksParameters } from './schema-field.ts';
import { builtIn } from './built-in.ts';
import type { Field, FieldKind, Protocol, ProtocolFields } from './protocol.ts';

export interface FieldsRead extends ProtocolFields {
	/** What is wrong with the marks, and fields that only one of text and schema has (`only_in_text`, data: {id}). */
	readonly faults: readonly (MarkFault | Fault<'only_in_text'>)[];
}

const PROPOSED: readonly FieldKind[] = [
	'text',
	'number',
	'integer',
	'boolean',
	'date',
	'time',
	'datetime',
	'duration',
	'choice',
	'choices',
	'list',
];

/** The fields, steps, checks and quizzes of a protocol, in the order of its text. */
export function fieldsOf(protocol: Protocol): FieldsRead {
	const marks = readMarks(protocol.markdown ?? '');
	const computed = computedFields(protocol);
	const fromSchema = fieldsOfSchema(protocol.schema);
	const described = fromSchema ?? [];
	const byId = new Map(described.map((field) => [field.id, field]));
	const fields = marks.vars.map((mark) => {
		const field = byId.get(mark.id);
		byId.delete(mark.id);
		return field ? merge(field, fieldOfMark(mark, mark), mark) : fieldOfMark(mark, mark);
	});
	fields.push(...byId.values());
	const marked =
		(fromSchema !== null && marksParameters(protocol.schema)) ||
		marks.vars.some(({ options }) => options.has('field_type'));
	const before = beforeMeasuring(marks);
	const vars = fields.map((field): Field => {
		const filled = computed.has(field.id);
		const parameter = marked ? field.parameter : !filled && isSetBefore(field, before.has(field.id));
		return { ...field, computed: filled, parameter };
	});
	const known = new Set(described.map(({ id }) => id));
	const only = described.length === 0 ? [] : marks.vars.filter(({ id }) => !known.has(id));
	const extra = only.map(({ id }): Fault<'only_in_text'> => ({
		code: 'only_in_text',
		at: null,
		pointer: null,
		data: { id },
		detail: '',
	}));
	return {
		vars,
		steps: marks.steps.map(({ id, level, checkable, title, duration }) => ({
			id,
			level,
			checkable,
			title,
			duration,
		})),
		checks: marks.checks.map(({ id, message }) => ({ id, message })),
		quizzes: marks.quizzes.map(({ id, kind, stem, source }) => ({ id, kind, stem, source })),
		faults: [...marks.faults, ...extra],
	};
}

function isSetBefore(field: Field, beforeMeasuring: boolean): boolean {
	if (builtIn(field.type)?.automatic) return false;
	if (field.default !== undefined && field.default !== null) return true;
	return beforeMeasuring && PROPOSED.includes(field.kind);
}

/** Ids of the fields that stand before the last step which has fields after it. */
function beforeMeasuring({ steps, vars }: Marks): Set<string> {
	const last = vars.at(-1)?.start ?? -1;
	const measuring = steps.filter(({ start }) => start < last).at(-1)?.start ?? -1;
	return new Set(vars.filter(({ start }) => start < measuring).map(({ id }) => id));
}

const NOWHERE = { label: '', before: '', after: '' };
const FINER: readonly FieldKind[] = ['markdown', 'code', 'file', 'choice'];

/** Lays a mark under a schema's field: the schema decides the type, the mark the words where the schema has only a made-up title. */
function merge(field: Field, mark: Field, around: VarMark | null): Field {
	const made = field.title === field.id || field.title === pydanticTitle(field.id);
	const finer =
		field.kind === 'text' && field.schema !== null && FINER.includes(mark.kind) && mark.type !== '';
	const title = made && mark.title !== mark.id ? mark.title : field.title;
	const columns = new Map(mark.columns.map((column) => [column.id, column]));
	const kind = finer ? mark.kind : field.kind;
	return {
		...field,
		kind,
		type: mark.type || field.type,
		title,
		description: field.description || mark.description,
		default: field.default === undefined ? mark.default : field.default,
		unit: field.unit || unitOf({ ...field, kind }, mark.unit, title, around ?? NOWHERE),
		limits: { ...mark.limits, ...field.limits },
		choices: field.choices.length > 0 ? field.choices : finer ? mark.choices : [],
		parameter: field.parameter || mark.parameter,
		columns: field.columns.map((column) => {
			const marked = columns.get(column.id);
			return marked ? merge(column, marked, null) : column;
		}),
		fileExtensions: field.fileExtensions.length > 0 ? field.fileExtensions : finer ? mark.fileExtensions : [],
		examples: field.examples.length > 0 ? field.examples : mark.examples,
	};
}

/** The title Pydantic makes up for `bundle_diameter`: Bundle Diameter. */
function pydanticTitle(id: string): string {
	return id
		.replaceAll('_', ' ')
		.replace(/[\p{L}\p{N}']+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
}

/** Ids that assigners fill, read off their text, which is never run. */
export function computedFields({ assigner, markdown }: Pick<Protocol, 'assigner' | 'markdown'>): Set<string> {
	const blocks = findFences(markdown ?? '').filter(({ kind }) => kind === 'assigner');
	const ids = new Set<string>();
	for (const code of [assigner ?? '', ...blocks.map(({ content }) => content)]) {
		const plain = code.replace(/^[ \t]*(?:#|\/\/).*$/gm, '');
		for (const [, list = ''] of plain.matchAll(/["']?\bassigned_fields["']?\s*[=:]\s*[[(]([^\])]*)[\])]/g))
			for (const [, id = ''] of list.matchAll(/["']([^"'\r\n]+)["']/g)) ids.add(id);
	}
	return ids;
}
