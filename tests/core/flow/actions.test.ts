// What is offered where a path stands.

import { describe, expect, test } from 'vitest';
import { allowedActions, mayAskAgain, type Allowed } from '#lib/core/flow/actions.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { cellHash } from '#lib/core/path/content.ts';
import { CellId, DefinitionHash } from '#lib/core/path/names.ts';
import { idOf, proposal, snapshotOf, type PlainPath } from '../../support/snapshot.ts';

const allowed = (path: PlainPath): Allowed => {
	const snapshot = snapshotOf(path);
	return allowedActions(snapshot, growTree(snapshot));
};
const brief = (path: PlainPath): string[] =>
	allowed(path).actions.map((action) => {
		const where =
			'cell' in action
				? action.cell
				: 'after' in action
					? action.after
					: 'stage' in action
						? action.stage
						: '';
		return `${action.kind} ${where}`.trim();
	});
const asked = (path: PlainPath): string => {
	const { ai } = allowed(path);
	return ai === null ? 'nothing' : `${ai.target} ${ai.cell}`;
};

const no = proposal('s0/strategy', { researchable: false, strategy: '' });
const ending = proposal('s1/next', { end_path: true, protocol_index: null });
const start: PlainPath = { stages: { s0: {} } };
const goal: PlainPath = { ...start, cells: { 's0/goal': 'done' } };
const planned: PlainPath = { ...start, cells: { 's0/goal': 'done', 's0/strategy': 'done' } };
const refused: PlainPath = { ...planned, proposals: [no], shown: { 's0/strategy': idOf(no) } };
const byHand: PlainPath = { ...planned, fields: { 's0/own': { researchable: false } } };
const chosen: PlainPath = { ...planned, stages: { s0: {}, s1: { after: ['s0'], choice: 1 } } };
const prepared: PlainPath = { ...chosen, cells: { ...chosen.cells, 's1/values': 'done' } };
const recorded: PlainPath = { ...prepared, records: { s1: 'v1' } };
const concluded: PlainPath = { ...recorded, cells: { ...prepared.cells, 's1/phased': 'done' } };
const ended: PlainPath = { ...concluded, stages: { ...chosen.stages, s2: { after: ['s1'], choice: 'end' } } };
const endedByModel: PlainPath = {
	...concluded,
	proposals: [ending],
	stages: { ...chosen.stages, s2: { after: ['s1'], choice: 'end', from: idOf(ending) } },
};
const completed: PlainPath = {
	...ended,
	cells: { ...concluded.cells, 's2/final': 'done' },
	log: {
		c: { kind: 'complete', target: 's2' },
		f: { kind: 'finish', target: 's2' },
		x: { kind: 'complete', target: 's1' },
	},
};

describe('people', () => {
	const table: readonly (readonly [string, PlainPath, string[]])[] = [
		['goal', start, ['write s0/goal', 'complete s0', 'pause']],
		['strategy', goal, ['write s0/strategy', 'skip s0/strategy', 'complete s0', 'pause']],
		[
			'false by the model',
			refused,
			['retry-strategy s0/strategy', 'override s0/strategy', 'complete s0', 'pause'],
		],
		[
			'false by hand',
			byHand,
			['retry-strategy s0/strategy', 'override s0/strategy', 'go-on s0', 'complete s0', 'pause'],
		],
		['next after the preparation', planned, ['go-on s0', 'end s0', 'complete s0', 'pause']],
		['values', chosen, ['write s1/values', 'skip s1/values', 'complete s1', 'pause']],
		['record', prepared, ['write s1/record', 'complete s1', 'pause']],
		['phased', recorded, ['write s1/phased', 'skip s1/phased', 'complete s1', 'pause']],
		[
			'next',
			concluded,
			['go-on s1', 'end s1', 'finish s1', 'revise-strategy s0/strategy', 'complete s1', 'pause'],
		],
		['END', ended, ['write s2/final', 'skip s2/final', 'go-on s1', 'complete s2', 'pause']],
		[
			'END of the model',
			endedByModel,
			['write s2/final', 'skip s2/final', 'go-on s1', 'complete s2', 'pause'],
		],
		['completed', completed, ['reopen s2']],
	];
	test.each(table)('[F29] %s', (_, path, offered) => {
		expect(brief(path)).toEqual(offered);
	});

	test('[F29] a paused path offers only to resume, naming every pause', () => {
		const paused = {
			...recorded,
			log: {
				p: { kind: 'pause' },
				q: { kind: 'pause' },
				o: { kind: 'pause' },
				r: { kind: 'resume', data: { undoes: ['o'] } },
			},
		};
		expect(allowed(paused)).toEqual({ actions: [{ kind: 'resume', undoes: ['p', 'q'] }], ai: null });
	});

	test('[F8] re-opening names every finish and completion of the stage that stands', () => {
		expect(allowed(completed).actions).toEqual([{ kind: 'reopen', stage: 's2', undoes: ['c', 'f'] }]);
	});

	test('[F29] an override carries the hash of what the strategy shows', () => {
		const snapshot = snapshotOf(refused);
		const contentHash = cellHash(snapshot, CellId.parse('s0/strategy'));
		expect(allowed(refused).actions).toContainEqual({ kind: 'override', cell: 's0/strategy', contentHash });
	});

	test('[F29] a strategy that is open again after a conclusion may be written', () => {
		const revised = { ...concluded, cells: { ...concluded.cells, 's0/strategy': 'open' as const } };
		expect(brief(revised)).toContain('write s0/strategy');
	});

	test('[F29] an empty document offers nothing', () => {
		expect(allowed({})).toEqual({ actions: [], ai: null });
	});
});

