// What must hold on every replica at every moment (flow), and on all of them once they have seen the same (convergence).

import * as Y from 'yjs';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { applyPlan } from '#lib/core/exchange/apply.ts';
import { importText } from '#lib/core/exchange/import.ts';
import { allowedActions, type Action } from '#lib/core/flow/actions.ts';
import { PATH_STATUSES, pathStatus } from '#lib/core/flow/status.ts';
import { stepsOf } from '#lib/core/flow/steps.ts';
import { growTree, type StageTree } from '#lib/core/flow/tree.ts';
import { printJson } from '#lib/core/json/print.ts';
import { cellOfText, PersonId, type RecordId, type StageId } from '#lib/core/path/names.ts';
import { stageHash } from '#lib/core/path/content.ts';
import { MAP_NAMES } from '#lib/core/path/document.ts';
import { readPath } from '#lib/core/path/read.ts';
import { auditPath } from '#lib/core/path/shelves.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';
import { readRecords } from './random-path.ts';

export type Report = (rule: string, what: string) => void;

/** The kinds a status may offer, beside completing and pausing. */
const OFFERS: Readonly<Record<(typeof PATH_STATUSES)[number], readonly Action['kind'][]>> = {
	waiting_for_research_goal: ['write'],
	waiting_for_research_strategy: ['write', 'skip', 'go-on', 'override', 'retry-strategy'],
	end_after_generating_research_strategy: ['override', 'retry-strategy'],
	waiting_for_next_protocol: ['go-on', 'end', 'finish', 'write', 'revise-strategy'],
	end_after_selecting_next_protocol: ['write', 'skip', 'go-on'],
	waiting_for_initial_values_for_fields_in_next_protocol: ['write', 'skip'],
	waiting_for_record: ['write'],
	waiting_for_phased_research_conclusion: ['write', 'skip'],
	waiting_for_final_research_conclusion: ['write', 'skip', 'go-on'],
	completed: ['reopen'],
};

/** Flow rules on one state of one replica. Returns the status, so that a run can say what it has met. */
export function checkFlow(path: PathSnapshot, report: Report): string {
	const tree = growTree(path);
	checkNothingLost(path, tree, report);
	const last = tree.line.at(-1);
	if (last !== undefined && tree.line.length > 1 && !tree.live(last))
		report('F17', `the line ends in ${last}`);
	const others = [...path.stages.keys()].map((id) => tree.lineThrough(id));
	for (const line of [tree.line, ...others.slice(-2)]) checkLine(path, tree, line, report);
	return pathStatus(path, tree).status;
}

function checkNothingLost(path: PathSnapshot, tree: StageTree, report: Report): void {
	const found = new Set<StageId>([...tree.folded, ...tree.trash]);
	const open = [...(tree.root === undefined ? [] : [tree.root]), ...tree.orphans, ...tree.folded];
	for (let id = open.pop(); id !== undefined; id = open.pop()) {
		if (found.has(id) && !tree.folded.has(id)) continue;
		found.add(id);
		open.push(...tree.children(id));
	}
	for (const id of path.stages.keys()) if (!found.has(id)) report('F16', `${id} is lost`);
	for (const id of found) if (!path.stages.has(id)) report('F16', `${id} is not there`);
}

function checkLine(path: PathSnapshot, tree: StageTree, line: readonly StageId[], report: Report): void {
	const { status, stage, cell, paused } = pathStatus(path, tree, line);
	if (!PATH_STATUSES.includes(status)) report('F1', `status ${status}`);
	if (stage !== line.at(-1)) report('F1', `${status} is about ${String(stage)}`);
	if (cell !== null && (stage === undefined || !cell.startsWith(`${stage}/`) || !path.stages.has(stage)))
		report('F1', `${cell} waits in ${String(stage)}`);
	if ((cell === null) !== (status === 'completed' || stage === undefined))
		report('F1', `${status} waits for ${String(cell)}`);
	const { actions, ai } = allowedActions(path, tree, line);
	const kinds = actions.map(({ kind }) => kind);
	const beside: Action['kind'][] = status === 'completed' ? [] : ['complete', 'pause'];
	const wanted: readonly Action['kind'][] = paused ? ['resume'] : [...OFFERS[status], ...beside];
	if (stage !== undefined && kinds.length === 0) report('F29', `${status} offers nothing`);
	for (const kind of kinds) if (!wanted.includes(kind)) report('F29', `${status} offers ${kind}`);
	if (new Set(kinds).size !== kinds.length) report('F29', `${status} offers ${kinds.join()}`);
	if (ai !== null && ai.cell !== cell) report('F30', `an AI is asked for ${ai.cell}`);
	for (const step of stepsOf(path, tree, line)) {
		if (!tree.live(step.stage)) report('F23', `a step of the deleted ${step.stage}`);
		const open = step.step !== 'record_protocol' && step.step !== 'add_next_protocol';
		if (open && path.cells.get(step.cell)?.state !== 'done') report('F23', `a step of ${step.cell}`);
	}
}

