import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { editText, reopenCell, setCell, skipCell } from '#lib/core/path/cell-edits.ts';
import { cellContent, cellHash } from '#lib/core/path/content.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { reopenPath, reviseStrategy } from '#lib/core/path/log-edits.ts';
import { upgradeDefinition } from '#lib/core/path/meta-edits.ts';
import { RecordId, VersionUid } from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { clearRecord, moveRecord, referRecord } from '#lib/core/path/reference-edits.ts';
import { goOn } from '#lib/core/path/stage-edits.ts';
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

const strategy = cell('root', 'strategy');
const S1 = stageId('s1');
const path = (doc: Y.Doc) => readPath(doc, 'p');
const error = (name: string) => ({ ok: false, error: name });

function withStage(): Y.Doc {
	const doc = newPath();
	must(goOn(doc, { parent: ROOT, stage: S1, choice: 1, choose: true }, ANNA));
	return doc;
}

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
