// What may come next.

import { describe, expect, test } from 'vitest';
import { nextChoices, type NextChoices } from '#lib/core/flow/next.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { DefinitionHash, StageId } from '#lib/core/path/names.ts';
import { edge, hashOf, snapshotOf, workflow, type PlainPath } from '../../support/snapshot.ts';

const at = (path: PlainPath, stage: string): NextChoices => {
	const snapshot = snapshotOf(path);
	return nextChoices(snapshot, growTree(snapshot), StageId.parse(stage));
};
const listed = (path: PlainPath, stage: string): string[] =>
	at(path, stage).choices.map(({ index, reach }) => `${String(index)} ${reach}`);
const graph = workflow(3, [
	[0, 1],
	[1, 0],
	[1, 2],
]);
const stages = {
	s0: {},
	s1: { after: ['s0'], choice: 1 },
	s2: { after: ['s1'], choice: 2 },
	s3: { after: ['s1'], choice: 'end' as const },
};
const path = { stages, definitions: [graph] };
const change = (definition: Definition, workflow: Partial<Definition['workflow']>): Definition => ({
	...definition,
	workflow: { ...definition.workflow, ...workflow },
});

describe('edges', () => {
	test('[F25] what an edge reaches comes first, the rest last and marked', () => {
		expect(listed(path, 's1')).toEqual(['0 edge', '2 edge', '1 unreachable']);
		expect(listed(path, 's2')).toEqual(['0 unreachable', '1 unreachable', '2 unreachable']);
		expect(at(path, 's1').choices[0]).toMatchObject({ title: 'Protocol 0', edges: [edge(1, 0)] });
	});

	test('[F25] every edge between two protocols is shown, with its condition', () => {
		const twice = [
			{ ...edge(1, 2), id: 't1', when: '${dry.var.loss} >= 0.1' },
			{ ...edge(1, 2), id: 't2', when: null },
		];
		const choices = at({ stages, definitions: [change(graph, { edges: twice })] }, 's1').choices;
		expect(choices[0]).toMatchObject({ index: 2, edges: twice });
	});

	test('[F25] without a graph every protocol is reachable', () => {
		expect(listed({ stages, definitions: [workflow(2, null)] }, 's1')).toEqual(['0 edge', '1 edge']);
	});

	test('[F25] a protocol the graph does not name is still offered', () => {
		const lost = change(graph, { nodes: graph.workflow.nodes.slice(0, 2) });
		expect(listed({ stages, definitions: [lost] }, 's1')).toContain('2 edge');
		expect(listed({ stages, definitions: [change(lost, { edges: [] })] }, 's1')).toContain('2 unreachable');
	});

	test('[F25] an unreadable definition offers nothing, and an END all the same', () => {
		const nowhere = DefinitionHash.parse('0'.repeat(64));
		const unread = { stages: { s0: { under: nowhere } }, template: nowhere };
		expect(at(unread, 's0')).toMatchObject({ under: undefined, choices: [], canEnd: true });
		expect(at(path, 'absent')).toMatchObject({ choices: [], canEnd: false });
	});
});

describe('starting', () => {
	test('[F26] the default protocol, the others marked', () => {
		expect(listed({ stages, definitions: [change(graph, { initial: 2 })] }, 's0')).toEqual([
			'2 start',
			'0 unreachable',
			'1 unreachable',
		]);
	});

	test('[F26] else what no edge leads to; a loop onto itself is no edge that leads there', () => {
		const looped = workflow(3, [
			[0, 1],
			[1, 2],
			[0, 0],
		]);
		expect(listed({ stages, definitions: [looped] }, 's0')).toEqual([
			'0 start',
			'1 unreachable',
			'2 unreachable',
		]);
		expect(listed({ stages, definitions: [workflow(2, null)] }, 's0')).toEqual(['0 start', '1 start']);
	});

	test('[F26] else any', () => {
		expect(
			listed(
				{
					stages,
					definitions: [
						workflow(2, [
							[0, 1],
							[1, 0],
						]),
					],
				},
				's0',
			),
		).toEqual(['0 start', '1 start']);
		expect(
			listed(
				{
					stages,
					definitions: [
						change(
							workflow(2, [
								[0, 1],
								[1, 0],
							]),
							{ initial: 9 },
						),
					],
				},
				's0',
			),
		).toEqual(['0 start', '1 start']);
	});
});

describe('END and upgrades', () => {
	test('[F27] from an END the choices are those of the stage before it, and no second END', () => {
		expect(at(path, 's3')).toMatchObject({ after: 's1', canEnd: false });
		expect(listed(path, 's3')).toEqual(listed(path, 's1'));
		const stacked = { ...path, stages: { ...stages, s4: { after: ['s3'], choice: 'end' as const } } };
		expect(at(stacked, 's4').after).toBe('s1');
	});

	const renamed = change(workflow(3, [[2, 0]]), {
		nodes: workflow(3, null).workflow.nodes.map((node) => ({ ...node, index: (node.index + 1) % 3 })),
	});

	test('[F28] after an upgrade the same protocol is found at its new place', () => {
		const upgraded = {
			stages: { s0: {}, s1: { ...stages.s1, under: hashOf(graph) } },
			definitions: [graph, renamed],
			template: hashOf(renamed),
		};
		expect(at(upgraded, 's1').under).toBe(hashOf(renamed));
		expect(listed(upgraded, 's1')).toEqual(['0 edge', '1 unreachable', '2 unreachable']);
	});

	test('[F28] the node’s own id goes before the protocol’s; a protocol that went is followed by none', () => {
		const named = change(graph, {
			nodes: graph.workflow.nodes.map((node) => ({ ...node, nodeId: `n${String(node.index)}` })),
		});
		const moved = change(named, {
			edges: [edge(0, 2)],
			nodes: named.workflow.nodes.map((node) => ({ ...node, nodeId: node.index === 0 ? 'n1' : 'n9' })),
		});
		const upgraded = (to: Definition): PlainPath => ({
			stages: { s0: {}, s1: { ...stages.s1, under: hashOf(named) } },
			definitions: [named, to],
			template: hashOf(to),
		});
		expect(listed(upgraded(moved), 's1')[0]).toBe('2 edge');
		const without = change(named, {
			edges: [edge(0, 2)],
			nodes: named.workflow.nodes.filter(({ index }) => index !== 1),
		});
		expect(listed(upgraded(without), 's1').some((choice) => choice.endsWith('edge'))).toBe(false);
	});

	test('[F25] where the current definition cannot be read, the stage’s own counts', () => {
		const unread = {
			stages: { s0: {}, s1: { ...stages.s1, under: hashOf(graph) } },
			definitions: [graph],
			template: DefinitionHash.parse('0'.repeat(64)),
		};
		expect(listed(unread, 's1')).toEqual(['0 edge', '2 edge', '1 unreachable']);
	});
});
