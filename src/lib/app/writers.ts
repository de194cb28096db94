// Who wrote what is read off the items of a text themselves: nothing is counted while somebody types, and what was deleted again counts for
// nobody. Words that began as a proposal have a client of no person and are left out.

import type * as Y from 'yjs';

/** Yjs client ids of those whose words still stand in a root text, in the order in which they appear; empty where there is no such text. */
export function clientsIn(doc: Y.Doc, textName: string): number[] {
	const seen = new Set<number>();
	const text = doc.share.get(textName);
	for (let item = text?._start ?? null; item !== null; item = item.right) {
		if (!item.deleted && item.countable) seen.add(item.id.client);
	}
	return [...seen];
}
