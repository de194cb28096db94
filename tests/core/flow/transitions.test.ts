// Section 2 of the path's specification as a table: each row is a path, something somebody does, and where the path stands before and after.

import { describe, expect, test } from 'vitest';
import { cellHash } from '#lib/core/path/content.ts';
import { CellId } from '#lib/core/path/names.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { PATH_STATUSES, pathStatus, type PathStatus } from '#lib/core/flow/status.ts';
import { idOf, proposal, snapshotOf, type PlainPath } from '../../support/snapshot.ts';

/** What an act changes: maps are merged into those of the path. */
type Change = (path: PlainPath) => PlainPath;

function merge(path: PlainPath, more: PlainPath): PlainPath {
	return {
		...path,
		stages: { ...path.stages, ...more.stages },
		gone: { ...path.gone, ...more.gone },
		line: { ...path.line, ...more.line },
		cells: { ...path.cells, ...more.cells },
		shown: { ...path.shown, ...more.shown },
		texts: { ...path.texts, ...more.texts },
		fields: { ...path.fields, ...more.fields },
		records: { ...path.records, ...more.records },
		log: { ...path.log, ...more.log },
		proposals: [...(path.proposals ?? []), ...(more.proposals ?? [])],
	};
}

const also =
	(more: PlainPath): Change =>
	(path) =>
		merge(path, more);
const cell = (id: string, state: 'open' | 'done' | 'skipped'): Change => also({ cells: { [id]: state } });
const log = (id: string, kind: string, target: string, data = {}): Change =>
	also({ log: { [id]: { kind, target, data } } });
const both =
	(...changes: Change[]): Change =>
	(path) =>
		changes.reduce((at, change) => change(at), path);
const round = (id: string, after: string, choice: number | 'end'): Change =>
	also({ stages: { [id]: { after: [after], choice } }, line: { [after]: id } });

const no = proposal('s0/strategy', { researchable: false, strategy: '' }, { thought: 'too wide' });
const yes = proposal('s0/strategy', { researchable: true, strategy: 'Dry, then weigh.' });
const first = proposal('s0/next', { end_path: false, protocol_index: 1 });
const ending = proposal('s1/next', { end_path: true, protocol_index: null });
const endingAtOnce = proposal('s0/next', { end_path: true, protocol_index: null });
const judged = (value: boolean | null): Change => also({ fields: { 's0/own': { researchable: value } } });
const accept = (made: typeof no): Change =>
	both(also({ proposals: [made], shown: { [made.cell]: idOf(made) } }), cell(made.cell, 'done'));
const offer = (made: typeof no): Change => also({ proposals: [made] });
const override: Change = (path) => {
	const contentHash = cellHash(snapshotOf(path), CellId.parse('s0/strategy'));
	return log('over', 'override', 's0/strategy', { contentHash })(path);
};

const empty: PlainPath = { stages: { s0: {} } };
const goalSet = cell('s0/goal', 'done')(empty);
const planned = cell('s0/strategy', 'done')(goalSet);
const refused = accept(no)(goalSet);
const refusedByHand = both(judged(false), cell('s0/strategy', 'done'))(goalSet);
const chosen = round('s1', 's0', 0)(planned);
const prepared = cell('s1/values', 'done')(chosen);
const recorded = also({ records: { s1: 'v1' } })(prepared);
const concluded = cell('s1/phased', 'done')(recorded);
const ended = round('s2', 's1', 'end')(concluded);
const endedByModel = also({
	proposals: [ending],
	stages: { s2: { after: ['s1'], choice: 'end', from: idOf(ending) } },
})(concluded);
const finished = log('f', 'finish', 's1')(concluded);
const completeAtEnd = cell('s2/final', 'done')(ended);
const completeByFinish = cell('s1/final', 'done')(finished);
const completeByAct = log('c', 'complete', 's1')(concluded);
const reopen = (stage: string, undoes: string[]): Change =>
	both(cell(`${stage}/final`, 'open'), log('r', 'reopen', `${stage}/final`, { undoes }));

