// One stage as a screen shows it, and which cells it has: those its kind is made of, and whatever else somebody (or a newer version) put
// there. A stage that says the same as before is the same object, so that a change elsewhere redraws nothing here.

import { protocolTitle } from '#lib/core/flow/description.ts';
import { cellOf, referenceOf, splitCell } from '#lib/core/flow/cells.ts';
import { stageMode } from '#lib/core/flow/mode.ts';
import type { StageEntry } from '#lib/core/path/entries.ts';
import { RecordId, type CellId, type StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import { isKnown, kindsOf } from './other-cells.ts';
import { writer } from './read-cell.ts';
import type { Outline, StageView } from './views.ts';

/** Reads one stage; `before` is given back where nothing differs. */
export function readStage(outline: Outline, id: StageId, before: StageView | undefined): StageView {
	const { snapshot, tree } = outline;
	const entry = snapshot.stages.get(id);
	const parent = tree.parent(id);
	const main = tree.mainChild(id);
	const children = tree.children(id);
	const { mode, thought } = stageMode(snapshot, id);
	const view: StageView = {
		id,
		entry,
		depth: tree.depth(id),
		title: protocolTitle(snapshot, id),
		protocol: protocolOf(snapshot, entry),
		cells: cellsOf(outline, id, entry),
		by: entry === undefined ? undefined : writer(snapshot, entry.by),
		mode,
		thought,
		name: snapshot.names.get(id),
		gone: snapshot.gone.get(id),
		children: main === undefined ? children : [main, ...children.filter((child) => child !== main)],
		siblings: parent === undefined ? [id] : tree.children(parent),
		parent,
		record: snapshot.records.get(id),
		recordId: referenceOf(snapshot, id)?.record ?? RecordId.parse(id),
	};
	return before !== undefined && sameView(before, view) ? before : view;
}

function protocolOf(snapshot: PathSnapshot, entry: StageEntry | undefined): Protocol | undefined {
	if (entry === undefined || typeof entry.choice !== 'number') return undefined;
	return snapshot.definition(entry.under)?.protocols.find(({ index }) => index === entry.choice);
}

/** The cells of a stage in the order they are worked through; its note comes last. */
function cellsOf({ others, status }: Outline, id: StageId, entry: StageEntry | undefined): CellId[] {
	if (entry === undefined) return [];
	const cells = kindsOf(entry).map((kind) => cellOf(id, kind));
	const add = (cell: CellId): void => {
		if (!cells.includes(cell)) cells.push(cell);
	};
	const held = others.get(id) ?? [];
	for (const cell of held) if (isKnown(cell)) add(cell);
	if (status.cell !== null && status.stage === id && splitCell(status.cell).kind !== 'next') add(status.cell);
	for (const cell of held) add(cell);
	add(cellOf(id, 'note'));
	return cells;
}

function sameView(a: StageView, b: StageView): boolean {
	return (
		sameList(a.cells, b.cells) &&
		sameList(a.children, b.children) &&
		sameList(a.siblings, b.siblings) &&
		a.by?.id === b.by?.id &&
		a.by?.person === b.by?.person &&
		SIMPLE.every((key) => a[key] === b[key])
	);
}

const SIMPLE = [
	'entry',
	'depth',
	'title',
	'protocol',
	'mode',
	'thought',
	'name',
	'gone',
	'parent',
	'record',
	'recordId',
] as const satisfies readonly (keyof StageView)[];

function sameList(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((item, at) => item === b[at]);
}
