// The words of a proposal, without Yjs: the mode, the hashes and the seed must all begin with the same ones. For good: a change would make
// two documents of one (test vectors in seed.test.ts).

import type { Proposal } from './entries.ts';
import { storableText } from './storable.ts';

const WORDS: Readonly<Record<string, string>> = {
	goal: 'goal',
	strategy: 'strategy',
	phased: 'conclusion',
	final: 'conclusion',
};

/** The words of a proposal's content: one key by the cell's kind, `text` for other kinds, '' where there are none. */
export function proposalWords(proposal: Proposal): string {
	const kind = proposal.cell.slice(proposal.cell.indexOf('/') + 1);
	const words = proposal.content[Object.hasOwn(WORDS, kind) ? (WORDS[kind] ?? 'text') : 'text'];
	return typeof words === 'string' ? storableText(words).value : '';
}
