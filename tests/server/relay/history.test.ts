// The recent updates of a room, and what of them somebody gets who comes back.

import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Extent } from '#lib/wire/update/extent.ts';
import { History } from '../../../server/relay/history.ts';

/** A room's history that a writer fills, and the writer's document. */
function filled(words: readonly string[]): {
	doc: Y.Doc;
	extent: Extent;
	history: History;
	vectors: Uint8Array[];
} {
	const doc = new Y.Doc();
	doc.clientID = 1;
	const extent = new Extent();
	const history = new History(extent.vector, 0);
	const vectors = [Y.encodeStateVector(doc)];
	doc.on('update', (update: Uint8Array) => {
		if (!extent.admit(update).ok) throw new Error('an update of Yjs is none');
		history.push(update, extent.vector, vectors.length);
		vectors.push(Y.encodeStateVector(doc));
	});
	for (const word of words) doc.getText('t').insert(doc.getText('t').length, word);
	return { doc, extent, history, vectors };
}

const vectorOf = (bytes: Uint8Array | undefined): Map<number, number> =>
	Y.decodeStateVector(bytes ?? Uint8Array.of(0));

test('[Y17] whoever comes back gets from memory only what they lack', () => {
	const { doc, extent, history, vectors } = filled(Array.from({ length: 100 }, (_, n) => `${n} `));
	const missed = history.since(vectorOf(vectors[98]), extent.deletes);
	expect(Y.decodeUpdate(missed).structs.map(({ id }) => id.clock)).toEqual([
		Y.decodeStateVector(vectors[98] ?? Uint8Array.of(0)).get(1),
		expect.any(Number),
	]);
	expect(Y.decodeUpdate(history.since(vectorOf(vectors[100]), extent.deletes)).structs).toEqual([]);
	const fresh = new Y.Doc();
	Y.applyUpdate(fresh, history.since(new Map(), extent.deletes));
	expect(fresh.getText('t').toString()).toBe(doc.getText('t').toString());
});

test('[Y18] a history forgets its beginning and knows that it did; a large update is not kept in it', () => {
	const { doc, extent, history, vectors } = filled(Array.from({ length: 300 }, () => 'x'.repeat(1_000)));
	expect(history.reaches(new Map())).toBe(false);
	expect(history.continues(0)).toBe(false);
	expect(history.reaches(vectorOf(vectors[299]))).toBe(true);
	expect(history.continues(299)).toBe(true);
	const first = vectors.findIndex((vector) => history.reaches(vectorOf(vector)));
	expect(first).toBeGreaterThan(100);
	const behind = history.after(first, extent.deletes);
	expect(Y.decodeUpdate(behind).structs[0]?.id.clock).toBe(vectorOf(vectors[first]).get(1));
	doc.getText('t').insert(0, 'y'.repeat(40_000));
	expect(history.empty).toBe(true);
	expect(history.reaches(vectorOf(vectors[300]))).toBe(false);
	expect(history.reaches(extent.vector)).toBe(true);
});