const GOAL = 'waiting_for_research_goal';
const STRATEGY = 'waiting_for_research_strategy';
const UNRESEARCHABLE = 'end_after_generating_research_strategy';
const NEXT = 'waiting_for_next_protocol';
const AI_END = 'end_after_selecting_next_protocol';
const VALUES = 'waiting_for_initial_values_for_fields_in_next_protocol';
const RECORD = 'waiting_for_record';
const PHASED = 'waiting_for_phased_research_conclusion';
const FINAL = 'waiting_for_final_research_conclusion';
const DONE = 'completed';

type Row = readonly [what: string, path: PlainPath, before: PathStatus, act: Change, after: PathStatus];

const rows: readonly Row[] = [
	// the goal
	['goal done → strategy', empty, GOAL, cell('s0/goal', 'done'), STRATEGY],
	[
		'a goal offered by the model changes nothing until accepted',
		empty,
		GOAL,
		offer(proposal('s0/goal', { goal: 'x' })),
		GOAL,
	],
	['goal accepted → strategy', empty, GOAL, accept(proposal('s0/goal', { goal: 'x' })), STRATEGY],
	['goal skipped by an import → strategy', empty, GOAL, cell('s0/goal', 'skipped'), STRATEGY],
	['goal opened again → goal', goalSet, STRATEGY, cell('s0/goal', 'open'), GOAL],
	// the strategy
	['strategy skipped → next', goalSet, STRATEGY, cell('s0/strategy', 'skipped'), NEXT],
	['strategy written, not judged → next', goalSet, STRATEGY, cell('s0/strategy', 'done'), NEXT],
	[
		'strategy written, judged true → next',
		goalSet,
		STRATEGY,
		both(judged(true), cell('s0/strategy', 'done')),
		NEXT,
	],
	['strategy of the model, true, accepted → next', goalSet, STRATEGY, accept(yes), NEXT],
	['a strategy offered changes nothing until accepted', goalSet, STRATEGY, offer(no), STRATEGY],
	['false of the model accepted → the path rests', goalSet, STRATEGY, accept(no), UNRESEARCHABLE],
	['false by hand stays', goalSet, STRATEGY, both(judged(false), cell('s0/strategy', 'done')), STRATEGY],
	['false by hand, gone on → values', refusedByHand, STRATEGY, round('s1', 's0', 0), VALUES],
	['false by hand, overridden → next', refusedByHand, STRATEGY, override, NEXT],
	['false by hand, completed', refusedByHand, STRATEGY, log('c', 'complete', 's0'), DONE],
	['false by hand, then judged true → next', refusedByHand, STRATEGY, judged(true), NEXT],
	['false skipped → next', refusedByHand, STRATEGY, cell('s0/strategy', 'skipped'), NEXT],
	// the path rests
	['retried (cell open again) → strategy', refused, UNRESEARCHABLE, cell('s0/strategy', 'open'), STRATEGY],
	['overridden → next', refused, UNRESEARCHABLE, override, NEXT],
	['completed at rest', refused, UNRESEARCHABLE, log('c', 'complete', 's0'), DONE],
	[
		'edited by hand, still false → strategy',
		refused,
		UNRESEARCHABLE,
		also({ texts: { [`s0/strategy/${idOf(no)}`]: 'narrower' } }),
		STRATEGY,
	],
	[
		'edited by hand to true → next',
		refused,
		UNRESEARCHABLE,
		also({ fields: { [`s0/${idOf(no)}`]: { researchable: true } } }),
		NEXT,
	],
	[
		'an override of other content does not count',
		refused,
		UNRESEARCHABLE,
		log('o', 'override', 's0/strategy', { contentHash: 'x' }),
		UNRESEARCHABLE,
	],
	[
		'an override ends when the strategy changes',
		override(refusedByHand),
		NEXT,
		also({ texts: { 's0/strategy': 'still no' } }),
		STRATEGY,
	],
	// the next protocol
	['a protocol by hand → values', planned, NEXT, round('s1', 's0', 0), VALUES],
	['a protocol offered changes nothing until accepted', planned, NEXT, offer(first), NEXT],
	[
		'a protocol of the model accepted → values',
		planned,
		NEXT,
		also({ proposals: [first], stages: { s1: { after: ['s0'], choice: 1, from: idOf(first) } } }),
		VALUES,
	],
	['a protocol no edge reaches → values', planned, NEXT, round('s1', 's0', 2), VALUES],
	['an END by hand → final', concluded, NEXT, round('s2', 's1', 'end'), FINAL],
	[
		'an END of the model accepted → the path rests',
		concluded,
		NEXT,
		also({ proposals: [ending], stages: { s2: { after: ['s1'], choice: 'end', from: idOf(ending) } } }),
		AI_END,
	],
	[
		'an END by hand against the model’s protocol → final',
		planned,
		NEXT,
		also({ proposals: [first], stages: { s1: { after: ['s0'], choice: 'end', from: idOf(first) } } }),
		FINAL,
	],
	['an END right after the preparation → final', planned, NEXT, round('s1', 's0', 'end'), FINAL],
	[
		'an END of the model right after the preparation',
		planned,
		NEXT,
		also({
			proposals: [endingAtOnce],
			stages: { s1: { after: ['s0'], choice: 'end', from: idOf(endingAtOnce) } },
		}),
		AI_END,
	],
	['finish → final', concluded, NEXT, log('f', 'finish', 's1'), FINAL],
	['completed without END or conclusion', concluded, NEXT, log('c', 'complete', 's1'), DONE],
	['strategy revised after a conclusion: the path stays', concluded, NEXT, cell('s0/strategy', 'open'), NEXT],
	['a third round', concluded, NEXT, round('s2', 's1', 0), VALUES],
	// an END of the model
	['conclusion written → completed', endedByModel, AI_END, cell('s2/final', 'done'), DONE],
	[
		'conclusion of the model accepted → completed',
		endedByModel,
		AI_END,
		accept(proposal('s2/final', { conclusion: 'Dry.' })),
		DONE,
	],
	['conclusion skipped → completed', endedByModel, AI_END, cell('s2/final', 'skipped'), DONE],
	['completed by act', endedByModel, AI_END, log('c', 'complete', 's2'), DONE],
	['gone on instead (a sibling of the END)', endedByModel, AI_END, round('s3', 's1', 0), VALUES],
	// the initial values
	['values done → record', chosen, VALUES, cell('s1/values', 'done'), RECORD],
	['values skipped → record', chosen, VALUES, cell('s1/values', 'skipped'), RECORD],
	[
		'values of the model accepted → record',
		chosen,
		VALUES,
		accept(proposal('s1/values', { values: { heat: 60 } })),
		RECORD,
	],
	['a record passes open values', chosen, VALUES, also({ records: { s1: 'v1' } }), PHASED],
	['completed before the record', chosen, VALUES, log('c', 'complete', 's1'), DONE],
	// the record
	['record → phased conclusion', prepared, RECORD, also({ records: { s1: 'v1' } }), PHASED],
	['values opened again → values', prepared, RECORD, cell('s1/values', 'open'), VALUES],
	['a record cannot be skipped', prepared, RECORD, cell('s1/record', 'skipped'), RECORD],
	['the conclusion without a record does not move it', prepared, RECORD, cell('s1/phased', 'done'), RECORD],
	['finish before the record does not move it', prepared, RECORD, log('f', 'finish', 's1'), RECORD],
	[
		'record, conclusion skipped before → next',
		cell('s1/phased', 'skipped')(prepared),
		RECORD,
		also({ records: { s1: 'v1' } }),
		NEXT,
	],
	['completed before the record', prepared, RECORD, log('c', 'complete', 's1'), DONE],
	// the phased conclusion
	['phased conclusion → next', recorded, PHASED, cell('s1/phased', 'done'), NEXT],
	[
		'phased conclusion of the model accepted → next',
		recorded,
		PHASED,
		accept(proposal('s1/phased', { conclusion: 'Dry.' })),
		NEXT,
	],
	['phased conclusion skipped → next', recorded, PHASED, cell('s1/phased', 'skipped'), NEXT],
	[
		'values opened again after the record: the path stays',
		recorded,
		PHASED,
		cell('s1/values', 'open'),
		PHASED,
	],
	[
		'record deleted, empty reference kept: the path stays',
		recorded,
		PHASED,
		also({ records: { s1: { record: 's1', uid: 'v1', gone: 'spilt' } } }),
		PHASED,
	],
	[
		'record deleted, reference cleared → record',
		recorded,
		PHASED,
		(path) => ({ ...path, records: {} }),
		RECORD,
	],
	['phased conclusion opened again', concluded, NEXT, cell('s1/phased', 'open'), PHASED],
	['completed without a phased conclusion', recorded, PHASED, log('c', 'complete', 's1'), DONE],
	// the final conclusion
	['after an END by hand → completed', ended, FINAL, cell('s2/final', 'done'), DONE],
	[
		'after an END by hand, of the model → completed',
		ended,
		FINAL,
		accept(proposal('s2/final', { conclusion: 'Dry.' })),
		DONE,
	],
	['after an END by hand, skipped → completed', ended, FINAL, cell('s2/final', 'skipped'), DONE],
	['after an END by hand, completed by act', ended, FINAL, log('c', 'complete', 's2'), DONE],
	['after an END by hand, gone on beside it', ended, FINAL, round('s3', 's1', 2), VALUES],
	['after finish → completed', finished, FINAL, cell('s1/final', 'done'), DONE],
	['after finish, gone on → values', finished, FINAL, round('s2', 's1', 2), VALUES],
	['finish taken back → next', finished, FINAL, log('r', 'reopen', 's1/final', { undoes: ['f'] }), NEXT],
	// completed, and open again
	['re-opened after an END → final', completeAtEnd, DONE, reopen('s2', []), FINAL],
	[
		're-opened after an END of the model → the path rests',
		cell('s2/final', 'done')(endedByModel),
		DONE,
		reopen('s2', []),
		AI_END,
	],
	['re-opened, completion taken back → next', completeByAct, DONE, reopen('s1', ['c']), NEXT],
	['re-opened, finish taken back too → next', completeByFinish, DONE, reopen('s1', ['f']), NEXT],
	['re-opened, finish stands → final', completeByFinish, DONE, reopen('s1', []), FINAL],
	[
		'a completion the re-opening does not name stands',
		log('c2', 'complete', 's1')(completeByAct),
		DONE,
		reopen('s1', ['c']),
		DONE,
	],
	[
		'a record deleted meanwhile does not open it',
		completeByAct,
		DONE,
		(path) => ({ ...path, records: {} }),
		DONE,
	],
	[
		'an earlier cell opened meanwhile does not open it',
		completeByFinish,
		DONE,
		cell('s1/phased', 'open'),
		DONE,
	],
	[
		'a branch from an earlier stage has a status of its own',
		completeAtEnd,
		DONE,
		round('s3', 's0', 1),
		VALUES,
	],
];

describe('[F10] transitions of the path', () => {
	test.each(rows)('[F10] %s', (_, path, before, act, after) => {
		expect(statusOf(path)).toBe(before);
		expect(statusOf(act(path))).toBe(after);
	});

	test('[F10] all ten statuses are reached from another one', () => {
		const reached = new Set(
			rows.filter(([, , before, , after]) => before !== after).map(([, , , , after]) => after),
		);
		expect([...reached].sort()).toEqual([...PATH_STATUSES].sort());
	});

	test.each(rows)('[F9] paused and resumed, the status stays: %s', (_, path, before) => {
		const paused = log('p', 'pause', 'path')(path);
		const resumed = log('q', 'resume', 'path', { undoes: ['p'] })(paused);
		expect(positionOf(paused)).toMatchObject({
			status: before,
			paused: true,
			pausedBy: 'anna',
			pauses: ['p'],
		});
		expect(positionOf(resumed)).toMatchObject({ status: before, paused: false, pauses: [] });
	});
});

function positionOf(path: PlainPath): ReturnType<typeof pathStatus> {
	const snapshot = snapshotOf(path);
	return pathStatus(snapshot, growTree(snapshot));
}

function statusOf(path: PlainPath): PathStatus {
	return positionOf(path).status;
}
