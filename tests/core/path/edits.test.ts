import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { editText, reopenCell, setCell, showVariant, skipCell } from '#lib/core/path/cell-edits.ts';
import { cellContent, cellHash, deletionOf, proposalRow, valuesOf } from '#lib/core/path/content.ts';
import { mapsOf } from '#lib/core/path/document.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { addLog, reopenPath, reviseStrategy } from '#lib/core/path/log-edits.ts';
import { upgradeDefinition } from '#lib/core/path/meta-edits.ts';
import { ProposalId, RecordId, VersionUid } from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { PathReader, readPath } from '#lib/core/path/read.ts';
import { clearRecord, moveRecord, referRecord } from '#lib/core/path/reference-edits.ts';
import { chooseLine, deleteStage, goOn, nameBranch, restoreStage } from '#lib/core/path/stage-edits.ts';
import { undoFor } from '#lib/core/path/undo.ts';
import {
	ANNA,
	BEN,
	cell,
	DRYING,
	exchange,
	must,
	newPath,
	proposalOf,
	replicaOf,
	ROOT,
	stageId,
} from './sample.ts';

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

describe('[E3] going on', () => {
	test('makes a stage under the present definition and chooses it', () => {
		const doc = withStage();
		const { stages, line, meta } = path(doc);
		expect(stages.get(S1)).toMatchObject({ after: ['root'], choice: 1, under: meta?.template, by: 'anna' });
		expect(line.get(ROOT)).toBe(S1);
	});

	test('makes another stage beside an empty one of the same choice', () => {
		const doc = withStage();
		must(goOn(doc, { parent: ROOT, stage: stageId('s2'), choice: 1, choose: false }, BEN));
		expect(path(doc).stages.size).toBe(3);
		expect(path(doc).line.get(ROOT)).toBe(S1);
	});

	test('logs why an unreachable protocol was chosen', () => {
		const doc = newPath();
		must(goOn(doc, { parent: ROOT, stage: S1, choice: 0, choose: true, logId: 'l', reason: 'rain' }, ANNA));
		expect(path(doc).log.get('l')).toMatchObject({
			kind: 'unreachable',
			target: 's1',
			data: { reason: 'rain' },
		});
	});

	test('is refused for what is not there, and writes nothing then', () => {
		const doc = withStage();
		const before = Y.encodeStateVector(doc);
		const next = { parent: ROOT, stage: stageId('s2'), choice: 0, choose: true } as const;
		expect(goOn(doc, { ...next, parent: stageId('no') }, ANNA)).toEqual(error('no-such-stage'));
		expect(goOn(doc, { ...next, stage: S1 }, ANNA)).toEqual(error('stage-exists'));
		expect(goOn(doc, { ...next, choice: 2 }, ANNA)).toEqual(error('no-such-protocol'));
		expect(goOn(doc, { ...next, from: ProposalId.parse('a'.repeat(64)) }, ANNA)).toEqual(
			error('no-such-proposal'),
		);
		expect(Y.encodeStateVector(doc)).toEqual(before);
	});

	test('follows a proposal made for the next step of the parent', () => {
		const doc = newPath();
		const content = { end_path: false, protocol_index: 1 };
		const from = must(offerProposal(doc, proposalOf(cell('root', 'next'), content), ANNA));
		must(goOn(doc, { parent: ROOT, stage: S1, choice: 1, from, choose: true }, ANNA));
		expect(path(doc).stages.get(S1)?.from).toBe(from);
		const seen = cellHash(path(doc), cell('root', 'next'));
		expect(acceptProposal(doc, cell('root', 'next'), from, { seen }, ANNA)).toEqual(error('is-a-choice'));
	});
});

