// Which lines of an import report say that the file is wrong. An import is generous: it keeps what it cannot place and tells what it did.
// Whoever validates wants to know only what somebody should mend, so every rule is judged once, here, and a new rule without a judgement does
// not compile. A fault is a statement that is false, contradicts another, or cannot be understood although it is ours to understand.

import type { ReportRule } from '#lib/core/exchange/report.ts';

/**
 * fault: somebody should mend it. form: the same said in another way. foreign: not ours to judge. absent: less than there could be, which is
 * allowed. ours: what reading or writing did, or chose. out: only writers say it.
 */
export type Judgement = 'fault' | 'form' | 'foreign' | 'absent' | 'ours' | 'out';

export const JUDGEMENTS: Readonly<Record<ReportRule, Judgement>> = {
	unknown_key: 'foreign', // other tools may add keys
	unknown_step: 'foreign', // and steps
	malformed_step: 'fault', // a step of ours whose data is not what its name says
	malformed_record: 'fault', // a record without its data
	malformed_part: 'fault', // such as an index that stands twice in protocols_info
	part_unused: 'foreign',
	step_after_end: 'fault', // nothing but a final conclusion follows END
	step_out_of_order: 'fault',
	protocol_unknown: 'fault', // a step with an index that no list has
	record_of_other_round: 'fault', // the round chose another protocol
	step_form: 'form',
	record_id_malformed: 'fault',
	record_names_other_protocol: 'fault',
	record_not_here: 'absent', // a step only refers to its record
	proposal_too_large: 'ours',
	envelope: 'foreign',
	comment: 'form', // and so are repairs of pasted JSON, read and said
	doubled_key: 'fault', // readers disagree which of the two counts
	vendor_part_differs: 'fault', // our part and the steps contradict each other
	vendor_part_unreadable: 'fault',
	outside_differs: 'foreign', // another tool changed what is its to change
	damaged: 'fault', // content that is not what its hash says
	values_without_field: 'fault', // values for fields the protocol does not have
	engine_keys: 'form',
	node_names_other_protocol: 'fault',
	member_hash_differs: 'fault',
	member_unnamed: 'foreign',
	manifest_differs: 'fault', // the manifest contradicts its archive
	indexes_from_zero: 'form',
	empty_thoughts: 'form',
	record_separated: 'form',
	status_became_skips: 'form',
	step_changed: 'foreign',
	status_contradicts: 'fault',
	status_unknown: 'fault', // none of the ten
	protocol_without_content: 'absent',
	protocol_not_in_workflow: 'fault', // protocols_info names what the graph does not have
	protocols_unknown: 'absent',
	protocol_index_assumed: 'absent',
	workflow_unknown: 'absent',
	workflow_warning: 'form', // a loop may be meant
	path_begins: 'absent',
	json_repaired: 'fault', // other readers refuse it
	indexes_from_one: 'out',
	protocol_renumbered: 'out',
	protocol_twice: 'out',
	workflow_rewritten: 'out',
	steps_added: 'out',
	values_renamed: 'form',
	index_from_node: 'form',
	versions_renumbered: 'ours',
	protocol_id_made: 'out',
	record_ids_made: 'out',
	graph_unknown: 'out',
	researchable_assumed: 'out',
	step_as_it_came: 'out',
	encoding: 'form',
	protocol_filled: 'ours',
	protocol_filled_library: 'ours',
	protocol_files_added: 'ours',
	protocol_pinned: 'ours',
	protocol_version_differs: 'fault', // the list pins a version that is not the one beside it
	protocol_versions_several: 'ours',
	protocol_language: 'ours',
	sha1_differs: 'fault',
	record_not_at_hand: 'out',
	strategy_without_words: 'out',
	form_cannot_say: 'out',
	path_left_out: 'out',
	protocol_texts_left_out: 'out',
	schemas_left_out: 'out',
	programs_left_out: 'out',
	thoughts_left_out: 'out',
	proposals_left_out: 'out',
	versions_left_out: 'out',
	drafts_left_out: 'out',
	log_left_out: 'out',
	kept_left_out: 'out',
	stages_left_out: 'out',
	branches_in_brief: 'out',
	sources_left_out: 'out',
	damaged_left_out: 'out',
	file_bytes_left_out: 'out',
	file_not_here: 'out',
	file_not_read: 'foreign', // a picture beside the text
	files_ignored: 'foreign',
	member_absent: 'fault', // the manifest names a member that the archive lacks
	attachment_absent: 'fault',
	record_needs_path: 'absent',
	attachment_needs_path: 'absent',
	manifest_key_needs_path: 'absent',
};
