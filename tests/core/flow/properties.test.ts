// What holds for every document, however it was merged or forged.

import fc from 'fast-check';
import { describe, test, expect } from 'vitest';
import { allowedActions, type Action } from '#lib/core/flow/actions.ts';
import { nextChoices } from '#lib/core/flow/next.ts';
import { PATH_STATUSES, pathStatus } from '#lib/core/flow/status.ts';
import { staleness } from '#lib/core/flow/stale.ts';
import { stepsOf } from '#lib/core/flow/steps.ts';
import { growTree, type StageTree } from '#lib/core/flow/tree.ts';
import { canonicalize } from '#lib/core/json/jcs.ts';
import { CELL_KINDS, type ProposalId, type StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import {
	hashOf,
	idOf,
	proposal,
	snapshotOf,
	workflow,
	type PlainPath,
	type PlainStage,
} from '../../support/snapshot.ts';

const SEED = 20_261_130;
const RUNS = { seed: SEED, numRuns: 250 };

const known = workflow(3, [
	[0, 1],
	[1, 2],
	[2, 0],
]);
const unknown = hashOf(workflow(9, null));
const ids = ['s0', 's1', 's2', 's3', 's4', 's5', 's6', 's7'];
const refusal = proposal('s0/strategy', { researchable: false, strategy: '' });
const offers = [
	proposal('s0/goal', { goal: 'g' }),
	refusal,
	proposal('s0/strategy', { researchable: true, strategy: 's' }),
	...ids.flatMap((id) => [
		proposal(`${id}/next`, { end_path: true, protocol_index: null }),
		proposal(`${id}/next`, { end_path: false, protocol_index: 1 }, { context: 'x' }),
		proposal(`${id}/values`, { values: { heat: 60, rows: [{ a: 1 }] } }),
		proposal(`${id}/final`, { conclusion: 'c' }),
	]),
];

const stage = fc.constantFrom(...ids);
const anyStage = fc.constantFrom(...ids, 'missing');
const cell = fc
	.tuple(stage, fc.constantFrom(...CELL_KINDS, 'constructor'))
	.map(([id, kind]) => `${id}/${kind}`);
const absent = idOf(proposal('s0/goal', { goal: 'never arrived' }));
const offer = fc.constantFrom(...offers.map(idOf), absent);
const entry: fc.Arbitrary<PlainStage> = fc.record(
	{
		after: fc.array(anyStage, { maxLength: 3 }),
		choice: fc.constantFrom(null, 0, 1, 2, 7, 'end' as const),
		from: offer,
		under: fc.constantFrom(hashOf(known), unknown),
	},
	{ requiredKeys: ['after', 'choice'] },
);
/** Half of the paths are grown as people would, so that deep states are reached. */
const grown = fc
	.array(fc.tuple(fc.nat(7), fc.constantFrom(0, 1, 2, 'end' as const), fc.option(offer)), { maxLength: 7 })
	.map((list) =>
		Object.fromEntries([
			['s0', {}],
			...list.map(([parent, choice, from], n): [string, PlainStage] => [
				`s${String(n + 1)}`,
				{ after: [`s${String(Math.min(parent, n))}`], choice, ...(from === null ? {} : { from }) },
			]),
		]),
	);
const stages = fc.oneof(grown, fc.dictionary(stage, entry, { maxKeys: 8 }));
const states = fc.dictionary(cell, fc.constantFrom('open' as const, 'done' as const, 'skipped' as const), {
	maxKeys: 30,
});
/** Cells on the way that most paths take. */
const THROUGH = ['s0/goal', 's0/strategy', 's1/values', 's1/phased', 's2/phased'].map(
	(id) => [id, 'done' as const] as const,
);
const refusals: readonly Record<string, ProposalId>[] = [{}, { 's0/strategy': idOf(refusal) }];
const logged = fc.record({
	kind: fc.constantFrom('pause', 'resume', 'finish', 'complete', 'reopen', 'override', 'decision', 'strange'),
	target: fc.oneof(stage, cell, fc.constant('path')),
	data: fc.record({
		undoes: fc.array(fc.constantFrom('l0', 'l1', 'l2', 'l3'), { maxLength: 2 }),
		contentHash: fc.constant('x'),
	}),
});
const path: fc.Arbitrary<PlainPath> = fc.record({
	stages,
	gone: fc.dictionary(stage, fc.constant('x'), { maxKeys: 3 }),
	line: fc.dictionary(stage, anyStage, { maxKeys: 4 }),
	cells: fc
		.tuple(states, fc.subarray(THROUGH))
		.map(([some, through]) => ({ ...some, ...Object.fromEntries(through) })),
	shown: fc
		.tuple(
			fc.dictionary(cell, fc.oneof(fc.constant('own' as const), offer), { maxKeys: 10 }),
			fc.constantFrom(...refusals),
		)
		.map(([some, refused]) => ({ ...some, ...refused })),
	texts: fc.dictionary(cell, fc.string({ maxLength: 3 }), { maxKeys: 6 }),
	fields: fc.dictionary(
		stage.map((id) => `${id}/own`),
		fc.constant({ researchable: false, heat: 1 }),
		{ maxKeys: 4 },
	),
	records: fc.dictionary(
		stage,
		fc.constantFrom('v1', { record: 'r', uid: 'v', gone: 'lost' }, { record: 'r', uid: 'v' }),
		{ maxKeys: 6 },
	),
	log: fc.dictionary(fc.constantFrom('l0', 'l1', 'l2', 'l3'), logged),
	proposals: fc.constant(offers),
	definitions: fc.constant([known]),
});

const every = (check: (snapshot: PathSnapshot, tree: StageTree, plain: PlainPath) => void): void => {
	fc.assert(
		fc.property(path, (plain) => {
			const snapshot = snapshotOf(plain);
			check(snapshot, growTree(snapshot), plain);
		}),
		RUNS,
	);
};
const linesOf = (snapshot: PathSnapshot, tree: StageTree): (readonly StageId[])[] => [
	tree.line,
	...[...snapshot.stages.keys()].map((id) => tree.lineThrough(id)),
];

describe('for every document', () => {
	test('[F1] the status is one of ten on every line, and its cell is one of the last stage', () => {
		const met = new Set<string>(); // all of them, or the properties say little
		every((snapshot, tree) => {
			for (const line of linesOf(snapshot, tree)) {
				const { status, stage: last, cell: waiting } = pathStatus(snapshot, tree, line);
				expect(PATH_STATUSES).toContain(status);
				met.add(status);
				expect(last).toBe(line.at(-1));
				if (waiting !== null) expect(waiting.split('/')[0]).toBe(last);
				expect(waiting === null).toBe(status === 'completed' || last === undefined);
			}
		});
		expect([...met].sort()).toEqual([...PATH_STATUSES].sort());
	});

	test('[F1] the status looks at the last stage and the log alone', () => {
		every((snapshot, tree) => {
			for (const line of linesOf(snapshot, tree)) {
				expect(pathStatus(snapshot, tree, line.slice(-1)).status).toBe(
					pathStatus(snapshot, tree, line).status,
				);
			}
		});
	});

	test('[F16] no stage is lost', () => {
		every((snapshot, tree) => {
			const found = new Set<StageId>([...tree.folded, ...tree.trash]);
			const open = [...(tree.root === undefined ? [] : [tree.root]), ...tree.orphans, ...tree.folded];
			for (let id = open.pop(); id !== undefined; id = open.pop()) {
				found.add(id);
				open.push(...tree.children(id));
			}
			expect([...found].sort()).toEqual([...snapshot.stages.keys()].sort());
		});
	});

	test('[F17] lines have no deleted tail, no stage twice, and the depth is the place', () => {
		every((snapshot, tree) => {
			const last = tree.line.at(-1);
			if (last !== undefined && tree.line.length > 1) expect(tree.live(last)).toBe(true);
			for (const line of linesOf(snapshot, tree)) {
				expect(new Set(line).size).toBe(line.length);
				expect(line.map((id) => tree.depth(id))).toEqual([...line.keys()]);
			}
		});
	});

	test('[F13] a fork goes on with one of its children, and a live choice is kept', () => {
		every((snapshot, tree) => {
			for (const id of snapshot.stages.keys()) {
				const children = tree.children(id);
				const main = tree.mainChild(id);
				expect(
					children.length === 0 ? main === undefined : main !== undefined && children.includes(main),
				).toBe(true);
				expect(tree.forks.includes(id)).toBe(children.length > 1);
				const chosen = snapshot.line.get(id);
				if (chosen !== undefined && tree.parent(chosen) === id && tree.live(chosen))
					expect(main).toBe(chosen);
			}
		});
	});

	test('[F12] the order in which things arrived does not matter', () => {
		every((snapshot, tree, plain) => {
			const turned = snapshotOf({
				...plain,
				stages: reversed(plain.stages),
				cells: reversed(plain.cells),
				log: reversed(plain.log),
			});
			const other = growTree(turned);
			const facts = (of: PathSnapshot, grownTree: StageTree): unknown => [
				grownTree.line,
				grownTree.orphans,
				grownTree.trash,
				[...grownTree.folded].sort(),
				pathStatus(of, grownTree),
				allowedActions(of, grownTree),
				stepsOf(of, grownTree),
			];
			expect(facts(turned, other)).toEqual(facts(snapshot, tree));
		});
	});

	test('[F23] steps are done, live, in order, and numbered by depth', () => {
		every((snapshot, tree) => {
			for (const line of linesOf(snapshot, tree)) {
				const steps = stepsOf(snapshot, tree, line);
				for (const step of steps) {
					expect(step.path_index).toBe(tree.depth(step.stage));
					expect(tree.live(step.stage)).toBe(true);
					if (step.step === 'record_protocol') expect(snapshot.records.has(step.stage)).toBe(true);
					else if (step.step !== 'add_next_protocol')
						expect(snapshot.cells.get(step.cell)?.state).toBe('done');
					if ('data' in step) expect(() => canonicalize(step.data)).not.toThrow();
					if (step.proposal === null && 'data' in step) expect(step.data['thought'] ?? null).toBe(null);
				}
				const places = steps.map(({ stage: id }) => line.indexOf(id));
				expect(places).toEqual([...places].sort((a, b) => a - b));
				const ends = steps.filter(
					({ step, stage: id }) => step === 'add_final_research_conclusion' && id !== line.at(-1),
				);
				expect(ends).toEqual([]);
			}
		});
	});

	test('[F29] what is offered never contradicts the status', () => {
		every((snapshot, tree) => {
			for (const line of linesOf(snapshot, tree)) checkOffers(snapshot, tree, line);
		});
	});

	test('[F25] choices name known protocols once, reachable first; staleness and notes never fail', () => {
		every((snapshot, tree) => {
			for (const id of snapshot.stages.keys()) {
				const { choices, after } = nextChoices(snapshot, tree, id);
				expect(snapshot.stages.has(after)).toBe(true);
				expect(choices.map(({ index }) => index).sort()).toEqual(choices.length === 0 ? [] : [0, 1, 2]);
				const reach = choices.map((choice) => Number(choice.reach === 'unreachable'));
				expect(reach).toEqual([...reach].sort());
			}
			for (const freshness of staleness(snapshot, tree).values())
				expect(['fresh', 'stale', 'unknown']).toContain(freshness);
			expect(Array.isArray(pathStatus(snapshot, tree).notes)).toBe(true);
		});
	});
});

function reversed<T>(record: Readonly<Record<string, T>> | undefined): Record<string, T> {
	return Object.fromEntries(Object.entries(record ?? {}).reverse());
}

/** The kinds a status may offer, beside completing and pausing. */
const OFFERS: Readonly<Record<(typeof PATH_STATUSES)[number], readonly Action['kind'][]>> = {
	waiting_for_research_goal: ['write'],
	waiting_for_research_strategy: ['write', 'skip', 'go-on', 'override', 'retry-strategy'],
	end_after_generating_research_strategy: ['override', 'retry-strategy'],
	waiting_for_next_protocol: ['go-on', 'end', 'finish', 'write', 'revise-strategy'],
	end_after_selecting_next_protocol: ['write', 'skip', 'go-on'],
	waiting_for_initial_values_for_fields_in_next_protocol: ['write', 'skip'],
	waiting_for_record: ['write'],
	waiting_for_phased_research_conclusion: ['write', 'skip'],
	waiting_for_final_research_conclusion: ['write', 'skip', 'go-on'],
	completed: ['reopen'],
};

function checkOffers(snapshot: PathSnapshot, tree: StageTree, line: readonly StageId[]): void {
	const { status, stage: last, paused, cell: waiting } = pathStatus(snapshot, tree, line);
	const { actions, ai } = allowedActions(snapshot, tree, line);
	const kinds = actions.map(({ kind }) => kind);
	expect(new Set(kinds).size).toBe(kinds.length);
	if (last === undefined) {
		expect(kinds).toEqual([]);
		return;
	}
	if (paused) {
		expect([kinds, ai]).toEqual([['resume'], null]);
		return;
	}
	const beside: Action['kind'][] = status === 'completed' ? [] : ['complete', 'pause'];
	for (const kind of kinds) expect([...OFFERS[status], ...beside]).toContain(kind);
	expect(kinds).toEqual(expect.arrayContaining(beside));
	expect(kinds.length).toBeGreaterThan(0);
	if (ai !== null) expect(ai.cell).toBe(waiting);
	for (const action of actions) {
		if (action.kind === 'skip') expect(action.cell).toMatch(/\/(strategy|values|phased|final)$/);
		if (action.kind === 'go-on') expect(snapshot.stages.has(action.after)).toBe(true);
	}
}