test('[E4] every edit that names a stage is refused where the stage is not here', () => {
	const doc = newPath();
	const no = stageId('no');
	const nowhere = cell('no', 'goal');
	const log = { logId: 'l', reason: 'r' };
	const uid = VersionUid.parse('b'.repeat(64));
	const before = Y.encodeStateVector(doc);
	const refused = [
		setCell(doc, nowhere, 'done', ANNA),
		skipCell(doc, nowhere, log, ANNA),
		reopenCell(doc, nowhere, log, ANNA),
		showVariant(doc, nowhere, 'own', ANNA),
		editText(doc, nowhere, 'own', 0, 0, 'x', ANNA),
		offerProposal(doc, proposalOf(nowhere, {}), ANNA),
		fields.setField(doc, no, 'own', 'mass', { value: 1 }, ANNA),
		fields.clearField(doc, no, 'own', 'mass', ANNA),
		fields.setResearchable(doc, no, 'own', true, ANNA),
		fields.addRow(doc, no, 'own', 'tubes', 'r1', ANNA),
		referRecord(doc, no, uid, ANNA),
		moveRecord(doc, no, uid, log, ANNA),
		clearRecord(doc, no, { ...log, keepEmpty: true }, ANNA),
		chooseLine(doc, no, ROOT, ANNA),
		chooseLine(doc, ROOT, no, ANNA),
		nameBranch(doc, no, 'n', false, ANNA),
		deleteStage(doc, no, ANNA),
		restoreStage(doc, no, ANNA),
		addLog(doc, 'l', { kind: 'pause', target: 'no/goal', data: {} }, ANNA),
		reopenPath(doc, { stage: no, logId: 'l', reason: '', undoes: [] }, ANNA),
		reviseStrategy(doc, { stage: no, logId: 'l' }, ANNA),
	];
	expect(refused).toEqual(refused.map(() => error('no-such-stage')));
	expect(Y.encodeStateVector(doc)).toEqual(before);
});

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

describe('[E8] fields', () => {
	const read = (doc: Y.Doc) => Object.fromEntries(valuesOf(path(doc), S1, 'own'));

	test('are one key each, whatever their name', () => {
		const doc = withStage();
		must(fields.setField(doc, S1, 'own', 'a/b%2F', { value: { '#': '1.0' }, unit: 'g' }, ANNA));
		must(fields.setField(doc, S1, 'own', 'a', { value: null }, ANNA));
		must(fields.setField(doc, S1, 'own', '', { value: [1, { x: 'y' }] }, ANNA));
		must(fields.clearField(doc, S1, 'own', 'c', ANNA));
		expect(read(doc)).toEqual({ 'a/b%2F': { '#': '1.0' }, a: null, '': [1, { x: 'y' }] });
		expect(path(doc).fields(S1, 'own').values.get('a/b%2F')).toMatchObject({ unit: 'g', by: 'anna' });
		expect(fields.setField(doc, S1, 'own', 'n', { value: Number.POSITIVE_INFINITY }, ANNA)).toEqual(
			error('malformed'),
		);
	});

	test('lie over a proposal, row by row', () => {
		const doc = withStage();
		const values = { mass: 2, heat: 60, tubes: [{ n: 1 }, { n: 2 }, { n: 3 }] };
		const id = must(offerProposal(doc, proposalOf(cell('s1', 'values'), { values }), ANNA));
		must(fields.setField(doc, S1, id, 'mass', { value: 5 }, ANNA));
		must(fields.clearField(doc, S1, id, 'heat', ANNA));
		must(fields.setRowField(doc, S1, id, 'tubes', proposalRow(1), 'n', 20, ANNA));
		must(fields.deleteRow(doc, S1, id, 'tubes', proposalRow(0), ANNA));
		must(fields.addRow(doc, S1, id, 'tubes', '019aaa', ANNA));
		must(fields.setRowField(doc, S1, id, 'tubes', '019aaa', 'n', 4, ANNA));
		expect(fields.setRowField(doc, S1, id, 'tubes', proposalRow(3), 'n', 4, ANNA)).toEqual(
			error('no-such-row'),
		);
		expect(fields.addRow(doc, S1, id, 'tubes', proposalRow(3), ANNA)).toEqual(error('malformed'));
		expect(fields.setField(doc, ROOT, id, 'mass', { value: 1 }, ANNA)).toEqual(error('no-such-proposal'));
		const shown = Object.fromEntries(valuesOf(path(doc), S1, id));
		expect(shown).toEqual({ mass: 5, tubes: [{ n: 20 }, { n: 3 }, { n: 4 }] });
		expect(path(doc).proposal(id)?.content).toEqual({ values });
	});

	test('a deleted row comes back when somebody writes in it meanwhile', () => {
		const a = withStage();
		must(fields.addRow(a, S1, 'own', 'tubes', 'r1', ANNA));
		must(fields.setRowField(a, S1, 'own', 'tubes', 'r1', 'n', 1, ANNA));
		const b = replicaOf(a);
		must(fields.deleteRow(a, S1, 'own', 'tubes', 'r1', ANNA));
		expect(read(a)).toEqual({});
		must(fields.setRowField(b, S1, 'own', 'tubes', 'r1', 'note', 'wet', BEN));
		exchange(a, b);
		expect(read(a)).toEqual({ tubes: [{ n: 1, note: 'wet' }] });
		must(fields.deleteRow(a, S1, 'own', 'tubes', 'r1', ANNA));
		must(fields.restoreRow(a, S1, 'own', 'tubes', 'r1', ANNA));
		expect(read(a)).toEqual(read(b));
		expect(fields.deleteRow(a, S1, 'own', 'tubes', 'no', ANNA)).toEqual(error('no-such-row'));
		expect(fields.addRow(a, S1, 'own', 'tubes', 'r/1', ANNA)).toEqual(error('malformed'));
	});

	test('the judgement of a strategy is three-way and belongs to a variant', () => {
		const doc = newPath();
		const content = { researchable: true, strategy: 'walk' };
		const id = must(offerProposal(doc, proposalOf(strategy, content), ANNA));
		expect(cellContent(path(doc), strategy)).toEqual({ text: '', researchable: null });
		expect(cellContent(path(doc), strategy, id)).toEqual({ text: 'walk', researchable: true });
		must(fields.setResearchable(doc, ROOT, id, false, ANNA));
		expect(cellContent(path(doc), strategy, id)).toEqual({ text: 'walk', researchable: false });
		must(fields.setResearchable(doc, ROOT, id, null, ANNA));
		expect(cellContent(path(doc), strategy, id)).toEqual({ text: 'walk', researchable: null });
	});
});

