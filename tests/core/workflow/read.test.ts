import fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import { Workflow } from '#lib/core/workflow/workflow.ts';

const BLOCK = `id: tea
title: Brewing tea
protocols:
  - protocol_index: 0
    protocol_id: boil
    protocol_version: 1.10
    protocol_name: Boiling water
  - protocol_index: 1
    protocol_id: steep
    protocol_name: Steeping
  - {protocol_index: 2, protocol_id: taste, protocol_name: Tasting}
edges:
  - 0 -> 1
  - 1 <-> 2
logic: |
  Boil first.
  Taste last.
default_initial_protocol_index: 0
default_research_purpose: A good cup
default_research_strategy: Short steps
unknown_to_us: {kept: true}
`;

const V1 = `version: airalogy.workflow.v1
id: drying
nodes:
  - {id: sample, protocol: ./protocols/sampling/protocol.aimd, title: Sampling}
  - {id: dry, protocol_id: oven_drying, protocol_version: 0.0.2}
  - {id: weigh, protocol: ./weigh}
assigners: [{id: a1}]
transitions:
  - {id: t1, from: sample, to: dry}
  - {id: t2, from: dry, to: [sample, weigh], when: "\${dry.var.loss} >= 0.1", label: still wet, max_iterations: 3}
  - {id: t3, from: [weigh, sample], to: weigh, when: "\${weigh.iteration} < 2"}
default_initial_node: dry
logic: [First., Then.]
`;

const INFO = JSON.stringify({
	id: 'tea',
	title: 'Brewing tea',
	protocols: [
		{
			protocol_index: 1,
			protocol_name: 'Boiling',
			airalogy_protocol_id: 'airalogy.id.lab.x.project.y.protocol.boil.v.0.0.1',
		},
		{
			protocol_index: 2,
			protocol_name: 'Steeping',
			airalogy_protocol_id: 'airalogy.id.lab.x.project.y.protocol.steep.v.1.2.3',
		},
	],
	edges: ['1 <-> 2'],
	logic: ['One.', 'Two.'],
	default_initial_protocol_index: 2,
	default_research_goal: 'A good cup',
});

function read(text: string) {
	const result = readWorkflow(text);
	if (!result.ok) throw new Error(JSON.stringify(result.error));
	expect(Workflow.parse(result.value.workflow)).toEqual(result.value.workflow);
	return result.value;
}

function refuse(text: string) {
	const result = readWorkflow(text);
	if (result.ok) throw new Error('was read');
	return result.error;
}

/** Where and why, as `code line:column pointer`. */
function reasons(text: string): string[] {
	return refuse(text).map(
		({ code, at, pointer }) => `${code} ${at?.line ?? '-'}:${at?.column ?? '-'} ${pointer ?? '-'}`,
	);
}

function codes(text: string): string[] {
	return refuse(text).map(({ code }) => code);
}

function pairs(text: string): string[] {
	return (read(text).workflow.edges ?? []).map(({ from, to }) => `${from}>${to}`);
}

