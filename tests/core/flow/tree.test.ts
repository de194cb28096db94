// The tree in small pictures, and its speed.

import { describe, expect, test } from 'vitest';
import { growTree } from '#lib/core/flow/tree.ts';
import { StageId } from '#lib/core/path/names.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { stepsOf } from '#lib/core/flow/steps.ts';
import {
	hashOf,
	idOf,
	proposal,
	snapshotOf,
	workflow,
	type PlainPath,
	type PlainStage,
} from '../../support/snapshot.ts';

const at = (id: string): StageId => StageId.parse(id);
const grow = (path: PlainPath): ReturnType<typeof growTree> => growTree(snapshotOf(path));
const after = (parent: string, choice: number | 'end' = 0): PlainStage => ({ after: [parent], choice });

/** r → a → b, and c beside b. */
const fork: PlainPath = { stages: { r: {}, a: after('r'), b: after('a', 1), c: after('a', 2) } };

describe('lines', () => {
	test('[F13] without a choice the earlier id goes on', () => {
		const tree = grow(fork);
		expect(tree.line).toEqual(['r', 'a', 'b']);
		expect(tree.forks).toEqual(['a']);
	});

	test('[F13] more records from there on win over an earlier id', () => {
		const tree = grow({ ...fork, stages: { ...fork.stages, d: after('c') }, records: { d: 'v1' } });
		expect(tree.line).toEqual(['r', 'a', 'c', 'd']);
	});

	test('[F13] records of deleted stages do not count', () => {
		const stages = { ...fork.stages, d: after('c'), e: after('d') };
		const tree = grow({ ...fork, stages, records: { d: 'v1' }, gone: { d: 'x' } });
		expect(tree.line).toEqual(['r', 'a', 'b']);
	});

	test('[F13] a chosen child wins over records', () => {
		const tree = grow({ ...fork, records: { c: 'v1' }, line: { a: 'b' } });
		expect(tree.line).toEqual(['r', 'a', 'b']);
	});

	test('[F13] a chosen child that is deleted, is absent or hangs elsewhere is no choice', () => {
		expect(grow({ ...fork, line: { a: 'b' }, gone: { b: 'x' } }).line).toEqual(['r', 'a', 'c']);
		expect(grow({ ...fork, line: { a: 'z' } }).line).toEqual(['r', 'a', 'b']);
		expect(grow({ ...fork, line: { a: 'r' } }).line).toEqual(['r', 'a', 'b']);
	});

	test('[F13] of equals the live one goes before the deleted one that carries others', () => {
		const tree = grow({ ...fork, stages: { ...fork.stages, d: after('b') }, gone: { b: 'x' } });
		expect(tree.line).toEqual(['r', 'a', 'c']);
		expect(tree.children(at('a'))).toEqual(['b', 'c']);
	});

	test('[F13] a chosen child that is deleted is no choice, though it carries live ones', () => {
		const stages = { ...fork.stages, d: after('b') };
		const tree = grow({ ...fork, stages, line: { a: 'b' }, gone: { b: 'x' }, records: { c: 'v1' } });
		expect(tree.line).toEqual(['r', 'a', 'c']);
	});

	test('[F17] the line through a side branch, and its index', () => {
		const tree = grow({ ...fork, stages: { ...fork.stages, d: after('c') } });
		expect(tree.lineThrough(at('c'))).toEqual(['r', 'a', 'c', 'd']);
		expect(tree.depth(at('d'))).toBe(3);
		expect(tree.lineThrough(at('zz'))).toEqual([]);
	});
});

describe('deleted stages', () => {
	test('[F15] a deleted tail leaves the line and lies in the trash', () => {
		const tree = grow({ ...fork, gone: { b: 'x', c: 'x' } });
		expect(tree.line).toEqual(['r', 'a']);
		expect(tree.trash).toEqual(['b', 'c']);
		expect(tree.forks).toEqual([]);
	});

	test('[F15] a deleted stage with a live one below stays on the line, marked, and keeps its number', () => {
		const tree = grow({ ...fork, gone: { a: 'x' } });
		expect(tree.line).toEqual(['r', 'a', 'b']);
		expect([tree.live(at('a')), tree.carried(at('a')), tree.carried(at('b'))]).toEqual([false, true, false]);
		expect(tree.depth(at('b'))).toBe(2);
	});

	test('[F17] a deleted preparation alone is still where the path stands', () => {
		expect(grow({ stages: { r: {} }, gone: { r: 'x' } }).line).toEqual(['r']);
	});
});

