// Items that say they stand between two neighbours which stand the other way round, or in different places altogether. No honest client writes
// one; a byte bent on the way can. Yjs puts such an item where the order of arrival leads it, so that copies with the same parts differ, and
// nobody without the words can tell: the relay keeps no words.

import * as Y from 'yjs';

type Place = { readonly row: number; readonly at: number };

/** How many there are in a document. */
export function contradictions(doc: Y.Doc): number {
	const items = [...doc.store.clients.values()].flat().filter((struct) => struct instanceof Y.Item);
	const places = placesOf(items);
	const placeOf = (id: Y.ID | null): Place | undefined =>
		id === null ? undefined : places.get(`${id.client}:${id.clock}`);
	return items.filter(({ id, origin, rightOrigin }) => {
		const here = placeOf(id);
		const [left, right] = [placeOf(origin), placeOf(rightOrigin)];
		if (here === undefined) return false;
		const isElsewhere = [left, right].some((place) => place !== undefined && place.row !== here.row);
		return isElsewhere || (left?.at ?? -1) >= here.at || (right?.at ?? Infinity) <= here.at;
	}).length;
}

/** Where each clock stands: in which row of siblings, and at which place of it. */
function placesOf(items: readonly Y.Item[]): ReadonlyMap<string, Place> {
	const places = new Map<string, Place>();
	for (const [row, first] of items.filter(({ left }) => left === null).entries()) {
		let at = 0;
		for (let item: Y.Item | null = first; item !== null; item = item.right)
			for (let n = 0; n < item.length; n++)
				places.set(`${item.id.client}:${item.id.clock + n}`, { row, at: at++ });
	}
	return places;
}
