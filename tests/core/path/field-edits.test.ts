import { describe, expect, test } from 'vitest';
import type * as Y from 'yjs';
import { cellContent, proposalRow, valuesOf } from '#lib/core/path/content.ts';
import * as fields from '#lib/core/path/field-edits.ts';
import { offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { goOn } from '#lib/core/path/stage-edits.ts';
import { ANNA, BEN, cell, exchange, must, newPath, proposalOf, replicaOf, ROOT, stageId } from './sample.ts';

const strategy = cell('root', 'strategy');
const S1 = stageId('s1');
const path = (doc: Y.Doc) => readPath(doc, 'p');
const error = (name: string) => ({ ok: false, error: name });

function withStage(): Y.Doc {
	const doc = newPath();
	must(goOn(doc, { parent: ROOT, stage: S1, choice: 1, choose: true }, ANNA));
	return doc;
}

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
