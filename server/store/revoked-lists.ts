// Which signed lists of revoked capabilities are worth keeping: those that no other one contains. A list is never taken back, so an older or
// shorter one that arrives later changes nothing, and a lab's lists do not pile up.

export type RevokedList = {
	readonly list: string;
	readonly version: number;
	readonly ids: readonly string[];
};

/** The lists that say everything these say, newest version first. Of two that say the same the newer one stays. */
export function listsWorthKeeping<L extends RevokedList>(lists: readonly L[]): L[] {
	const newestFirst = [...lists].sort((a, b) => b.version - a.version);
	const kept: L[] = [];
	for (const one of newestFirst.sort((a, b) => new Set(b.ids).size - new Set(a.ids).size))
		if (!kept.some((other) => contains(other, one))) kept.push(one);
	return kept.sort((a, b) => b.version - a.version);
}

function contains(other: RevokedList, one: RevokedList): boolean {
	const ids = new Set(other.ids);
	return one.ids.every((id) => ids.has(id));
}
