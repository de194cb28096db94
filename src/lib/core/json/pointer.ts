// JSON pointers (RFC 6901): how reports name a place inside data that has no lines. Refused: dotted paths (field ids may hold dots).

import { isExact, isList, type Json } from './json.ts';

/** One step of a pointer, escaped. */
export function escapeToken(token: string): string {
	return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The pointer one step further; '' is the whole document. */
export function appendPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
	return tokens.reduce<string>((path, token) => `${path}/${escapeToken(String(token))}`, pointer);
}

/** The steps of a pointer, unescaped; null where the text is no pointer. */
export function splitPointer(pointer: string): readonly string[] | null {
	if (pointer === '') return [];
	if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
	return pointer
		.slice(1)
		.split('/')
		.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value a pointer names in `value`; undefined where nothing is there. Inherited keys are never found. */
export function readPointer(value: Json, pointer: string): Json | undefined {
	const tokens = splitPointer(pointer);
	if (tokens === null) return undefined;
	let here: Json | undefined = value;
	for (const token of tokens) {
		if (isList(here)) here = /^(0|[1-9]\d{0,9})$/.test(token) ? here[Number(token)] : undefined;
		else if (typeof here === 'object' && here !== null && !isExact(here) && Object.hasOwn(here, token))
			here = here[token];
		else return undefined;
	}
	return here;
}
