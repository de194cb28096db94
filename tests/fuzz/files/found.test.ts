// What the fuzz of files found once, as small as it could be made.

import { describe, expect, test } from 'vitest';
import { printTree, treeAt, treeOf } from '../../support/json-tree.ts';
import { printJson } from '#lib/core/json/print.ts';
import { importText } from '#lib/core/exchange/import.ts';
import { aira, canonical, goal as airaGoal, importer } from '../../core/exchange/sample.ts';
import { playedFixtures } from '../../support/file-fixtures.ts';
import { airaFrom, exportedFrom, trip } from '../../support/file-trip.ts';

const item = (more: string): string => `{"protocol_id": "core", "protocol_version": "1", ${more}}`;
const path = (steps: string, more = ''): string =>
	`{"path_status": "waiting_for_research_strategy", "steps": [${steps}]${more}}`;
const goal = (more = ''): string =>
	`{"step": "add_research_goal", "path_index": 0, "mode": "user", "data": {"thought": null, "goal": "Moss."}${more}}`;

function went(...texts: readonly string[]) {
	return trip(texts.map((text, at) => ({ name: `${at}.json`, tree: treeOf(text) })));
}

describe('[X61] what the fuzz of files found', () => {
	test('a key `constructor` of a step is there only where the file has it', () => {
		expect(went(`{"protocols_info": [], "path_data": ${path(goal(', "constructor": {}'))}}`).wrong).toEqual(
			[],
		);
	});

	test('an entry of our part with a key `constructor`, which Yjs cannot hold, leaves our part unread and kept', () => {
		const part = '{"version": "1.0", "meta": {}, "cells": {"a/goal": {"constructor": 1}}}';
		const { wrong, rules } = went(
			`{"protocols_info": [], "path_data": ${path(goal(), `, "pathbook": ${part}`)}}`,
		);
		expect(wrong).toEqual([]);
		expect(rules).toContain('vendor_part_unreadable');
	});

	test.each([
		'"airalogy_protocol_id": 17',
		'"protocol_data": [{"markdown": "# Core"}]',
		'"protocol_index": -7',
		'"protocol_index": 1.0',
	])('a protocol with %s keeps it', (more) => {
		expect(went(`{"protocols_info": [${item(more)}], "path_data": ${path(goal())}}`).wrong).toEqual([]);
	});

	test("a path_data of another file that is none does not push this path's out of its export", () => {
		const [{ files } = { files: [] }] = playedFixtures(1, 20_261_130);
		const odd = { name: 'odd.json', tree: treeOf('{"title": "Moss", "path_data": "none"}') };
		expect(trip([...files, odd]).wrong).toEqual([]);
	});

	test('protocols of a workflow without a path are kept where every path has its own', () => {
		const one = `{"protocols_info": [${item('"protocol_index": 0')}], "path_data": ${path(goal())}}`;
		const two = `{"protocols_info": [{"protocol_index": 0, "protocol_id": "dry", "protocol_version": "2"}]}`;
		const { wrong, rules } = went(`{"peat": ${one}, "moss": ${two}}`);
		expect(wrong).toEqual([]);
		expect(rules).toContain('part_unused');
	});

	const engineItem = (index: string, node: string): string =>
		`{"protocol_index": ${index}, "protocol_id": "${node}", "protocol_data": {"node_id": "${node}", "markdown": "# ${node}"}}`;

	test.each([
		['a second item of one node', [engineItem('0', 'dry'), engineItem('1', 'dry')]],
		['a second item of one index', [engineItem('0', 'dry'), engineItem('0', 'core')]],
		['an index that is none', [engineItem('-1', 'dry')]],
		['an index with a lexeme of its own', [engineItem('1e3', 'dry')]],
	])("%s of a node engine's protocols keeps its node id", (_, items) => {
		const engine = `{"protocols_info": [${items.join()}], "path_data": ${path(goal())}}`;
		expect(went(engine).wrong).toEqual([]);
	});

	test('a path of which every step is kept as an engine had it is exported as the canonical file it is', () => {
		const step =
			'{"step": "add_next_protocol", "path_index": 1, "mode": "ai", "data": {"protocol_index": 7, "node_id": "dry"}}';
		expect(went(`{"peat": {"protocols_info": [], "path_data": ${path(step)}}}`).wrong).toEqual([]);
	});

	test('what a step that another tool added says of a skipped cell replaces that it was skipped, which is kept', () => {
		const [{ files } = { files: [] }] = playedFixtures(1, 20_261_130);
		const [{ tree } = { tree: treeOf('null') }] = files;
		const data = treeAt(tree, 'data', 'workflow', 'peat', 'path_data');
		const [cells, steps, stages] = [['pathbook', 'cells'], ['steps'], ['pathbook', 'stages']].map((keys) =>
			treeAt(data ?? tree, ...keys),
		);
		if (cells?.kind !== 'object' || steps?.kind !== 'list' || stages?.kind !== 'object')
			throw new Error('no path');
		const root = stages.members.find(({ value }) => printTree(value).includes('"choice":null'))?.key ?? '';
		cells.members.push({
			key: `${root}/goal`,
			value: treeOf('{"state":"skipped","by":"ada","at":1700000000000}'),
		});
		steps.items.push(treeOf(goal()));
		expect(trip(files).wrong).toEqual([]);
	});

	test("steps that AIRA added to a path of ours are read with the lines that AIRA's words are always read with", () => {
		const begun = printJson(aira([airaGoal()], 'waiting_for_research_strategy'));
		const tree = treeOf(airaFrom([{ name: 'path.json', tree: treeOf(begun) }]));
		const steps = treeAt(tree, 'path_data', 'steps');
		if (steps?.kind !== 'list') throw new Error('no steps');
		const said = '{"thought": "", "researchable": true, "strategy": "Weigh."}';
		steps.items.push(
			treeOf(`{"step": "add_research_strategy", "path_index": 0, "mode": "user", "data": ${said}}`),
		);
		const { wrong, rules } = trip([{ name: 'aira.json', tree }]);
		expect(wrong).toEqual([]);
		expect(rules).toEqual(expect.arrayContaining(['steps_added', 'indexes_from_zero', 'empty_thoughts']));
	});

	test('a path whose only step AIRA cannot say comes back with it from the form of AIRA', () => {
		const step = {
			step: 'add_research_strategy',
			path_index: 0,
			mode: 'user',
			data: { thought: null, researchable: null, strategy: '' },
		};
		const begun = printJson(canonical([step], 'waiting_for_research_goal'));
		const tree = treeOf(airaFrom([{ name: 'path.json', tree: treeOf(begun) }]));
		expect(printTree(treeAt(tree, 'path_data', 'steps') ?? tree)).toBe('[]');
		// The graph and the ids that AIRA was given are made up; of the path itself nothing is missing.
		const { wrong } = trip([{ name: 'aira.json', tree }]);
		expect(wrong.filter((line) => line.includes('/path_data/'))).toEqual([]);
		const read = importText([{ name: 'aira.json', text: printTree(tree) }], importer());
		if (!read.ok || !read.value.plans[0]) throw new Error('no path');
		expect(exportedFrom(read.value.plans[0])).toContain('add_research_strategy');
	});
});
