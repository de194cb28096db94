// The worked examples: their texts, their numbers, and the state in which a first reader finds them.

import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { growTree } from '#lib/core/flow/tree.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { shownText } from '#lib/core/flow/values.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { cellId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import { fieldsOf } from '#lib/core/protocol/fields.ts';
import { checkBySchema } from '#lib/core/protocol/schema-check.ts';
import { checkValues } from '#lib/core/protocol/validate.ts';
import { readRecord } from '#lib/core/record/document.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import { buildPath, EXAMPLE_MODEL, type BuiltPath } from '#lib/features/examples/build.ts';
import { definitionOf } from '#lib/features/examples/definition.ts';
import { calendarOf, type PathScript } from '#lib/features/examples/script.ts';
import { loadExamples, type ExampleLanguage, type ExampleSource } from '#lib/features/examples/source.ts';

const NOW = Date.parse('2026-05-20T18:00:00Z');
const LANGUAGES: readonly ExampleLanguage[] = ['en', 'zh'];

function counter(): () => string {
	let count = 0;
	return () => `0190-${String(++count).padStart(6, '0')}`;
}

function scriptOf(source: ExampleSource): PathScript {
	const script = source.path?.(calendarOf(NOW));
	if (!script) throw new Error(`${source.key} has no path`);
	return script;
}

function build(source: ExampleSource): BuiltPath {
	const person = { name: 'Example', colour: '#5d3fb0' };
	return buildPath(scriptOf(source), definitionOf(source), source.key, { newId: counter(), person });
}

function opened({ update }: { update: Uint8Array }): Y.Doc {
	const doc = new Y.Doc();
	Y.applyUpdate(doc, update);
	return doc;
}

async function exampleOf(language: ExampleLanguage, key: string): Promise<ExampleSource> {
	const found = (await loadExamples(language)).find((source) => source.key === key);
	if (!found) throw new Error(`no example ${key}`);
	return found;
}