describe('models', () => {
	const table: readonly (readonly [string, PlainPath, string])[] = [
		['goal', start, 'goal s0/goal'],
		['strategy', goal, 'strategy s0/strategy'],
		['false by the model', refused, 'nothing'],
		['false by hand', byHand, 'strategy s0/strategy'],
		['next', planned, 'next_protocol s0/next'],
		['values', chosen, 'initial_values s1/values'],
		['record', prepared, 'nothing'],
		['phased', recorded, 'phased_conclusion s1/phased'],
		['END', ended, 'final_conclusion s2/final'],
		['END of the model', endedByModel, 'final_conclusion s2/final'],
		['completed', completed, 'nothing'],
	];
	test.each(table)('[F30] %s', (_, path, ask) => {
		expect(asked(path)).toBe(ask);
	});

	test('[F30] no values for a protocol that is not known', () => {
		expect(asked({ ...chosen, stages: { s0: {}, s1: { after: ['s0'], choice: 7 } } })).toBe('nothing');
		const nowhere = DefinitionHash.parse('0'.repeat(64));
		expect(asked({ ...chosen, stages: { s0: {}, s1: { after: ['s0'], choice: 1, under: nowhere } } })).toBe(
			'nothing',
		);
	});

	const again = (path: PlainPath, cell: string): string => {
		const snapshot = snapshotOf(path);
		const tree = growTree(snapshot);
		return mayAskAgain(snapshot, tree, tree.line, CellId.parse(cell)) ?? 'no';
	};

	test('[F30] again: earlier cells of the line, and those of the last stage that were passed', () => {
		expect(again(recorded, 's0/goal')).toBe('goal');
		expect(again(recorded, 's0/next')).toBe('next_protocol');
		expect(again(recorded, 's1/values')).toBe('initial_values');
		expect(again({ ...concluded, cells: { ...concluded.cells, 's0/strategy': 'open' } }, 's0/strategy')).toBe(
			'strategy',
		);
	});

	test('[F30] not again: what is waiting now, what is no step there, records, strangers, paused and completed paths', () => {
		const cells = [
			's1/phased',
			's1/next',
			's1/goal',
			's0/values',
			's0/final',
			's1/record',
			's1/note',
			's1/constructor',
			's9/goal',
		];
		for (const cell of cells) expect([cell, again(recorded, cell)]).toEqual([cell, 'no']);
		expect(again(completed, 's0/goal')).toBe('no');
		expect(again({ ...recorded, log: { p: { kind: 'pause' } } }, 's0/goal')).toBe('no');
	});
});

describe('notes', () => {
	const notes = (path: PlainPath): unknown => {
		const snapshot = snapshotOf(path);
		return pathStatus(snapshot, growTree(snapshot)).notes;
	};

	test('[F11] an ordinary path has none', () => {
		expect(notes(completed)).toEqual([{ kind: 'completion-passed', stage: 's1', log: 'x' }]);
		for (const path of [start, chosen, prepared, endedByModel]) expect(notes(path)).toEqual([]);
	});

	test('[F11] everything odd is named, and the status stands', () => {
		const nowhere = DefinitionHash.parse('0'.repeat(64));
		const odd: PlainPath = {
			stages: {
				s0: { under: nowhere },
				s1: { after: ['s0'], choice: 9, from: idOf(no) },
				s2: { after: ['s1'], choice: 'end' },
				s3: { after: ['s2'] },
				s4: { after: ['s3'], choice: 0 },
			},
			gone: { s1: 'x' },
			cells: { 's2/final': 'done' },
			shown: { 's4/phased': idOf(no) },
			records: { s4: { record: 's4', uid: 'v', gone: 'spilt' } },
		};
		expect(notes(odd)).toEqual([
			{ kind: 'unknown-definition', stage: 's0', under: nowhere },
			{ kind: 'deleted-on-line', stage: 's1' },
			{ kind: 'unknown-protocol', stage: 's1', index: 9 },
			{ kind: 'no-record', stage: 's1' },
			{ kind: 'choice-unproposed', stage: 's1', proposal: idOf(no) },
			{ kind: 'end-in-the-middle', stage: 's2' },
			{ kind: 'conclusion-passed', stage: 's2' },
			{ kind: 'preparation-in-the-middle', stage: 's3' },
			{ kind: 'record-gone', stage: 's4', reason: 'spilt' },
			{ kind: 'proposal-missing', cell: 's4/phased', proposal: idOf(no) },
		]);
	});
});
