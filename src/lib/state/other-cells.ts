// Cells that stand in a stage though its kind has none of them: of kinds a newer version knows, or a conclusion in a stage that is no END. What
// exists must be seen. Found for all stages in one pass over what the path holds; refused: searching everything again for each stage (a
// thousand stages times thirty thousand names is a second).

import type { StageEntry } from '#lib/core/path/entries.ts';
import {
	CELL_KINDS,
	cellOfText,
	partsOf,
	type CellId,
	type KnownCellKind,
	type StageId,
} from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';

const PREFIX = 'cell/';
const KNOWN: readonly string[] = CELL_KINDS;
const PREPARATION: readonly KnownCellKind[] = ['goal', 'strategy'];
const ROUND: readonly KnownCellKind[] = ['values', 'record', 'phased'];
const END: readonly KnownCellKind[] = ['final'];

/** The kinds a stage is made of, in the order they are worked through; its note apart. */
export function kindsOf({ choice }: StageEntry): readonly KnownCellKind[] {
	return choice === null ? PREPARATION : choice === 'end' ? END : ROUND;
}

/** Whether this version knows the kind of a cell. */
export function isKnown(cell: CellId): boolean {
	return KNOWN.includes(partsOf(cell).kind);
}

/** Whether a cell is none of those its stage is drawn with anyway. The choice of the next protocol is drawn after the stage, not in it. */
export function isOther({ stages }: PathSnapshot, cell: CellId): boolean {
	const { stage, kind } = partsOf(cell);
	if (kind === 'note' || kind === 'next') return false;
	const entry = stages.get(stage);
	return entry !== undefined && !kindsOf(entry).some((own) => own === kind);
}

/** Those that hold anything (a state, words, a proposal) by stage: known kinds in their usual order, then the others by name. */
export function otherCells(snapshot: PathSnapshot): ReadonlyMap<StageId, readonly CellId[]> {
	const found = new Set<CellId>();
	const look = (cell: CellId | undefined): void => {
		if (cell !== undefined && !found.has(cell) && isOther(snapshot, cell)) found.add(cell);
	};
	for (const cell of snapshot.cells.keys()) look(cell);
	for (const cell of snapshot.proposalsOf.keys()) look(cell);
	for (const name of snapshot.textNames()) {
		const cell = cellIn(name);
		if (cell === undefined || found.has(cell) || !isOther(snapshot, cell)) continue;
		const text = cellOfText(name);
		if (text !== undefined && snapshot.text(text.cell, text.variant) !== '') found.add(text.cell);
	}
	const byStage = new Map<StageId, CellId[]>();
	for (const cell of found) {
		const { stage } = partsOf(cell);
		const cells = byStage.get(stage);
		if (cells === undefined) byStage.set(stage, [cell]);
		else cells.push(cell);
	}
	for (const cells of byStage.values()) cells.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
	return byStage;
}

/** "<stage>/<kind>" of "cell/<stage>/<kind>…", unless it is a note, as most are; parsed before it is believed. */
function cellIn(name: string): CellId | undefined {
	if (name.endsWith('/note')) return undefined;
	const kind = name.indexOf('/', PREFIX.length) + 1;
	const end = name.indexOf('/', kind);
	return name.slice(PREFIX.length, end < 0 ? undefined : end) as CellId;
}

function place(cell: CellId): number {
	const at = KNOWN.indexOf(partsOf(cell).kind);
	return at < 0 ? KNOWN.length : at;
}