describe('the block', () => {
	test('[W1] is read whole', () => {
		const { workflow, warnings } = read(BLOCK);
		expect(warnings).toEqual([]);
		expect(workflow).toMatchObject({
			id: 'tea',
			title: 'Brewing tea',
			logic: 'Boil first.\nTaste last.\n',
			initial: 0,
			defaultGoal: 'A good cup',
			defaultStrategy: 'Short steps',
			form: 'block',
			source: BLOCK,
		});
		expect(workflow.nodes).toEqual([
			node(0, 'boil', '1.10', 'Boiling water'),
			node(1, 'steep', null, 'Steeping'),
			node(2, 'taste', null, 'Tasting'),
		]);
		expect(pairs(BLOCK)).toEqual(['0>1', '1>2', '2>1']);
	});

	test.each(['```workflow', '~~~~ workflow', '  ```workflow extra words'])(
		'[W1] %j holds it in Markdown',
		(fence) => {
			const end = /[`~]+/.exec(fence)?.[0] ?? '';
			const text = `# Tea\n\n\`\`\`yaml\nid: no\n\`\`\`\n${fence}\n${BLOCK}${end}\nafter\n`;
			expect(read(text).workflow).toEqual(read(BLOCK).workflow);
		},
	);

	test('[W2] places are those of the whole text, also inside a fence', () => {
		const text = `# Tea\r\n\r\n\`\`\`workflow\r\nid: tea\r\ntitle: T\r\nprotocols:\r\n  - {protocol_index: 0, protocol_id: a, protocol_name: A}\r\nedges:\r\n  - 0 -> 4\r\n\`\`\`\r\n`;
		expect(reasons(text)).toEqual(['absent_protocol 9:5 /edges/0']);
	});

	test('[W3] of several blocks the first is read, and an open one to the end of the text', () => {
		const text = `\`\`\`workflow\n${BLOCK}\`\`\`\n\`\`\`workflow\nid: other\n`;
		expect(read(text).warnings.map(({ code }) => code)).toEqual(['several_blocks']);
		expect(read(`\`\`\`workflow\n${BLOCK}`).warnings.map(({ code }) => code)).toEqual(['unclosed_block']);
	});
});

function node(index: number, protocolId: string, protocolVersion: string | null, title: string) {
	return { index, protocolId, protocolVersion, airalogyProtocolId: null, title, nodeId: null };
}

describe('v1', () => {
	test('[W4] the order of the nodes is the index, transitions become edges', () => {
		const { workflow, warnings } = read(V1);
		expect(warnings).toEqual([]);
		expect(
			workflow.nodes.map(({ nodeId, protocolId, protocolVersion, title }) => [
				nodeId,
				protocolId,
				protocolVersion,
				title,
			]),
		).toEqual([
			['sample', 'sampling', null, 'Sampling'],
			['dry', 'oven_drying', '0.0.2', 'oven_drying'],
			['weigh', 'weigh', null, 'weigh'],
		]);
		expect(pairs(V1)).toEqual(['0>1', '1>0', '1>2', '2>2', '0>2']);
		expect(workflow.edges?.[1]).toEqual({
			from: 1,
			to: 0,
			id: 't2',
			when: '${dry.var.loss} >= 0.1',
			label: 'still wet',
			maxIterations: 3,
		});
		expect(workflow).toMatchObject({
			title: 'drying',
			initial: 1,
			logic: 'First.\nThen.',
			form: 'v1',
			source: V1,
		});
	});

	test('[W4] also as JSON, kept as a text', () => {
		const value = {
			version: 'airalogy.workflow.v1',
			id: 'a',
			nodes: [{ id: 'n', protocol_id: 'p' }],
			transitions: [],
		};
		const { workflow } = read(JSON.stringify(value));
		expect(workflow.edges).toEqual([]);
		expect(typeof workflow.source === 'string' && JSON.parse(workflow.source)).toEqual(value);
	});

	test('[W5] everything wrong is said at once, each with its place', () => {
		const text = `version: airalogy.workflow.v1
id: drying
nodes:
  - {id: 1st, protocol_id: a}
  - {id: dry}
  - {id: dry, protocol_id: b}
transitions:
  - {id: t1, from: dry, to: gone}
  - {id: t1, from: dry, to: [], when: "a and b"}
  - {from: [dry, nowhere], to: dry, when: "\${absent.status} == 'done'", max_iterations: -1}
default_initial_node: start
`;
		expect(reasons(text)).toEqual([
			'bad_node_id 4:10 /nodes/0/id',
			'missing 5:5 /nodes/1',
			'double_id 6:10 /nodes/2/id',
			'absent_node 8:29 /transitions/0/to',
			'missing 9:5 /transitions/1',
			'double_id 9:10 /transitions/1/id',
			'bad_condition 9:39 /transitions/1/when',
			'missing 10:5 /transitions/2',
			'absent_node 10:18 /transitions/2/from/1',
			'absent_node 10:43 /transitions/2/when',
			'not_an_index 10:89 /transitions/2/max_iterations',
			'absent_default 11:23 /default_initial_node',
		]);
	});
});

describe('workflow_info', () => {
	test('[W6] counts from 1 and becomes 0-based; ids and versions are read off the Airalogy ids', () => {
		const { workflow, warnings } = read(INFO);
		expect(warnings).toEqual([]);
		expect(
			workflow.nodes.map(({ index, protocolId, protocolVersion }) => [index, protocolId, protocolVersion]),
		).toEqual([
			[0, 'boil', '0.0.1'],
			[1, 'steep', '1.2.3'],
		]);
		expect(pairs(INFO)).toEqual(['0>1', '1>0']);
		expect(workflow).toMatchObject({
			initial: 1,
			logic: 'One.\nTwo.',
			defaultGoal: 'A good cup',
			form: 'info',
		});
		expect(workflow.source).toEqual(JSON.parse(INFO));
	});

	test('[W6] is found inside the file or request it travels in, which is said', () => {
		const request = `{"model": 1, "workflow_data": {"workflow_info": ${INFO}, "path_data": {}}}`;
		const { workflow, warnings } = read(request);
		expect(workflow).toEqual(read(INFO).workflow);
		expect(warnings.map(({ code, data }) => [code, data['keys']])).toEqual([['surroundings', ['model']]]);
		expect(refuse(`{"workflow_info": {"id": "x", "protocols": [], "edges": []}}`)).toMatchObject([
			{ code: 'no_protocols', pointer: '/workflow_info/protocols', at: null },
		]);
	});

	test('[W7] places of JSON are pointers, and line and column where the text itself is broken', () => {
		const text = INFO.replace('1 <-> 2', '1 <-> 9').replace(
			'"default_initial_protocol_index":2',
			'"default_initial_protocol_index":0',
		);
		expect(reasons(text)).toEqual([
			'absent_protocol -:- /edges/0',
			'absent_default -:- /default_initial_protocol_index',
		]);
		expect(refuse('{\n "id": tea}')).toMatchObject([
			{ code: 'json', at: { line: 2, column: 8 }, data: { code: 'unexpected', found: 'tea' } },
		]);
	});

	test('[W7] comments, commas and doubled keys of pasted JSON are warnings', () => {
		const { warnings } = read(
			`// from the wiki\n${INFO.replace('"id":"tea"', '"id":"x","id":"tea"').replace(/\}$/, ',}')}`,
		);
		expect(warnings.map(({ code, data }) => [code, data['code'] ?? data['earlier']])).toEqual([
			['double_key', 'x'],
			['tolerated', 'comment'],
			['tolerated', 'trailing_comma'],
		]);
	});

	test('[W6] gaps are legal there and said; an info that counts from 0 is read as it must be meant', () => {
		expect(
			read(INFO.replaceAll(/(protocol_index":|<-> )2/g, '$13')).warnings.map(({ code }) => code),
		).toEqual(['index_gap']);
		const zero = INFO.replaceAll(
			/protocol_index":(\d)/g,
			(_, n: string) => `protocol_index":${Number(n) - 1}`,
		).replace('1 <-> 2', '0 <-> 1');
		expect(read(zero).warnings.map(({ code }) => code)).toEqual(['zero_based']);
		expect(read(zero).workflow).toMatchObject({
			initial: 1,
			edges: read(INFO).workflow.edges,
			nodes: read(INFO).workflow.nodes,
		});
	});
});

describe('refusals', () => {
	const edit = (from: string | RegExp, to: string) => BLOCK.replace(from, to);

	test.each([
		['unknown version', `version: airalogy.workflow.v2\n${BLOCK}`, ['unknown_version 1:10 /version']],
		[
			'duplicate index',
			edit('protocol_index: 1', 'protocol_index: 0'),
			['double_index 8:21 /protocols/1/protocol_index'],
		],
		[
			'duplicate id',
			edit('protocol_id: steep', 'protocol_id: boil'),
			['double_id 9:18 /protocols/1/protocol_id'],
		],
		[
			'a gap',
			edit('protocol_index: 2', 'protocol_index: 3'),
			['index_order 11:22 /protocols/2/protocol_index'],
		],
		[
			'not from 0',
			edit('protocol_index: 0', 'protocol_index: 7'),
			['index_order 4:21 /protocols/0/protocol_index'],
		],
		['an absent protocol', edit('0 -> 1', '0 -> 5'), ['absent_protocol 13:5 /edges/0']],
		[
			'an absent default',
			edit('index: 0\ndefault', 'index: 9\ndefault'),
			['absent_default 18:33 /default_initial_protocol_index'],
		],
		['an edge the wrong way', edit('0 -> 1', '0 <- 1'), ['malformed_edge 13:5 /edges/0']],
		['a chain of edges', edit('0 -> 1', '0 -> 1 -> 2'), ['malformed_edge 13:5 /edges/0']],
		['an edge that is no text', edit('0 -> 1', '{from: 0, to: 1}'), ['malformed_edge 13:5 /edges/0']],
		['no id', edit('id: tea', 'ident: tea'), ['missing 1:1 ']],
		['no protocols', 'id: x\nedges: []\n', ['missing 1:1 ']],
		['protocols that are none', 'id: x\nprotocols: {a: 1}\nedges: [] \n', ['not_a_list 2:12 /protocols']],
		['a protocol that is text', 'id: x\nprotocols: [a]\nedges: [] \n', ['not_an_object 2:13 /protocols/0']],
	])('[W8] %s', (_, text, expected) => {
		expect(
			reasons(text).filter((reason) => !reason.startsWith('absent_') || expected.includes(reason)),
		).toEqual(expected);
	});

	test('[W8] broken YAML is named with the parser’s words and its place', () => {
		const [found] = refuse('# Tea\n```workflow\nid: tea\nprotocols: [a\nedges: b\n```\n');
		expect(found).toMatchObject({ code: 'yaml', at: { line: 5 }, pointer: null });
		expect(found?.detail).toMatch(/./);
	});

	test('[W8] doubled keys are refused, all of them, also where keys are many', () => {
		expect(
			refuse('id: tea\n"id": coffee\nprotocols: [{a: 1, a: 2}]\n').map(({ code, at, data }) => [
				code,
				at?.line,
				at?.column,
				data,
			]),
		).toEqual([
			['double_key', 2, 1, { key: 'id' }],
			['double_key', 3, 20, { key: 'a' }],
		]);
		const timed = (text: string) => {
			const start = performance.now();
			return { codes: codes(text), took: performance.now() - start };
		};
		const keys = Array.from({ length: 7000 }, (_, n) => `k${n}: 1\n`).join('');
		const items = Array.from({ length: 7000 }, (_, n) => `- k${n}1\n`).join('');
		const yardstick = timed(`id: x\nedges:\n${items}`).took;
		const { codes: found, took } = timed(`id: x\n${keys}id: y\n`);
		expect(found).toEqual(['double_key']);
		expect(took).toBeLessThan(yardstick * 10 + 500);
	}, 30_000);

	test.each([
		'',
		'just words',
		'# Title\n\nSome text: with a colon\n- and: [broken\n',
		'[1, 2]',
		'"text"',
		'{}',
		'{"a": 1}',
		'- a\n- b',
	])('[W8] %j is not a workflow', (text) => {
		expect(codes(text)).toEqual(['not_a_workflow']);
	});

	test('[W9] more than 32 aliases, what aliases blow up to, and circles are refused', () => {
		const aliases = (n: number) =>
			`id: x\nx: &x 1\ny: [${Array(n).fill('*x').join(', ')}]\nprotocols: []\nedges: []\n`;
		expect(refuse(aliases(33))).toMatchObject([
			{ code: 'too_many_aliases', at: { line: 3 }, data: { limit: 32, found: 33 } },
		]);
		expect(codes(aliases(32))).toEqual(['no_protocols']);
		const bomb = Array.from(
			{ length: 11 },
			(_, i) =>
				`k${i}: &a${i} [${Array(i === 0 ? 30 : 3)
					.fill(i === 0 ? 'x' : `*a${i - 1}`)
					.join(',')}]`,
		);
		expect(codes(`id: x\n${bomb.join('\n')}\n`)).toEqual(['too_large']);
		expect(codes('id: &a [*a]\n')).toEqual(['circular_alias']);
	});

	test('[W10] loops and doubled edges are warnings', () => {
		const { warnings, workflow } = read(edit('- 1 <-> 2', '- 1 -> 1\n  - 0 -> 1\n  - 2 <-> 2'));
		expect(warnings.map(({ code, at, data }) => [code, at?.line, data['edge']])).toEqual([
			['self_loop', 14, '1 -> 1'],
			['double_edge', 15, '0 -> 1'],
			['self_loop', 16, '2 <-> 2'],
		]);
		expect(workflow.edges?.length).toBe(3);
		const loop = V1.replace('from: sample, to: dry}', 'from: sample, to: sample}');
		expect(read(loop).warnings.map(({ code, at }) => [code, at?.line])).toEqual([['self_loop', 9]]);
	});

	test('[W11] without edges every protocol counts as reachable', () => {
		const { workflow, warnings } = read(edit(/edges:\n.*\n.*\n/, ''));
		expect(workflow.edges).toBeNull();
		expect(warnings.map(({ code }) => code)).toEqual(['no_edges']);
	});
});

describe('bounds', () => {
	test.each([
		['['.repeat(300_000)],
		['- '.repeat(300_000)],
		['{a: '.repeat(100_000)],
		[`id: ${'x'.repeat(9_000_000)}`],
		[`id: x\nedges: [${'&a '.repeat(50_000)}]`],
	])('[W12] a hostile text is refused', (text) => {
		expect(readWorkflow(text).ok).toBe(false);
	});

	test('[W12] mutated definitions never throw, and what is read is a workflow', () => {
		const edits = fc.array(
			fc.tuple(
				fc.nat(),
				fc.nat(4),
				fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('\n', ': ', '&a ', '*a', '- ')),
			),
			{
				minLength: 1,
				maxLength: 4,
			},
		);
		fc.assert(
			fc.property(
				fc.constantFrom(BLOCK, V1, INFO, `# T\n\`\`\`workflow\n${BLOCK}\`\`\`\n`),
				edits,
				(text, list) => {
					const mutated = list.reduce((t, [at, cut, put]) => {
						const start = at % (t.length + 1);
						return t.slice(0, start) + put + t.slice(start + cut);
					}, text);
					const result = readWorkflow(mutated);
					if (result.ok) expect(Workflow.safeParse(result.value.workflow).success).toBe(true);
					else expect(result.error.length).toBeGreaterThan(0);
				},
			),
			{ seed: 30, numRuns: 1500 },
		);
	});
});

const samples = process.env['PATHBOOK_SAMPLES'] ?? '../shared/samples';
const sample = (path: string) => readFileSync(`${samples}/airalogy/${path}`, 'utf8');

describe.skipIf(!existsSync(samples))('samples', () => {
	test('[W13] the carbon nanotube workflow is the same graph in all its files', () => {
		const files = [
			'masterbrain-aira/workflow_info.json',
			'masterbrain-aira/aira_input/aira_input_for_goal.json',
			'airalogy-workflow-legacy/cnt_dispersion.workflow.aimd',
			'airalogy-workflow-legacy/cnt_dispersion.workflow.zh.aimd',
		];
		for (const file of files) {
			const { workflow } = read(sample(file));
			expect(workflow.id).toBe('cnt_dispersion');
			expect(workflow.nodes.map(({ index, protocolId }) => [index, protocolId])).toEqual([
				[0, 'cnt_powder'],
				[1, 'cnt_ultrasound'],
				[2, 'cnt_dilution'],
				[3, 'cnt_characterization'],
			]);
			expect(workflow.edges?.map(({ from, to }) => `${from}>${to}`)).toEqual([
				'0>1',
				'1>3',
				'3>1',
				'3>2',
				'2>1',
			]);
		}
	});
});
