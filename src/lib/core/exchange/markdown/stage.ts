// One stage as a chapter of the notebook: the preparation, a round under a protocol, the end. What is not there is not mentioned; what was skipped
// is, with its reason; what somebody wrote and did not mark as done is told as unfinished.

import { CELL_KINDS, cellOfText, type KnownCellKind, type StageId } from '#lib/core/path/names.ts';
import type { StageEntry } from '#lib/core/path/entries.ts';
import { cellOf } from '#lib/core/flow/cells.ts';
import { stageMode } from '#lib/core/flow/mode.ts';
import { researchableOf, shownValues } from '#lib/core/flow/values.ts';
import { handOf, utc, type Reading } from './reading.ts';
import { recordText } from './record.ts';
import { blocks, cellText, heading, quoted } from './text.ts';
import { valueTables } from './values.ts';
import type { Part } from './words.ts';

/** Kinds of parts this version does not know, by the stages that hold words for them. */
export type OtherKinds = ReadonlyMap<StageId, readonly string[]>;

/** The kinds of cells with words that are none of ours. */
export function otherKinds({ snapshot }: Reading): OtherKinds {
	const found = new Map<StageId, string[]>();
	for (const name of snapshot.textNames()) {
		const [stage, kind] = (cellOfText(name)?.cell ?? '').split('/');
		if (stage === undefined || kind === undefined || CELL_KINDS.some((known) => known === kind)) continue;
		const id = stage as StageId; // checked with the text's name
		found.set(id, [...new Set([...(found.get(id) ?? []), kind])]);
	}
	return found;
}

/** A stage of the line as chapters of level 2. `last` is where the line ends: only there a final conclusion stands. */
export function stageText(reading: Reading, stage: StageId, last: boolean, others: OtherKinds): string {
	const entry = reading.snapshot.stages.get(stage);
	if (entry === undefined) return '';
	const more = (level: number): string[] => [
		wordsPart(reading, stage, 'note', level),
		...(others.get(stage) ?? []).map((kind) => otherPart(reading, stage, kind, level)),
	];
	const final = last ? wordsPart(reading, stage, 'final', 2) : '';
	if (entry.choice === null) {
		const strategy = wordsPart(reading, stage, 'strategy', 2, judgement(reading, stage));
		return blocks([wordsPart(reading, stage, 'goal', 2), strategy, ...more(2), final]);
	}
	const head = [heading(2, reading.roundTitle(stage)), chosenText(reading, stage, entry)];
	if (entry.choice === 'end') return blocks([...head, ...more(3), final]);
	return blocks([
		...head,
		valuesPart(reading, stage),
		recordPart(reading, stage),
		wordsPart(reading, stage, 'phased', 3),
		...more(3),
		final,
	]);
}

function chosenText(reading: Reading, stage: StageId, entry: StageEntry): string {
	const { words, snapshot } = reading;
	if (entry['unstated'] === true) return '';
	const hand = handOf(stageMode(snapshot, stage));
	const [by, when] = [reading.person(entry.by), utc(entry.at)];
	const chosen = entry.choice === 'end' ? words.ended(hand, by, when) : words.chosen(hand, by, when);
	const reason = reading.unreachable(stage);
	return reason === undefined ? chosen : `${chosen} ${words.unreachable(reason)}`;
}

function judgement({ snapshot, words }: Reading, stage: StageId): string {
	const judged = researchableOf(snapshot, stage);
	return judged === null ? '' : words.researchable(judged);
}

/** A part with words: its heading with who it is from, what is said before it, the words themselves. */
function wordsPart(
	reading: Reading,
	stage: StageId,
	kind: KnownCellKind & Part,
	level: number,
	before = '',
): string {
	const { snapshot, words } = reading;
	const state = snapshot.cells.get(cellOf(stage, kind))?.state;
	const name = words.part(kind);
	if (state === 'skipped') return words.skipped(name, reading.skipReason(cellOf(stage, kind)));
	const text = cellText(reading.text(stage, kind), level + 1);
	if (text === '' && before === '') return '';
	const open = state === 'done' || kind === 'note' ? '' : words.unfinished;
	const title = kind === 'note' ? name : words.from(name, reading.hand(stage, kind));
	return blocks([heading(level, title), open, before, text]);
}

function otherPart(reading: Reading, stage: StageId, kind: string, level: number): string {
	const text = cellText(reading.text(stage, kind), level + 1);
	return text === '' ? '' : blocks([heading(level, reading.words.otherPart(quoted(kind))), text]);
}

function valuesPart(reading: Reading, stage: StageId): string {
	const { snapshot, words } = reading;
	const cell = cellOf(stage, 'values');
	const state = snapshot.cells.get(cell)?.state;
	if (state === 'skipped') return words.skipped(words.part('values'), reading.skipReason(cell));
	const values = shownValues(snapshot, stage);
	if (values.size === 0) return '';
	return blocks([
		heading(3, words.from(words.part('values'), reading.hand(stage, 'values'))),
		state === 'done' ? '' : words.unfinished,
		valueTables(values, new Map(), reading.fields(stage), words, 4),
	]);
}

function recordPart(reading: Reading, stage: StageId): string {
	const text = recordText(reading, stage, 4);
	return text === '' ? '' : blocks([heading(3, reading.words.part('record')), text]);
}
