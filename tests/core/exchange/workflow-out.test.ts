// What is written of a workflow must be read as the same workflow, by us and by readers of the older YAML.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeWorkflowInfo } from '#lib/core/exchange/airalogy/definition.ts';
import { writeWorkflowBlock } from '#lib/core/exchange/workflow/block.ts';
import { writePublishedInfo } from '#lib/core/exchange/workflow/published.ts';
import { printYaml } from '#lib/core/exchange/workflow/yaml.ts';
import type { JsonObject } from '#lib/core/json/json.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import { readWorkflowInfo } from '#lib/core/workflow/info.ts';

const NASTY = [
	'PCR: annealing # 2',
	'- lead',
	'yes',
	'null',
	'1.0',
	'0.10',
	'0o14',
	'1:30',
	'.inf',
	'~',
	'"quoted" \\ and \'single\'',
	'土壤取样：第一步',
	'a\nb\n\nc',
	'ends with a break\n',
	'```\nfence\n```',
	'~~~~',
	'tab\there',
	'line\u2028sep \u0085 nel \ufeff',
	'{{var|x}}',
	'[1, 2]',
	'a: b',
	'a #b',
	'*alias &anchor !tag |',
	'%YAML 1.2\n---\n...',
	'=',
	'2026-11-30',
	'\r\nwindows\r\n',
	'𝛼-decay',
];
const words = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'grapheme', maxLength: 30 }));
const name = words.map((text) => text.replaceAll(/[\ud800-\udfff]/g, '').trim()).map((text) => text || 'x');

const workflows = fc
	.record({
		id: name,
		title: name,
		nodes: fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
		titles: fc.array(name, { minLength: 5, maxLength: 5 }),
		versions: fc.array(fc.option(fc.constantFrom('0.10', '1.0', '1e3', 'yes', 'x: y'), { nil: null }), {
			minLength: 5,
			maxLength: 5,
		}),
		edges: fc.option(fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 12 }), { nil: null }),
		logic: words,
		initial: fc.option(fc.nat(4), { nil: null }),
		defaultGoal: words,
		defaultStrategy: words,
	})
	.map((made): Workflow => {
		const count = made.nodes.length;
		const pairs = made.edges?.map(([a, b]) => `${String(a % count)} ${String(b % count)}`) ?? [];
		const edges = [...new Set(pairs)].map((pair) => {
			const [from = 0, to = 0] = pair.split(' ').map(Number);
			return { from, to, id: null, when: null, label: null, maxIterations: null };
		});
		return {
			id: made.id,
			title: made.title,
			nodes: made.nodes.map((protocolId, index) => ({
				index,
				protocolId,
				protocolVersion: made.versions[index] ?? null,
				airalogyProtocolId: null,
				title: made.titles[index] ?? protocolId,
				nodeId: null,
			})),
			edges: made.edges === null ? null : edges,
			logic: made.logic,
			initial: made.initial === null ? null : made.initial % count,
			defaultGoal: made.defaultGoal,
			defaultStrategy: made.defaultStrategy,
			form: 'block',
			source: null,
		};
	});

/** What a workflow says, whatever the order of its edges and the form it came in. */
function said({ source: _, form: __, edges, ...rest }: Workflow) {
	return { ...rest, edges: edges && [...edges].sort((a, b) => a.from - b.from || a.to - b.to) };
}

function read(text: string): Workflow {
	const found = readWorkflow(text);
	if (!found.ok) throw new Error(JSON.stringify(found.error) + text);
	return found.value.workflow;
}

const V1 = `\`\`\`workflow
version: airalogy.workflow.v1
id: drying
nodes:
  - {id: sample, protocol: ./sample, title: Sampling}
  - {id: dry, protocol_id: oven_drying, protocol_version: 0.0.2}
transitions:
  - {id: t1, from: sample, to: dry}
  - {id: t2, from: dry, to: [sample], when: "\${dry.var.loss} >= 0.1", max_iterations: 3}
default_initial_node: sample
assigners: [{id: a1}]
\`\`\`
`;

const BLOCK = `\`\`\`workflow
# as we agreed in May
id:   peat
title: "Peat"
protocols:
  - protocol_index: 0
    protocol_id: core
    protocol_name: Coring
    who: Ada
  - {protocol_index: 1, protocol_id: dry, protocol_name: Drying}
edges: ["0 <-> 1"]
reviewers: [Ben]
\`\`\`
`;

