// Every dialect through every form: what came in AIRA's goes out in it to the letter, and whatever came in any comes back from each form of ours.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeAira } from '#lib/core/exchange/aira/write.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { airaPaths, enginePaths } from './foreign-path.ts';
import { come, file, lines, type Come } from './sample.ts';

const airaOf = ({ snapshot, records }: Pick<Come, 'snapshot' | 'records'>): JsonObject =>
	writeAira(snapshot, records).value;
const told = ({ report }: Come): string[] => [report.source, ...lines(report)];

/** The workflow_data as it would be without our part, and with the status the steps tell. */
function bare(data: JsonObject, status: Json | undefined): string {
	const path = data['path_data'];
	if (!isObject(path)) throw new Error('no path');
	const { pathbook: _, ...rest } = path;
	return printJson({ ...data, path_data: { ...rest, path_status: status ?? null } }, { indent: 1 });
}

/** What came in comes back from the canonical form and from AIRA's, and each is the same afterwards. */
function expectEveryWay(first: Come): void {
	const canonical = come([{ name: 'canonical.json', text: first.text }]);
	const aira = come([file(airaOf(first))]);
	expect(told(canonical)).toEqual(['airalogy']);
	expect(told(aira)).toEqual(['aira']);
	expect([canonical.text, aira.text]).toEqual([first.text, first.text]);
	expect(printJson(airaOf(canonical))).toBe(printJson(airaOf(first)));
	expect(printJson(airaOf(aira))).toBe(printJson(airaOf(first)));
}

describe('dialects', () => {
	test('[X35] any AIRA file goes out in AIRA’s form to the letter', () => {
		fc.assert(
			fc.property(airaPaths, (data) => {
				const done = come([file(data)]);
				expect(done.report.source).toBe('aira');
				expect(done.report.lost).toEqual([]);
				expect(bare(airaOf(done), done.status)).toBe(bare(data, done.status));
			}),
			{ numRuns: 150, seed: 35 },
		);
	}, 60_000);

	test('[X36] what came in AIRA’s form comes back from every form of ours', () => {
		fc.assert(
			fc.property(airaPaths, (data) => {
				expectEveryWay(come([file(data)]));
			}),
			{ numRuns: 60, seed: 36 },
		);
	}, 60_000);

	test('[X42] what came from a node engine comes back from every form of ours', () => {
		fc.assert(
			fc.property(enginePaths, (data) => {
				const done = come([file(data)]);
				expect(done.report.source).toBe('engine');
				expectEveryWay(done);
			}),
			{ numRuns: 60, seed: 42 },
		);
	}, 60_000);
});
