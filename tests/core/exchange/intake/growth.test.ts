// Sets of files made to cost much: as many parts as the caps allow, each of which could be compared with each.

import { expect, test } from 'vitest';
import type { Json } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { archiveMembers, attempt, brought, packed, zipped, type Files } from './intake-sample.ts';

const LIMIT = 4_000;

function timed<T>(run: () => T): { readonly value: T; readonly took: number } {
	const before = performance.now();
	const value = run();
	return { value, took: performance.now() - before };
}

const many = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));

test('[X34] thousands of archives side by side are told apart in time', () => {
	const manifest = '{"format": "airalogy.archive", "version": 1, "kind": "protocols", "protocols": []}';
	const folders = many(2_400, (at): Files => ({
		[`f${at}/_airalogy_archive/manifest.json`]: manifest,
		[`f${at}/x.txt`]: 'x',
	}));
	const { value, took } = timed(() => attempt(Object.assign({}, ...folders) as Files));
	expect(value.ok).toBe(false);
	expect(took).toBeLessThan(LIMIT);
});

test('[X34] thousands of texts in one folder, and of packages, are read in time', () => {
	const texts = timed(() => brought(Object.fromEntries(many(4_900, (at) => [`p/${at}.md`, '{{var|a}}']))));
	expect(texts.value.protocols).toHaveLength(4_900);
	expect(texts.took).toBeLessThan(LIMIT);
	const folders = many(2_400, (at) => packed(`p${at}/`, 'same', `1.${at}`));
	const path = printJson({
		protocols_info: many(2_000, (protocol_index) => ({
			protocol_index,
			protocol_id: 'same',
			protocol_version: null,
			protocol_data: null,
		})),
		path_data: { path_status: 'waiting_for_research_goal', steps: [] },
	});
	const packages = timed(() => attempt({ 'path.json': path, ...(Object.assign({}, ...folders) as Files) }));
	expect(packages.took).toBeLessThan(2 * LIMIT);
	const { value } = packages;
	const rules = value.ok ? value.value.report.changed.map(({ rule }) => rule) : [];
	expect(rules.filter((rule) => rule === 'protocol_versions_several')).toHaveLength(2_000);
});

test('[X34] a list of many attached files is read in time', () => {
	const archive = zipped(
		archiveMembers((manifest) => {
			const [file] = manifest['files'] as readonly Record<string, Json>[];
			manifest['files'] = many(20_000, (at) => ({ ...file, field_path: `data.var.f${at}` }));
		}),
	);
	const { value, took } = timed(() => brought({ 'a.aira': archive }));
	expect(Object.keys(value.plans[0]?.maps.files ?? {})).toHaveLength(20_000);
	expect(took).toBeLessThan(LIMIT);
});