describe('workflow out', () => {
	test('[X43] what is written as a block is read as the same workflow', () => {
		fc.assert(
			fc.property(workflows, (workflow) => {
				const { text, lost } = writeWorkflowBlock(workflow);
				expect(lost).toEqual([]);
				expect(said(read(text))).toEqual(said(workflow));
			}),
			{ numRuns: 300 },
		);
	});

	test('[X43] the published form is read as the same workflow, and written to the same bytes again', () => {
		fc.assert(
			fc.property(workflows, (workflow) => {
				const { value, lost } = writePublishedInfo(workflow);
				const back = readWorkflowInfo(value);
				if (!back.ok) throw new Error(JSON.stringify(back.error));
				expect(lost).toEqual([]);
				expect(said(back.value.workflow)).toEqual(said(workflow));
				expect(writePublishedInfo(back.value.workflow).value).toEqual(value);
			}),
			{ numRuns: 200 },
		);
	});

	test('[X43] a text is the same text for readers of YAML 1.1', () => {
		for (const text of NASTY.filter((one) => !/[\r\u0085\u2028]/.test(one))) {
			const yaml = printYaml({ text });
			expect(parse(yaml, { version: '1.1' })).toEqual({ text });
			expect(parse(yaml, { version: '1.2' })).toEqual({ text });
		}
		expect(printYaml({ mass: { '#': '1.0' }, far: { '#': '12345678901234567890123' } })).toBe(
			'mass: 1.0\nfar: 12345678901234567890123\n',
		);
	});

	test('[X44] indexes count from 0 in a block and in a canonical file, from 1 in the published form', () => {
		const workflow = read(V1);
		expect(read(writeWorkflowBlock(workflow).text).initial).toBe(0);
		expect(writeWorkflowBlock(workflow).text).toContain('- "0 <-> 1"');
		expect(writePublishedInfo(workflow).value).toMatchObject({
			protocols: [{ protocol_index: 1 }, { protocol_index: 2 }],
			edges: ['1 -> 2', '2 -> 1'],
			default_initial_protocol_index: 1,
		});
		expect(writeWorkflowInfo(workflow)).toMatchObject({ edges: ['0 -> 1', '1 -> 0'] });
	});

	test('[X45] an unchanged block goes back as it was written', () => {
		expect(writeWorkflowBlock(read(BLOCK))).toEqual({ text: BLOCK, changed: [], lost: [] });
	});

	test('[X45] a changed block keeps the keys nobody here knows, and says that its text is new', () => {
		const { text, changed, lost } = writeWorkflowBlock({ ...read(BLOCK), title: 'Turf' });
		expect(changed.map(({ rule }) => rule)).toEqual(['workflow_rewritten']);
		expect(lost).toEqual([]);
		expect(text).not.toContain('May');
		const source = parse(text.replaceAll(/```(?:workflow)?/g, '')) as JsonObject;
		expect(source).toMatchObject({
			title: 'Turf',
			protocols: [{ who: 'Ada' }, {}],
			reviewers: ['Ben'],
		});
	});

	test('[X46] what an older form cannot say of a v1 block is named with its place', () => {
		const places = ['/nodes/0/id', '/nodes/0/protocol', '/nodes/1/id', '/transitions/0/id'];
		const more = ['/transitions/1/id', '/transitions/1/when', '/transitions/1/max_iterations', '/assigners'];
		for (const { lost } of [writeWorkflowBlock(read(V1)), writePublishedInfo(read(V1))]) {
			expect(lost.map(({ pointer }) => pointer)).toEqual([...places, ...more]);
			expect(lost.find(({ pointer }) => pointer.endsWith('/when'))?.data).toEqual({
				key: 'when',
				value: '${dry.var.loss} >= 0.1',
			});
		}
	});

	test('[X46] a block has no place for gaps, foreign ids and a protocol that stands twice: each is named', () => {
		const node = { protocolVersion: null, nodeId: null, title: 'Dry' };
		const { text, changed, lost } = writeWorkflowBlock({
			...read(BLOCK),
			nodes: [
				{ ...node, index: 1, protocolId: 'dry', airalogyProtocolId: 'airalogy.id.lab.a.protocol.dry' },
				{ ...node, index: 4, protocolId: 'dry', airalogyProtocolId: null },
			],
			edges: [{ from: 1, to: 4, id: null, when: null, label: null, maxIterations: null }],
			initial: 4,
		});
		expect(text).toContain('- "0 -> 1"');
		expect(text).toContain('default_initial_protocol_index: 1');
		expect(changed.map(({ rule }) => rule)).toEqual([
			'workflow_rewritten',
			'protocol_renumbered',
			'protocol_renumbered',
			'protocol_twice',
		]);
		expect(lost.map(({ pointer }) => pointer)).toEqual(['/protocols/0/airalogy_protocol_id']);
	});
});
