// One shape for everything a reader has to say about foreign data: a code and its data, never a sentence (the interface speaks the
// language), and a place: line and column where there is a text, a JSON pointer where there is data, both where there are both.

import type { Json } from './json.ts';
import type { Place } from './place.ts';

export interface Fault<Code extends string = string> {
	readonly code: Code;
	/** In the text that was given, whole; null where there is none or its places are not known. */
	readonly at: Place | null;
	/** Within the definition that was read ('' is all of it); null where the text could not be read that far. */
	readonly pointer: string | null;
	readonly data: { readonly [key: string]: Json };
	/** A parser's own English sentence, quoted; empty where there is none. */
	readonly detail: string;
}

/** A fault with what is known of it; the rest is empty. */
export function fault<Code extends string>(
	code: Code,
	known: Partial<Omit<Fault<Code>, 'code'>> = {},
): Fault<Code> {
	return { at: null, pointer: null, data: {}, detail: '', ...known, code };
}
