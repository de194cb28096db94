// Proposals: added once under the hash of what they say, accepted by pointing at them. Accepting copies no words: two people who accept two
// proposals lose neither. It is refused when the cell is not what the person saw (a colleague may have written meanwhile).

import type * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import { barePath, proposalFor } from './bare-path.ts';
import { cellHash } from './content.ts';
import { edit, LOCAL, MADE, type Refusal, type Who } from './document.ts';
import { shownKey } from './doors.ts';
import { Proposal } from './entries.ts';
import { setState } from './log-edits.ts';
import { partsOf, ProposalId, type CellId } from './names.ts';
import { storable } from './storable.ts';
import { contentHash } from '#lib/core/json/hash.ts';
import { canonicalize } from '#lib/core/json/jcs.ts';
import { PROPOSAL_LIMIT } from './entries.ts';
import { utf8Length } from './vault.ts';

/** Adds a proposal; the same one again changes nothing. `too-large`: more than 32 kB as JCS. */
export function offerProposal(
	doc: Y.Doc,
	proposal: Proposal,
	who: Who,
): Result<ProposalId, Refusal | 'too-large' | 'malformed' | 'no-such-stage'> {
	const json = storable(proposal);
	if (json === undefined || !Proposal.safeParse(json.value).success) return err('malformed');
	if (utf8Length(canonicalize(json.value)) > PROPOSAL_LIMIT) return err('too-large');
	const id = ProposalId.parse(contentHash(json.value));
	return edit(doc, who, MADE, ({ stages, proposals }) => {
		if (!stages.has(partsOf(proposal.cell).stage)) return err('no-such-stage');
		return ok(() => {
			if (!proposals.has(id)) proposals.set(id, json.value);
			return id;
		});
	});
}

/** `is-a-choice`: a next-protocol proposal is accepted by `goOn` with `from`. */
export type AcceptRefusal =
	Refusal | 'no-such-stage' | 'no-such-proposal' | 'changed-meanwhile' | 'is-a-choice';

/** Shows a proposal in its cell and says the cell is done. `seen` is the cellHash of the cell as the person saw it. */
export function acceptProposal(
	doc: Y.Doc,
	cell: CellId,
	id: ProposalId,
	{ seen }: { readonly seen: string },
	who: Who,
): Result<void, AcceptRefusal> {
	return edit(doc, who, LOCAL, (maps) => {
		const { stage, kind } = partsOf(cell);
		if (!maps.stages.has(stage)) return err('no-such-stage');
		if (!proposalFor(doc, id, cell)) return err('no-such-proposal');
		if (kind === 'next') return err('is-a-choice');
		if (cellHash(barePath(doc), cell) !== seen) return err('changed-meanwhile');
		return ok(() => {
			maps.cells.set(shownKey(cell), id);
			setState(maps, cell, 'done', who);
		});
	});
}
