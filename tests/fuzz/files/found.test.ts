// What the fuzz of files found once, as small as it could be made.

import { describe, expect, test } from 'vitest';
import { treeOf } from '../../support/json-tree.ts';
import { playedFixtures } from '../../support/file-fixtures.ts';
import { trip } from '../../support/file-trip.ts';

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
});
