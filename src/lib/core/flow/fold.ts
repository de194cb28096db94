// Two who go on from the same stage offline with the same choice make twins; the empty ones are folded away so that nobody sees a fork
// where nothing differs. Emptiness is asked of twins only: reading it for every stage would cost more than the whole tree. Refused:
// deleting the twin (a colleague may be typing into it offline) and folding the chosen one (a line would jump).

import { cellOfText, type StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Kin } from './kinship.ts';

/** The empty twins, each with the sibling that stands for it. Depends on words, so a tree must be grown again when an empty twin is typed into. */
export function foldTwins(snapshot: PathSnapshot, order: readonly Kin[]): Map<StageId, StageId> {
	const folded = new Map<StageId, StageId>();
	let held: Held | undefined;
	for (const { id, children } of order) {
		if (children.length < 2) continue;
		for (const twins of twinsAmong(children)) {
			held ??= heldBy(snapshot);
			foldGroup(snapshot, twins, held, snapshot.line.get(id), folded);
		}
	}
	return folded;
}

/** Live siblings with the same choice under the same definition, in id order. */
function twinsAmong(children: readonly Kin[]): Kin[][] {
	const groups = new Map<string, Kin[]>();
	for (const child of children) {
		if (child.gone) continue;
		const key = `${String(child.entry.choice)} ${child.entry.under}`;
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [child]);
		else group.push(child);
	}
	return [...groups.values()].filter(({ length }) => length > 1);
}

function foldGroup(
	snapshot: PathSnapshot,
	twins: readonly Kin[],
	{ busy, texts }: Held,
	chosen: StageId | undefined,
	folded: Map<StageId, StageId>,
): void {
	const stays = (kin: Kin): boolean =>
		kin.id === chosen ||
		busy.has(kin.id) ||
		kin.children.some(({ present }) => present) ||
		holdsWords(snapshot, texts.get(kin.id) ?? []) ||
		holdsValues(snapshot, kin.id);
	const keeper = twins.find(stays) ?? twins[0];
	if (keeper === undefined) return;
	for (const kin of twins) {
		if (kin !== keeper && !stays(kin)) folded.set(kin.id, keeper.id);
	}
}

interface Held {
	/** Stages that hold anything a person or a model made, words and initial values apart: a decided cell, a proposal, a record, a name. */
	readonly busy: ReadonlySet<string>;
	/** Names of texts that hold words or held some, by stage. */
	readonly texts: ReadonlyMap<string, readonly string[]>;
}

function heldBy(snapshot: PathSnapshot): Held {
	const busy = new Set<string>();
	for (const [cell, { state }] of snapshot.cells) {
		if (state !== 'open') busy.add(cell.slice(0, cell.indexOf('/')));
	}
	for (const cell of snapshot.proposalsOf.keys()) busy.add(cell.slice(0, cell.indexOf('/')));
	for (const stage of snapshot.records.keys()) busy.add(stage);
	for (const stage of snapshot.names.keys()) busy.add(stage);
	const texts = new Map<string, string[]>();
	for (const name of snapshot.textNames()) {
		const stage = name.slice(5, name.indexOf('/', 5)); // "cell/<stage>/…"
		const known = texts.get(stage);
		if (known === undefined) texts.set(stage, [name]);
		else known.push(name);
	}
	return { busy, texts };
}

/** Words that were all taken away again are none: a file has no place for them, and a path must come back as it was. */
function holdsWords(snapshot: PathSnapshot, names: readonly string[]): boolean {
	return names.some((name) => {
		const text = cellOfText(name);
		return text !== undefined && (snapshot.text(text.cell, text.variant) ?? '') !== '';
	});
}

/** A stage with proposals is busy anyway, so only people's own values are left to ask for. */
function holdsValues(snapshot: PathSnapshot, stage: StageId): boolean {
	const { values, rows } = snapshot.fields(stage, 'own');
	return values.size > 0 || rows.size > 0;
}
