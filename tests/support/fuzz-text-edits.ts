// Random typing: into own words and into those of a proposal, by the named edit or by an editor bound to the text, also in the middle of
// others' words and of surrogate pairs. What the text must say afterwards is worked out here, by code points.

import type { Json } from '#lib/core/json/json.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { editText, textToEdit } from '#lib/core/path/cell-edits.ts';
import { proposalWords } from '#lib/core/path/words.ts';
import { wordsOf } from '#lib/core/path/content.ts';
import {
	cellId,
	partsOf,
	StageId,
	textName,
	type CellId,
	type ProposalId,
	type Variant,
} from '#lib/core/path/names.ts';
import { introduce } from '#lib/core/path/person-edits.ts';
import { offerProposal } from '#lib/core/path/proposal-edits.ts';
import { ok } from '#lib/core/result.ts';
import type { Turn } from './fuzz-turn.ts';
import { KINDS, proposed } from './random-moves.ts';

/** The stage every run begins with. */
export const ROOT = StageId.parse('st-0000000');

export function anyStage({ replica, random }: Turn): StageId {
	const { path } = replica;
	const stages = [...path.stages.keys()].sort();
	return random.pick(random.chance(0.6) ? stages.slice(-3) : stages);
}

/** Cells with proposals whose stage is here: what belongs to a stage may come before it, and edits of it are refused till then. */
export function proposedCells({ replica: { path } }: Turn): [CellId, readonly ProposalId[]][] {
	return [...path.proposalsOf].filter(([cell]) => path.stages.has(partsOf(cell).stage));
}

export function anyCell(turn: Turn): CellId {
	return cellId(anyStage(turn), turn.random.pick(KINDS));
}

/** Types into own words, or takes some away. */
export function typeOwn(turn: Turn): string {
	return type(
		turn,
		cellId(anyStage(turn), turn.random.pick(['goal', 'strategy', 'phased', 'final', 'note'])),
		'own',
	);
}

/** Types into the words of a proposal: often the first edit of it, which plants them. */
export function typeProposal(turn: Turn): string | undefined {
	const { random } = turn;
	const cells = proposedCells(turn).filter(([cell]) => !/\/(next|values)$/.test(cell));
	const [cell, ids = []] = random.any(random.chance(0.5) ? cells.slice(-4) : cells) ?? [];
	const variant = random.any(ids);
	return cell === undefined || variant === undefined ? undefined : type(turn, cell, variant);
}

export function type(turn: Turn, cell: CellId, variant: Variant): string {
	const { replica, random, books, mark } = turn;
	const before = wordsOf(replica.path, cell, variant);
	const name = textName(cell, variant);
	const waited = replica.doc.store.pendingStructs !== null || replica.doc.store.pendingDs !== null;
	const unplanted = replica.path.text(cell, variant) === undefined;
	const takes = before !== '' && random.chance(0.3);
	const insert = takes && random.chance(0.5) ? '' : books.words.invent(random.below(40), 1 + random.below(5));
	const all = takes && random.chance(0.2);
	const cuts = !all && random.chance(0.15);
	const edges = [...codePoints(before).map(({ start }) => start), before.length];
	const some = random.pick(random.chance(0.2) ? edges.slice(-1) : edges);
	const at = all ? 0 : cuts ? random.below(before.length + 1) : some;
	const far = all ? before.length : at + random.below(8);
	const remove = takes ? (cuts ? far : (edges.findLast((edge) => edge <= far && edge >= at) ?? at)) - at : 0;
	books.words.put(insert, mark, name);
	const said = `types ${mark} "${insert}" into ${name} at ${at} for ${remove}`;
	if (!cuts && random.chance(0.4)) typeInEditor(turn, cell, variant, { before, at, remove, insert });
	else
		turn.edit(
			() => editText(replica.doc, cell, variant, at, remove, insert, turn.who),
			[],
			undefined,
			'text',
		);
	const wanted = replaced(before, at, remove, insert);
	const now = replica.path.text(cell, variant) ?? '';
	// Planting a proposal's words lets in what others wrote on top of them, if that came first.
	const letsIn = waited && unplanted;
	if (letsIn ? !now.includes(insert) : now !== wanted)
		books.report('C2', `${said}: reads "${now}" and not "${wanted}"`);
	return said;
}

interface Typing {
	/** What the person saw. */
	readonly before: string;
	readonly at: number;
	readonly remove: number;
	readonly insert: string;
}

function typeInEditor(
	turn: Turn,
	cell: CellId,
	variant: Variant,
	{ before, at, remove, insert }: Typing,
): void {
	const { replica } = turn;
	turn.edit(
		() => {
			const text = textToEdit(replica.doc, cell, variant, replica.path);
			if (!text.ok) return text;
			introduce(replica.doc, turn.who);
			// An editor shows what stands there once the words are planted: more, where others' edits were waiting for them.
			const more = text.value.toString() !== before;
			replica.doc.transact(() => {
				if (remove > 0 && !more) text.value.delete(at, remove);
				if (insert !== '') text.value.insert(more ? text.value.length : at, insert);
			}, replica.editor);
			return ok(undefined);
		},
		[],
		undefined,
		'text',
	);
}

interface CodePoint {
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

function codePoints(words: string): CodePoint[] {
	const points: CodePoint[] = [];
	let start = 0;
	for (const text of words) {
		points.push({ start, end: start + text.length, text });
		start += text.length;
	}
	return points;
}

/** Whole characters only: what is touched by a removal goes, and an insertion goes before a pair it would cut. */
function replaced(words: string, at: number, remove: number, insert: string): string {
	const points = codePoints(words);
	const left = points.filter(({ end }) => end <= at);
	const right = points.filter(({ start, end }) => (remove > 0 ? start >= at + remove : end > at));
	const text = (list: readonly CodePoint[]): string => list.map((point) => point.text).join('');
	return text(left) + insert + text(right);
}

/** The cell the path waits for, often enough that proposals come where they are asked for. */
function waitingCell({ replica, random }: Turn): CellId | undefined {
	const { cell } = pathStatus(replica.path, growTree(replica.path));
	return cell === null || cell.endsWith('/record') || random.chance(0.5) ? undefined : cell;
}

/** A model offers something for a cell; now and then the same thing that somebody was offered elsewhere. */
export function offer(turn: Turn, wanted = waitingCell(turn)): string {
	const { replica, random, books } = turn;
	const again = random.chance(0.3) ? random.any([...books.offered.values()].slice(-6)) : undefined;
	const known = again !== undefined && replica.path.stages.has(partsOf(again.cell).stage);
	const cell = known ? again.cell : (wanted ?? anyCell(turn));
	const words = books.words.invent(random.below(40), 2 + random.below(5));
	const proposal = known ? again : proposed(cell, words, random.value(turn.mark), random.below(30));
	const id = turn.edit(() => offerProposal(replica.doc, proposal, turn.who), []);
	if (id === undefined) return `offers for ${cell}`;
	if (!known) books.words.put(words, turn.mark, textName(cell, id));
	books.offered.set(id, proposal);
	turn.added('proposals', id);
	const stored = replica.path.proposal(id);
	if (stored === undefined || proposalWords(stored) !== proposalWords(proposal))
		books.report('E6', `proposal ${id} says something else`);
	return `offers ${id.slice(0, 8)} for ${cell}${known ? ' again' : ''}`;
}

export function valueOf(turn: Turn): Json {
	return turn.random.value(turn.mark);
}
