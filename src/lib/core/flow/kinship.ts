// Who hangs on whom. A stage may name several parents, parents that have not arrived, or (in hostile data) itself in a ring; what comes out
// is always a forest, the same on every device, found without recursion (a path may be 10,000 rounds deep). Refused: hanging a stage on all
// its parents (its place, and so its index, would depend on the way one came).

import type { StageEntry } from '#lib/core/path/entries.ts';
import type { StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';

export interface Kin {
	readonly id: StageId;
	readonly entry: StageEntry;
	readonly gone: boolean;
	/** The parent it hangs on: the first of `after` that is there. */
	parent: Kin | undefined;
	/** In id order. */
	readonly children: Kin[];
	/** Ancestors on the way to the head. */
	depth: number;
	/** Live, or with a live stage below. */
	present: boolean;
	/** Live stages from here on (itself included) that hold a record reference. */
	records: number;
}

export interface Kinship {
	readonly all: ReadonlyMap<StageId, Kin>;
	readonly root: Kin | undefined;
	/** Stages without a parent that is there, root apart, in id order. */
	readonly strays: readonly Kin[];
	/** Every stage, parents before children, lines kept together, the root's first. */
	readonly order: readonly Kin[];
}

/** Links all stages of a snapshot; O(n log n), and the same for every order in which they arrived. */
export function relate(snapshot: PathSnapshot): Kinship {
	const all = new Map<StageId, Kin>();
	for (const id of [...snapshot.stages.keys()].sort()) {
		const entry = snapshot.stages.get(id);
		if (entry === undefined) continue;
		const gone = snapshot.gone.has(id);
		all.set(id, { id, entry, gone, parent: undefined, children: [], depth: 0, present: !gone, records: 0 });
	}
	for (const kin of all.values()) kin.parent = firstParent(kin, all);
	cutRings(all);
	for (const kin of all.values()) kin.parent?.children.push(kin);
	const heads = [...all.values()].filter(({ parent }) => parent === undefined);
	const root = chooseRoot(heads);
	const strays = heads.filter((head) => head !== root);
	const order = preorder(root === undefined ? strays : [root, ...strays]);
	sumUp(order, snapshot);
	return { all, root, strays, order };
}

function firstParent({ id, entry }: Kin, all: ReadonlyMap<StageId, Kin>): Kin | undefined {
	for (const parent of entry.after) {
		if (parent === id) continue;
		const kin = all.get(parent);
		if (kin !== undefined) return kin;
	}
	return undefined;
}

/** Every ring loses the parent of its earliest member, which so becomes a head. */
function cutRings(all: ReadonlyMap<StageId, Kin>): void {
	const walkOf = new Map<Kin, number>();
	let walk = 0;
	for (const start of all.values()) {
		walk += 1;
		let kin: Kin | undefined = start;
		while (kin !== undefined && !walkOf.has(kin)) {
			walkOf.set(kin, walk);
			kin = kin.parent;
		}
		if (kin !== undefined && walkOf.get(kin) === walk) cutRing(kin);
	}
}

function cutRing(member: Kin): void {
	let earliest = member;
	for (let kin = member.parent; kin !== undefined && kin !== member; kin = kin.parent) {
		if (kin.id < earliest.id) earliest = kin;
	}
	earliest.parent = undefined;
}

/** A live preparation before a deleted one, a preparation before anything else that names no parent, then the earlier id. */
function chooseRoot(heads: readonly Kin[]): Kin | undefined {
	const named = heads.filter(({ entry }) => entry.after.length === 0);
	const preparations = named.filter(({ entry }) => entry.choice === null);
	return (
		preparations.find(({ gone }) => !gone) ?? preparations[0] ?? named.find(({ gone }) => !gone) ?? named[0]
	);
}

function preorder(heads: readonly Kin[]): Kin[] {
	const order: Kin[] = [];
	const stack = [...heads].reverse();
	for (let kin = stack.pop(); kin !== undefined; kin = stack.pop()) {
		kin.depth = kin.parent === undefined ? 0 : kin.parent.depth + 1;
		order.push(kin);
		for (let i = kin.children.length - 1; i >= 0; i -= 1) {
			const child = kin.children[i];
			if (child !== undefined) stack.push(child);
		}
	}
	return order;
}

function sumUp(order: readonly Kin[], { records }: PathSnapshot): void {
	for (let i = order.length - 1; i >= 0; i -= 1) {
		const kin = order[i];
		if (kin === undefined) continue;
		if (!kin.gone && records.has(kin.id)) kin.records += 1;
		if (kin.parent === undefined) continue;
		kin.parent.records += kin.records;
		kin.parent.present ||= kin.present;
	}
}
