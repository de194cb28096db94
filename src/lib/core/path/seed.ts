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

export interface Seed {
	readonly id: ProposalId;
	readonly cell: CellId;
	readonly words: string;
}

/** The update (v1) that plants the words of proposals: always the same items, and for one proposal the same bytes. */
export function seedUpdate(seeds: readonly Seed[]): Uint8Array {
	const scratch = new Y.Doc();
	// One transaction for all: Yjs counts every client at the beginning of each.
	scratch.transact(() => {
		for (const { id, cell, words } of seeds) {
			scratch.clientID = seedClient(id);
			scratch.getText(textName(cell, id)).insert(0, words);
		}
	});
	const update = Y.encodeStateAsUpdate(scratch);
	scratch.destroy();
	return update;
}

/** Plants a proposal's words unless they were planted before (also when they were deleted since). Throws inside a transaction. */
export function plantSeed(doc: Y.Doc, id: ProposalId, proposal: Proposal): void {
	plantSeeds(doc, [[id, proposal]]);
}

/** Plants the words of many proposals in one transaction. */
export function plantSeeds(doc: Y.Doc, proposals: Iterable<readonly [ProposalId, Proposal]>): void {
	const seeds = new Map<number, Seed>();
	for (const [id, proposal] of proposals) {
		const [client, words] = [seedClient(id), proposalWords(proposal)];
		if (words === '' || seeds.has(client) || Y.getState(doc.store, client) > 0) continue;
		seeds.set(client, { id, cell: proposal.cell, words });
	}
	if (seeds.size === 0) return;
	// Inside a transaction the seed would take its origin, undo would follow it, and Yjs would take a new client id.
	if (doc._transaction !== null) throw new Error('a seed is planted outside of transactions');
	Y.applyUpdate(doc, seedUpdate([...seeds.values()]), SEED);
}
