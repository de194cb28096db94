// What a check of files finds beyond the report of an import, in the reader's language.

import type { ValidationRule } from '#lib/core/exchange/validate/validate.ts';
import { isObject, type JsonObject } from '#lib/core/json/json.ts';
import { m } from '#lib/paraglide/messages.js';
import { plain } from './fault-words.ts';
import { ruleWords } from './rule-words.ts';
import { faultWords } from './value-fault-words.ts';

const WORDS: Readonly<Record<ValidationRule, (data: JsonObject) => string>> = {
	end_and_protocol: (data) =>
		data['end_path'] === true
			? m.command_line_end_with_protocol({ index: plain(data['protocol_index']) })
			: m.command_line_no_end_without_protocol(),
	path_index_falls: (data) =>
		m.command_line_path_index_falls({ found: plain(data['found']), least: plain(data['least']) }),
	field_unknown: (data) => m.command_line_field_unknown({ field: plain(data['field']) }),
	value_missing: (data) => m.command_line_value_missing({ field: plain(data['field']) }),
	value_wrong: (data) => m.command_line_value_wrong({ field: plain(data['field']), why: why(data) }),
	choice_unreachable: (data) =>
		m.command_line_choice_unreachable({ from: plain(data['from']), to: plain(data['to']) }),
	record_version_unknown: (data) =>
		m.command_line_record_version_unknown({
			record: plain(data['record']),
			version: plain(data['version']),
		}),
};

function why(data: JsonObject): string {
	const fault = isObject(data['fault']) ? data['fault'] : {};
	return faultWords({ code: plain(data['code']), data: fault, detail: plain(data['detail']) });
}

/** A line of a check without its place. */
export function wrongWords({ rule, data }: { readonly rule: string; readonly data: JsonObject }): string {
	return isOwn(rule) ? WORDS[rule](data) : ruleWords({ rule, data });
}

function isOwn(rule: string): rule is ValidationRule {
	return Object.hasOwn(WORDS, rule);
}
