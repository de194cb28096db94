// What a cell shows right now, for those who draw and export it. The overlay itself is path/content.ts: hashes and screens must not have
// two opinions of it.

import type { Json } from '#lib/core/json/json.ts';
import { judgementOf, valuesOf, variantShown, wordsOf } from '#lib/core/path/content.ts';
import type { CellId, StageId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { cellOf } from './cells.ts';

/** Initial values as shown, by field id: the proposal's overlaid by people's entries, tables as arrays of row objects. */
export function shownValues(snapshot: PathSnapshot, stage: StageId): ReadonlyMap<string, Json> {
	return valuesOf(snapshot, stage, variantShown(snapshot, cellOf(stage, 'values')));
}

/** The words a cell shows; '' where there are none. */
export function shownText(snapshot: PathSnapshot, cell: CellId): string {
	return wordsOf(snapshot, cell, variantShown(snapshot, cell));
}

/** Whether the strategy of a preparation is judged researchable: null is "not judged". */
export function researchableOf(snapshot: PathSnapshot, stage: StageId): null | boolean {
	return judgementOf(snapshot, stage, variantShown(snapshot, cellOf(stage, 'strategy')));
}
