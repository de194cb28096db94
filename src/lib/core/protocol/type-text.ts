// Types as marks write them: Python annotations such as `list[str] | None`, `Literal["low", "high"]`, `EntityRef["registry"]`.
// Unknown names are types of the protocol's own (its Python model we never run): their values are edited as JSON, or as a table where
// the mark lists columns.

import type { Json } from '#lib/core/json/json.ts';
import { builtIn } from './built-in.ts';
import { inside, readLiteral, split, trim, type Range } from './literal.ts';
import type { FieldKind } from './protocol.ts';

export interface TypeShape {
	readonly kind: FieldKind;
	readonly nullable: boolean;
	readonly choices: readonly Json[];
	readonly fileExtensions: readonly string[];
	readonly automatic: boolean;
	/** Of a list. */
	readonly items: TypeShape | null;
	/** The type without `| None`, as it was written. */
	readonly text: string;
}

const DEPTH_LIMIT = 8;
const PLAIN = { nullable: false, choices: [], fileExtensions: [], automatic: false, items: null };

/** What a type is for a form; null where its brackets or quotes do not match. An empty text is `str`. */
export function readType(type: string): TypeShape | null {
	return read(type, { start: 0, end: type.length }, 0);
}

function read(text: string, range: Range, depth: number): TypeShape | null {
	const parts = split(text, range, '|');
	if (parts === null || depth > DEPTH_LIMIT) return null;
	const named = parts.filter((part) => !isNone(text, part));
	const nullable = named.length < parts.length;
	const [only] = named;
	if (only === undefined) return { ...PLAIN, kind: nullable ? 'json' : 'text', nullable, text: '' };
	const written = text.slice(only.start, named.at(-1)?.end ?? only.end);
	const shape =
		named.length === 1 ? readOne(text, only, depth) : union(named.map((part) => readOne(text, part, depth)));
	return shape && { ...shape, nullable: nullable || shape.nullable, text: written };
}

function isNone(text: string, { start, end }: Range): boolean {
	return ['None', 'null', 'NoneType'].includes(text.slice(start, end));
}

/** `int | float` is a number; anything else that may be two things is JSON. */
function union(shapes: readonly (TypeShape | null)[]): TypeShape | null {
	if (shapes.includes(null)) return null;
	const numbers = shapes.every((shape) => shape?.kind === 'integer' || shape?.kind === 'number');
	return {
		...PLAIN,
		kind: numbers ? 'number' : 'json',
		nullable: shapes.some((shape) => shape?.nullable),
		text: '',
	};
}

function readOne(text: string, range: Range, depth: number): TypeShape | null {
	const { start, end } = range;
	const [name = ''] = /^[\p{L}_][\p{L}\p{N}_.]*/u.exec(text.slice(start, end)) ?? [];
	const plain = name.slice(name.lastIndexOf('.') + 1);
	const rest = trim(text, { start: start + name.length, end });
	const written = text.slice(start, end);
	if (name === '') return null;
	if (rest.start === rest.end) return { ...PLAIN, ...named(plain), text: written };
	const content = inside(text, rest, '[');
	const parts = content && split(text, content, ',');
	if (!parts) return null;
	const [first] = parts;
	if (plain === 'Literal')
		return literal(
			parts.map((part) => readLiteral(text, part)),
			written,
		);
	if (plain === 'Optional' && first) return nullable(read(text, first, depth + 1));
	if (plain === 'Annotated' && first) return read(text, first, depth + 1);
	if (plain === 'Union')
		return read(
			parts.map((part) => text.slice(part.start, part.end)).join('|'),
			whole(parts, text),
			depth + 1,
		);
	if (/^(?:list|List|set|Set|Sequence)$/.test(plain) && first)
		return list(read(text, first, depth + 1), written);
	return { ...PLAIN, ...named(plain), text: written };
}

function whole(parts: readonly Range[], text: string): Range {
	return { start: 0, end: parts.map((part) => text.slice(part.start, part.end)).join('|').length };
}

function named(name: string): Partial<TypeShape> & { kind: FieldKind } {
	return builtIn(name) ?? { kind: 'json' };
}

function nullable(shape: TypeShape | null): TypeShape | null {
	return shape && { ...shape, nullable: true };
}

function literal(values: readonly (Json | undefined)[], text: string): TypeShape | null {
	const choices = values.filter((value) => value !== undefined);
	if (choices.length < values.length || choices.length === 0) return null;
	const real = choices.filter((value) => value !== null);
	return { ...PLAIN, kind: 'choice', choices: real, nullable: real.length < choices.length, text };
}

function list(items: TypeShape | null, text: string): TypeShape | null {
	if (!items) return null;
	if (items.kind === 'choice') return { ...PLAIN, kind: 'choices', choices: items.choices, text };
	const scalar = !['json', 'list', 'choices', 'table'].includes(items.kind);
	return { ...PLAIN, kind: scalar ? 'list' : 'json', items: scalar ? items : null, text };
}
