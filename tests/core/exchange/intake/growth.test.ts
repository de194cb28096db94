// Sets of files made to cost much: as many parts as the caps allow, each of which could be compared with each.

import { expect, test } from 'vitest';
import type { Json } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { archiveMembers, attempt, brought, packed, zipped, type Files } from './intake-sample.ts';

/** Eight times the parts may take 24 times as long: 8 where the work is linear, 64 where each is compared with each. The rest is for the machine. */
function expectGentle(most: number, prepare: (count: number) => () => void): void {
	const took = (count: number): number => {
		const run = prepare(count);
		const before = performance.now();
		run();
		return performance.now() - before;
	};
	took(most / 8); // the first run pays for compiling
	const few = Math.min(took(most / 8), took(most / 8));
	expect(took(most)).toBeLessThan(24 * few + 200);
}

const many = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));

test('[X34] what telling many archives apart costs grows with their number', () => {
	const manifest = '{"format": "airalogy.archive", "version": 1, "kind": "protocols", "protocols": []}';
	expectGentle(2_400, (count) => {
		const folders = many(count, (at): Files => ({
			[`f${at}/_airalogy_archive/manifest.json`]: manifest,
			[`f${at}/x.txt`]: 'x',
		}));
		const files = Object.assign({}, ...folders) as Files;
		return () => {
			expect(attempt(files).ok).toBe(false);
		};
	});
});

test('[X34] what many texts in one folder cost grows with their number', () => {
	expectGentle(4_800, (count) => {
		const files = Object.fromEntries(many(count, (at) => [`p/${at}.md`, '{{var|a}}']));
		return () => {
			expect(brought(files).protocols).toHaveLength(count);
		};
	});
});

test('[X34] what choosing among many packages costs grows with their number', () => {
	expectGentle(2_000, (count) => {
		const folders = many(count, (at) => packed(`p${at}/`, 'same', `1.${at}`));
		const path = printJson({
			protocols_info: many(count, (protocol_index) => ({
				protocol_index,
				protocol_id: 'same',
				protocol_version: null,
				protocol_data: null,
			})),
			path_data: { path_status: 'waiting_for_research_goal', steps: [] },
		});
		const files = { 'path.json': path, ...(Object.assign({}, ...folders) as Files) };
		return () => {
			const value = attempt(files);
			const rules = value.ok ? value.value.report.changed.map(({ rule }) => rule) : [];
			expect(rules.filter((rule) => rule === 'protocol_versions_several')).toHaveLength(count);
		};
	});
});

test('[X34] what a list of many attached files costs grows with its length', () => {
	expectGentle(20_000, (count) => {
		const archive = zipped(
			archiveMembers((manifest) => {
				const [file] = manifest['files'] as readonly Record<string, Json>[];
				manifest['files'] = many(count, (at) => ({ ...file, field_path: `data.var.f${at}` }));
			}),
		);
		return () => {
			expect(Object.keys(brought({ 'a.aira': archive }).plans[0]?.maps.files ?? {})).toHaveLength(count);
		};
	});
});
