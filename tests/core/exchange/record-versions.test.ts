// Records that come as files: their hashes, and the numbers of their versions.

import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { Json, JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { dataSha1 } from '#lib/core/record/python-json.ts';
import { readRecord } from '#lib/core/record/document.ts';
import { submit } from '#lib/core/record/edits.ts';
import {
	canonical,
	come,
	file,
	goal,
	importer,
	lines,
	next,
	recordFile,
	recordStep,
	uuid,
} from './sample.ts';
import { wholePath } from './whole-path.ts';

const RIGHT = '27117b85499ffe16998e902628f658d8962627bc';
const referring = (...numbers: readonly number[]): JsonObject => {
	const rounds = numbers.flatMap((number, at) => [next(at + 1, 0), recordStep(at + 1, 0, uuid(1), number)]);
	return canonical([goal('Dry it.', null), ...rounds], 'waiting_for_phased_research_conclusion');
};
const hashed = (record: JsonObject, sha1: Json): JsonObject => ({
	...record,
	metadata: { protocol_id: 'core', sha1 },
});
const version = (number: number): ReturnType<typeof file> =>
	file(recordFile(uuid(1), number, { '#': `${number}.50` }), `r${number}.json`);
const plain = (report: Parameters<typeof lines>[0]): string[] =>
	lines(report).filter((line) => !line.includes('workflow_unknown') && !line.includes('sha1'));

describe('records that come along', () => {
	test('[X40] a sha1 that is right stays with its version, a wrong one is named and kept nowhere', () => {
		const record = recordFile(uuid(1), 1, { '#': '2.50' });
		// Taken down from Python: {"var":{"mass":2.5}}
		expect(dataSha1(record['data'] ?? null)).toBe(RIGHT);
		const right = come([file(referring(1)), file(hashed(record, RIGHT), 'r.json')]);
		expect(right.report.lost).toEqual([]);
		expect(right.text).toContain(RIGHT);
		const wrong = come([file(referring(1)), file(hashed(record, 'abc0def'), 'r.json')]);
		expect(lines(wrong.report)).toContain('lost /metadata/sha1 sha1_differs');
		expect(wrong.text).not.toContain('abc0def');
	});

	test('[X40] a path’s own record keeps a right sha1 beside the path and writes none', () => {
		const data = { var: {}, workflow: { peat: referring(1) } };
		const right = dataSha1(data) ?? '';
		const done = come([file({ format: 'airalogy.record', data, metadata: { sha1: right } })]);
		expect(done.report.lost).toEqual([]);
		expect(done.text).toContain(right);
		expect(done.text.slice(0, done.text.indexOf('"data"'))).not.toContain('sha1');
	});

	test('[X41] versions that came as files build on each other by their numbers', () => {
		const { records, report } = come([file(referring(3, 1)), version(3), version(1), version(2)]);
		const [record] = [...records.values()];
		const views = [...(record?.versions.values() ?? [])];
		expect(views.map(({ number, version }) => [number, printJson(version.data.var)])).toEqual([
			[1, '{"mass":1.50}'],
			[2, '{"mass":2.50}'],
			[3, '{"mass":3.50}'],
		]);
		expect(plain(report).filter((line) => line.includes('versions_renumbered'))).toEqual([]);
	});

	test('[X41] a gap in the numbers is closed, and said', () => {
		const { report, steps } = come([file(referring(4)), version(4)]);
		expect(report.changed.filter(({ rule }) => rule === 'versions_renumbered')).toEqual([
			{
				file: 'r4.json',
				pointer: '',
				rule: 'versions_renumbered',
				data: { record: uuid(1), from: 4, to: 1 },
			},
		]);
		// The reference says what it said, while it refers to the same version.
		expect(steps[2]).toEqual(recordStep(1, 0, uuid(1), 4));
	});

	test('[X41] beside versions that are here already they may count otherwise, which is said; their names stay', () => {
		const { text, record, records } = wholePath();
		const file = [{ name: 'path.json', text }];
		const own = records.get(record);
		expect(lines(come(file, { here: () => own }).report)).toEqual([]);
		// Two first versions at once: whichever name comes first is number 1, and ours moves.
		const moved = Array.from({ length: 20 }, (_, at) => {
			const doc = new Y.Doc();
			const by = { author: 'ben-key', at: '2026-11-21T16:02:11.000+01:00', zone: 'Europe/Berlin' };
			submit(doc, record, null, { var: { mass: at } }, by, importer().who);
			const { report } = come(file, { here: (id) => (id === record ? readRecord(doc, record) : undefined) });
			return report.changed.map(({ rule, data }) => [rule, data['from'], data['to']]);
		});
		const second = ['versions_renumbered', 2, 3];
		expect(moved).toContainEqual([second]);
		expect(moved).toContainEqual([['versions_renumbered', 1, 2], second]);
		expect(moved.every((lines) => lines.length === 1 || lines.length === 2)).toBe(true);
	});
});
