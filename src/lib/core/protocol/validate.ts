// Whether a value fits its field: codes and data at a pointer, for a message at the field. The kind and the limits are checked here, what
// they do not cover by the field's own schema. A value that is absent, null or a blank text counts as missing. Numbers may be carried.

import { fault, type Fault } from '#lib/core/json/fault.ts';
import { isList, isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { canonicalize } from '#lib/core/json/jcs.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import { isDate, isDateTime, isDuration, isTime } from './dates.ts';
import { matchesPattern } from './pattern.ts';
import type { Field, FieldKind, Limits } from './protocol.ts';
import type { checkBySchema } from './schema-check.ts';

export type ValueFaultCode =
	| 'required'
	| 'not_text'
	| 'not_a_number'
	| 'not_an_integer'
	| 'not_a_boolean'
	| 'bad_date'
	| 'bad_time'
	| 'bad_datetime'
	| 'bad_duration'
	| 'wrong_choice' // data: {choices}
	| 'not_a_list'
	| 'not_a_row'
	| 'wrong_file_type' // data: {allowed}
	| 'too_small' // data: {limit, exclusive}
	| 'too_large' // data: {limit, exclusive}
	| 'not_a_multiple' // data: {of}
	| 'too_short' // data: {limit}
	| 'too_long' // data: {limit}
	| 'too_few' // data: {limit}
	| 'too_many' // data: {limit}
	| 'bad_pattern' // data: {pattern}
	| 'schema'; // data: {keyword}, detail: the validator's words

export type ValueFault = Fault<ValueFaultCode>;

type Add = (code: ValueFaultCode, pointer: string, data?: Fault['data']) => void;

/** `checkBySchema`: handed in, because who only reads values need not load a validator of schemas. */
export type SchemaCheck = typeof checkBySchema;

/**
 * Everything wrong with one value; pointers start at the value ('' is the value itself). Without a check of schemas only its kind and
 * its limits are looked at.
 */
export function checkValue(
	field: Field,
	value: Json | undefined,
	bySchema: SchemaCheck | undefined,
): readonly ValueFault[] {
	const faults: ValueFault[] = [];
	const add: Add = (code, pointer, data = {}) => void faults.push(fault(code, { pointer, data }));
	if (isMissing(value)) {
		if (field.required) add('required', '');
		return faults;
	}
	checkOne(field, value, '', add);
	if (faults.length > 0 || field.schema === null || bySchema === undefined) return faults;
	return bySchema(field.schema, value).map(({ pointer, keyword, detail }) =>
		fault('schema', { pointer, data: { keyword }, detail }),
	);
}

/** Everything wrong with a record's `var` section; pointers start with the field's id. `partial` asks for no missing value (a draft). */
export function checkValues(
	fields: readonly Field[],
	values: JsonObject,
	bySchema: SchemaCheck | undefined,
	{ partial = false }: { partial?: boolean } = {},
): readonly ValueFault[] {
	return fields.flatMap((field) => {
		const value = Object.hasOwn(values, field.id) ? values[field.id] : undefined;
		if (partial && isMissing(value)) return [];
		return checkValue(field, value, bySchema).map((found) => ({
			...found,
			pointer: `${appendPointer('', field.id)}${found.pointer ?? ''}`,
		}));
	});
}

function isMissing(value: Json | undefined): value is undefined | null | '' {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

type Check = (field: Field, value: Json, pointer: string, add: Add) => void;

const CHECKS: Readonly<Record<FieldKind, Check>> = {
	text: checkText,
	markdown: checkText,
	code: checkText,
	number: checkNumber,
	integer: checkNumber,
	boolean: (_, value, pointer, add) => {
		if (typeof value !== 'boolean') add('not_a_boolean', pointer);
	},
	date: checkText,
	time: checkText,
	datetime: checkText,
	duration: checkText,
	choice: checkChoice,
	choices: checkMany,
	list: checkMany,
	table: checkMany,
	file: checkText,
	json: () => undefined,
};

function checkOne(field: Field, value: Json, pointer: string, add: Add): void {
	CHECKS[field.kind](field, value, pointer, add);
}

function checkNumber({ kind, limits }: Field, value: Json, pointer: string, add: Add): void {
	const number = numberOf(value);
	if (number === undefined || !Number.isFinite(number)) {
		add('not_a_number', pointer);
		return;
	}
	if (kind === 'integer' && !Number.isInteger(number)) {
		add('not_an_integer', pointer);
		return;
	}
	const { ge, gt, le, lt, multipleOf } = limits;
	if (ge !== undefined && number < ge) add('too_small', pointer, { limit: ge, exclusive: false });
	if (gt !== undefined && number <= gt) add('too_small', pointer, { limit: gt, exclusive: true });
	if (le !== undefined && number > le) add('too_large', pointer, { limit: le, exclusive: false });
	if (lt !== undefined && number >= lt) add('too_large', pointer, { limit: lt, exclusive: true });
	if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(number, multipleOf))
		add('not_a_multiple', pointer, { of: multipleOf });
}

/** 0.3 is a multiple of 0.1, whatever binary fractions say. */
function isMultiple(number: number, of: number): boolean {
	const times = number / of;
	return Math.abs(times - Math.round(times)) <= Math.abs(times) * 4 * Number.EPSILON;
}

function checkChoice({ choices }: Field, value: Json, pointer: string, add: Add): void {
	const number = numberOf(value);
	const fits = choices.some((choice) =>
		number === undefined ? canonicalize(choice) === canonicalize(value) : numberOf(choice) === number,
	);
	if (!fits && choices.length > 0) add('wrong_choice', pointer, { choices });
}

const DATES: Partial<Record<FieldKind, readonly [ValueFaultCode, (text: string) => boolean]>> = {
	date: ['bad_date', isDate],
	time: ['bad_time', isTime],
	datetime: ['bad_datetime', isDateTime],
	duration: ['bad_duration', isDuration],
};

function checkText(field: Field, value: Json, pointer: string, add: Add): void {
	if (field.kind === 'duration' && Number.isFinite(numberOf(value))) return; // seconds, as Python's models accept
	if (typeof value !== 'string') {
		add('not_text', pointer);
		return;
	}
	const [code, fits] = DATES[field.kind] ?? [];
	if (code && fits && !fits(value.trim())) {
		add(code, pointer);
		return;
	}
	if (field.kind === 'file') checkEnding(field, value, pointer, add);
	const { minLength, maxLength, pattern } = field.limits;
	const length = [...value].length;
	if (minLength !== undefined && length < minLength) add('too_short', pointer, { limit: minLength });
	if (maxLength !== undefined && length > maxLength) add('too_long', pointer, { limit: maxLength });
	if (pattern !== undefined && matchesPattern(pattern, value) === false)
		add('bad_pattern', pointer, { pattern });
}

/** A file's id may end with its type; one that does not says nothing. */
function checkEnding({ fileExtensions }: Field, value: string, pointer: string, add: Add): void {
	const [, ending] = /\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(value) ?? [];
	if (ending === undefined || fileExtensions.length === 0) return;
	if (!fileExtensions.some((allowed) => sameEnding(allowed) === sameEnding(ending)))
		add('wrong_file_type', pointer, { allowed: fileExtensions });
}

function sameEnding(ending: string): string {
	const lower = ending.toLowerCase();
	return { jpeg: 'jpg', tif: 'tiff' }[lower] ?? lower;
}

function checkMany(field: Field, value: Json, pointer: string, add: Add): void {
	if (!isList(value)) {
		add('not_a_list', pointer);
		return;
	}
	checkCount(field.limits, value.length, pointer, add);
	for (const [at, item] of value.entries()) {
		const place = appendPointer(pointer, at);
		if (field.kind === 'table') checkRow(field, item, place, add);
		else if (field.kind === 'choices') checkChoice(field, item, place, add);
		else if (isMissing(item)) {
			if (!field.items?.nullable) add('required', place);
		} else if (field.items) checkOne(field.items, item, place, add);
	}
}

function checkCount({ minItems, maxItems }: Limits, count: number, pointer: string, add: Add): void {
	if (minItems !== undefined && count < minItems) add('too_few', pointer, { limit: minItems });
	if (maxItems !== undefined && count > maxItems) add('too_many', pointer, { limit: maxItems });
}

function checkRow({ columns }: Field, row: Json | undefined, pointer: string, add: Add): void {
	if (!isObject(row)) {
		add('not_a_row', pointer);
		return;
	}
	for (const column of columns) {
		const value = Object.hasOwn(row, column.id) ? row[column.id] : undefined;
		const place = appendPointer(pointer, column.id);
		if (!isMissing(value)) checkOne(column, value, place, add);
		else if (column.required) add('required', place);
	}
}
