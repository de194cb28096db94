// Whose step it is, and what a cell shows.

import { describe, expect, test } from 'vitest';
import { cellMode, stageMode } from '#lib/core/flow/mode.ts';
import { researchableOf, shownText, shownValues } from '#lib/core/flow/values.ts';
import { CellId, StageId } from '#lib/core/path/names.ts';
import { proposalRow } from '#lib/core/path/content.ts';
import { idOf, proposal, snapshotOf, type PlainPath, type PlainRow } from '../../support/snapshot.ts';

const stages = { s0: {}, s1: { after: ['s0'], choice: 0 } };
const modeOf = (cell: string, path: PlainPath): ReturnType<typeof cellMode> =>
	cellMode(snapshotOf({ stages, ...path }), CellId.parse(cell));

const goal = proposal('s0/goal', { goal: 'Find 🌿 moss.' }, { thought: 'moss is wet' });
const shownGoal = { proposals: [goal], shown: { 's0/goal': idOf(goal) } };

describe('words', () => {
	test('[F19] an accepted proposal is ai, its words are shown though nobody typed them', () => {
		expect(modeOf('s0/goal', shownGoal)).toEqual({
			mode: 'ai',
			proposal: idOf(goal),
			thought: 'moss is wet',
		});
		expect(shownText(snapshotOf({ stages, ...shownGoal }), CellId.parse('s0/goal'))).toBe('Find 🌿 moss.');
	});

	test('[F19] one character makes it user, the model’s words again make it ai again', () => {
		const typed = (text: string): PlainPath => ({ ...shownGoal, texts: { [`s0/goal/${idOf(goal)}`]: text } });
		expect(modeOf('s0/goal', typed('Find 🌿 moss')).mode).toBe('user');
		expect(modeOf('s0/goal', typed('')).mode).toBe('user');
		expect(modeOf('s0/goal', typed('Find 🌿 moss.')).mode).toBe('ai');
	});

	test('[F21] an edited proposal keeps its thought, own words have none', () => {
		const edited = { ...shownGoal, texts: { [`s0/goal/${idOf(goal)}`]: 'Find fern.' } };
		expect(modeOf('s0/goal', edited)).toEqual({ mode: 'user', proposal: idOf(goal), thought: 'moss is wet' });
		const own = { proposals: [goal], texts: { 's0/goal': 'Find 🌿 moss.' } };
		expect(modeOf('s0/goal', own)).toEqual({ mode: 'user', proposal: null, thought: null });
	});

	test('[F19] a proposal that is absent or was made for another cell stands behind nothing', () => {
		expect(modeOf('s0/goal', { shown: { 's0/goal': idOf(goal) } })).toMatchObject({
			mode: 'user',
			proposal: null,
		});
		const other = { ...shownGoal, shown: { 's1/phased': idOf(goal) } };
		expect(modeOf('s1/phased', other)).toMatchObject({ mode: 'user', proposal: null });
	});

	test('[F19] half an emoji in a proposal is what everybody reads it as', () => {
		const broken = proposal('s0/goal', { goal: 'a\ud83d' });
		const path = {
			proposals: [broken],
			shown: { 's0/goal': idOf(broken) },
			texts: { [`s0/goal/${idOf(broken)}`]: 'a\ufffd' },
		};
		expect(modeOf('s0/goal', path).mode).toBe('ai');
	});

	test('[F19] a record is a person’s', () => {
		expect(modeOf('s1/record', { records: { s1: 'v1' } })).toEqual({
			mode: 'user',
			proposal: null,
			thought: null,
		});
	});
});

describe('strategy', () => {
	const judged = proposal('s0/strategy', { researchable: true, strategy: 'Dry it.' });
	const shown = { proposals: [judged], shown: { 's0/strategy': idOf(judged) } };
	const at = StageId.parse('s0');

	test('[F19] the judgement is compared too', () => {
		const hand = (value: boolean): PlainPath => ({
			...shown,
			fields: { [`s0/${idOf(judged)}`]: { researchable: value } },
		});
		expect(modeOf('s0/strategy', shown).mode).toBe('ai');
		expect(modeOf('s0/strategy', hand(false)).mode).toBe('user');
		expect(modeOf('s0/strategy', hand(true)).mode).toBe('ai');
	});

	test('[F19] a judgement that is absent in the proposal is "not judged"', () => {
		const silent = proposal('s0/strategy', { strategy: 'Dry it.' });
		const path = { proposals: [silent], shown: { 's0/strategy': idOf(silent) } };
		expect(modeOf('s0/strategy', path).mode).toBe('ai');
		expect(researchableOf(snapshotOf({ stages, ...path }), at)).toBe(null);
	});

	test('[F22] a judgement belongs to the variant that is shown; what is no boolean is none', () => {
		const own = { ...shown, fields: { 's0/own': { researchable: false } } };
		expect(researchableOf(snapshotOf({ stages, ...own }), at)).toBe(true);
		expect(researchableOf(snapshotOf({ stages, fields: own.fields }), at)).toBe(false);
		expect(researchableOf(snapshotOf({ stages, fields: { 's0/own': { researchable: 'yes' } } }), at)).toBe(
			null,
		);
	});
});

