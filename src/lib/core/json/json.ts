// JSON as we carry it. Numbers are data in a lab notebook: 1.0 and 1 are not the same statement, and 20 digits do not fit a double.
// A number whose lexeme JavaScript would not print back is therefore carried as `{ '#': lexeme }`, which survives Yjs, IndexedDB,
// structured clone and hashing as it is. A foreign object that looks like that is escaped by one more '#'. Refused: a class for
// numbers (does not survive cloning) and keeping the whole source text (a value moved to another place would lose it).

/** A number kept as it was written: the lexeme is a valid JSON number that `String(Number(lexeme))` would change. */
export type Exact = { readonly '#': string };

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** True for the carried form of a number whose lexeme matters. */
export function isExact(value: Json | undefined): value is Exact {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	const keys = Object.keys(value);
	return keys.length === 1 && keys[0] === '#' && typeof (value as { '#': Json })['#'] === 'string';
}

/** True for a JSON array; `Array.isArray` forgets what a read-only list holds. */
export function isList(value: Json | undefined): value is readonly Json[] {
	return Array.isArray(value);
}

/** True for a JSON object that is not a carried number. */
export function isObject(value: Json | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);
}

/** The double nearest to a carried number, or undefined where the value is no number. For comparing and checking limits, not for printing. */
export function numberOf(value: Json | undefined): number | undefined {
	if (typeof value === 'number') return value;
	return isExact(value) ? Number(value['#']) : undefined;
}

/** Carries a number's lexeme: a plain number where JavaScript prints it back the same, else `{ '#': lexeme }`. */
export function carryNumber(lexeme: string): number | Exact {
	const value = Number(lexeme);
	return String(value) === lexeme ? value : { '#': lexeme };
}

/** The entries of an object that are data: keys set to undefined do not exist in JSON. */
export function entriesOf(value: JsonObject): readonly (readonly [string, Json])[] {
	return Object.entries(value).filter(([, item]) => (item as Json | undefined) !== undefined);
}

/** An object of foreign entries: what would be taken for a carried number is escaped, a key `__proto__` is only a key. */
export function carryObject(entries: Iterable<readonly [string, Json]>): JsonObject {
	const list = [...entries];
	const [only] = list;
	const escape =
		list.length === 1 && only !== undefined && /^#+$/.test(only[0]) && typeof only[1] === 'string';
	return Object.fromEntries(escape ? [[`${only[0]}#`, only[1]]] : list);
}