/** The same shape with every text replaced: what must be equal in both languages. */
function shapeOf(value: unknown): unknown {
	if (typeof value === 'string') return 'text';
	if (Array.isArray(value)) return value.map(shapeOf);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

describe.each(LANGUAGES)('in %s', (language) => {
	test('[S1] every workflow and every protocol is read without a fault or a warning', async () => {
		for (const source of await loadExamples(language)) {
			const read = readWorkflow(source.workflow);
			expect(read).toMatchObject({ ok: true, value: { warnings: [] } });
			const { workflow, protocols } = definitionOf(source);
			expect(workflow.defaultGoal).not.toBe('');
			expect(workflow.defaultStrategy).not.toBe('');
			expect(protocols.map(({ protocolId }) => protocolId).sort()).toEqual(
				Object.keys(source.protocols).sort(),
			);
			for (const protocol of protocols)
				expect([protocol.protocolId, fieldsOf(protocol).faults]).toEqual([protocol.protocolId, []]);
		}
	});

	test('[S2] every record is valid under its protocol, also the versions that were corrected', async () => {
		for (const source of await loadExamples(language)) {
			if (!source.path) continue;
			const { protocols } = definitionOf(source);
			for (const { choice, versions = [], key } of scriptOf(source).rounds) {
				const protocol = protocols.find(({ index }) => index === choice);
				const fields = protocol === undefined ? [] : fieldsOf(protocol).vars;
				for (const { var: values } of versions) {
					expect([key, checkValues(fields, values, checkBySchema)]).toEqual([key, []]);
					expect(Object.keys(values).filter((id) => !fields.some((field) => field.id === id))).toEqual([]);
				}
			}
		}
	});

	test('[S3] the survey waits for its record, the primer validation is completed', async () => {
		for (const [key, status] of [
			['riffle', 'waiting_for_record'],
			['qpcr', 'completed'],
		] as const) {
			const built = build(await exampleOf(language, key));
			const snapshot = readPath(opened(built.path), built.path.id);
			expect(snapshot.unreadable).toEqual([]);
			expect(snapshot.meta?.example).toBe(key);
			expect(pathStatus(snapshot, growTree(snapshot)).status).toBe(status);
		}
	});

	test('[S4] each path shows a correction, a branch, a skipped step with its reason and proposals named as examples', async () => {
		for (const key of ['riffle', 'qpcr']) {
			const built = build(await exampleOf(language, key));
			const snapshot = readPath(opened(built.path), built.path.id);
			const tree = growTree(snapshot);
			expect(tree.forks.length).toBe(1);
			expect(
				[...snapshot.log.values()].filter(({ kind }) => kind === 'skip').every(({ data }) => data.reason),
			).toBe(true);
			expect([...snapshot.cells.values()].some(({ state }) => state === 'skipped')).toBe(true);
			const proposals = [...snapshot.proposalsOf.values()].flat().map((id) => snapshot.proposal(id));
			expect(proposals.length).toBeGreaterThanOrEqual(3);
			expect(
				proposals.every((proposal) => proposal?.model === EXAMPLE_MODEL && proposal.origin === EXAMPLE_MODEL),
			).toBe(true);
			const corrected = built.records.filter(
				(record) => readRecord(opened(record), record.id).versions.size === 2,
			);
			expect(corrected.length).toBe(1);
		}
	});

	test('[S5] a passage that was edited after accepting is in the cell, the rest of the proposal too', async () => {
		const source = await exampleOf(language, 'riffle');
		const { strategy } = scriptOf(source);
		const built = build(source);
		const snapshot = readPath(opened(built.path), built.path.id);
		const root = growTree(snapshot).root;
		if (!root || !('offered' in strategy) || !strategy.edited)
			throw new Error('the strategy is an edited proposal');
		const expected = strategy.offered.replace(strategy.edited.passage, strategy.edited.instead);
		expect(shownText(snapshot, cellId(root, 'strategy'))).toBe(expected);
	});

	test('[S6] counts add up, and slope, r² and efficiency follow from the readings beside them', async () => {
		const rounds = scriptOf(await exampleOf(language, 'qpcr')).rounds;
		const curves = rounds
			.flatMap(({ versions = [] }) => versions.map((version) => version.var))
			.filter((values) => Object.hasOwn(values, 'slope'));
		expect(curves.length).toBe(3);
		for (const values of curves) {
			const fit = fitOf(values['readings']);
			expect(fit.slope).toBeCloseTo(Number(values['slope']), 2);
			expect(fit.r2).toBeCloseTo(Number(values['r_squared']), 3);
			expect((10 ** (-1 / fit.slope) - 1) * 100).toBeCloseTo(Number(values['efficiency_pct']), 0);
		}
		for (const { versions = [] } of scriptOf(await exampleOf(language, 'riffle')).rounds) {
			for (const { var: values } of versions) {
				if (Array.isArray(values['bed_cover'])) expect(sum(values['bed_cover'], 'cover_pct')).toBe(100);
				if (!Array.isArray(values['taxa'])) continue;
				expect(sum(values['taxa'], 'count')).toBe(values['individuals']);
				expect(sum(values['taxa'], 'bmwp_score')).toBe(values['bmwp']);
			}
		}
	});
});

test('[S7] both languages have the same fields, rounds, numbers and versions', async () => {
	const [english, chinese] = await Promise.all(LANGUAGES.map(loadExamples));
	for (const [index, source] of (english ?? []).entries()) {
		const other = chinese?.[index];
		if (!other) throw new Error('one language lacks an example');
		const fields = (each: ExampleSource) =>
			definitionOf(each).protocols.map((protocol) => {
				const { vars, steps, checks } = fieldsOf(protocol);
				return shapeOf({
					id: [protocol.protocolId].length,
					vars: vars.map(({ id, kind, limits, unit, parameter, required }) => [
						id.length,
						kind.length,
						limits,
						unit === '',
						parameter,
						required,
					]),
					steps: steps.length,
					checks: checks.length,
				});
			});
		expect(fields(other)).toEqual(fields(source));
		const ids = (each: ExampleSource) =>
			definitionOf(each).protocols.map((protocol) => fieldsOf(protocol).vars.map(({ id }) => id));
		expect(ids(other)).toEqual(ids(source));
		if (source.path) expect(shapeOf(scriptOf(other))).toEqual(shapeOf(scriptOf(source)));
	}
});

test('[S8] every device makes its own: two builds share no document', async () => {
	const source = await exampleOf('en', 'qpcr');
	let turn = 0;
	const person = { name: 'Example', colour: '#5d3fb0' };
	const made = [0, 1].map(() => {
		turn += 1;
		const next = counter();
		return buildPath(scriptOf(source), definitionOf(source), source.key, {
			newId: () => `${String(turn)}-${next()}`,
			person,
		});
	});
	const ids = made.flatMap(({ path, records }) => [path.id, ...records.map(({ id }) => id)]);
	expect(new Set(ids).size).toBe(ids.length);
});

function sum(rows: readonly Json[], column: string): number {
	return rows.reduce<number>((total, row) => total + (isObject(row) ? Number(row[column]) : NaN), 0);
}

function fitOf(readings: Json | undefined): { slope: number; r2: number } {
	const list: readonly Json[] = Array.isArray(readings) ? readings : [];
	const rows = list.filter((row): row is JsonObject => isObject(row));
	const points = rows.flatMap((row) =>
		['cq_1', 'cq_2', 'cq_3'].map((cq) => [Math.log10(Number(row['copies'])), Number(row[cq])] as const),
	);
	const mean = (at: 0 | 1) => points.reduce((total, point) => total + point[at], 0) / points.length;
	const [mx, my] = [mean(0), mean(1)];
	const covariance = points.reduce((total, [x, y]) => total + (x - mx) * (y - my), 0);
	const [vx, vy] = ([0, 1] as const).map((at) =>
		points.reduce((total, point) => total + (point[at] - (at === 0 ? mx : my)) ** 2, 0),
	);
	return { slope: covariance / (vx ?? NaN), r2: covariance ** 2 / ((vx ?? NaN) * (vy ?? NaN)) };
}