describe('values', () => {
	const tubes = [
		{ id: 'A', ml: 5 },
		{ id: 'B', ml: 6 },
	];
	const values = proposal('s1/values', { values: { heat: 60, loss: { '#': '1.0' }, tubes } });
	const shown = { proposals: [values], shown: { 's1/values': idOf(values) } };
	const group = `s1/${idOf(values)}`;
	const seen = (path: PlainPath): unknown =>
		Object.fromEntries(shownValues(snapshotOf({ stages, ...path }), StageId.parse('s1')));

	test('[F22] people’s values lie over the proposal’s, cleared ones are gone', () => {
		const path = { ...shown, fields: { [group]: { heat: 70, loss: undefined, note: 'new' } } };
		expect(seen(path)).toEqual({ heat: 70, note: 'new', tubes });
		expect(modeOf('s1/values', path)).toMatchObject({ mode: 'user', thought: 'because' });
	});

	test('[F22] rows are changed, deleted and added by their ids', () => {
		const tubeRows: Record<string, PlainRow> = {
			[proposalRow(0)]: 'gone',
			[proposalRow(1)]: { ml: 7 },
			'0190': { id: 'C' },
		};
		expect(seen({ ...shown, rows: { [group]: { tubes: tubeRows } } })).toMatchObject({
			tubes: [{ id: 'B', ml: 7 }, { id: 'C' }],
		});
	});

	test('[F19] the proposal’s values again are ai again, whatever the order of the keys; 1.0 is not 1', () => {
		const hand = (fields: Record<string, number | { '#': string }>): PlainPath => ({
			...shown,
			fields: { [group]: fields },
		});
		expect(modeOf('s1/values', shown).mode).toBe('ai');
		expect(modeOf('s1/values', hand({ heat: 70 })).mode).toBe('user');
		expect(modeOf('s1/values', hand({ loss: { '#': '1.0' }, heat: 60 })).mode).toBe('ai');
		expect(modeOf('s1/values', hand({ loss: 1 })).mode).toBe('user');
	});
});

describe('choices', () => {
	const next = proposal('s0/next', { end_path: false, protocol_index: 1 }, { thought: 'dry first' });
	const stop = proposal('s0/next', { end_path: true, protocol_index: null });
	const elsewhere = proposal('s1/next', { end_path: false, protocol_index: 1 });
	const made = (choice: number | 'end', from: typeof next): ReturnType<typeof stageMode> =>
		stageMode(
			snapshotOf({
				stages: { s0: {}, s1: { after: ['s0'], choice, from: idOf(from) } },
				proposals: [next, stop, elsewhere],
			}),
			StageId.parse('s1'),
		);

	test('[F20] the same protocol, the same end', () => {
		expect(made(1, next)).toEqual({ mode: 'ai', proposal: idOf(next), thought: 'dry first' });
		expect(made('end', stop).mode).toBe('ai');
	});

	test('[F20] another protocol, an end instead, a protocol instead of an end', () => {
		expect(made(2, next)).toEqual({ mode: 'user', proposal: idOf(next), thought: 'dry first' });
		expect(made('end', next).mode).toBe('user');
		expect(made(1, stop).mode).toBe('user');
	});

	test('[F20] a preparation is nobody’s choice, whatever it names', () => {
		const silent = proposal('s0/next', {});
		const odd = { s0: {}, s1: { after: ['s0'], choice: null, from: idOf(silent) } };
		expect(stageMode(snapshotOf({ stages: odd, proposals: [silent] }), StageId.parse('s1')).mode).toBe(
			'user',
		);
	});

	test('[F20] a proposal made for another stage, or none', () => {
		expect(made(1, elsewhere)).toEqual({ mode: 'user', proposal: null, thought: null });
		const none = snapshotOf({ stages, proposals: [] });
		expect(stageMode(none, StageId.parse('s1')).mode).toBe('user');
	});
});
