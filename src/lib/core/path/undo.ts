// What a Y.UndoManager needs to undo one person's edits and nothing else. It follows LOCAL and the origin of their text editor, over the whole
// document (texts appear later), and never removes what is only added: a log entry written with a skipped cell stays as history.
// Stages are made under MADE, which it does not follow: the caller undoes `goOn` by `deleteStage`. An edit of one kind must not be
// joined with typing: call `stopCapturing` before it. Refused: an undo that removes a stage (others may have written in it).

import * as Y from 'yjs';
import { LOCAL } from './document.ts';

/** Where undo looks: everywhere. */
export function undoableScope(doc: Y.Doc): Y.Doc {
	return doc;
}

/** Maps of a path or record that are only added to. */
const ADDED = [
	'people',
	'clients',
	'frozen',
	'stages',
	'proposals',
	'runs',
	'log',
	'kept',
	'versions',
] as const;

/** False for items undo may not delete: entries of maps that are only added to. */
export function undoDeleteFilter(doc: Y.Doc): (item: Y.Item) => boolean {
	return ({ parent }) => !ADDED.some((name) => doc.share.get(name) === parent);
}

/** False for transactions that changed nothing: they would be an empty step and forget what can be redone. */
export function changesSomething(transaction: Y.Transaction): boolean {
	return transaction.changed.size > 0;
}

/** The undo of one person on one document; `editors` are the origins their text editors write under. */
export function undoFor(doc: Y.Doc, editors: readonly unknown[] = [], captureTimeout = 500): Y.UndoManager {
	return new Y.UndoManager(undoableScope(doc), {
		trackedOrigins: new Set([LOCAL, ...editors]),
		deleteFilter: undoDeleteFilter(doc),
		captureTransaction: changesSomething,
		captureTimeout,
	});
}
