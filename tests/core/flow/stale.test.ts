// What a model saw, and whether that still holds; and the facts merges leave.

import { describe, expect, test } from 'vitest';
import { decisionsOf, editedSinceDeletion, newerVersions } from '#lib/core/flow/facts.ts';
import { contextHash, freshnessOf, staleness } from '#lib/core/flow/stale.ts';
import type { AiTarget } from '#lib/core/flow/targets.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { contentHash } from '#lib/core/json/hash.ts';
import { cellHash, stageHash } from '#lib/core/path/content.ts';
import type { Proposal } from '#lib/core/path/entries.ts';
import { CellId, StageId, type VersionUid } from '#lib/core/path/names.ts';
import type { RecordVersion } from '#lib/core/record/record.ts';
import { RecordId } from '#lib/core/path/names.ts';
import { hashOf, idOf, proposal, snapshotOf, uid, workflow, type PlainPath } from '../../support/snapshot.ts';

const graph = workflow(3, null);
const path: PlainPath = {
	stages: { s0: {}, s1: { after: ['s0'], choice: 1 }, s2: { after: ['s1'], choice: 0 } },
	cells: {
		's0/goal': 'done',
		's0/strategy': 'done',
		's1/values': 'done',
		's1/phased': 'done',
		's2/values': 'done',
	},
	texts: { 's0/goal': 'g', 's0/strategy': 's', 's1/phased': 'p' },
	fields: { 's1/own': { heat: 60 } },
	records: { s1: 'v1', s2: 'v2' },
	definitions: [graph],
};

const context = (at: PlainPath, target: AiTarget, cell: string, language = 'en'): string => {
	const snapshot = snapshotOf(at);
	const id = CellId.parse(cell);
	return contextHash(
		snapshot,
		growTree(snapshot).lineThrough(StageId.parse(cell.split('/')[0])),
		target,
		id,
		language,
	);
};

describe('context', () => {
	test('[F31] the hash of exactly these keys', () => {
		const snapshot = snapshotOf(path);
		const said = (cell: string): [string, string] => [cell, cellHash(snapshot, CellId.parse(cell))];
		const expected = {
			target: 'phased_conclusion',
			cell: 's2/phased',
			shown: [
				said('s0/goal'),
				said('s0/strategy'),
				['s0/next', contentHash({ choice: 1 })],
				said('s1/values'),
				said('s1/phased'),
				['s1/next', contentHash({ choice: 0 })],
				said('s2/values'),
			],
			records: [uid('v1'), uid('v2')],
			frozen: hashOf(graph),
			language: 'en',
		};
		expect(context(path, 'phased_conclusion', 's2/phased')).toBe(contentHash(expected));
	});

	test('[F31] the goal of an empty path sees nothing before it', () => {
		const nothing = {
			target: 'goal',
			cell: 's0/goal',
			shown: [],
			records: [],
			frozen: hashOf(graph),
			language: 'zh',
		};
		expect(context(path, 'goal', 's0/goal', 'zh')).toBe(contentHash(nothing));
	});

	const same = (changed: PlainPath, target: AiTarget, cell: string): boolean =>
		context(path, target, cell) === context(changed, target, cell);

	test('[F31] what comes before counts: words, values, records, choices, states, definition, language', () => {
		const seen = (changed: PlainPath): boolean => same(changed, 'phased_conclusion', 's2/phased');
		expect(seen({ ...path, texts: { ...path.texts, 's0/goal': 'other' } })).toBe(false);
		expect(seen({ ...path, fields: { 's1/own': { heat: 61 } } })).toBe(false);
		expect(seen({ ...path, records: { s1: 'v1b', s2: 'v2' } })).toBe(false);
		expect(seen({ ...path, stages: { ...path.stages, s1: { after: ['s0'], choice: 2 } } })).toBe(false);
		expect(seen({ ...path, cells: { ...path.cells, 's1/phased': 'skipped' } })).toBe(false);
		expect(seen({ ...path, gone: { s1: 'x' } })).toBe(false);
		expect(context(path, 'goal', 's0/goal', 'en')).not.toBe(context(path, 'goal', 's0/goal', 'zh'));
	});

	test('[F31] what comes after, beside, or is not done does not count', () => {
		const later = {
			...path,
			texts: { ...path.texts, 's2/phased': 'new' },
			cells: { ...path.cells, 's2/phased': 'done' as const },
		};
		const beside = { ...path, stages: { ...path.stages, s3: { after: ['s0'], choice: 2 } } };
		expect(same(later, 'phased_conclusion', 's2/phased')).toBe(true);
		expect(same(beside, 'phased_conclusion', 's2/phased')).toBe(true);
		expect(
			same({ ...path, texts: { ...path.texts, 's1/note': 'x' } }, 'phased_conclusion', 's2/phased'),
		).toBe(true);
		expect(same({ ...path, records: { s1: 'v1', s2: 'v3' } }, 'initial_values', 's2/values')).toBe(true);
	});

	test('[F31] the next protocol counts under the current definition, everything else under its stage’s', () => {
		const newer = workflow(2, []);
		const stages = { s0: { under: hashOf(graph) }, s1: { after: ['s0'], choice: 1, under: hashOf(graph) } };
		const before = { ...path, stages };
		const upgraded = { ...before, definitions: [graph, newer], template: hashOf(newer) };
		expect(context(before, 'phased_conclusion', 's1/phased')).toBe(
			context(upgraded, 'phased_conclusion', 's1/phased'),
		);
		expect(context(before, 'next_protocol', 's1/next')).not.toBe(
			context(upgraded, 'next_protocol', 's1/next'),
		);
	});
});

