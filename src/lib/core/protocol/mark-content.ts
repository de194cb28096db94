// The inside of a mark: `id: type = default, key = value, …`, for steps also a bare level, for tables columns of the same shape. What
// cannot be read is listed with its place, and the rest of the mark stands.

import { numberOf, type Json } from '#lib/core/json/json.ts';
import { inside, readLiteral, split, topLevel, trim, type Range } from './literal.ts';
import { readType, type TypeShape } from './type-text.ts';

export type MarkFaultCode =
	| 'broken_mark' // quotes, brackets or closing braces do not match; data: {found}
	| 'missing_id'
	| 'bad_id' // data: {found}
	| 'bad_type' // data: {id, found}
	| 'bad_value' // data: {id, key, found}
	| 'bad_part' // neither key nor level; data: {id, found}
	| 'double_id'; // data: {id}

/** Reports a fault at an offset of the text. */
export type Complain = (code: MarkFaultCode, offset: number, data: { readonly [key: string]: Json }) => void;

/** What a `{{var|…}}` says. */
export interface VarContent {
	readonly id: string;
	/** Undefined where none is written. */
	readonly type: TypeShape | undefined;
	readonly default: Json | undefined;
	/** The keys after it, by name. */
	readonly options: ReadonlyMap<string, Json>;
	/** Null where none are listed. */
	readonly columns: readonly VarContent[] | null;
}

export interface Head {
	readonly id: string;
	readonly type: Range | null;
	readonly default: Range | null;
	/** Key and value, in order. */
	readonly options: readonly (readonly [string, Range])[];
	/** Parts without a key. */
	readonly bare: readonly Range[];
}

const ID = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const KEY = /^[A-Za-z_]\w*$/;
const COLUMN_DEPTH = 3;

/** The parts of a mark; null where it has no usable id or its brackets do not match. */
export function readHead(text: string, content: Range, complain: Complain): Head | null {
	const parts = split(text, content, ',');
	const first = parts?.[0];
	if (!parts || !first || first.start === first.end) {
		const found = text.slice(content.start, Math.min(content.end, content.start + 60));
		complain(parts ? 'missing_id' : 'broken_mark', content.start, { found });
		return null;
	}
	const equals = topLevel(text, first, '=')?.[0];
	const before = { start: first.start, end: equals ?? first.end };
	const colon = topLevel(text, before, ':')?.[0];
	const name = trim(text, { start: first.start, end: colon ?? before.end });
	const id = text.slice(name.start, name.end);
	if (!ID.test(id)) {
		complain(id === '' ? 'missing_id' : 'bad_id', first.start, { found: id.slice(0, 60) });
		return null;
	}
	const options: [string, Range][] = [];
	const bare: Range[] = [];
	for (const part of parts.slice(1)) {
		const cut = topLevel(text, part, '=')?.[0];
		const key = cut === undefined ? '' : text.slice(part.start, cut).trim();
		if (cut !== undefined && KEY.test(key))
			options.push([key, trim(text, { start: cut + 1, end: part.end })]);
		else bare.push(part);
	}
	const type = colon === undefined ? null : trim(text, { start: colon + 1, end: before.end });
	return {
		id,
		type,
		default: equals === undefined ? null : trim(text, { start: equals + 1, end: first.end }),
		options,
		bare,
	};
}

/** Reads a var mark's content; null where nothing usable is there. */
export function readVar(text: string, content: Range, complain: Complain, depth = 0): VarContent | null {
	const head = readHead(text, content, complain);
	if (!head) return null;
	const { id } = head;
	const options = new Map<string, Json>();
	let columns: readonly VarContent[] | null = null;
	for (const [key, range] of head.options) {
		if (key === 'subvars') columns = readColumns(text, range, id, complain, depth);
		else readOption(text, id, key, range, complain, options);
	}
	for (const part of head.bare)
		complain('bad_part', part.start, { id, found: text.slice(part.start, part.end).slice(0, 60) });
	if (head.default) readOption(text, id, 'default', head.default, complain, options);
	const type = readTypeOf(text, id, head.type, complain);
	return { id, type, default: options.get('default'), options, columns };
}

/** Reads one `key = value` into `into`. */
export function readOption(
	text: string,
	id: string,
	key: string,
	range: Range,
	complain: Complain,
	into: Map<string, Json>,
): Json | undefined {
	const value = readLiteral(text, range);
	if (value === undefined)
		complain('bad_value', range.start, { id, key, found: text.slice(range.start, range.end).slice(0, 60) });
	else into.set(key, value);
	return value;
}

function readTypeOf(
	text: string,
	id: string,
	range: Range | null,
	complain: Complain,
): TypeShape | undefined {
	if (!range || range.start === range.end) return undefined;
	const found = text.slice(range.start, range.end);
	const type = readType(found.replace(/\s+/g, ' '));
	if (!type) complain('bad_type', range.start, { id, found: found.slice(0, 60) });
	return type ?? undefined;
}

function readColumns(
	text: string,
	range: Range,
	id: string,
	complain: Complain,
	depth: number,
): VarContent[] | null {
	const content = inside(text, range, '[');
	const parts = content && split(text, content, ',');
	if (!parts || depth >= COLUMN_DEPTH) {
		complain('bad_value', range.start, {
			id,
			key: 'subvars',
			found: text.slice(range.start, range.end).slice(0, 60),
		});
		return null;
	}
	const columns = new Map<string, VarContent>();
	for (const part of parts) {
		const [call = ''] =
			/^var\s*(?=\()/.exec(text.slice(part.start, Math.min(part.end, part.start + 12))) ?? [];
		const bracketed =
			call === '' ? null : inside(text, { start: part.start + call.length, end: part.end }, '(');
		const column = readVar(text, bracketed ?? part, complain, depth + 1);
		if (column && columns.has(column.id)) complain('double_id', part.start, { id: `${id}.${column.id}` });
		else if (column) columns.set(column.id, column);
	}
	return [...columns.values()];
}

/** The level of a step: its first bare part, at least 1. */
export function levelOf(text: string, head: Head): number {
	const [first] = head.bare;
	const level = first && numberOf(readLiteral(text, first));
	return level !== undefined && Number.isInteger(level) && level >= 1 && level <= 9 ? level : 1;
}
