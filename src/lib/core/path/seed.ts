// The words a proposal begins with. A cell reads an accepted proposal's own content until somebody edits it; the first edit turns that
// content into a text. Two people may do so at once and offline, so the insert must have the same bytes on both sides: one insert at
// clock 0 under a client id made from the proposal's hash. Live client ids have 32 bits and cannot meet it. For good: a change of
// `proposalWords`, of the id or of the text's name would make two documents of one (test vectors). Refused: copying the words by an
// ordinary edit (two first edits double them) and copying them at acceptance (two acceptances lose one).

import * as Y from 'yjs';
import type { Proposal } from './entries.ts';
import { textName, type CellId, type ProposalId } from './names.ts';
import { SEED } from './document.ts';
import { proposalWords } from './words.ts';

export { proposalWords } from './words.ts';

/** The client id that only this proposal's words are written under: 2^52 + the first 51 bits of its hash. */
export function seedClient(id: ProposalId): number {
	const bits = BigInt(`0x${id.slice(0, 13)}`) >> 1n;
	return 2 ** 52 + Number(bits);
}

/** The update (v1) that plants a proposal's words: always the same bytes. */
export function seedUpdate(id: ProposalId, cell: CellId, words: string): Uint8Array {
	const scratch = new Y.Doc();
	scratch.clientID = seedClient(id);
	scratch.getText(textName(cell, id)).insert(0, words);
	const update = Y.encodeStateAsUpdate(scratch);
	scratch.destroy();
	return update;
}

/** Plants a proposal's words unless they were planted before (also when they were deleted since). Throws inside a transaction. */
export function plantSeed(doc: Y.Doc, id: ProposalId, proposal: Proposal): void {
	const words = proposalWords(proposal);
	if (words === '' || Y.getState(doc.store, seedClient(id)) > 0) return;
	// Inside a transaction the seed would take its origin, undo would follow it, and Yjs would take a new client id.
	if (doc._transaction !== null) throw new Error('a seed is planted outside of transactions');
	Y.applyUpdate(doc, seedUpdate(id, proposal.cell, words), SEED);
}