/** The exported file, as bytes are compared. */
export function exported(path: PathSnapshot, records: ReadonlyMap<RecordId, RecordSnapshot>): string {
	return printJson(exportPath(path, records), { indent: '\t' });
}

/** Exports, imports into new documents, exports again. */
export function checkComesBack(text: string, report: Report): void {
	let ids = 0;
	const person = { member: 'iva-key', name: 'Iva', colour: '#225588' };
	const who = { by: PersonId.parse('iva'), at: 1_700_000_000_000, person };
	const read = importText([{ name: 'path.json', text }], { newId: () => `new-${++ids}`, who });
	if (!read.ok) {
		report('X1', `the import refuses: ${JSON.stringify(read.error)}`);
		return;
	}
	const [plan] = read.value.plans;
	const { changed, lost, kept } = read.value.report;
	if (changed.length + lost.length + kept.length > 0)
		report('X1', `the import changes: ${JSON.stringify({ changed, lost, kept }).slice(0, 600)}`);
	if (plan === undefined) return;
	const doc = new Y.Doc();
	const records = new Map<RecordId, Y.Doc>();
	const open = (id: string): Y.Doc => {
		const record = new Y.Doc();
		records.set(id as RecordId, record); // ids of records that were exported
		return record;
	};
	applyPlan(doc, open, plan, { id: 'another', who });
	const again = exported(readPath(doc, 'another'), readRecords(records));
	if (again !== text) report('X1', `comes back different: ${firstDifference(text, again)}`);
}

/** Everything a document says, in an order of its own making. */
export function said(path: PathSnapshot): string {
	const tree = growTree(path);
	const maps = MAP_NAMES.map((name) => [name, [...path.raw(name)].sort(byKey)]);
	const texts = path.textNames().map((name) => [name, wordsUnder(path, name)]);
	const grown = [
		tree.line,
		tree.orphans,
		tree.trash,
		tree.forks,
		[...tree.folded].sort(),
		pathStatus(path, tree),
	];
	const stages = [...path.stages.keys()].sort();
	const hashes = stages.map((stage) => [stage, stageHash(path, stage)]); // what is shown and written, tables put together
	return JSON.stringify([maps, texts, grown, hashes, stepsOf(path, tree)], null, ' ');
}

/** What the drafts and versions of records say. */
export function recordsSaid(records: ReadonlyMap<RecordId, RecordSnapshot>): string {
	const entries = [...records].sort(byKey).map(([id, record]) => {
		const drafts = [null, ...record.versions.keys()].map((basedOn) => {
			const { values, rows } = record.draft(basedOn).var;
			return [[...values].sort(byKey), [...rows].map(([field, list]) => [field, list.map((row) => row.id)])];
		});
		return [id, record.heads, [...record.versions.values()].map(({ uid, label }) => [uid, label]), drafts];
	});
	return JSON.stringify(entries, null, ' ');
}

/** Damage of any kind: there is none in a run without strangers. */
export function checkUndamaged(path: PathSnapshot, report: Report): void {
	const found = auditPath(path);
	if (found.length > 0) report('D4', `unreadable: ${JSON.stringify(found.slice(0, 5))}`);
}

export function wordsUnder(path: PathSnapshot, name: string): string {
	const text = cellOfText(name);
	return text === undefined ? '' : (path.text(text.cell, text.variant) ?? '');
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
	return a < b ? -1 : 1;
}

/** The first line in which two texts differ. */
export function firstDifference(a: string, b: string): string {
	const [ours, theirs] = [a.split('\n'), b.split('\n')];
	const at = ours.findIndex((line, index) => line !== theirs[index]);
	return `line ${at}: ${(ours[at] ?? '').slice(0, 300)} ≠ ${(theirs[at] ?? '').slice(0, 300)}`;
}
