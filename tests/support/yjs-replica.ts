// A Yjs document as a witness of what an update does: what waits in it, what it holds, what was deleted, and what a person sees.

import * as Y from 'yjs';
import { DeleteSet } from '#lib/wire/update/delete-set.ts';
import type { StateVector } from '#lib/wire/update/state-vector.ts';

/** A document with the root types of random-updates.ts that took these updates. */
export function replica(updates: readonly Uint8Array[] = []): Y.Doc {
	const doc = new Y.Doc();
	doc.clientID = 999_999;
	doc.getText('text');
	doc.getMap('map');
	doc.getArray('list');
	doc.getXmlFragment('xml');
	for (const update of updates) Y.applyUpdate(doc, update);
	return doc;
}

export function isWaiting(doc: Y.Doc): boolean {
	return doc.store.pendingStructs !== null || doc.store.pendingDs !== null;
}

export function vectorIn(doc: Y.Doc): StateVector {
	return Y.decodeStateVector(Y.encodeStateVector(doc));
}

export function deletedIn(doc: Y.Doc): DeleteSet {
	const deleted = new DeleteSet();
	for (const [client, ranges] of Y.createDeleteSetFromStructStore(doc.store).clients)
		for (const { clock, len } of ranges) deleted.add(client, clock, clock + len);
	return deleted;
}

/**
 * What a person sees of it, keys in order. Half a surrogate pair counts as any other: who splits a pair sees U+FFFD at once, others only when
 * they load the document again (Yjs issue 248).
 */
export function shownBy(doc: Y.Doc): unknown {
	return [doc.getText('text'), doc.getMap('map'), doc.getArray('list'), doc.getXmlFragment('xml')].map(plain);
}

function plain(value: unknown): unknown {
	if (value instanceof Y.Doc) return { doc: value.guid };
	if (value instanceof Y.Text)
		return JSON.stringify(value.toDelta()).replaceAll(/[\ud800-\udfff\ufffd]/g, '?');
	if (value instanceof Y.Map) {
		const entries = [...value.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
		return entries.map(([key, inside]) => [key, plain(inside)]);
	}
	if (value instanceof Y.XmlElement)
		return [value.nodeName, value.getAttributes(), value.toArray().map(plain)];
	if (value instanceof Y.XmlFragment || value instanceof Y.Array) return value.toArray().map(plain);
	return value;
}
