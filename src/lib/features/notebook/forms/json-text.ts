// A field of no known kind is edited as JSON, and what is typed there is kept even while it is not JSON yet: then it is a string, and a
// string that is no JSON is shown without quotes. The two functions are each other's inverse, so nothing is lost on the way.

import { parseJson } from '#lib/core/json/parse.ts';
import { printJson } from '#lib/core/json/print.ts';
import type { Json } from '#lib/core/json/json.ts';

/** The text a value is edited as. */
export function jsonText(value: Json): string {
	if (typeof value === 'string' && !isJson(value)) return value;
	return printJson(value, { indent: 2 });
}

/** The value of an edited text: what it says as strict JSON, else the text itself. */
export function readJsonText(text: string): { readonly value: Json; readonly json: boolean } {
	const parsed = parseJson(text);
	if (parsed.ok && parsed.value.repaired.length === 0 && parsed.value.duplicates.length === 0) {
		return { value: parsed.value.value, json: true };
	}
	return { value: text, json: false };
}

function isJson(text: string): boolean {
	return readJsonText(text).json;
}
