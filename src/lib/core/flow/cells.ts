// Cells as the flow meets them, thousands at a time: ids that were checked at the door are put together and taken apart without parsing
// them again (names.ts does the checking). And the one question content.ts does not answer: which proposal stands behind a cell.

import { variantShown } from '#lib/core/path/content.ts';
import type { Proposal, RecordEntry } from '#lib/core/path/entries.ts';
import type {
	CellId,
	KnownCellKind,
	ProposalId,
	RecordId,
	StageId,
	VersionUid,
} from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';

/** The cell of a stage that was read from a document. */
export function cellOf(stage: StageId, kind: KnownCellKind): CellId {
	return `${stage}/${kind}` as CellId; // a checked StageId and a known kind always make a CellId
}

/** Stage and kind of a checked cell id. */
export function splitCell(cell: CellId): { readonly stage: StageId; readonly kind: string } {
	const cut = cell.indexOf('/');
	return { stage: cell.slice(0, cut) as StageId, kind: cell.slice(cut + 1) }; // the part before '/' was checked with the cell
}

/** Done or skipped. */
export function passed({ cells }: PathSnapshot, stage: StageId, kind: KnownCellKind): boolean {
	const state = cells.get(cellOf(stage, kind))?.state;
	return state === 'done' || state === 'skipped';
}

/** The accepted proposal a cell shows, edited or not; undefined for own words, and where it is absent, damaged or another cell's. */
export function proposalBehind(
	snapshot: PathSnapshot,
	cell: CellId,
): { readonly id: ProposalId; readonly proposal: Proposal } | undefined {
	const variant = variantShown(snapshot, cell);
	const proposal = variant === 'own' ? undefined : snapshot.proposal(variant);
	return variant === 'own' || proposal?.cell !== cell ? undefined : { id: variant, proposal };
}

export interface RecordReference {
	readonly record: RecordId;
	readonly uid: VersionUid;
	/** Why the record was deleted, where its empty reference stays. */
	readonly gone: string | undefined;
}

/** The record a stage refers to; its id is the stage's unless the entry names another. */
export function referenceOf({ records }: PathSnapshot, stage: StageId): RecordReference | undefined {
	const entry: RecordEntry | undefined = records.get(stage);
	if (entry === undefined) return undefined;
	// Every stage id is a legal record id.
	if (typeof entry === 'string') return { record: stage as string as RecordId, uid: entry, gone: undefined };
	return { record: entry.record, uid: entry.uid, gone: entry.gone?.reason };
}
