// What is odd on a line: facts for people, never reasons to fail. A merged or foreign document may hold any of it, and the status is defined
// all the same. Codes and ids only; the words are the interface's.

import { variantShown } from '#lib/core/path/content.ts';
import type { StageEntry } from '#lib/core/path/entries.ts';
import type { CellId, DefinitionHash, KnownCellKind, ProposalId, StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Acts } from './acts.ts';
import { cellOf, proposalBehind, referenceOf } from './cells.ts';
import { stageMode } from './mode.ts';

export type Note =
	| { readonly kind: 'unknown-definition'; readonly stage: StageId; readonly under: DefinitionHash }
	| { readonly kind: 'unknown-protocol'; readonly stage: StageId; readonly index: number }
	/** The record was deleted and its empty reference stays. */
	| { readonly kind: 'record-gone'; readonly stage: StageId; readonly reason: string }
	/** A later stage was begun without this round's record. */
	| { readonly kind: 'no-record'; readonly stage: StageId }
	/** Deleted, but live stages hang below. */
	| { readonly kind: 'deleted-on-line'; readonly stage: StageId }
	/** Somebody went on below an END. */
	| { readonly kind: 'end-in-the-middle'; readonly stage: StageId }
	| { readonly kind: 'preparation-in-the-middle'; readonly stage: StageId }
	/** A final conclusion or a completion of a stage the line has since gone past: it ends nothing now. */
	| { readonly kind: 'conclusion-passed'; readonly stage: StageId }
	| { readonly kind: 'completion-passed'; readonly stage: StageId; readonly log: string }
	/** A cell shows, or a choice names, a proposal that is absent, damaged, or made for something else. */
	| { readonly kind: 'proposal-missing'; readonly cell: CellId; readonly proposal: ProposalId }
	| { readonly kind: 'choice-unproposed'; readonly stage: StageId; readonly proposal: ProposalId };

const SHOWING: readonly KnownCellKind[] = ['goal', 'strategy', 'values', 'phased', 'final', 'note'];

/** Everything odd along a line, in its order. */
export function notesOn(snapshot: PathSnapshot, acts: Acts, line: readonly StageId[]): Note[] {
	const notes: Note[] = [];
	const last = line.length - 1;
	line.forEach((stage, place) => {
		const entry = snapshot.stages.get(stage);
		if (entry === undefined) return;
		if (snapshot.gone.has(stage)) notes.push({ kind: 'deleted-on-line', stage });
		noteDefinition(snapshot, stage, entry, notes);
		noteRecord(snapshot, stage, entry, place < last, notes);
		noteProposals(snapshot, stage, entry, notes);
		if (choiceOutOfPlace(entry, place, last)) {
			notes.push({ kind: entry.choice === 'end' ? 'end-in-the-middle' : 'preparation-in-the-middle', stage });
		}
		if (place < last) noteEndings(snapshot, acts, stage, notes);
	});
	return notes;
}

function noteDefinition(
	snapshot: PathSnapshot,
	stage: StageId,
	{ choice, under }: StageEntry,
	notes: Note[],
): void {
	const definition = snapshot.definition(under);
	if (definition === undefined) {
		notes.push({ kind: 'unknown-definition', stage, under });
	} else if (typeof choice === 'number' && !definition.protocols.some(({ index }) => index === choice)) {
		notes.push({ kind: 'unknown-protocol', stage, index: choice });
	}
}

function noteRecord(
	snapshot: PathSnapshot,
	stage: StageId,
	{ choice }: StageEntry,
	begunLater: boolean,
	notes: Note[],
): void {
	const record = referenceOf(snapshot, stage);
	if (record?.gone !== undefined) notes.push({ kind: 'record-gone', stage, reason: record.gone });
	if (record === undefined && begunLater && typeof choice === 'number')
		notes.push({ kind: 'no-record', stage });
}

function choiceOutOfPlace({ choice }: StageEntry, place: number, last: number): boolean {
	return choice === 'end' ? place < last : choice === null && place > 0;
}

function noteEndings(snapshot: PathSnapshot, acts: Acts, stage: StageId, notes: Note[]): void {
	if (snapshot.cells.get(cellOf(stage, 'final'))?.state === 'done')
		notes.push({ kind: 'conclusion-passed', stage });
	for (const { id } of acts.completes.get(stage) ?? [])
		notes.push({ kind: 'completion-passed', stage, log: id });
}

function noteProposals(snapshot: PathSnapshot, stage: StageId, { from }: StageEntry, notes: Note[]): void {
	if (from !== undefined && stageMode(snapshot, stage).proposal === null) {
		notes.push({ kind: 'choice-unproposed', stage, proposal: from });
	}
	for (const kind of SHOWING) {
		const cell = cellOf(stage, kind);
		const variant = variantShown(snapshot, cell);
		if (variant !== 'own' && proposalBehind(snapshot, cell) === undefined) {
			notes.push({ kind: 'proposal-missing', cell, proposal: variant });
		}
	}
}
