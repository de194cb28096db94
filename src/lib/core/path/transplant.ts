// Building a document aside and bringing it into another in one transaction: for imports, which must arrive whole or not at all, and whose words
// carry a client id that is nobody's, because whoever imports did not type them. Refused: writing into the open document entry by
// entry (half of it would be seen, stored and sent).

import * as Y from 'yjs';
import { MADE } from './document.ts';

/** An empty document that belongs to nobody. */
export function documentAside(): Y.Doc {
	return new Y.Doc();
}

/** Brings all of `built` into `doc` in one transaction that undo does not follow, and gives `built` up. */
export function transplant(built: Y.Doc, doc: Y.Doc): void {
	const update = Y.encodeStateAsUpdate(built);
	built.destroy();
	Y.applyUpdate(doc, update, MADE);
}
