import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { editText, reopenCell, setCell, showVariant, skipCell } from '#lib/core/path/cell-edits.ts';
import { cellHash } from '#lib/core/path/content.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { addLog, reopenPath, reviseStrategy } from '#lib/core/path/log-edits.ts';
import { ProposalId, VersionUid } from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { clearRecord, moveRecord, referRecord } from '#lib/core/path/reference-edits.ts';
import { chooseLine, deleteStage, goOn, nameBranch, restoreStage } from '#lib/core/path/stage-edits.ts';
import { ANNA, BEN, cell, must, newPath, proposalOf, ROOT, stageId } from './sample.ts';

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
