// A long line in blocks. The browser asks of every watched element in every frame where it is: a thousand stages and a thousand outline entries
// cost ten milliseconds of each keystroke, a hundred blocks cost nothing that could be measured.

import type { StageId } from '#lib/core/path/names.ts';

export interface Block {
	/** Where it begins on the line. */
	readonly start: number;
	readonly stages: readonly StageId[];
}

/** Cuts a line into blocks of `size`; the last may be shorter. */
export function blocksOf(line: readonly StageId[], size: number): readonly Block[] {
	const blocks: Block[] = [];
	for (let start = 0; start < line.length; start += size) {
		blocks.push({ start, stages: line.slice(start, start + size) });
	}
	return blocks;
}
