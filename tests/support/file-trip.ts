// One set of files through the door and what has to hold of it: an answer and no exception, refusals with a place, nothing dropped without a
// line, and an export that comes back to the same bytes.

import { applyPlan } from '#lib/core/exchange/apply.ts';
import { writeAira } from '#lib/core/exchange/aira/write.ts';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { importText, type ImportOptions, type NamedText } from '#lib/core/exchange/import.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import type { Spot } from '#lib/core/exchange/report.ts';
import { printJson } from '#lib/core/json/print.ts';
import type { RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import * as Y from 'yjs';
import { importer } from '../core/exchange/sample.ts';
import { printTree } from './json-tree.ts';
import { dropped, type GivenFile } from './nothing-dropped.ts';
import { readRecords } from './random-path.ts';

/** How it went; `wrong` is what must not be. */
export interface Trip {
	readonly answer: 'read' | 'refused' | 'failed';
	readonly wrong: readonly string[];
	/** Rules of the lines or refusals. */
	readonly rules: readonly string[];
}

/** The canonical file of a plan that was written. */
export function exportedFrom(plan: ImportPlan, id = 'imported'): string {
	return writtenFrom(plan, id).text;
}

/** The first path of some files in AIRA's form. Throws where they are refused. */
export function airaFrom(files: readonly GivenFile[]): string {
	const texts = files.map(({ name, tree }): NamedText => ({ name, text: printTree(tree) }));
	const read = importText(texts, importer());
	const plan = read.ok ? read.value.plans[0] : undefined;
	if (plan === undefined) throw new Error('no path');
	return writtenFrom(plan, 'imported').aira();
}

/** A plan, written into documents; its canonical file, and its file in AIRA's form. */
function writtenFrom(plan: ImportPlan, id: string): { readonly text: string; readonly aira: () => string } {
	const doc = new Y.Doc();
	const docs = new Map<RecordId, Y.Doc>();
	const open = (record: string): Y.Doc => {
		const known = docs.get(record as RecordId) ?? new Y.Doc();
		docs.set(record as RecordId, known); // ids of a plan are those of its records
		return known;
	};
	applyPlan(doc, open, plan, { id, who: importer().who });
	const snapshot = readPath(doc, id);
	const records = readRecords(docs);
	const text = printJson(exportPath(snapshot, records), { indent: '\t' });
	return { text, aira: () => printJson(writeAira(snapshot, records).value, { indent: '\t' }) };
}

/** Imports the files, exports every path, and looks at what came of it. */
export function trip(files: readonly GivenFile[], options: Partial<ImportOptions> = {}): Trip {
	const texts = files.map(({ name, tree }): NamedText => ({ name, text: printTree(tree) }));
	try {
		const read = importText(texts, { ...importer(), ...options });
		if (!read.ok) {
			const wrong = read.error
				.filter(({ file }) => !files.some(({ name }) => name === file))
				.map(({ rule, file }) => `refused without a file: ${rule} ${file}`);
			return { answer: 'refused', wrong, rules: read.error.map(({ rule }) => rule) };
		}
		const { plans, found, report } = read.value;
		const exports = plans.map((plan, at) => ({
			...writtenFrom(plan, 'imported'),
			from: pathOf(found[at]?.spot),
		}));
		const lost = dropped(files, exports, report).map(
			({ file, pointer, text }) => `dropped ${file} ${pointer} ${text.slice(0, 60)}`,
		);
		const lines = [...report.kept, ...report.changed, ...report.lost];
		return {
			answer: 'read',
			wrong: [
				...lost,
				...exports.flatMap(({ text, aira }) => [...comesBack(text), ...throughAira(text, aira())]),
			],
			rules: lines.map(({ rule }) => rule),
		};
	} catch (error) {
		return {
			answer: 'failed',
			wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
			rules: [],
		};
	}
}

/** Where path_data stands whose steps stand at `spot`. */
function pathOf(spot: Spot | undefined): Spot {
	return { file: spot?.file ?? '', pointer: (spot?.pointer ?? '').replace(/\/steps$/, '') };
}

/** An export read again: the same bytes, and only lines about damage. */
function comesBack(text: string): string[] {
	const again = importText([{ name: 'again.json', text }], importer());
	if (!again.ok) return [`the export is refused: ${JSON.stringify(again.error)}`];
	const { plans, report } = again.value;
	const [plan] = plans;
	const lines = [...report.kept, ...report.changed, ...report.lost].filter(
		// What our part holds and is not read yet (damage, reviews, a newer version's keys) is named every time.
		({ rule, pointer }) =>
			rule !== 'damaged' && !(rule === 'unknown_key' && pointer.includes('/path_data/pathbook/')),
	);
	const out = plan === undefined ? '' : exportedFrom(plan, 'again');
	return [
		...(plans.length === 1 ? [] : [`the export holds ${plans.length} paths`]),
		...lines.map(
			({ rule, pointer, data }) =>
				`the export comes back with a line: ${rule} ${pointer} ${JSON.stringify(data)}`,
		),
		...(out === text ? [] : [`the export comes back as other bytes: ${firstDifference(text, out)}`]),
	];
}

/** AIRA's form holds our part too: what it is read as is the same path. */
function throughAira(text: string, aira: string): string[] {
	const back = importText([{ name: 'aira.json', text: aira }], { ...importer(), from: 'aira' });
	if (!back.ok) return [`AIRA's form is refused: ${JSON.stringify(back.error)}`];
	const [plan] = back.value.plans;
	const out = plan === undefined ? '' : exportedFrom(plan, 'from aira');
	return out === text ? [] : [`AIRA's form comes back as another path: ${firstDifference(text, out)}`];
}

function firstDifference(a: string, b: string): string {
	const [ours, theirs] = [a.split('\n'), b.split('\n')];
	const at = ours.findIndex((line, index) => line !== theirs[index]);
	return `line ${at + 1}: ${ours[at]?.slice(0, 200)} / ${theirs[at]?.slice(0, 200)}`;
}
