// Which stages and cells a change concerns, by the names of what changed alone: so that a cell on the screen looks again only when it must.

import { cellOfText, CellId, cellId, partsOf, partsOfField, RESEARCHABLE, StageId } from './names.ts';
import type { MapName } from './document.ts';

interface Touched {
	readonly stages: ReadonlySet<StageId>;
	readonly cells: ReadonlySet<CellId>;
}

/** Where a proposal belongs. */
interface ProposalCells {
	cellOfProposal(id: string): CellId | undefined;
}

/** Stages and cells touched by changed keys of maps and by changed texts. */
export function touchedBy(
	maps: ReadonlyMap<MapName, ReadonlySet<string>>,
	texts: ReadonlySet<string>,
	proposals: ProposalCells,
): Touched {
	const cells = new Set<CellId>();
	const stages = new Set<StageId>();
	for (const name of texts) {
		const cell = cellOfText(name)?.cell;
		if (cell !== undefined) cells.add(cell);
	}
	for (const [map, keys] of maps) {
		for (const key of keys) {
			const touched = touchedByKey(map, key, proposals);
			for (const cell of touched.cells) cells.add(cell);
			if (touched.stage !== undefined) stages.add(touched.stage);
		}
	}
	for (const cell of cells) stages.add(partsOf(cell).stage);
	return { stages, cells };
}

interface KeyTouch {
	readonly cells: readonly CellId[];
	readonly stage?: StageId | undefined;
}

function touchedByKey(map: MapName, key: string, proposals: ProposalCells): KeyTouch {
	switch (map) {
		case 'stages':
		case 'gone':
		case 'line':
		case 'names':
			return { cells: [], stage: StageId.safeParse(key).data };
		case 'record':
			return { cells: cellNamed(`${key}/record`) };
		case 'cells':
			return { cells: cellNamed(key.split('/', 2).join('/')) };
		case 'fields': {
			const parts = partsOfField(key);
			if (parts === undefined) return { cells: [] };
			const values = cellId(parts.stage, 'values');
			return { cells: parts.field === RESEARCHABLE ? [cellId(parts.stage, 'strategy'), values] : [values] };
		}
		case 'proposals': {
			const cell = proposals.cellOfProposal(key);
			return { cells: cell === undefined ? [] : [cell] };
		}
		default:
			return { cells: [] };
	}
}

function cellNamed(name: string): CellId[] {
	const cell = CellId.safeParse(name);
	return cell.success ? [cell.data] : [];
}
