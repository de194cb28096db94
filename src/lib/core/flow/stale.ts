// What a model would be shown for a cell, as one hash, and whether a proposal still rests on that. "Shown" is: the cells before it on the line
// through it that are done, in the order of their steps, a choice as "<stage before>/next"; records by their uid; the definition that
// counts for the cell; the language. Hashing a context grows with the path, so ask for the cells on the screen (`freshnessOf`) and not for
// all of them. Refused: comparing times (clocks of devices decide nothing) and marking at the edit (an edit made offline marks nothing).

import { contentHash } from '#lib/core/json/hash.ts';
import type { Json } from '#lib/core/json/json.ts';
import { cellHash } from '#lib/core/path/content.ts';
import type { Proposal } from '#lib/core/path/entries.ts';
import type { CellId, DefinitionHash, ProposalId, StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { cellOf, proposalBehind, referenceOf, splitCell } from './cells.ts';
import { targetOf, type AiTarget } from './targets.ts';
import type { StageTree } from './tree.ts';

/** 'unknown': the proposal does not say what it saw (imported ones do not). */
export type Freshness = 'fresh' | 'stale' | 'unknown';

/** Languages a context may have been asked in, where a proposal does not name its own. */
const LANGUAGES = ['en', 'zh'] as const;

/** contextHash of the contract: SHA-256, hex, of JCS {target, cell, shown, records, frozen, language}. `line` must run through the cell's stage. */
export function contextHash(
	snapshot: PathSnapshot,
	line: readonly StageId[],
	target: AiTarget,
	cell: CellId,
	language: string,
): string {
	return new ContextReader(snapshot).hash(line, target, cell, language);
}

interface StageSaid {
	/** [cell id, content hash] in order: the choice, then goal, strategy, values, phased. */
	readonly shown: readonly (readonly [CellId, string])[];
	readonly record: string | undefined;
}

/** Reads contexts of one moment: what a stage says is hashed once. Make a new one after any change, of texts too. */
export class ContextReader {
	readonly #snapshot: PathSnapshot;
	readonly #said = new Map<StageId, StageSaid>();

	constructor(snapshot: PathSnapshot) {
		this.#snapshot = snapshot;
	}

	/** The context hash of a cell asked for as `target` on a line through its stage. */
	hash(line: readonly StageId[], target: AiTarget, cell: CellId, language: string): string {
		const { stage, kind } = splitCell(cell);
		const shown: (readonly [CellId, string])[] = [];
		const records: string[] = [];
		const place = line.indexOf(stage);
		const upTo = place < 0 ? line : line.slice(0, place + 1);
		for (const [index, id] of upTo.entries()) {
			const said = this.#sayingOf(id, upTo[index - 1]);
			const own = id === stage;
			shown.push(...(own ? said.shown.filter(([other]) => comesBefore(other, cell)) : said.shown));
			if (said.record !== undefined && !(own && kind === 'values')) records.push(said.record);
		}
		const frozen = this.#frozenFor(stage, kind);
		return contentHash({ target, cell, shown: shown as Json, records, frozen: frozen ?? null, language });
	}

	/** Whether a proposal still rests on what it saw. */
	freshness(line: readonly StageId[], proposal: Proposal): Freshness {
		const target = targetOf(splitCell(proposal.cell).kind);
		if (proposal.context === null || target === undefined) return 'unknown';
		const named = proposal['language'];
		const languages = typeof named === 'string' ? [named] : LANGUAGES;
		const same = languages.some(
			(language) => this.hash(line, target, proposal.cell, language) === proposal.context,
		);
		return same ? 'fresh' : 'stale';
	}

	/** The next stage is made under the path's current definition; everything else counts under its stage's own. */
	#frozenFor(stage: StageId, kind: string): DefinitionHash | undefined {
		const own = this.#snapshot.stages.get(stage)?.under;
		return kind === 'next' ? (this.#snapshot.meta?.template ?? own) : own;
	}

	#sayingOf(stage: StageId, before: StageId | undefined): StageSaid {
		const known = this.#said.get(stage);
		if (known !== undefined) return known;
		const said = sayingOf(this.#snapshot, stage, before);
		this.#said.set(stage, said);
		return said;
	}
}

const BEFORE = ['goal', 'strategy', 'values', 'phased'] as const;

function sayingOf(snapshot: PathSnapshot, stage: StageId, before: StageId | undefined): StageSaid {
	const entry = snapshot.stages.get(stage);
	if (entry === undefined || snapshot.gone.has(stage)) return { shown: [], record: undefined };
	const shown: [CellId, string][] = [];
	if (entry.choice !== null && before !== undefined) {
		shown.push([cellOf(before, 'next'), contentHash({ choice: entry.choice })]);
	}
	for (const kind of BEFORE) {
		const cell = cellOf(stage, kind);
		if (snapshot.cells.get(cell)?.state === 'done') shown.push([cell, cellHash(snapshot, cell)]);
	}
	return { shown, record: referenceOf(snapshot, stage)?.uid };
}

const ORDER: readonly string[] = ['goal', 'strategy', 'values', 'record', 'phased', 'next', 'final'];

/** Whether `other` (a cell of the same stage, or the choice that made the stage) comes before `cell`. */
function comesBefore(other: CellId, cell: CellId): boolean {
	const a = splitCell(other);
	const b = splitCell(cell);
	return a.stage !== b.stage || ORDER.indexOf(a.kind) < ORDER.indexOf(b.kind);
}

/** Freshness of what one cell shows ("<stage>/next": of the choice the line goes on with); undefined where no proposal stands behind it. */
export function freshnessOf(
	snapshot: PathSnapshot,
	tree: StageTree,
	cell: CellId,
	reader: ContextReader = new ContextReader(snapshot),
): Freshness | undefined {
	const { stage, kind } = splitCell(cell);
	const proposal =
		kind === 'next' ? chosenProposal(snapshot, tree, stage) : proposalBehind(snapshot, cell)?.proposal;
	return proposal === undefined ? undefined : reader.freshness(tree.lineThrough(stage), proposal);
}

function chosenProposal(snapshot: PathSnapshot, tree: StageTree, stage: StageId): Proposal | undefined {
	const child = tree.mainChild(stage);
	const from = child === undefined ? undefined : snapshot.stages.get(child)?.from;
	return from === undefined ? undefined : snapshot.proposal(from);
}

/** Freshness of every proposal, by its id, and of every cell that shows one, by the cell's. Grows with the square of the path's length. */
export function staleness(snapshot: PathSnapshot, tree: StageTree): Map<CellId | ProposalId, Freshness> {
	const reader = new ContextReader(snapshot);
	const result = new Map<CellId | ProposalId, Freshness>();
	for (const [cell, proposals] of snapshot.proposalsOf) {
		const line = tree.lineThrough(splitCell(cell).stage);
		for (const id of proposals) {
			const proposal = snapshot.proposal(id);
			if (proposal !== undefined) result.set(id, reader.freshness(line, proposal));
		}
		const shown = freshnessOf(snapshot, tree, cell, reader);
		if (shown !== undefined) result.set(cell, shown);
	}
	return result;
}
