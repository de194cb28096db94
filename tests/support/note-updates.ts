// Small logs as a room gets them: a text that a few people write, one update for each keystroke, in an order in which all of them can be
// taken. Made by Yjs, because what a store keeps has to be what Yjs can read.

import * as Y from 'yjs';
import { Random } from './fuzz-random.ts';

/** `count` updates of two people who write and delete in one text, and how it reads in the end. */
export function noteUpdates(count: number, seed = 1): { updates: Uint8Array[]; text: string } {
	const random = new Random(seed);
	const updates: Uint8Array[] = [];
	const docs = [1, 2].map((n) => {
		const doc = new Y.Doc({ gc: true });
		doc.clientID = seed * 10 + n;
		return doc;
	});
	for (const doc of docs)
		doc.on('update', (update: Uint8Array, origin: unknown) => {
			if (origin === 'peer') return;
			updates.push(update);
			for (const peer of docs) if (peer !== doc) Y.applyUpdate(peer, update, 'peer');
		});
	for (let at = 0; updates.length < count;) {
		const text = random.pick(docs).getText('note');
		if (random.chance(0.2)) at = random.below(text.length + 1);
		const erased = random.chance(0.3) ? Math.min(at, 4) : 0;
		if (erased > 0) text.delete(at - erased, erased);
		else text.insert(at, String.fromCodePoint(97 + random.below(26)).repeat(3));
		at += erased > 0 ? -erased : 3;
	}
	return { updates, text: docs[0]?.getText('note').toString() ?? '' };
}

/** How the text reads that these updates make. */
export function noteOf(...updates: readonly Uint8Array[]): string {
	const doc = new Y.Doc();
	for (const update of updates) Y.applyUpdate(doc, update);
	if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) throw new Error('parts are missing');
	return doc.getText('note').toString();
}