describe('[E9] the log is only added to', () => {
	test('skipping and opening again say why', () => {
		const doc = newPath();
		must(skipCell(doc, strategy, { logId: 'l1', reason: 'known\ud800' }, ANNA));
		expect(path(doc).cells.get(strategy)?.state).toBe('skipped');
		expect(path(doc).log.get('l1')).toMatchObject({
			kind: 'skip',
			target: 'root/strategy',
			data: { reason: 'known\ufffd' },
		});
		must(reopenCell(doc, strategy, { logId: 'l2', reason: '' }, BEN));
		expect(path(doc).cells.get(strategy)).toMatchObject({ state: 'open', by: 'ben' });
		expect(skipCell(doc, strategy, { logId: 'l1', reason: '' }, ANNA)).toEqual(error('log-entry-exists'));
		expect(path(doc).log.size).toBe(2);
	});

	test('opening a finished path moves its last words into the log', () => {
		const doc = withStage();
		const final = cell('s1', 'final');
		must(editText(doc, final, 'own', 0, 0, 'moss dries', ANNA));
		must(setCell(doc, final, 'done', ANNA));
		const other = replicaOf(doc);
		must(editText(other, final, 'own', 10, 0, ' slowly', BEN));
		must(reopenPath(doc, { stage: S1, logId: 'l', reason: 'new data', undoes: ['c1'] }, ANNA));
		expect(path(doc).log.get('l')).toMatchObject({
			kind: 'reopen',
			target: 's1/final',
			data: { text: 'moss dries', reason: 'new data', undoes: ['c1'] },
		});
		expect(path(doc).text(final, 'own')).toBe('');
		expect(path(doc).cells.get(final)?.state).toBe('open');
		exchange(doc, other);
		expect(path(doc).text(final, 'own')).toBe(' slowly');
	});

	test('opening one that shows a proposal keeps both texts', () => {
		const doc = withStage();
		const final = cell('s1', 'final');
		must(editText(doc, final, 'own', 0, 0, 'draft', ANNA));
		const id = must(offerProposal(doc, proposalOf(final, { conclusion: 'given' }), ANNA));
		must(acceptProposal(doc, final, id, { seen: cellHash(path(doc), final) }, ANNA));
		must(reopenPath(doc, { stage: S1, logId: 'l', reason: '', undoes: [] }, ANNA));
		expect(path(doc).log.get('l')?.data).toMatchObject({ text: 'given', variant: id, own: 'draft' });
		expect(cellContent(path(doc), final)).toEqual({ text: '' });
	});

	test('revising a strategy keeps the earlier one in the log and the words in the cell', () => {
		const doc = newPath();
		must(editText(doc, strategy, 'own', 0, 0, 'walk', ANNA));
		must(fields.setResearchable(doc, ROOT, 'own', true, ANNA));
		must(setCell(doc, strategy, 'done', ANNA));
		must(reviseStrategy(doc, { stage: ROOT, logId: 'l' }, ANNA));
		expect(path(doc).log.get('l')).toMatchObject({
			kind: 'revise',
			data: { text: 'walk', researchable: true },
		});
		expect(path(doc).cells.get(strategy)?.state).toBe('open');
		expect(cellContent(path(doc), strategy)).toEqual({ text: 'walk', researchable: true });
	});

	test('an upgrade is one pointer and one entry; earlier stages keep theirs', () => {
		const doc = withStage();
		const before = path(doc).meta?.template;
		const next = { ...DRYING, protocols: DRYING.protocols.slice(0, 1) };
		const hash = must(upgradeDefinition(doc, next, { logId: 'l' }, ANNA));
		must(goOn(doc, { parent: S1, stage: stageId('s2'), choice: 0, choose: true }, ANNA));
		const after = path(doc);
		expect(after.meta?.template).toBe(hash);
		expect(after.stages.get(S1)?.under).toBe(before);
		expect(after.stages.get(stageId('s2'))?.under).toBe(hash);
		expect(after.log.get('l')).toMatchObject({ kind: 'upgrade', data: { from: before, to: hash } });
	});
});

