// What compaction does to a log: one Yjs document takes all of it in one transaction and is written down again, without what was deleted.
// It refuses whenever the outcome would not hold exactly what the log holds, so that folding can never lose a part that is still
// waiting. Refused: joining the bytes alone, which would keep every deleted letter for ever; and a transaction for each update, after which Yjs
// would remove formatting marks that do nothing: a relay writes nothing of its own.

import * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import { Extent } from '#lib/wire/update/extent.ts';
import type { CompactFault } from './store.ts';

export type Pressed = { readonly update: Uint8Array; readonly extent: Extent };

/** One update that holds what these hold in order, without what they delete. Their bytes stay as they are. */
export function press(updates: readonly Uint8Array[]): Result<Pressed, CompactFault> {
	const before = heldBy(updates);
	if (!before.ok) return before;
	const pressed = folded(updates);
	if (!pressed.ok) return pressed;
	const after = heldBy([pressed.value]);
	if (!after.ok) return after;
	const lost = difference(before.value, after.value);
	if (lost !== undefined) return err({ why: 'unreadable', detail: lost });
	return ok({ update: pressed.value, extent: after.value });
}

function heldBy(updates: readonly Uint8Array[]): Result<Extent, CompactFault> {
	const extent = new Extent();
	for (const [index, update] of updates.entries()) {
		const news = extent.admit(update);
		if (!news.ok)
			return err({
				why: 'unreadable',
				detail: `update ${index}: ${news.error.code} at ${news.error.at}`,
			});
		if (news.value.gap) return err({ why: 'parts_missing', detail: `update ${index} waits for others` });
	}
	return ok(extent);
}

function folded(updates: readonly Uint8Array[]): Result<Uint8Array, CompactFault> {
	const doc = new Y.Doc({ gc: true });
	try {
		doc.transact(() => {
			for (const update of updates) Y.applyUpdate(doc, update);
		});
		if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null)
			return err({ why: 'parts_missing', detail: 'Yjs waits for other parts' });
		return ok(Y.encodeStateAsUpdate(doc));
	} catch (cause) {
		return err({
			why: 'unreadable',
			detail: `Yjs: ${cause instanceof Error ? cause.message : String(cause)}`,
		});
	} finally {
		doc.destroy();
	}
}

/** Deletions may be more (Yjs deletes what was put into something deleted), never fewer; parts must be the same. */
function difference(before: Extent, after: Extent): string | undefined {
	if (before.vector.size !== after.vector.size) return 'the number of clients differs';
	for (const [client, clock] of before.vector)
		if (after.vector.get(client) !== clock) return `client ${client} ends elsewhere`;
	for (const [client, from, to] of before.deletes.ranges())
		if (!after.deletes.covers(client, from, to)) return `a deletion of client ${client} is gone`;
	return undefined;
}
