// What an import did to a file, line by line, so that nothing is dropped silently: codes and data, no sentences (the interface and the
// command line speak; their messages are named `importing_<rule>`). Three lists, because people ask three questions: what came in under
// another name, what was changed on the way, what is gone. Refused: warnings with a level, which nobody can act on.

import type { Place } from '#lib/core/json/place.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import type { JsonObject } from '#lib/core/json/json.ts';

/** What we were given. A closed list: what is not read yet is refused by name. */
export const SOURCES = [
	'airalogy',
	'aira',
	'engine',
	'workflow',
	'aira-archive',
	'eln',
	'pathbook',
	'record',
	'protocol',
] as const;
export type Source = (typeof SOURCES)[number];

/** A place in one of the files: RFC 6901 pointer, '' for the whole file. */
export interface Spot {
	readonly file: string;
	readonly pointer: string;
}

/** The spot some steps further in. */
export function within(spot: Spot, ...tokens: readonly (string | number)[]): Spot {
	return { file: spot.file, pointer: appendPointer(spot.pointer, ...tokens) };
}

/** In the document, verbatim, though it has no place of its own there; the canonical export writes it back where it can. */
export const KEPT_RULES = [
	'unknown_key',
	'unknown_step',
	'malformed_step',
	'malformed_record',
	'malformed_part',
	'part_unused',
	'step_after_end',
	'step_out_of_order',
	'protocol_unknown',
	'record_of_other_round',
	'step_form',
	'record_id_malformed',
	'record_names_other_protocol',
	'record_not_here',
	'proposal_too_large',
	'envelope',
	'comment',
	'doubled_key',
	'vendor_part_differs',
	'vendor_part_unreadable',
	'outside_differs',
	'damaged',
	'values_without_field',
	'engine_keys',
	'node_names_other_protocol',
	'member_hash_differs',
	'member_unnamed',
	'manifest_differs',
] as const;

/** Said differently from now on. */
export const CHANGED_RULES = [
	'indexes_from_zero',
	'empty_thoughts',
	'record_separated',
	'status_became_skips',
	'step_changed',
	'status_contradicts',
	'status_unknown',
	'protocol_without_content',
	'protocol_not_in_workflow',
	'protocols_unknown',
	'protocol_index_assumed',
	'workflow_unknown',
	'workflow_warning',
	'path_begins',
	'json_repaired',
	'indexes_from_one',
	'protocol_renumbered',
	'protocol_twice',
	'workflow_rewritten',
	'steps_added',
	'values_renamed',
	'index_from_node',
	'versions_renumbered',
	'protocol_id_made',
	'record_ids_made',
	'graph_unknown',
	'researchable_assumed',
	'step_as_it_came',
	'encoding',
	'protocol_filled',
	'protocol_filled_library',
	'protocol_files_added',
	'protocol_pinned',
	'protocol_version_differs',
	'protocol_versions_several',
	'protocol_language',
] as const;

/** Not in the document any more. */
export const LOST_RULES = [
	'sha1_differs',
	'record_not_at_hand',
	'strategy_without_words',
	'form_cannot_say',
	'path_left_out',
	'protocol_texts_left_out',
	'schemas_left_out',
	'programs_left_out',
	'thoughts_left_out',
	'proposals_left_out',
	'versions_left_out',
	'drafts_left_out',
	'log_left_out',
	'kept_left_out',
	'stages_left_out',
	'branches_in_brief',
	'sources_left_out',
	'damaged_left_out',
	'file_bytes_left_out',
	'file_not_here',
	'file_not_read',
	'files_ignored',
	'member_absent',
	'attachment_absent',
	'record_needs_path',
	'attachment_needs_path',
	'manifest_key_needs_path',
] as const;

export type ReportRule =
	(typeof KEPT_RULES)[number] | (typeof CHANGED_RULES)[number] | (typeof LOST_RULES)[number];

export interface ReportLine extends Spot {
	readonly rule: ReportRule;
	/** What the sentence needs: names, numbers, quotations. */
	readonly data: JsonObject;
}

export interface ImportReport {
	readonly source: Source;
	readonly kept: readonly ReportLine[];
	readonly changed: readonly ReportLine[];
	readonly lost: readonly ReportLine[];
}

export const REFUSAL_RULES = [
	'not_json',
	'not_yet_read',
	'nothing_to_import',
	'dialect_unknown',
	'workflow_refused',
	'several_workflows',
	'several_protocol_lists',
	'reserved_key',
	'not_text',
	'too_large',
	'too_large_together',
	'too_many_files',
	'archive_refused',
	'archive_version',
	'archive_malformed',
	'protocol_refused',
	'records_need_path',
] as const;
export type RefusalRule = (typeof REFUSAL_RULES)[number];

/** Why nothing was imported. `at` where the text itself is at fault. */
export interface Refusal extends Spot {
	readonly rule: RefusalRule;
	readonly data: JsonObject;
	readonly at: Place | null;
}

/** Makes a refusal of a place that has a pointer. */
export function refusal(spot: Spot, rule: RefusalRule, data: JsonObject = {}): Refusal {
	return { file: spot.file, pointer: spot.pointer, rule, data, at: null };
}

/** Collects the lines of one import in the order they were found. */
export class Reporter {
	readonly #kept: ReportLine[] = [];
	readonly #changed: ReportLine[] = [];
	readonly #lost: ReportLine[] = [];

	kept(spot: Spot, rule: (typeof KEPT_RULES)[number], data: JsonObject = {}): void {
		this.#kept.push({ file: spot.file, pointer: spot.pointer, rule, data });
	}

	changed(spot: Spot, rule: (typeof CHANGED_RULES)[number], data: JsonObject = {}): void {
		this.#changed.push({ file: spot.file, pointer: spot.pointer, rule, data });
	}

	lost(spot: Spot, rule: (typeof LOST_RULES)[number], data: JsonObject = {}): void {
		this.#lost.push({ file: spot.file, pointer: spot.pointer, rule, data });
	}

	/** Adds the lines of another report. */
	add({ kept, changed, lost }: Omit<ImportReport, 'source'>): void {
		for (const line of kept) this.#kept.push(line);
		for (const line of changed) this.#changed.push(line);
		for (const line of lost) this.#lost.push(line);
	}

	/** The report so far. */
	report(source: Source): ImportReport {
		return { source, kept: [...this.#kept], changed: [...this.#changed], lost: [...this.#lost] };
	}
}
