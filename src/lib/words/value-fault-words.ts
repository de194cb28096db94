// What is wrong with a value, in the reader's language: at a field on a screen, in a line of the command line.

import { isObject, type JsonObject } from '#lib/core/json/json.ts';
import type { ValueFaultCode } from '#lib/core/protocol/validate.ts';
import { m } from '#lib/paraglide/messages.js';
import { valueWords } from './value-words.ts';

/** A fault by its code; those of the core have a sentence each. */
export interface ValueFaultSaid {
	readonly code: string;
	readonly data: JsonObject;
	readonly detail?: string;
}

/** A fault at a field. Codes without words of their own fall back on what the core quotes. */
export function faultWords({ code, data, detail = '' }: ValueFaultSaid): string {
	const said = (key: string) => (data[key] === undefined ? '' : valueWords(data[key]));
	const words = Object.hasOwn(FAULT_WORDS, code) ? FAULT_WORDS[code as ValueFaultCode] : undefined; // looked up above
	if (words !== undefined) return words(said, data['exclusive'] === true, detail);
	return m.fields_fault_code({ code, data: dataWords(data) });
}

type FaultSentence = (said: (key: string) => string, exclusive: boolean, detail: string) => string;

/** One sentence for every fault the core's check can find: a new one without words is a type error. */
const FAULT_WORDS: Readonly<Record<ValueFaultCode, FaultSentence>> = {
	required: () => m.fields_fault_required(),
	not_text: () => m.fields_fault_not_text(),
	not_a_number: () => m.fields_fault_not_a_number(),
	not_an_integer: () => m.fields_fault_not_an_integer(),
	not_a_boolean: () => m.fields_fault_not_a_boolean(),
	bad_date: () => m.fields_fault_bad_date(),
	bad_time: () => m.fields_fault_bad_time(),
	bad_datetime: () => m.fields_fault_bad_datetime(),
	bad_duration: () => m.fields_fault_bad_duration(),
	wrong_choice: () => m.fields_fault_choice(),
	not_a_list: () => m.fields_fault_not_a_list(),
	not_a_row: () => m.fields_fault_not_a_row(),
	wrong_file_type: (said) => m.fields_fault_wrong_file_type({ allowed: said('allowed') }),
	too_small: (said, exclusive) =>
		exclusive
			? m.fields_fault_too_small_open({ limit: said('limit') })
			: m.fields_fault_too_small({ limit: said('limit') }),
	too_large: (said, exclusive) =>
		exclusive
			? m.fields_fault_too_large_open({ limit: said('limit') })
			: m.fields_fault_too_large({ limit: said('limit') }),
	not_a_multiple: (said) => m.fields_fault_not_a_multiple({ of: said('of') }),
	too_short: (said) => m.fields_fault_too_short({ limit: said('limit') }),
	too_long: (said) => m.fields_fault_too_long({ limit: said('limit') }),
	too_few: (said) => m.fields_fault_too_few({ limit: said('limit') }),
	too_many: (said) => m.fields_fault_too_many({ limit: said('limit') }),
	bad_pattern: (said) => m.fields_fault_bad_pattern({ pattern: said('pattern') }),
	schema: (_said, _exclusive, detail) => m.fields_fault_detail({ detail }),
};

function dataWords(data: JsonObject): string {
	if (!isObject(data)) return '';
	return Object.entries(data)
		.map(([key, value]) => `${key} ${valueWords(value)}`)
		.join(', ');
}
