// What belongs to a stage that is not here. It may still come (an update is missing) or be a stranger's mistake: listed and kept.

import { cellOfText, partsOf, type CellId, type ProposalId, type StageId } from './names.ts';
import type { Unreadable } from './snapshot.ts';

interface Staged {
	readonly stages: ReadonlyMap<StageId, unknown>;
	readonly gone: ReadonlyMap<StageId, unknown>;
	readonly line: ReadonlyMap<StageId, unknown>;
	readonly names: ReadonlyMap<StageId, unknown>;
	readonly records: ReadonlyMap<StageId, unknown>;
	readonly cells: ReadonlyMap<CellId, unknown>;
	readonly shown: ReadonlyMap<CellId, unknown>;
	readonly proposalsOf: ReadonlyMap<CellId, readonly ProposalId[]>;
	textNames(): readonly string[];
}

/** Entries, texts and groups of fields ("<stage>/<variant>") of stages that are not here. */
export function strayEntries(path: Staged, fieldGroups: Iterable<string>): readonly Unreadable[] {
	const found: Unreadable[] = [];
	const known: ReadonlySet<string> = new Set(path.stages.keys());
	const note = (stage: string, map: string, key: string): void => {
		if (!known.has(stage)) found.push({ map, key, why: 'unknown-stage' });
	};
	for (const map of ['gone', 'line', 'names'] as const)
		for (const stage of path[map].keys()) note(stage, map, stage);
	for (const stage of path.records.keys()) note(stage, 'record', stage);
	for (const cell of path.cells.keys()) note(partsOf(cell).stage, 'cells', cell);
	for (const cell of path.shown.keys()) note(partsOf(cell).stage, 'cells', `${cell}/shown`);
	for (const [cell, ids] of path.proposalsOf)
		for (const id of ids) note(partsOf(cell).stage, 'proposals', id);
	for (const group of fieldGroups) note(group.slice(0, group.indexOf('/')), 'fields', group);
	for (const name of path.textNames()) {
		const text = cellOfText(name);
		if (text === undefined) found.push({ map: 'texts', key: name, why: 'malformed' });
		else note(partsOf(text.cell).stage, 'texts', name);
	}
	return found;
}
