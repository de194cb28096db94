import { describe, expect, test } from 'vitest';
import { nodesIn, readCondition } from '#lib/core/workflow/condition.ts';
import { edgesFrom, indexesAfter, nodeAt, startingPoints } from '#lib/core/workflow/graph.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';

function workflow(edges: [number, number][] | null, initial: number | null = null): Workflow {
	const bare = { id: null, when: null, label: null, maxIterations: null };
	return {
		id: 'w',
		title: 'w',
		nodes: [0, 2, 5].map((index) => ({
			index,
			protocolId: `p${index}`,
			protocolVersion: null,
			airalogyProtocolId: null,
			title: '',
			nodeId: null,
		})),
		edges: edges?.map(([from, to]) => ({ ...bare, from, to })) ?? null,
		logic: '',
		initial,
		defaultGoal: '',
		defaultStrategy: '',
		form: 'block',
		source: '',
	};
}

describe('starting points', () => {
	test.each<[string, [number, number][] | null, number | null, number[]]>([
		['the default', [[0, 2]], 5, [5]],
		[
			'nodes without incoming edges',
			[
				[0, 2],
				[5, 2],
			],
			null,
			[0, 5],
		],
		[
			'a loop on itself leads in from nowhere',
			[
				[0, 0],
				[0, 2],
				[2, 5],
			],
			null,
			[0],
		],
		[
			'all of a circle',
			[
				[0, 2],
				[2, 5],
				[5, 0],
			],
			null,
			[0, 2, 5],
		],
		['all where no graph is known', null, null, [0, 2, 5]],
	])('[W14] %s', (_, edges, initial, expected) => {
		expect(startingPoints(workflow(edges, initial))).toEqual(expected);
	});
});

test('[W14] what an edge leads to is given in the order of the nodes', () => {
	const graph = workflow([
		[0, 5],
		[0, 2],
		[0, 5],
	]);
	expect(indexesAfter(graph, 0)).toEqual([2, 5]);
	expect(indexesAfter(graph, 5)).toEqual([]);
	expect(indexesAfter(workflow(null), 5)).toEqual([0, 2, 5]);
	expect(edgesFrom(graph, 0)?.length).toBe(3);
	expect(edgesFrom(workflow(null), 0)).toBeNull();
	expect(nodeAt(graph, 5)?.protocolId).toBe('p5');
	expect(nodeAt(graph, 1)).toBeUndefined();
});

describe('conditions', () => {
	test.each([
		['${dry.var.loss} >= 0.1', ['dry']],
		['${dry.status} == "done"', ['dry']],
		['${dry.iteration} < 3', ['dry']],
		['${a.var.x}!=${b.var.y}', ['a', 'b']],
		['${a.check.tray.checked}', ['a']],
		["${a.var.name} == 'it''s'".replace("''", "\\'"), ['a']],
		['${a.var.温度} > -1.5e3', ['a']],
		['${a.var.x} == None', ['a']],
	])('[W15] %s is one comparison', (text, nodes) => {
		const condition = readCondition(text);
		expect(condition && nodesIn(condition)).toEqual(nodes);
	});

	test.each([
		'',
		'a.var.x > 1',
		'${a}',
		'${a.var}',
		'${a.var.x} > ',
		'${a.var.x} = 1',
		'${a.var.x} > 1 and ${a.var.y} > 2',
		'${a.var.x} > 1; drop',
		'${a.var.x} in [1]',
		'1 < ${a.var.x}',
		'${a.var.x} == bare',
		'${a.var.x} ${a.var.y}',
		'not ${a.var.x}',
	])('[W15] %j is not', (text) => {
		expect(readCondition(text)).toBeNull();
	});
});