test('[E10] a reference to a record stays, moves and is emptied by logged acts', () => {
	const doc = withStage();
	const [one, two] = [VersionUid.parse('1'.repeat(64)), VersionUid.parse('2'.repeat(64))];
	expect(moveRecord(doc, S1, two, { logId: 'l0' }, ANNA)).toEqual(error('no-record'));
	must(referRecord(doc, S1, one, ANNA));
	expect(cellContent(path(doc), cell('s1', 'record'))).toEqual({ record: { record: 's1', uid: one } });
	must(moveRecord(doc, S1, two, { logId: 'l1' }, ANNA));
	expect(path(doc).records.get(S1)).toBe(two);
	expect(path(doc).log.get('l1')).toMatchObject({ kind: 'move-record', data: { from: one, to: two } });
	must(clearRecord(doc, S1, { logId: 'l2', reason: 'spilt', keepEmpty: true }, ANNA));
	expect(path(doc).records.get(S1)).toMatchObject({ record: 's1', uid: two, gone: { reason: 'spilt' } });
	must(moveRecord(doc, S1, one, { logId: 'l3' }, ANNA));
	expect(path(doc).records.get(S1)).toEqual({ record: 's1', uid: one });
	must(clearRecord(doc, S1, { logId: 'l4', reason: '', keepEmpty: false }, ANNA));
	expect(path(doc).records.get(S1)).toBeUndefined();
	must(referRecord(doc, S1, { record: RecordId.parse('airalogy.id.record.x.v.1'), uid: one }, ANNA));
	expect(path(doc).records.get(S1)).toMatchObject({ record: 'airalogy.id.record.x.v.1' });
});

test('[E11] branches are chosen and named by one key', () => {
	const doc = withStage();
	const s2 = stageId('s2');
	must(goOn(doc, { parent: ROOT, stage: s2, choice: 0, choose: false }, ANNA));
	must(chooseLine(doc, ROOT, s2, ANNA));
	expect(path(doc).line.get(ROOT)).toBe(s2);
	expect(chooseLine(doc, S1, s2, ANNA)).toEqual(error('not-a-child'));
	must(nameBranch(doc, s2, 'wet', true, ANNA));
	expect(path(doc).names.get(s2)).toEqual({ name: 'wet', archived: true });
});

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
