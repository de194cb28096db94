// The three paths every measurement compares: an empty one (the baseline: what the machine and the app take for nothing), a usual one, and one
// at the limit the notebook promises to carry. Made once a run and kept as the bytes a device would hold.

import * as Y from 'yjs';
import type { StageId } from '#lib/core/path/names.ts';
import { LONG_PATH_CELLS, longPath, longStage } from '../tests/support/long-path.ts';

export interface BenchPath {
	readonly id: string;
	readonly stages: number;
	/** The whole document as one Yjs update. */
	readonly bytes: Uint8Array;
	/** The stage written in at the end of the line and in its middle; the same one in an empty path. */
	readonly end: StageId;
	readonly middle: StageId;
	/** Cells that hold words. */
	readonly cells: number;
}

const CLIENTS = 1000;

/** The path with that many rounds; none is an empty path. */
function benchPath(stages: number): BenchPath {
	const id = `bench-${String(stages)}`;
	const bytes = Y.encodeStateAsUpdate(longPath({ stages, clients: CLIENTS }));
	return {
		id,
		stages,
		bytes,
		end: longStage(stages),
		middle: longStage(stages >> 1),
		cells: stages * LONG_PATH_CELLS.length,
	};
}

/** The baseline first. */
export function benchPaths(): readonly BenchPath[] {
	return [0, 10, 1000].map(benchPath);
}