describe('strange parents', () => {
	test('[F16] a stage whose parents have not arrived is an orphan, with what hangs on it', () => {
		const tree = grow({ stages: { r: {}, x: after('missing'), y: after('x') } });
		expect(tree.orphans).toEqual(['x']);
		expect(tree.children(at('x'))).toEqual(['y']);
		expect(tree.lineThrough(at('y'))).toEqual(['x', 'y']);
	});

	test('[F12] of several parents the first that is there counts', () => {
		const stages = { r: {}, a: after('r'), b: after('r', 1), c: { after: ['missing', 'b', 'a'], choice: 2 } };
		const tree = grow({ stages });
		expect(tree.parent(at('c'))).toBe('b');
		expect(tree.children(at('a'))).toEqual([]);
	});

	test('[F12] a ring is cut at its earliest id, a stage after itself is an orphan', () => {
		const tree = grow({
			stages: { r: {}, a: after('c'), b: after('a'), c: after('b'), d: after('c'), e: after('e') },
		});
		expect(tree.orphans).toEqual(['a', 'e']);
		expect(tree.lineThrough(at('d'))).toEqual(['a', 'b', 'c', 'd']);
	});

	test('[F12] a second preparation is an orphan; a live one goes before a deleted one', () => {
		expect(grow({ stages: { a: {}, b: {} } })).toMatchObject({ root: 'a', orphans: ['b'] });
		expect(grow({ stages: { a: {}, b: {} }, gone: { a: 'x' } })).toMatchObject({
			root: 'b',
			orphans: [],
			trash: ['a'],
		});
	});

	test('[F12] without any preparation the first parentless stage is the root; with none at all there is no line', () => {
		expect(grow({ stages: { a: { choice: 2 } } }).root).toBe('a');
		expect(grow({ stages: { a: after('z') } })).toMatchObject({ root: undefined, line: [], orphans: ['a'] });
		expect(grow({ stages: {} })).toMatchObject({ root: undefined, line: [], orphans: [] });
	});

	test('[F12] the order of arrival does not matter', () => {
		const stages: Record<string, PlainStage> = {
			r: {},
			a: after('r'),
			b: after('r'),
			c: after('b'),
			d: after('d2'),
		};
		const turned = Object.fromEntries(Object.entries(stages).reverse());
		const shape = (path: PlainPath): unknown => {
			const tree = grow(path);
			return [
				tree.line,
				tree.orphans,
				[...tree.folded],
				Object.keys(stages).map((id) => tree.children(at(id))),
			];
		};
		expect(shape({ stages: turned })).toEqual(shape({ stages }));
	});
});

