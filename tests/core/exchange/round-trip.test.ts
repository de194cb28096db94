// The promise that exports stand on: what goes out comes back, and goes out the same.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { applyPlan } from '#lib/core/exchange/apply.ts';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { importText } from '#lib/core/exchange/import.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import { printJson } from '#lib/core/json/print.ts';
import type { RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import { randomMoves } from '../../support/random-moves.ts';
import { playPath, readRecords } from '../../support/random-path.ts';
import { importer } from './sample.ts';

function applied(plan: ImportPlan, id: string) {
	const doc = new Y.Doc();
	const records = new Map<RecordId, Y.Doc>();
	const open = (record: string): Y.Doc => {
		const made = new Y.Doc();
		records.set(record as RecordId, made);
		return made;
	};
	applyPlan(doc, open, plan, { id, who: importer().who });
	return printJson(exportPath(readPath(doc, id), readRecords(records)), { indent: '\t' });
}

describe('round trip', () => {
	test('[X1] any path comes back from its export, and is exported to the same bytes', () => {
		fc.assert(
			fc.property(randomMoves, (moves) => {
				const { snapshot, records } = playPath(moves);
				const text = printJson(exportPath(snapshot, records), { indent: '\t' });
				const read = importText([{ name: 'path.json', text }], importer());
				if (!read.ok) throw new Error(JSON.stringify(read.error));
				const { plans, report } = read.value;
				expect(report.kept.filter(({ rule }) => rule !== 'damaged')).toEqual([]);
				expect([...report.changed, ...report.lost]).toEqual([]);
				const [plan] = plans;
				if (!plan) throw new Error('no plan');
				expect(applied(plan, 'another-id')).toBe(text);
				const built = read.value.built.get(plan);
				expect(built && printJson(exportPath(built, records), { indent: '\t' })).toBe(text);
			}),
			{ numRuns: 40 },
		);
	}, 60_000);

	test('[X64] what was built to read a file is handed on only while the plan says nothing more', () => {
		const { snapshot, records } = playPath([]);
		const value = exportPath(snapshot, records);
		const read = (text: string) => {
			const done = importText([{ name: 'path.json', text }], importer());
			if (!done.ok) throw new Error(JSON.stringify(done.error));
			const { plans, built } = done.value;
			return plans.map((plan) => built.has(plan));
		};
		expect(read(printJson(value))).toEqual([true]);
		expect(read(`// a remark\n${printJson(value)}`)).toEqual([false]);
		expect(read(printJson({ ...value, more: 1 }))).toEqual([false]);
	});
});
