// Whether a step is the model's or a person's. Never stored: it is `ai` exactly while what is shown equals the accepted proposal in the
// fields that spec section 3 compares, so going back to the model's words makes it `ai` again. Numbers compare as they were written
// (1.0 is not 1). Refused: a flag set at the first keystroke (it never comes back, and a merge can set it for nothing).

import { canonicalize } from '#lib/core/json/jcs.ts';
import { isObject, numberOf } from '#lib/core/json/json.ts';
import type { Proposal, StageEntry } from '#lib/core/path/entries.ts';
import { RESEARCHABLE, type CellId, type ProposalId, type StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { proposalWords } from '#lib/core/path/words.ts';
import { proposalBehind, splitCell } from './cells.ts';
import { researchableOf, shownText, shownValues } from './values.ts';

export interface Mode {
	readonly mode: 'ai' | 'user';
	/** The accepted proposal behind the step, edited or not. */
	readonly proposal: ProposalId | null;
	/** Its thought; an edited proposal keeps it. */
	readonly thought: string | null;
}

const BY_HAND: Mode = { mode: 'user', proposal: null, thought: null };

/** Mode of a cell with content of its own. A record is always a person's; for the choice of a stage ask `stageMode`. */
export function cellMode(snapshot: PathSnapshot, cell: CellId): Mode {
	const kind = splitCell(cell).kind;
	const behind = kind === 'record' || kind === 'next' ? undefined : proposalBehind(snapshot, cell);
	if (behind === undefined) return BY_HAND;
	const mode = saysTheSame(snapshot, cell, behind.proposal) ? 'ai' : 'user';
	return { mode, proposal: behind.id, thought: behind.proposal.thought };
}

function saysTheSame(snapshot: PathSnapshot, cell: CellId, proposal: Proposal): boolean {
	const { stage, kind } = splitCell(cell);
	if (kind === 'values') {
		const proposed = proposal.content['values'];
		const shown = Object.fromEntries(shownValues(snapshot, stage));
		return canonicalize(shown) === canonicalize(isObject(proposed) ? proposed : {});
	}
	if (kind === 'strategy') {
		const judged = proposal.content[RESEARCHABLE];
		if (researchableOf(snapshot, stage) !== (typeof judged === 'boolean' ? judged : null)) return false;
	}
	return shownText(snapshot, cell) === proposalWords(proposal);
}

/** Mode of the choice that made a stage: `ai` when the proposal behind it says the same end and the same protocol. */
export function stageMode(snapshot: PathSnapshot, stage: StageId): Mode {
	const entry = snapshot.stages.get(stage);
	if (entry?.from === undefined) return BY_HAND;
	const proposal = snapshot.proposal(entry.from);
	if (proposal === undefined || !offersNextFor(entry, proposal)) return BY_HAND;
	const ends = proposal.content['end_path'] === true;
	const index = ends ? null : (numberOf(proposal.content['protocol_index']) ?? null);
	const same = entry.choice === 'end' ? ends : entry.choice !== null && entry.choice === index;
	return { mode: same ? 'ai' : 'user', proposal: entry.from, thought: proposal.thought };
}

/** A next-protocol proposal belongs to "<parent stage>/next". */
function offersNextFor({ after }: StageEntry, { cell }: Proposal): boolean {
	const { stage, kind } = splitCell(cell);
	return kind === 'next' && after.includes(stage);
}
