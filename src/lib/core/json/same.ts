// Whether two values say the same: equal canonical forms (jcs.ts). Nearly always they are equal as they stand, and seeing that needs no text:
// comparing a file of 7 MB by its canonical texts took longer than reading it.

import { canonicalize } from './jcs.ts';
import { entriesOf, isList, type Json } from './json.ts';

/** Whether `a` and `b` have one canonical form: the order of keys does not count, lexemes of numbers do. Throws on NaN and Infinity. */
export function sameJson(a: Json, b: Json): boolean {
	return stands(a, b) || canonicalize(a) === canonicalize(b);
}

/** Equal as they stand. What differs here may still have one form: halves of surrogate pairs, 0 and -0. */
function stands(a: Json, b: Json): boolean {
	if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
	if (isList(a) || isList(b)) {
		if (!isList(a) || !isList(b) || a.length !== b.length) return false;
		return a.every((item, at) => stands(item, b[at] ?? null));
	}
	const entries = entriesOf(a);
	if (entries.length !== entriesOf(b).length) return false;
	return entries.every(([key, item]) => {
		const other = Object.hasOwn(b, key) ? b[key] : undefined;
		return other !== undefined && stands(item, other);
	});
}
