// What an export says of itself: lines for what the written form says differently, or cannot say. Beside rule-words.ts because they are of
// another door.

import type { JsonObject } from '#lib/core/json/json.ts';
import { m } from '#lib/paraglide/messages.js';
import { plain } from './fault-words.ts';

const count = (data: JsonObject) => ({ count: Number(plain(data['count'])) });

/** Sentences for the rules of exports. */
export const EXPORT_RULE_WORDS: Readonly<Record<string, (data: JsonObject) => string>> = {
	indexes_from_one: () => m.importing_indexes_from_one(),
	protocol_renumbered: (data) =>
		m.importing_protocol_renumbered({
			protocol: plain(data['protocol']),
			from: plain(data['from']),
			to: plain(data['to']),
		}),
	protocol_twice: (data) => m.importing_protocol_twice({ protocol: plain(data['protocol']) }),
	workflow_rewritten: () => m.importing_workflow_rewritten(),
	form_cannot_say: (data) =>
		m.importing_form_cannot_say({ key: plain(data['key']), value: plain(data['value']) }),
	path_left_out: (data) => m.importing_path_left_out(count(data)),
	protocol_texts_left_out: (data) => m.importing_protocol_texts_left_out(count(data)),
	schemas_left_out: (data) => m.importing_schemas_left_out(count(data)),
	programs_left_out: (data) => m.importing_programs_left_out(count(data)),
	thoughts_left_out: (data) => m.importing_thoughts_left_out(count(data)),
	proposals_left_out: (data) => m.importing_proposals_left_out(count(data)),
	versions_left_out: (data) => m.importing_versions_left_out(count(data)),
	drafts_left_out: (data) => m.importing_drafts_left_out(count(data)),
	log_left_out: (data) => m.importing_log_left_out(count(data)),
	kept_left_out: (data) => m.importing_kept_left_out(count(data)),
	stages_left_out: (data) => m.importing_stages_left_out(count(data)),
	branches_in_brief: (data) => m.importing_branches_in_brief(count(data)),
	sources_left_out: (data) => m.importing_sources_left_out(count(data)),
	damaged_left_out: (data) => m.importing_damaged_left_out(count(data)),
	file_bytes_left_out: (data) => m.importing_file_bytes_left_out({ name: plain(data['name']) }),
	file_not_here: (data) => m.importing_file_not_here({ name: plain(data['name']) }),
};
