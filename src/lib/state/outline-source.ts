// The frame of a notebook, made again only when it says something else. Maps decide most of it; a keystroke matters only where words decide:
// in a folded twin or a deleted stage (which come back when somebody writes in them), in a cell that was not drawn because nobody had
// written in it, and in a strategy (whose mode the status depends on). Refused: growing the tree at every keystroke (5 ms at 1,000 stages).

import type { Notebook } from '#lib/app/notebook.ts';
import { Listeners } from '#lib/app/listeners.ts';
import { protocolTitle } from '#lib/core/flow/description.ts';
import { allowedActions } from '#lib/core/flow/actions.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { partsOf, type StageId } from '#lib/core/path/names.ts';
import type { PathChange } from '#lib/core/path/read.ts';
import { isOther, otherCells } from './other-cells.ts';
import type { Outline } from './views.ts';

/** Maps whose change alone never changes the frame: what stands in them is read by cells. */
const QUIET: ReadonlySet<string> = new Set([
	'fields',
	'proposals',
	'clients',
	'runs',
	'numbers',
	'files',
	'kept',
]);

export class OutlineSource {
	#notebook: Notebook;
	#current: Outline | undefined;
	#listeners = new Listeners();

	/** Lives as long as the notebook: closing that ends it. */
	constructor(notebook: Notebook) {
		this.#notebook = notebook;
		notebook.reader.watch((change) => {
			if (this.#matters(change)) this.#renew();
		});
		notebook.line.watch(() => this.#renew());
	}

	get current(): Outline {
		this.#current ??= this.#read();
		return this.#current;
	}

	watch(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	#renew(): void {
		this.#current = undefined;
		this.#listeners.tell();
	}

	#matters(change: PathChange): boolean {
		const before = this.#current;
		if (before === undefined) return true;
		if ([...change.maps].some((map) => !QUIET.has(map))) return true;
		const { tree, snapshot } = before;
		for (const stage of change.stages) {
			if (tree.folded.has(stage) || snapshot.gone.has(stage)) return true;
		}
		for (const cell of change.cells) {
			if (isOther(snapshot, cell) && before.others.get(partsOf(cell).stage)?.includes(cell) !== true)
				return true;
		}
		const strategy = [...change.cells].some((cell) => partsOf(cell).kind === 'strategy');
		if (!strategy) return false;
		// An override names what the strategy says now.
		if (before.actions.actions.some(({ kind }) => kind === 'override')) return true;
		const now = pathStatus(this.#notebook.reader.current, tree, before.line);
		return now.status !== before.status.status;
	}

	#read(): Outline {
		const snapshot = this.#notebook.reader.current;
		const tree = growTree(snapshot);
		const { line, moved } = this.#notebook.line.of(tree);
		const titles = new Map<StageId, string>();
		for (const stage of snapshot.stages.keys()) titles.set(stage, protocolTitle(snapshot, stage));
		const inView = new Set(line);
		const forks = tree.forks.filter((stage) => inView.has(stage));
		const trash = tree.trash.flatMap((stage) => {
			const gone = snapshot.gone.get(stage);
			return gone === undefined ? [] : [{ stage, gone }];
		});
		let others: Outline['others'] | undefined;
		return {
			snapshot,
			tree,
			status: pathStatus(snapshot, tree, line),
			actions: allowedActions(snapshot, tree, line),
			titles,
			line,
			lineMoved: moved,
			forks: new Map(forks.map((stage) => [stage, tree.children(stage)])),
			trash: trash.sort((a, b) => b.gone.at - a.gone.at),
			get others() {
				return (others ??= otherCells(snapshot));
			},
		};
	}
}
