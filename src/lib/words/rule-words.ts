// The lines of a report and of a refusal in the reader's language, for screens and the command line alike. An unknown rule is shown by its
// name: better a code than silence.

import type { JsonObject } from '#lib/core/json/json.ts';
import { m } from '#lib/paraglide/messages.js';
import { DIALECT_RULE_WORDS } from './dialect-rule-words.ts';
import { EXPORT_RULE_WORDS } from './export-rule-words.ts';
import { jsonFaultWords, plain, workflowFaultWords } from './fault-words.ts';
import { INTAKE_RULE_WORDS } from './intake-rule-words.ts';
import { statusWords } from './status-words.ts';

type Say = (data: JsonObject) => string;

const WORDS: Readonly<Record<string, Say>> = {
	unknown_key: () => m.importing_unknown_key(),
	unknown_step: (data) => m.importing_unknown_step({ step: plain(data['step']) }),
	malformed_step: () => m.importing_malformed_step(),
	malformed_record: () => m.importing_malformed_record(),
	part_unused: (data) => m.importing_part_unused({ kind: plain(data['kind']) }),
	malformed_part: () => m.importing_malformed_part(),
	step_changed: (data) => m.importing_step_changed({ step: plain(data['step']) }),
	step_after_end: () => m.importing_step_after_end(),
	step_out_of_order: (data) => m.importing_step_out_of_order({ step: plain(data['step']) }),
	protocol_unknown: () => m.importing_protocol_unknown(),
	record_of_other_round: () => m.importing_record_of_other_round(),
	step_form: () => m.importing_step_form(),
	record_id_malformed: (data) => m.importing_record_id_malformed({ id: plain(data['id']) }),
	record_names_other_protocol: (data) =>
		m.importing_record_names_other_protocol({ says: plain(data['says']), expected: plain(data['expected']) }),
	record_not_here: () => m.importing_record_not_here(),
	proposal_too_large: () => m.importing_proposal_too_large(),
	envelope: () => m.importing_envelope(),
	comment: (data) => m.importing_comment({ line: plain(data['line']) }),
	doubled_key: (data) => m.importing_doubled_key({ key: plain(data['key']), line: plain(data['line']) }),
	vendor_part_differs: () => m.importing_vendor_part_differs(),
	vendor_part_unreadable: () => m.importing_vendor_part_unreadable(),
	outside_differs: () => m.importing_outside_differs(),
	damaged: () => m.importing_damaged(),
	indexes_from_zero: () => m.importing_indexes_from_zero(),
	empty_thoughts: (data) => m.importing_empty_thoughts({ count: Number(plain(data['count'])) }),
	record_separated: () => m.importing_record_separated(),
	status_became_skips: (data) => m.importing_status_became_skips({ count: Number(plain(data['count'])) }),
	status_contradicts: (data) =>
		m.importing_status_contradicts({
			says: statusWords(plain(data['says'])),
			found: statusWords(plain(data['found'])),
		}),
	status_unknown: (data) => m.importing_status_unknown({ status: plain(data['status']) }),
	protocol_without_content: (data) =>
		m.importing_protocol_without_content({ protocol: plain(data['protocol']) }),
	protocol_not_in_workflow: (data) =>
		m.importing_protocol_not_in_workflow({ protocol: plain(data['protocol']) }),
	protocols_unknown: () => m.importing_protocols_unknown(),
	protocol_index_assumed: () => m.importing_protocol_index_assumed(),
	workflow_unknown: () => m.importing_workflow_unknown(),
	workflow_warning: (data) => m.importing_workflow_warning({ what: aboutWorkflow(data) }),
	path_begins: () => m.importing_path_begins(),
	json_repaired: (data) =>
		m.importing_json_repaired({ line: plain(data['line']), found: plain(data['found']) }),
	not_json: (data) =>
		m.importing_not_json({ why: jsonFaultWords(plain(data['code']), plain(data['found'])) }),
	not_yet_read: (data) => m.importing_not_yet_read({ source: plain(data['source']) }),
	nothing_to_import: () => m.importing_nothing_to_import(),
	dialect_unknown: () => m.importing_dialect_unknown(),
	workflow_refused: (data) => m.importing_workflow_refused({ what: aboutWorkflow(data) }),
	several_workflows: () => m.importing_several_workflows(),
	several_protocol_lists: () => m.importing_several_protocol_lists(),
	not_our_major: (data) => m.importing_not_our_major({ version: plain(data['version']) }),
	reserved_key: () => m.importing_reserved_key(),
	...EXPORT_RULE_WORDS,
	...DIALECT_RULE_WORDS,
	...INTAKE_RULE_WORDS,
};

function aboutWorkflow(data: JsonObject): string {
	return workflowFaultWords({ code: plain(data['code']), data, detail: '' });
}

/** One line of a report, or one reason of a refusal, without its place. */
export function ruleWords({ rule, data }: { readonly rule: string; readonly data: JsonObject }): string {
	return WORDS[rule]?.(data) ?? m.importing_other_rule({ rule });
}

/** Where it stands: the line in the text if it is known, else the pointer; the file alone where it is the whole file. */
export function placeWords(
	{ file, pointer }: { readonly file: string; readonly pointer: string },
	at?: { readonly line: number; readonly column: number } | null,
): string {
	if (at) return m.importing_place_line({ file, line: at.line, column: at.column });
	return pointer === '' ? file : m.importing_place_pointer({ file, pointer });
}
