import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { editText, setCell, showVariant } from '#lib/core/path/cell-edits.ts';
import { cellContent, cellHash, deletionOf } from '#lib/core/path/content.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { VersionUid } from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { PathReader, readPath } from '#lib/core/path/read.ts';
import { referRecord } from '#lib/core/path/reference-edits.ts';
import { deleteStage, goOn, restoreStage } from '#lib/core/path/stage-edits.ts';
import { ANNA, BEN, cell, exchange, must, newPath, proposalOf, replicaOf, ROOT, stageId } from './sample.ts';

const goal = cell('root', 'goal');
const strategy = cell('root', 'strategy');
const S1 = stageId('s1');
const path = (doc: Y.Doc) => readPath(doc, 'p');
const error = (name: string) => ({ ok: false, error: name });

function withStage(): Y.Doc {
	const doc = newPath();
	must(goOn(doc, { parent: ROOT, stage: S1, choice: 1, choose: true }, ANNA));
	return doc;
}

describe('[E5] accepting a proposal', () => {
	test('shows it and finishes the cell, and copies no words', () => {
		const doc = newPath();
		must(editText(doc, goal, 'own', 0, 0, 'mine', ANNA));
		const id = must(offerProposal(doc, proposalOf(goal, { goal: 'theirs' }), ANNA));
		const seen = cellHash(path(doc), goal);
		must(acceptProposal(doc, goal, id, { seen }, ANNA));
		const after = path(doc);
		expect(after.shown.get(goal)).toBe(id);
		expect(after.cells.get(goal)?.state).toBe('done');
		expect(after.text(goal, id)).toBeUndefined();
		expect(after.text(goal, 'own')).toBe('mine');
		expect(cellContent(after, goal)).toEqual({ text: 'theirs' });
		must(showVariant(doc, goal, 'own', ANNA));
		expect(cellContent(path(doc), goal)).toEqual({ text: 'mine' });
	});

	test('is refused when the cell is not what the person saw', () => {
		const doc = newPath();
		const id = must(offerProposal(doc, proposalOf(goal, { goal: 'theirs' }), ANNA));
		const seen = cellHash(path(doc), goal);
		must(editText(doc, goal, 'own', 0, 0, 'x', BEN));
		expect(acceptProposal(doc, goal, id, { seen }, ANNA)).toEqual(error('changed-meanwhile'));
		expect(path(doc).shown.get(goal)).toBeUndefined();
		expect(acceptProposal(doc, strategy, id, { seen }, ANNA)).toEqual(error('no-such-proposal'));
	});

	test('of two who accept two, one is shown and nothing is lost', () => {
		const a = newPath();
		const one = must(offerProposal(a, proposalOf(goal, { goal: '1' }, 'g1'), ANNA));
		const two = must(offerProposal(a, proposalOf(goal, { goal: '2' }, 'g2'), ANNA));
		const b = replicaOf(a);
		const seen = cellHash(path(a), goal);
		must(acceptProposal(a, goal, one, { seen }, ANNA));
		must(acceptProposal(b, goal, two, { seen }, BEN));
		exchange(a, b);
		expect(path(a).shown.get(goal)).toBe(path(b).shown.get(goal));
		expect(path(a).proposalsOf.get(goal)).toEqual([one, two].sort());
	});
});

test('[E6] a proposal is at most 32 kB, is JSON, and is added once', () => {
	const doc = newPath();
	const big = proposalOf(goal, { goal: '量'.repeat(11_000) });
	expect(offerProposal(doc, big, ANNA)).toEqual(error('too-large'));
	expect(offerProposal(doc, proposalOf(goal, { goal: Number.NaN }), ANNA)).toEqual(error('malformed'));
	const id = must(offerProposal(doc, proposalOf(goal, { goal: '\ud83d' }), ANNA));
	const before = Y.encodeStateVector(doc);
	expect(must(offerProposal(doc, proposalOf(goal, { goal: '\ud83d' }), ANNA))).toBe(id);
	expect(Y.encodeStateVector(doc)).toEqual(before);
	expect(path(replicaOf(doc)).proposal(id)?.content).toEqual({ goal: '\ufffd' });
});

describe('[E7] a deleted stage is live again once somebody writes in it', () => {
	const edits: Record<string, (doc: Y.Doc) => unknown> = {
		words: (doc) => must(editText(doc, cell('s1', 'note'), 'own', 0, 0, 'x', BEN)),
		'words of a kind we do not know': (doc) =>
			must(editText(doc, cell('s1', 'sketch'), 'own', 0, 0, 'x', BEN)),
		'a value': (doc) => must(fields.setField(doc, S1, 'own', 'mass', { value: 0 }, BEN)),
		'a cleared value': (doc) => must(fields.clearField(doc, S1, 'own', 'mass', BEN)),
		'a state': (doc) => must(setCell(doc, cell('s1', 'values'), 'done', BEN)),
		'a record': (doc) => must(referRecord(doc, S1, VersionUid.parse('b'.repeat(64)), BEN)),
		'a row': (doc) => {
			must(fields.addRow(doc, S1, 'own', 'tubes', 'r1', BEN));
			must(fields.setRowField(doc, S1, 'own', 'tubes', 'r1', 'n', 1, BEN));
		},
	};
	test.each(Object.keys(edits))('%s', (name) => {
		const doc = withStage();
		must(editText(doc, cell('s1', 'phased'), 'own', 0, 0, 'found moss', ANNA));
		const other = replicaOf(doc);
		must(deleteStage(doc, S1, ANNA));
		expect(deletionOf(path(doc), S1)).toBe('gone');
		edits[name]?.(other);
		exchange(doc, other);
		expect(deletionOf(path(doc), S1)).toBe('edited-since');
		expect(deletionOf(path(other), S1)).toBe('edited-since');
		expect(path(doc).text(cell('s1', 'phased'), 'own')).toBe('found moss');
		must(restoreStage(doc, S1, ANNA));
		expect(deletionOf(path(doc), S1)).toBe('none');
	});

	test('a proposal that only arrives, or is opened and not changed, brings nothing back', () => {
		const doc = withStage();
		const phased = cell('s1', 'phased');
		const early = must(offerProposal(doc, proposalOf(phased, { conclusion: 'a' }, 'g0'), ANNA));
		must(deleteStage(doc, S1, ANNA));
		must(offerProposal(doc, proposalOf(phased, { conclusion: 'b' }), BEN));
		must(editText(doc, phased, early, 0, 0, '', BEN));
		expect(deletionOf(path(doc), S1)).toBe('gone');
		must(editText(doc, phased, early, 0, 0, '!', BEN));
		expect(deletionOf(path(doc), S1)).toBe('edited-since');
	});

	test('a snapshot that follows says the same as one read afresh', () => {
		const doc = withStage();
		const reader = new PathReader(doc, 'p');
		must(deleteStage(doc, S1, ANNA));
		expect(deletionOf(reader.current, S1)).toBe('gone');
		must(editText(doc, cell('s1', 'note'), 'own', 0, 0, 'x', BEN));
		expect(deletionOf(reader.current, S1)).toBe('edited-since');
		must(editText(doc, cell('s1', 'note'), 'own', 0, 1, '', BEN));
		expect(deletionOf(reader.current, S1)).toBe('gone');
		reader.close();
	});
});
