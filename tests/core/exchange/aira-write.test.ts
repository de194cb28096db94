// The way through AIRA's form and back: what came in it goes out in it to the letter, and what is ours comes back whole.

import fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeAira } from '#lib/core/exchange/aira/write.ts';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { importText, type NamedText } from '#lib/core/exchange/import.ts';
import { isObject, type JsonObject } from '#lib/core/json/json.ts';
import { parseJson } from '#lib/core/json/parse.ts';
import { printJson } from '#lib/core/json/print.ts';
import { randomMoves } from '../../support/random-moves.ts';
import { playPath } from '../../support/random-path.ts';
import { come, file, importer, lines, written, type Come } from './sample.ts';

const folder = join(process.env['PATHBOOK_SAMPLES'] ?? '../shared/samples', 'airalogy/masterbrain-aira');
const read = (name: string): NamedText => ({ name, text: readFileSync(join(folder, name), 'utf8') });

function value(text: string): JsonObject {
	const parsed = parseJson(text);
	if (!parsed.ok || !isObject(parsed.value.value)) throw new Error('no object');
	return parsed.value.value;
}

/** An AIRA file without our part, as text: the order of its keys counts. */
function bare(json: JsonObject): string {
	const strip = (data: JsonObject): JsonObject => {
		const { pathbook: _, ...path } = data['path_data'] as JsonObject;
		return { ...data, path_data: path };
	};
	const { workflow_data: data } = json;
	return printJson(isObject(data) ? { ...json, workflow_data: strip(data) } : strip(json), { indent: 4 });
}

const airaOf = ({ snapshot, records }: Pick<Come, 'snapshot' | 'records'>): JsonObject =>
	writeAira(snapshot, records).value;

/** In, out in canonical form, in again, and out in AIRA's. */
function through(files: readonly NamedText[]): string {
	const first = come(files);
	const second = come([{ name: 'canonical.json', text: first.text }]);
	expect(lines(second.report)).toEqual([]);
	const direct = bare(airaOf(first));
	expect(bare(airaOf(second))).toBe(direct);
	const again = come([file(airaOf(second))]);
	expect([again.report.source, ...lines(again.report)]).toEqual(['aira']);
	expect(again.text).toBe(second.text);
	return direct;
}

describe.skipIf(!existsSync(folder))('published AIRA files', () => {
	test('[X35] every published path comes back from the canonical form to the letter', () => {
		const [workflow, protocols] = [read('workflow_info.json'), read('protocols_info.json')];
		const names = readdirSync(folder).filter((name) => name.startsWith('path_data'));
		expect(names).toHaveLength(7);
		for (const name of names) {
			const path = read(name);
			const list = parseJson(protocols.text);
			const whole = {
				workflow_info: value(workflow.text),
				protocols_info: list.ok ? list.value.value : null,
				path_data: value(path.text),
			};
			expect(through([workflow, protocols, path])).toBe(printJson(whole, { indent: 4 }));
		}
	});

	test('[X35] every published request comes back from the canonical form to the letter', () => {
		const names = readdirSync(join(folder, 'aira_input'));
		expect(names).toHaveLength(4);
		for (const name of names) {
			const request = read(join('aira_input', name));
			expect(through([request])).toBe(printJson(value(request.text), { indent: 4 }));
		}
	});
});

describe('AIRA and back', () => {
	test('[X36] any path comes back from AIRA’s form, and is exported to the same bytes', () => {
		fc.assert(
			fc.property(randomMoves, (moves) => {
				const { snapshot, records } = playPath(moves);
				const canonical = printJson(exportPath(snapshot, records), { indent: '\t' });
				const { value: aira } = writeAira(snapshot, records);
				const read = importText([file(aira)], importer());
				if (!read.ok) throw new Error(JSON.stringify(read.error));
				const { plans, report } = read.value;
				expect(report.source).toBe('aira');
				expect(report.kept.filter(({ rule }) => rule !== 'damaged')).toEqual([]);
				expect([...report.changed, ...report.lost]).toEqual([]);
				const [plan] = plans;
				if (!plan) throw new Error('no plan');
				const back = written(plan, 'another-id');
				expect(back.text).toBe(canonical);
				expect(printJson(airaOf(back))).toBe(printJson(aira));
			}),
			{ numRuns: 40 },
		);
	}, 60_000);
});
