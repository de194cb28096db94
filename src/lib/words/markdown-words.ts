// The words of a Markdown export in the reader's language: the core writes the document, paraglide knows the language.

import type { Hand, MarkdownWords, Part } from '#lib/core/exchange/markdown/words.ts';
import { m } from '#lib/paraglide/messages.js';
import { statusWords } from './status-words.ts';

const PARTS: Readonly<Record<Part, () => string>> = {
	goal: m.exporting_md_goal,
	strategy: m.exporting_md_strategy,
	values: m.exporting_md_values,
	record: m.exporting_md_record,
	phased: m.exporting_md_phased,
	final: m.exporting_md_final,
	note: m.exporting_md_note,
};

type Said = { readonly by: string; readonly when: string };

const FROM: Readonly<Record<Hand, (said: { heading: string }) => string>> = {
	person: m.exporting_md_from_person,
	model: m.exporting_md_from_model,
	'model-edited': m.exporting_md_from_edited,
};
const CHOSEN: Readonly<Record<Hand, (said: Said) => string>> = {
	person: m.exporting_md_chosen_person,
	model: m.exporting_md_chosen_model,
	'model-edited': m.exporting_md_chosen_edited,
};
const ENDED: Readonly<Record<Hand, (said: Said) => string>> = {
	person: m.exporting_md_ended_person,
	model: m.exporting_md_ended_model,
	'model-edited': m.exporting_md_ended_edited,
};

/** The words of a Markdown export, in the language that is set. */
export function markdownWords(): MarkdownWords {
	return {
		...plainWords(),
		part: (part) => PARTS[part](),
		otherPart: (kind) => m.exporting_md_other_part({ kind }),
		from: (heading, hand) => FROM[hand]({ heading }),
		workflow: (title, id) => m.exporting_md_workflow({ title, id }),
		status: (status) => m.exporting_md_status({ status: statusWords(status) }),
		begun: (when, by) => m.exporting_md_begun({ when, by }),
		people: (names) => m.exporting_md_people({ names: names.join(', ') }),
		rounds: (count) => m.exporting_md_rounds({ count }),
		researchable: (judged) => (judged ? m.exporting_md_researchable() : m.exporting_md_not_researchable()),
		round: (n, protocol, version) =>
			version === ''
				? m.exporting_md_round({ n, protocol })
				: m.exporting_md_round_version({ n, protocol, version }),
		unknownProtocol: (index) => m.exporting_md_unknown_protocol({ index }),
		chosen: (hand, by, when) => CHOSEN[hand]({ by, when }),
		ended: (hand, by, when) => ENDED[hand]({ by, when }),
		unreachable: (reason) =>
			reason === '' ? m.exporting_md_unreachable() : m.exporting_md_unreachable_reason({ reason }),
		skipped: (part, reason) =>
			reason === '' ? m.exporting_md_skipped({ part }) : m.exporting_md_skipped_reason({ part, reason }),
		version: (label, author, when) => m.exporting_md_version({ label, author, when }),
		newer: (count) => m.exporting_md_newer({ count }),
		recordGone: (reason) => m.exporting_md_record_gone({ reason }),
		otherData: (name) => m.exporting_md_other_data({ name }),
		proposed: (place, edited, discarded) =>
			[
				edited === 0 ? '' : m.exporting_md_proposed_edited({ place, count: edited }),
				discarded === 0 ? '' : m.exporting_md_proposed_discarded({ place, count: discarded }),
			]
				.filter((part) => part !== '')
				.join('; '),
		place: (n, part) => (n === 0 ? m.exporting_md_place_start({ part }) : m.exporting_md_place({ n, part })),
		branch: (name, after) =>
			after === 0 ? m.exporting_md_branch_start({ name }) : m.exporting_md_branch({ name, after }),
		unnamedBranch: (after) =>
			after === 0 ? m.exporting_md_unnamed_branch_start() : m.exporting_md_unnamed_branch({ after }),
		inBrief: (round, record, conclusion) =>
			[round, record === '' ? '' : m.exporting_md_brief_record({ label: record }), conclusion]
				.filter((part) => part !== '')
				.join(' — '),
	};
}

function plainWords() {
	return {
		untitled: m.exporting_md_untitled(),
		paused: m.exporting_md_paused(),
		end: m.exporting_md_end(),
		unfinished: m.exporting_md_unfinished(),
		columns: {
			field: m.exporting_md_column_field(),
			value: m.exporting_md_column_value(),
			planned: m.exporting_md_column_planned(),
			id: m.exporting_md_column_id(),
		},
		yes: m.exporting_md_yes(),
		no: m.exporting_md_no(),
		nothing: m.exporting_md_nothing(),
		below: m.exporting_md_below(),
		unknownTime: m.exporting_md_unknown_time(),
		unknownPerson: m.exporting_md_unknown_person(),
		recordNotHere: m.exporting_md_record_not_here(),
		steps: m.exporting_md_steps(),
		checks: m.exporting_md_checks(),
		quiz: m.exporting_md_quiz(),
		proposals: m.exporting_md_proposals(),
		choice: m.exporting_md_choice(),
		branches: m.exporting_md_branches(),
		detached: m.exporting_md_detached(),
		files: m.exporting_md_files(),
	};
}
