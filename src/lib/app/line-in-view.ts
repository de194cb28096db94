// Which line of a path this device shows. It is the reader's, not the document's: when a merge makes another line the main one, the screen
// stays where it was and says so, until the person chooses. Refused: following the main line silently (the page one was writing on
// would vanish), and storing the line of view in the document (it would flip for everybody).

import * as z from 'zod/mini';
import type { StageTree } from '#lib/core/flow/tree.ts';
import { StageId } from '#lib/core/path/names.ts';
import { Listeners } from './listeners.ts';

/** What is remembered between visits. */
export const LineMemory = z.object({ tip: StageId, chosen: z.boolean() });
export type LineMemory = z.infer<typeof LineMemory>;

export interface ViewedLine {
	/** From the root to the end of the line in view. */
	readonly line: readonly StageId[];
	/** The main line is another one. */
	readonly moved: boolean;
}

export class LineInView {
	#last: readonly StageId[] = [];
	#tip: StageId | undefined;
	/** The person picked this line; otherwise it is only where they were. */
	#chosen = false;
	#listeners = new Listeners();

	constructor(memory?: LineMemory) {
		this.#tip = memory?.tip;
		this.#chosen = memory?.chosen ?? false;
	}

	/** Looks at the line through a stage; undefined goes back to the main line. */
	look(stage: StageId | undefined): void {
		this.#tip = stage;
		this.#chosen = stage !== undefined;
		this.#last = [];
		this.#listeners.tell();
	}

	/** The line in view as the tree is now. Remembers it: what was shown last is what stays. */
	of(tree: StageTree): ViewedLine {
		const tip = this.#standing(tree);
		const line = tip === undefined ? tree.line : tree.lineThrough(tip);
		const main = line.at(-1) === tree.line.at(-1);
		if (main) this.#chosen = false;
		this.#last = line;
		this.#tip = line.at(-1);
		return { line, moved: !main };
	}

	/** The end of the line the person chose to look at beside the main one; undefined while they follow it, or were left on another. */
	get looking(): StageId | undefined {
		return this.#chosen ? this.#tip : undefined;
	}

	/** What to remember for the next visit; undefined while nothing was shown. */
	get memory(): LineMemory | undefined {
		return this.#tip === undefined ? undefined : { tip: this.#tip, chosen: this.#chosen };
	}

	/** Called when the person looks at another line. */
	watch(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	/** The last stage of what was shown that still stands on a line. */
	#standing(tree: StageTree): StageId | undefined {
		const before = this.#tip === undefined ? [] : [...this.#last.filter((id) => id !== this.#tip), this.#tip];
		for (const id of before.reverse()) {
			const stage = tree.foldedInto(id) ?? id;
			if (tree.live(stage) || tree.carried(stage)) return stage;
		}
		return undefined;
	}
}
