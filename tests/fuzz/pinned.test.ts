// What the fuzz found once, as small as it could be made.

import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { goingOn } from '#lib/app/going-on.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { editText, skipCell } from '#lib/core/path/cell-edits.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { setTitle, upgradeDefinition } from '#lib/core/path/meta-edits.ts';
import { addLog } from '#lib/core/path/log-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { chooseLine, deleteStage, goOn } from '#lib/core/path/stage-edits.ts';
import { undoFor } from '#lib/core/path/undo.ts';
import {
	ANNA,
	BEN,
	cell,
	DRYING,
	exchange,
	must,
	newPath,
	replicaOf,
	ROOT,
	stageId,
} from '../core/path/sample.ts';
import { checkComesBack, exported } from '../support/fuzz-checks.ts';

const S1 = stageId('s1');

describe('[C7] what the fuzz found', () => {
	test("an edit that joins a step whose values were all overwritten by a colleague is no fault of Yjs's", () => {
		const a = newPath();
		must(goOn(a, { parent: ROOT, stage: S1, choice: 0, choose: true }, ANNA));
		const b = replicaOf(a);
		must(fields.setField(a, S1, 'own', 'mass', { value: 0 }, ANNA));
		exchange(a, b);
		const undo = undoFor(b, [], Number.MAX_SAFE_INTEGER);
		must(fields.setField(b, S1, 'own', 'mass', { value: 1 }, BEN));
		exchange(a, b);
		must(fields.setField(a, S1, 'own', 'mass', { value: 2 }, ANNA));
		exchange(a, b);
		must(fields.setField(b, S1, 'own', 'heat', { value: 60 }, BEN));
		undo.undo();
		const { values } = readPath(b, 'p').fields(S1, 'own');
		expect([values.get('mass')?.value, values.has('heat')]).toEqual([2, false]);
	});

	test('a path whose new definition is still missing an earlier update is not an empty path', () => {
		const a = newPath();
		const b = replicaOf(a);
		must(addLog(a, 'l1', { kind: 'pause', target: 'p', data: {} }, ANNA));
		const before = Y.encodeStateVector(a);
		must(upgradeDefinition(a, { ...DRYING, protocols: [] }, { logId: 'l2' }, ANNA));
		Y.applyUpdate(b, Y.encodeStateAsUpdate(a, before));
		expect(readPath(b, 'p').meta?.title).toBe('Moss');
		must(skipCell(b, cell('root', 'goal'), { logId: 'l3', reason: '' }, BEN));
		exchange(a, b);
		expect(readPath(b, 'p').meta).toEqual(readPath(a, 'p').meta);
		expect(readPath(b, 'p').unreadable).toEqual([]);
	});

	test('undoing a title while a newer one is still on its way does not leave the path without one', () => {
		const a = newPath();
		const b = replicaOf(a);
		a.clientID = 1;
		b.clientID = 2;
		must(addLog(a, 'l1', { kind: 'pause', target: 'p', data: {} }, ANNA));
		const before = Y.encodeStateVector(a);
		must(setTitle(a, 'Peat', ANNA));
		Y.applyUpdate(b, Y.encodeStateAsUpdate(a, before));
		const undo = undoFor(b, [], 0);
		must(setTitle(b, 'Fen', BEN));
		undo.undo();
		exchange(a, b);
		const titles = [a, b].map((doc) => readPath(doc, 'p').meta?.title);
		expect(titles).toEqual(['Fen', 'Fen']);
	});

	test('a title is undone and redone', () => {
		const doc = newPath();
		const undo = undoFor(doc, [], 0);
		const title = () => readPath(doc, 'p').meta?.title;
		must(setTitle(doc, 'Peat', ANNA));
		must(setTitle(doc, 'Fen', ANNA));
		const seen = [title()];
		for (const way of ['undo', 'undo', 'undo', 'redo', 'redo'] as const) {
			undo[way]();
			seen.push(title());
		}
		expect(seen).toEqual(['Fen', 'Peat', 'Moss', 'Moss', 'Peat', 'Fen']);
	});

	test('a twin whose words were all taken away again is folded, as it is after an export and import', () => {
		const doc = newPath();
		for (const id of ['s1', 's2'])
			must(goOn(doc, { parent: ROOT, stage: stageId(id), choice: 'end', choose: false }, ANNA));
		const note = cell('s2', 'note');
		must(editText(doc, note, 'own', 0, 0, 'peat', ANNA));
		expect(growTree(readPath(doc, 'p')).line).toEqual([ROOT, 's2']);
		must(editText(doc, note, 'own', 0, 4, '', ANNA));
		expect(growTree(readPath(doc, 'p')).line).toEqual([ROOT, 's1']);
		const broken: string[] = [];
		checkComesBack(exported(readPath(doc, 'p'), new Map()), (rule, what) => broken.push(rule + what));
		expect(broken).toEqual([]);
	});

	test('taking back a step forward does not overrule who has chosen a line, or deleted the stage, since', () => {
		const [s2, s3] = [stageId('s2'), stageId('s3')];
		const setUp = () => {
			const a = newPath();
			const going = { parent: ROOT, choice: 0, choose: true } as const;
			for (const stage of [S1, s2, s3]) must(goOn(a, { ...going, stage }, ANNA));
			const look = () => undefined;
			return {
				a,
				b: replicaOf(a),
				step: goingOn(a, { parent: ROOT, stage: s3, before: s2, look }, () => ANNA),
			};
		};
		const line = (doc: Y.Doc) => readPath(doc, 'p').line.get(ROOT);
		const alone = setUp();
		alone.step.undo();
		expect(line(alone.a)).toBe(s2);
		alone.step.redo();
		expect([line(alone.a), readPath(alone.a, 'p').gone.has(s3)]).toEqual([s3, false]);
		for (const chosen of [S1, s3]) {
			const { a, b, step } = setUp();
			must(chooseLine(b, ROOT, chosen, BEN));
			must(deleteStage(b, s3, BEN));
			exchange(a, b);
			step.undo();
			expect(line(a)).toBe(chosen);
			step.redo();
			expect([line(a), readPath(a, 'p').gone.get(s3)?.by]).toEqual([chosen, BEN.by]);
		}
	});
});

test('[C3] words that two people took away at once, and both bring back by undo, stand twice; nothing is lost', () => {
	const note = cell('root', 'note');
	const a = newPath();
	must(editText(a, note, 'own', 0, 0, 'peat', ANNA));
	const b = replicaOf(a);
	const undos = [a, b].map((doc) => undoFor(doc, [], 0));
	for (const doc of [a, b]) must(editText(doc, note, 'own', 0, 4, '', BEN));
	exchange(a, b);
	for (const undo of undos) undo.undo();
	exchange(a, b);
	expect([a, b].map((doc) => readPath(doc, 'p').text(note, 'own'))).toEqual(['peatpeat', 'peatpeat']);
});
