import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { editText, setCell, skipCell } from '#lib/core/path/cell-edits.ts';
import { cellHash, deletionOf, valuesOf } from '#lib/core/path/content.ts';
import { mapsOf } from '#lib/core/path/document.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { deleteStage, goOn } from '#lib/core/path/stage-edits.ts';
import { undoFor } from '#lib/core/path/undo.ts';
import { ANNA, BEN, cell, exchange, must, newPath, proposalOf, replicaOf, ROOT, stageId } from './sample.ts';

const goal = cell('root', 'goal');
const S1 = stageId('s1');
const path = (doc: Y.Doc) => readPath(doc, 'p');

function withStage(): Y.Doc {
	const doc = newPath();
	must(goOn(doc, { parent: ROOT, stage: S1, choice: 1, choose: true }, ANNA));
	return doc;
}

describe('[E12] undo takes back my edit and nothing else', () => {
	test("a colleague's words stay", () => {
		const a = newPath();
		const b = replicaOf(a);
		const undo = undoFor(a, [], 0);
		must(editText(a, goal, 'own', 0, 0, 'dry moss', ANNA));
		exchange(a, b);
		must(editText(b, goal, 'own', 4, 0, 'green ', BEN));
		exchange(a, b);
		undo.undo();
		expect(path(a).text(goal, 'own')).toBe('green ');
		exchange(a, b);
		expect(path(b).text(goal, 'own')).toBe('green ');
		undo.redo();
		expect(path(a).text(goal, 'own')).toBe('dry green moss');
	});

	test("a colleague's value stays", () => {
		const a = withStage();
		const b = replicaOf(a);
		const undo = undoFor(a, [], 0);
		must(fields.setField(a, S1, 'own', 'mass', { value: 1 }, ANNA));
		must(fields.setField(a, S1, 'own', 'mass', { value: 2 }, ANNA));
		exchange(a, b);
		must(fields.setField(b, S1, 'own', 'mass', { value: 3 }, BEN));
		exchange(a, b);
		undo.undo();
		undo.undo();
		expect(Object.fromEntries(valuesOf(path(a), S1, 'own'))).toEqual({ mass: 3 });
	});

	test("a colleague's value is not jumped over by two steps", () => {
		const a = withStage();
		const b = replicaOf(a);
		const undo = undoFor(a, [], 0);
		const mass = () => valuesOf(path(a), S1, 'own').get('mass');
		const set = (doc: Y.Doc, value: number | string) =>
			must(fields.setField(doc, S1, 'own', 'mass', { value }, ANNA));
		set(a, 1);
		set(a, 2);
		must(fields.setField(a, S1, 'own', 'heat', { value: 60 }, ANNA));
		exchange(a, b);
		set(b, 'ben');
		exchange(a, b);
		set(a, 4);
		const seen = [mass()];
		for (let n = 0; n < 4; n += 1) {
			undo.undo();
			seen.push(mass());
		}
		expect(seen).toEqual([4, 'ben', 'ben', 'ben', 'ben']);
		expect(valuesOf(path(a), S1, 'own').has('heat')).toBe(false);
		undo.redo();
		undo.redo();
		expect(mass()).toBe(4);
		expect(valuesOf(path(a), S1, 'own').get('heat')).toBe(60);
		exchange(a, b);
		expect(valuesOf(path(b), S1, 'own')).toEqual(valuesOf(path(a), S1, 'own'));
	});

	test('what is only added stays: stages, proposals, people, clients, log', () => {
		const doc = newPath();
		const other = replicaOf(doc);
		const undo = undoFor(other, [], 0);
		const id = must(offerProposal(other, proposalOf(goal, { goal: 'x' }), BEN));
		must(skipCell(other, goal, { logId: 'l', reason: 'r' }, BEN));
		must(goOn(other, { parent: ROOT, stage: S1, choice: 0, choose: true }, BEN));
		while (undo.canUndo()) undo.undo();
		const after = path(other);
		expect(after.cells.get(goal)).toBeUndefined();
		expect([...after.log.keys()]).toEqual(['l']);
		expect(after.stages.has(S1)).toBe(true);
		expect(after.proposal(id)).toBeDefined();
		expect(after.people.has(BEN.by)).toBe(true);
		expect(after.clients.get(other.clientID)).toBe('ben');
		expect(mapsOf(other).meta.get('title')).toBe('Moss');
		undo.redo();
		expect(path(other).cells.get(goal)?.state).toBe('skipped');
	});

	test('an edit that was refused is no step', () => {
		const doc = newPath();
		const undo = undoFor(doc, [], 0);
		setCell(doc, cell('no', 'goal'), 'done', ANNA);
		doc.transact(() => undefined, undo);
		expect(undo.canUndo()).toBe(false);
	});

	test("an acceptance, a deletion and an editor's own typing are steps", () => {
		const doc = withStage();
		const editor = {};
		const undo = undoFor(doc, [editor], 0);
		const id = must(offerProposal(doc, proposalOf(goal, { goal: 'x' }), ANNA));
		must(acceptProposal(doc, goal, id, { seen: cellHash(path(doc), goal) }, ANNA));
		must(deleteStage(doc, S1, ANNA));
		doc.transact(() => {
			doc.getText('cell/root/note').insert(0, 'typed');
		}, editor);
		undo.undo();
		expect(path(doc).text(cell('root', 'note'), 'own')).toBe('');
		undo.undo();
		expect(deletionOf(path(doc), S1)).toBe('none');
		undo.undo();
		expect(path(doc).shown.get(goal)).toBeUndefined();
		expect(path(doc).cells.get(goal)).toBeUndefined();
	});
});