describe('staleness', () => {
	const asked = (cell: string, target: AiTarget, content: Proposal['content'], language = 'en'): Proposal =>
		proposal(cell, content, { context: context(path, target, cell, language) });
	const goal = proposal('s0/goal', { goal: 'g' });
	const phased = asked('s2/phased', 'phased_conclusion', { conclusion: 'c' }, 'zh');
	const next = asked('s1/next', 'next_protocol', { end_path: false, protocol_index: 0 });
	const proposed: PlainPath = {
		...path,
		stages: { ...path.stages, s2: { after: ['s1'], choice: 0, from: idOf(next) } },
		proposals: [goal, phased, next],
		shown: { 's2/phased': idOf(phased) },
	};
	const freshness = (at: PlainPath): Record<string, string> => {
		const snapshot = snapshotOf(at);
		return Object.fromEntries(staleness(snapshot, growTree(snapshot)));
	};

	test('[F32] fresh while nothing before has changed, whatever language it was asked in; unknown without a context', () => {
		expect(freshness(proposed)).toEqual({
			[idOf(goal)]: 'unknown',
			[idOf(phased)]: 'fresh',
			[idOf(next)]: 'fresh',
			's2/phased': 'fresh',
			's1/next': 'fresh',
		});
	});

	test('[F32] stale after a change upstream, fresh again when it is taken back', () => {
		const changed = { ...proposed, texts: { ...path.texts, 's1/phased': 'wetter' } };
		expect(freshness(changed)).toMatchObject({
			[idOf(phased)]: 'stale',
			's2/phased': 'stale',
			[idOf(next)]: 'stale',
			's1/next': 'stale',
		});
		expect(freshness({ ...changed, texts: path.texts ?? {} })).toMatchObject({
			's2/phased': 'fresh',
			's1/next': 'fresh',
		});
	});

	test('[F32] a cell without a proposal behind it has no freshness; a stranger’s cell kind is unknown', () => {
		const strange = proposal('s0/constructor', {}, { context: 'x' });
		const snapshot = snapshotOf({ ...proposed, proposals: [strange, goal] });
		const tree = growTree(snapshot);
		expect(freshnessOf(snapshot, tree, CellId.parse('s0/goal'))).toBe(undefined);
		expect(staleness(snapshot, tree).get(idOf(strange))).toBe('unknown');
	});
});

describe('facts', () => {
	test('[F15] a deleted stage that says something else than at its deletion is named, and stays deleted', () => {
		const stages = { s0: {}, s1: { after: ['s0'], choice: 1 } };
		const before = snapshotOf({ stages, texts: { 's1/note': 'a' } });
		const gone = { s1: stageHash(before, StageId.parse('s1')) };
		const untouched = snapshotOf({ stages, gone, texts: { 's1/note': 'a' } });
		const edited = snapshotOf({ stages, gone, texts: { 's1/note': 'a, and more' } });
		expect([...editedSinceDeletion(untouched)]).toEqual([]);
		expect([...editedSinceDeletion(edited)]).toEqual(['s1']);
		expect(growTree(edited).trash).toEqual(['s1']);
	});

	test('[F33] two decisions that agree decide, two that contradict do not, a named one is replaced', () => {
		const decision = (
			target: string,
			label: string,
			more = {},
		): { kind: string; target: string; data: { label: string } } => ({
			kind: 'decision',
			target,
			data: { label, ...more },
		});
		const log = {
			a: decision('n1', 'confirmed', { reason: 'read it' }),
			b: decision('n1', 'confirmed'),
			c: decision('n2', 'confirmed'),
			d: decision('n2', 'blocked'),
			e: decision('n3', 'confirmed'),
			f: decision('n3', 'blocked', { undoes: ['e'] }),
		};
		const decided = decisionsOf(snapshotOf({ log }));
		expect(
			[...decided].map(([target, { at, decisions }]) => [target, at, decisions.map(({ id }) => id)]),
		).toEqual([
			['n1', 'decided', ['a', 'b']],
			['n2', 'undecided', ['c', 'd']],
			['n3', 'decided', ['f']],
		]);
	});

	test('[F33] newer versions are those built on the one referred to, through any number; rings end', () => {
		const version = (basedOn: string | null): { version: RecordVersion } => ({
			version: {
				record: RecordId.parse('r'),
				basedOn: basedOn === null ? null : uid(basedOn),
				author: '',
				at: '',
				zone: '',
				data: { var: {} },
			},
		});
		const tree: Readonly<Record<string, string | null>> = { a: null, b: 'a', c: 'b', d: 'a', x: 'y', y: 'x' };
		const versions = new Map<VersionUid, { version: RecordVersion }>(
			Object.entries(tree).map(([name, basedOn]) => [uid(name), version(basedOn)]),
		);
		expect(newerVersions(uid('a'), versions)).toEqual(new Set([uid('b'), uid('c'), uid('d')]));
		expect(newerVersions(uid('c'), versions).size).toBe(0);
		expect(newerVersions(uid('x'), versions)).toEqual(new Set([uid('y')]));
	});
});
