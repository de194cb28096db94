// Cells: their state, whose words they show, and the words themselves. Words belong to a variant (one's own, or those that began as a
// proposal), so showing another one never touches them.

import type * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import { proposalFor, readProposal } from './bare-path.ts';
import { canEdit, edit, LOCAL, mapsOf, type Refusal, type Who, type Written } from './document.ts';
import { shownKey } from './doors.ts';
import type { Proposal } from './entries.ts';
import { setState, writeLog } from './log-edits.ts';
import { partsOf, textName, type CellId, type ProposalId, type Variant } from './names.ts';
import { plantSeed } from './seed.ts';
import { storableText } from './storable.ts';

export type CellRefusal = Refusal | 'no-such-stage' | 'no-such-proposal' | 'log-entry-exists';

function isHere(doc: Y.Doc, cell: CellId): boolean {
	return mapsOf(doc).stages.has(partsOf(cell).stage);
}

/** Says whether a cell is finished. */
export function setCell(
	doc: Y.Doc,
	cell: CellId,
	state: 'open' | 'done',
	who: Who,
): Result<void, CellRefusal> {
	return edit(doc, who, LOCAL, (maps) => {
		if (!isHere(doc, cell)) return err('no-such-stage');
		return ok(() => {
			setState(maps, cell, state, who);
		});
	});
}

interface Reason {
	readonly logId: string;
	readonly reason: string;
}

function setCellLogged(
	doc: Y.Doc,
	cell: CellId,
	{ state, kind }: { readonly state: 'open' | 'skipped'; readonly kind: 'reopen' | 'skip' },
	{ logId, reason }: Reason,
	who: Who,
): Result<Written, CellRefusal> {
	return edit(doc, who, LOCAL, (maps) => {
		if (!isHere(doc, cell)) return err('no-such-stage');
		if (maps.log.has(logId)) return err('log-entry-exists');
		return ok(() => {
			setState(maps, cell, state, who);
			return writeLog(maps.log, logId, { kind, target: cell, data: { reason } }, who);
		});
	});
}

/** Leaves a cell out, with the reason in the log. Its words stay. */
export function skipCell(doc: Y.Doc, cell: CellId, why: Reason, who: Who): Result<Written, CellRefusal> {
	return setCellLogged(doc, cell, { state: 'skipped', kind: 'skip' }, why, who);
}

/** Opens a cell again, with the reason in the log. */
export function reopenCell(doc: Y.Doc, cell: CellId, why: Reason, who: Who): Result<Written, CellRefusal> {
	return setCellLogged(doc, cell, { state: 'open', kind: 'reopen' }, why, who);
}

/** Shows a cell's own words or those that began as one of its proposals. */
export function showVariant(doc: Y.Doc, cell: CellId, variant: Variant, who: Who): Result<void, CellRefusal> {
	return edit(doc, who, LOCAL, ({ cells }) => {
		if (!isHere(doc, cell)) return err('no-such-stage');
		if (variant !== 'own' && !proposalFor(doc, variant, cell)) return err('no-such-proposal');
		return ok(() => {
			cells.set(shownKey(cell), variant);
		});
	});
}

/** Where the checked proposals of a path are read: a snapshot remembers what it has checked. */
interface Proposals {
	proposal(id: ProposalId): Proposal | undefined;
}

/** The text an editor is bound to. A proposal's is planted first, so call it outside of transactions, at the first edit and not before. */
export function textToEdit(
	doc: Y.Doc,
	cell: CellId,
	variant: Variant,
	snapshot: Proposals,
): Result<Y.Text, CellRefusal> {
	const schema = mapsOf(doc).meta.get('schema');
	if (schema === undefined) return err('no-path');
	if (!canEdit(schema)) return err('read-only');
	if (!isHere(doc, cell)) return err('no-such-stage');
	if (variant !== 'own') {
		const proposal = snapshot.proposal(variant);
		if (proposal?.cell !== cell) return err('no-such-proposal');
		plantSeed(doc, variant, proposal);
	}
	return ok(doc.getText(textName(cell, variant)));
}

/** Replaces `remove` UTF-16 units at `at` by `insert`. Both ends are kept out of surrogate pairs: removing half an emoji removes it. */
export function editText(
	doc: Y.Doc,
	cell: CellId,
	variant: Variant,
	at: number,
	remove: number,
	insert: string,
	who: Who,
): Result<Written, CellRefusal> {
	const text = textToEdit(doc, cell, variant, { proposal: (id) => readProposal(doc, id) });
	if (!text.ok) return text;
	return edit(doc, who, LOCAL, () => {
		const { start, length } = wholeCharacters(text.value.toString(), at, remove);
		const { value, replaced } = storableText(insert);
		return ok(() => {
			if (length > 0) text.value.delete(start, length);
			if (value !== '') text.value.insert(start, value);
			return { replaced };
		});
	});
}

/** The range inside `words` that cuts no surrogate pair: an insertion moves before the pair, a removal takes all of it. */
export function wholeCharacters(
	words: string,
	at: number,
	remove: number,
): { readonly start: number; readonly length: number } {
	const from = Math.min(Math.max(0, Math.trunc(at)), words.length);
	const to = Math.min(from + Math.max(0, Math.trunc(remove)), words.length);
	const start = cutsPair(words, from) ? from - 1 : from;
	const end = to === from ? start : cutsPair(words, to) ? to + 1 : to;
	return { start, length: end - start };
}

function cutsPair(words: string, at: number): boolean {
	return /^[\ud800-\udbff][\udc00-\udfff]$/.test(words.slice(at - 1, at + 1)) && at > 0;
}
