// What lies beside the line: branches by name with their rounds in a sentence each, and where proposals were changed or not taken. Deleted stages
// are not told; a branch below one is.

import { referenceOf, cellOf } from '#lib/core/flow/cells.ts';
import { cellMode, stageMode } from '#lib/core/flow/mode.ts';
import type { KnownCellKind, StageId } from '#lib/core/path/names.ts';
import type { Reading } from './reading.ts';
import { handOf } from './reading.ts';
import { blocks, heading, quoted } from './text.ts';

export interface Branch {
	readonly head: StageId;
	/** The stage of the line it leaves from; undefined where its beginning is not here. */
	readonly after: StageId | undefined;
	/** Its stages, deleted ones left out, each before those below it. */
	readonly stages: readonly StageId[];
}

/** Every branch that is not on the line, and every part whose beginning is missing. */
export function branchesOf({ tree }: Reading): readonly Branch[] {
	const onLine = new Set(tree.line);
	const branch = (head: StageId, after: StageId | undefined): Branch => ({
		head,
		after,
		stages: below(head, (id) => tree.children(id)).filter((stage) => tree.live(stage)),
	});
	const beside = tree.line.flatMap((after) =>
		tree.children(after).flatMap((child) => (onLine.has(child) ? [] : [branch(child, after)])),
	);
	return [...beside, ...tree.orphans.map((head) => branch(head, undefined))].filter(
		({ stages }) => stages.length > 0,
	);
}

function below(head: StageId, children: (id: StageId) => readonly StageId[]): StageId[] {
	const found: StageId[] = [];
	const open = [head];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		found.push(at);
		open.push(...[...children(at)].reverse());
	}
	return found;
}

/** The appendix of branches; empty where there are none. */
export function branchText(reading: Reading, branches: readonly Branch[]): string {
	const { words, tree, snapshot } = reading;
	const parts = branches.map(({ head, after, stages }) => {
		const name = quoted(snapshot.names.get(head)?.name ?? '');
		const from = after === undefined ? 0 : tree.depth(after);
		const plain = after === undefined ? words.detached : words.unnamedBranch(from);
		const title = name === '' ? plain : words.branch(name, from);
		return blocks([heading(3, title), stages.map((stage) => `- ${brief(reading, stage)}`).join('\n')]);
	});
	return parts.length === 0 ? '' : blocks([heading(2, words.branches), ...parts]);
}

const BRIEF = 160;

function brief(reading: Reading, stage: StageId): string {
	const { words, snapshot, records } = reading;
	const reference = referenceOf(snapshot, stage);
	const label = reference && records.get(reference.record)?.versions.get(reference.uid)?.label;
	const said = reading.text(stage, 'phased').trim() || reading.text(stage, 'final').trim();
	const line = (said.split('\n').find((text) => text.trim() !== '') ?? '')
		.replace(/^\s*#{1,6}\s+/, '')
		.trim();
	const letters = Array.from(line);
	const short = letters.length > BRIEF ? `${letters.slice(0, BRIEF).join('').trimEnd()}…` : line;
	return words.inBrief(reading.roundTitle(stage), label === undefined ? '' : quoted(label), quoted(short));
}

const PROPOSED: readonly (KnownCellKind & ('goal' | 'strategy' | 'values' | 'phased' | 'final'))[] = [
	'goal',
	'strategy',
	'values',
	'phased',
	'final',
];

/** Where on the line proposals were changed after they were accepted, or not taken. */
export function proposalText(reading: Reading): string {
	const { words, tree } = reading;
	const lines = tree.line.flatMap((stage) => {
		const place = (part: string): string => words.place(tree.depth(stage), part);
		return [
			...PROPOSED.map((kind) => proposedLine(reading, stage, kind, place(words.part(kind)))),
			choiceLine(reading, stage, place(words.choice)),
		].filter((line) => line !== '');
	});
	return lines.length === 0
		? ''
		: blocks([heading(2, words.proposals), lines.map((line) => `- ${line}`).join('\n')]);
}

function proposedLine(reading: Reading, stage: StageId, kind: KnownCellKind, place: string): string {
	const { snapshot, words } = reading;
	const cell = cellOf(stage, kind);
	const all = snapshot.proposalsOf.get(cell) ?? [];
	const mode = cellMode(snapshot, cell);
	const edited = handOf(mode) === 'model-edited' ? 1 : 0;
	const discarded = all.filter((id) => id !== mode.proposal).length;
	return edited + discarded === 0 ? '' : words.proposed(place, edited, discarded);
}

/** Proposals for what comes after a stage belong to it; those that made no child were not taken. */
function choiceLine({ snapshot, tree, words }: Reading, stage: StageId, place: string): string {
	const all = snapshot.proposalsOf.get(cellOf(stage, 'next')) ?? [];
	const modes = tree.children(stage).map((child) => stageMode(snapshot, child));
	const edited = modes.filter((mode) => handOf(mode) === 'model-edited').length;
	const taken = new Set(modes.map(({ proposal }) => proposal));
	const discarded = all.filter((id) => !taken.has(id)).length;
	return edited + discarded === 0 ? '' : words.proposed(place, edited, discarded);
}
