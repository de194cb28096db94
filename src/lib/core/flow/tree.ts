// The stages as a tree with one line in view. Everything here is computed from the snapshot and never stored, so two devices that hold the
// same document show the same tree. Nothing is ever left out: a stage is on the tree, folded into its twin, in the trash, or below an
// orphan whose parents have not arrived. Refused: storing order or depth (two people offline would number differently).

import type { StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { foldTwins } from './fold.ts';
import { relate, type Kin } from './kinship.ts';

export interface StageTree {
	/** The preparation; undefined only while no stage without parents is there. */
	readonly root: StageId | undefined;
	/** Children in id order: live ones and deleted ones that carry live stages; folded twins and trash left out. */
	children(id: StageId): readonly StageId[];
	/** The parent a stage hangs on: the first of `after` that is there. */
	parent(id: StageId): StageId | undefined;
	/** The child the line goes on with. */
	mainChild(id: StageId): StageId | undefined;
	/** From the root along main children. */
	readonly line: readonly StageId[];
	/** The path_index: how many stages lie before it on its line (0 for a stage that is not there). */
	depth(id: StageId): number;
	/** There and not deleted. */
	live(id: StageId): boolean;
	/** Deleted, but on lines because live stages hang below. */
	carried(id: StageId): boolean;
	/** Empty twins. */
	readonly folded: ReadonlySet<StageId>;
	/** The sibling that stands for a folded twin. */
	foldedInto(id: StageId): StageId | undefined;
	/** Heads of detached parts: parents missing, in a ring, or a second preparation. Their stages hang below them as usual. */
	readonly orphans: readonly StageId[];
	/** Deleted stages with nothing live below. */
	readonly trash: readonly StageId[];
	/** Parents with several children in `children`, parents before children. */
	readonly forks: readonly StageId[];
	/** The line through a stage: its ancestors, itself, and on along main children. Empty for a stage that is not there. */
	lineThrough(id: StageId): readonly StageId[];
}

/** Grows the tree of a snapshot. Reads texts only where twins exist (see fold.ts). */
export function growTree(snapshot: PathSnapshot): StageTree {
	const { all, root, strays, order } = relate(snapshot);
	const foldedInto = foldTwins(snapshot, order);
	const offspring = new Map<Kin, readonly Kin[]>();
	const offspringOf = (kin: Kin): readonly Kin[] => {
		const known =
			offspring.get(kin) ?? kin.children.filter(({ id, present }) => present && !foldedInto.has(id));
		offspring.set(kin, known);
		return known;
	};
	const mainOf = (kin: Kin): Kin | undefined => chooseMain(offspringOf(kin), snapshot.line.get(kin.id));
	const onFrom = (kin: Kin | undefined): StageId[] => {
		const line: StageId[] = [];
		for (let at = kin; at !== undefined; at = mainOf(at)) line.push(at.id);
		return line;
	};
	const idsOf = (kin: readonly Kin[]): StageId[] => kin.map(({ id }) => id);
	return {
		root: root?.id,
		children: (id) => withKin(all.get(id), (kin) => idsOf(offspringOf(kin))) ?? [],
		parent: (id) => all.get(id)?.parent?.id,
		mainChild: (id) => withKin(all.get(id), mainOf)?.id,
		line: onFrom(root),
		depth: (id) => all.get(id)?.depth ?? 0,
		live: (id) => all.get(id)?.gone === false,
		carried: (id) => withKin(all.get(id), ({ gone, present }) => gone && present) ?? false,
		folded: new Set(foldedInto.keys()),
		foldedInto: (id) => foldedInto.get(id),
		orphans: idsOf(strays.filter(({ present }) => present)),
		trash: idsOf(order.filter(({ present }) => !present)),
		forks: idsOf(order.filter((kin) => kin.children.length > 1 && offspringOf(kin).length > 1)),
		lineThrough: (id) => withKin(all.get(id), (kin) => [...ancestors(kin), ...onFrom(kin)]) ?? [],
	};
}

function withKin<T>(kin: Kin | undefined, read: (kin: Kin) => T): T | undefined {
	return kin === undefined ? undefined : read(kin);
}

/** The chosen child if it is live; else most records from there on, then live before deleted, then the earlier id. */
function chooseMain(children: readonly Kin[], chosen: StageId | undefined): Kin | undefined {
	let best: Kin | undefined;
	for (const child of children) {
		if (child.id === chosen && !child.gone) return child;
		if (best === undefined || child.records > best.records) best = child;
		else if (child.records === best.records && best.gone && !child.gone) best = child;
	}
	return best;
}

function ancestors(kin: Kin): StageId[] {
	const line: StageId[] = [];
	for (let at = kin.parent; at !== undefined; at = at.parent) line.push(at.id);
	return line.reverse();
}