describe('twins', () => {
	const twins: PlainPath = { stages: { r: {}, a: after('r'), b: after('r'), c: after('r', 1) } };

	test('[F14] empty twins are folded into the earliest', () => {
		const tree = grow(twins);
		expect([...tree.folded]).toEqual(['b']);
		expect(tree.foldedInto(at('b'))).toBe('a');
		expect(tree.children(at('r'))).toEqual(['a', 'c']);
	});

	test('[F14] an earlier empty twin is folded into a later one that holds something', () => {
		const tree = grow({ ...twins, texts: { 'b/note': 'seen' } });
		expect([...tree.folded]).toEqual(['a']);
		expect(tree.line).toEqual(['r', 'b']);
	});

	const made = proposal('b/values', { values: {} });
	const holding: readonly (readonly [string, PlainPath])[] = [
		['a done cell', { cells: { 'b/values': 'done' } }],
		['a skipped cell', { cells: { 'b/values': 'skipped' } }],
		['words', { texts: { 'b/phased': 'x' } }],
		['words of an edited proposal', { texts: { [`b/phased/${idOf(made)}`]: 'x' } }],
		['a value', { fields: { 'b/own': { heat: 1 } } }],
		['a table row', { rows: { 'b/own': { tubes: { '01': {} } } } }],
		['a value over a proposal', { proposals: [made], fields: { [`b/${idOf(made)}`]: { heat: 1 } } }],
		['a proposal', { proposals: [made] }],
		['a record', { records: { b: 'v1' } }],
		['a name', { names: { b: 'try' } }],
		['a live child', { stages: { ...twins.stages, d: after('b') } }],
		['being chosen', { line: { r: 'b' } }],
	];
	test.each(holding)('[F14] %s keeps a stage from being folded', (_, more) => {
		expect(grow({ ...twins, ...more }).folded.has(at('b'))).toBe(false);
	});

	test('[F14] an open cell, no words and a deleted child keep nothing', () => {
		const tree = grow({
			stages: { ...twins.stages, d: after('b') },
			cells: { 'b/values': 'open' },
			texts: { 'b/note': '' },
			gone: { d: 'x' },
		});
		expect([...tree.folded]).toEqual(['b']);
		expect(tree.trash).toEqual(['d']);
	});

	test('[F14] a deleted twin is in the trash, and nothing is folded into it', () => {
		expect(grow({ ...twins, gone: { b: 'x' } })).toMatchObject({ folded: new Set(), trash: ['b'] });
		expect(grow({ ...twins, gone: { a: 'x' } })).toMatchObject({ folded: new Set(), line: ['r', 'b'] });
	});

	test('[F14] the same index under another definition is another choice', () => {
		const two = [workflow(2, null), workflow(3, null)] as const;
		const stages = { r: {}, a: after('r'), b: { ...after('r'), under: hashOf(two[1]) } };
		expect(grow({ stages, definitions: two }).folded.size).toBe(0);
	});
});

describe('size', () => {
	const chain = (length: number): PlainPath => {
		const ids = Array.from({ length }, (_, n) => `s${String(n).padStart(5, '0')}`);
		const stages = Object.fromEntries(ids.map((id, n) => [id, n === 0 ? {} : after(ids[n - 1] ?? '')]));
		const cells = Object.fromEntries(
			ids.flatMap((id) => ['values', 'phased'].map((kind) => [`${id}/${kind}`, 'done' as const])),
		);
		const records = Object.fromEntries(ids.slice(1).map((id) => [id, id]));
		return { stages, cells, records, texts: Object.fromEntries(ids.map((id) => [`${id}/phased`, 'seen'])) };
	};
	/** A spine of 1,000, each with four empty teeth: twins in pairs. */
	const comb = (): PlainPath => {
		const spine = chain(1000);
		const teeth = Object.keys(spine.stages ?? {}).flatMap((id) =>
			[0, 0, 1, 2].map((choice, n) => [`${id}-${String(n)}`, after(id, choice)] as const),
		);
		return { ...spine, stages: { ...spine.stages, ...Object.fromEntries(teeth) } };
	};
	/** Milliseconds of this thread's processor time, best of 25: other programs on the machine do not count. */
	const fastest = (run: () => void): number => {
		const times = Array.from({ length: 25 }, () => {
			const start = process.threadCpuUsage();
			run();
			const { user, system } = process.threadCpuUsage(start);
			return (user + system) / 1000;
		});
		return Math.min(...times);
	};

	test('[F18] 1,000 stages in a row, and a comb of 5,000, grow in under 10 ms', () => {
		const row = snapshotOf(chain(1000));
		const wide = snapshotOf(comb());
		expect(growTree(wide).line).toHaveLength(1001); // the last of the spine goes on with its first tooth
		expect(growTree(wide).folded.size).toBeGreaterThan(900);
		expect(fastest(() => growTree(row))).toBeLessThan(10);
		expect(fastest(() => growTree(wide))).toBeLessThan(10);
	});

	test('[F18] 10,000 stages in a row, or in a ring, neither overflow nor hang', () => {
		const path = chain(10_000);
		const snapshot = snapshotOf(path);
		const tree = growTree(snapshot);
		expect(tree.line).toHaveLength(10_000);
		expect(pathStatus(snapshot, tree).status).toBe('waiting_for_next_protocol');
		expect(stepsOf(snapshot, tree).at(-1)).toMatchObject({
			step: 'add_phased_research_conclusion',
			path_index: 9999,
		});
		const ring = grow({ stages: { ...path.stages, s00000: after('s09999') } });
		expect(ring.orphans).toEqual(['s00000']);
		expect(ring.lineThrough(at('s09999'))).toHaveLength(10_000);
	});
});
