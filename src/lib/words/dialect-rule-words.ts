// Lines about what one dialect says and another cannot: AIRA's obligations, the workflow engine's own words, versions and hashes of records.
// Beside rule-words.ts because they grow with the dialects.

import type { JsonObject } from '#lib/core/json/json.ts';
import { m } from '#lib/paraglide/messages.js';
import { plain } from './fault-words.ts';

const count = (data: JsonObject) => ({ count: Number(plain(data['count'])) });

/** Sentences for the rules of dialects. */
export const DIALECT_RULE_WORDS: Readonly<Record<string, (data: JsonObject) => string>> = {
	values_without_field: (data) => m.importing_values_without_field({ keys: plain(data['keys']) }),
	engine_keys: (data) => m.importing_engine_keys({ keys: plain(data['keys']) }),
	node_names_other_protocol: (data) =>
		m.importing_node_names_other_protocol({ node: plain(data['node']), index: plain(data['index']) }),
	index_from_node: (data) => m.importing_index_from_node({ node: plain(data['node']) }),
	versions_renumbered: (data) =>
		m.importing_versions_renumbered({
			from: plain(data['from']),
			record: plain(data['record']),
			to: plain(data['to']),
		}),
	protocol_id_made: (data) => m.importing_protocol_id_made({ id: plain(data['id']) }),
	graph_unknown: () => m.importing_graph_unknown(),
	researchable_assumed: () => m.importing_researchable_assumed(),
	step_as_it_came: (data) => m.importing_step_as_it_came({ step: plain(data['step']) }),
	sha1_differs: (data) => m.importing_sha1_differs({ says: plain(data['says']) }),
	record_not_at_hand: (data) => m.importing_record_not_at_hand({ record: plain(data['record']) }),
	strategy_without_words: () => m.importing_strategy_without_words(),
	steps_added: (data) => m.importing_steps_added(count(data)),
	values_renamed: (data) => m.importing_values_renamed(count(data)),
	record_ids_made: (data) => m.importing_record_ids_made(count(data)),
};
