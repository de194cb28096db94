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

/**
 * Maps of a path or record that are only added to, and `meta`, whose entries are only written over: undoing a title brings the one before
 * back on top of it, and where that one is not here any more (a colleague's newer one is still on its way) the path keeps its title.
 */
const ADDED = [
	'meta',
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
	const undo: Y.UndoManager = new Y.UndoManager(undoableScope(doc), {
		trackedOrigins: new Set([LOCAL, ...editors]),
		deleteFilter: undoDeleteFilter(doc),
		captureTransaction: (transaction) => {
			if (!follows(undo, transaction.origin)) forgetKeys(undo, transaction);
			return changesSomething(transaction);
		},
		captureTimeout,
	});
	return undo;
}

function follows({ trackedOrigins }: Y.UndoManager, origin: unknown): boolean {
	if (trackedOrigins.has(origin)) return true;
	return typeof origin === 'object' && origin !== null && trackedOrigins.has(origin.constructor);
}

/**
 * Forgets what was done to keys that somebody else has written since. Yjs looks for a colleague's value right of the one it brings back; after
 * my value, theirs, and mine again, two steps of undo would jump over theirs.
 */
function forgetKeys({ undoStack, redoStack }: Y.UndoManager, { changed }: Y.Transaction): void {
	if (undoStack.length === 0 && redoStack.length === 0) return;
	const written: Y.Item[] = [];
	for (const [type, keys] of changed) {
		for (const key of keys) {
			let item = key === null ? undefined : type._map.get(key);
			for (; item !== undefined; item = item.left ?? undefined) written.push(item);
		}
	}
	for (const { insertions, deletions } of [...undoStack, ...redoStack]) {
		for (const item of written) {
			without(insertions, item);
			without(deletions, item);
		}
	}
}

/** Takes an item's clocks out of a set. */
function without(
	{ clients }: ReturnType<typeof Y.createDeleteSet>,
	{ id: { client, clock }, length }: Y.Item,
): void {
	const ranges = clients.get(client);
	if (ranges?.some((range) => range.clock < clock + length && clock < range.clock + range.len) !== true)
		return;
	const rest = ranges.flatMap((range) => [
		{ clock: range.clock, len: Math.min(range.len, clock - range.clock) },
		{
			clock: Math.max(range.clock, clock + length),
			len: Math.min(range.len, range.clock + range.len - clock - length),
		},
	]);
	const left = rest.filter(({ len }) => len > 0);
	// Yjs stumbles over a client without ranges when it joins the next edit to this step.
	if (left.length === 0) clients.delete(client);
	// eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Yjs does not export DeleteItem, and reads only these two numbers
	else clients.set(client, left);
}
