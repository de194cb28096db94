// The ten statuses in the reader's language: for the list of paths, the notebook and the command line alike.

import { m } from '#lib/paraglide/messages.js';

const WORDS: Readonly<Record<string, () => string>> = {
	waiting_for_research_goal: m.notebook_status_waiting_for_research_goal,
	waiting_for_research_strategy: m.notebook_status_waiting_for_research_strategy,
	end_after_generating_research_strategy: m.notebook_status_end_after_generating_research_strategy,
	waiting_for_next_protocol: m.notebook_status_waiting_for_next_protocol,
	end_after_selecting_next_protocol: m.notebook_status_end_after_selecting_next_protocol,
	waiting_for_initial_values_for_fields_in_next_protocol:
		m.notebook_status_waiting_for_initial_values_for_fields_in_next_protocol,
	waiting_for_record: m.notebook_status_waiting_for_record,
	waiting_for_phased_research_conclusion: m.notebook_status_waiting_for_phased_research_conclusion,
	waiting_for_final_research_conclusion: m.notebook_status_waiting_for_final_research_conclusion,
	completed: m.notebook_status_completed,
};

/** A path_status in words; an unknown one by its own name. */
export function statusWords(status: string): string {
	return WORDS[status]?.() ?? status;
}
