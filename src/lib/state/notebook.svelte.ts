// An open notebook as components read it: one Live for the frame, one for each stage, cell and record that somebody looks at. A keystroke in
// a cell reaches that cell and nobody else. Everything is read from the document; there is no copy here that could be wrong.

import { createContext, untrack } from 'svelte';
import { Listeners } from '#lib/app/listeners.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import type { OpenRecord } from '#lib/app/open-records.ts';
import { ContextReader, type Freshness } from '#lib/core/flow/stale.ts';
import { splitCell } from '#lib/core/flow/cells.ts';
import type { Proposal } from '#lib/core/path/entries.ts';
import type { CellId, RecordId, StageId } from '#lib/core/path/names.ts';
import type { PathChange } from '#lib/core/path/read.ts';
import type { StorageFault, SaveState } from '#lib/ports.ts';
import { Live } from './live.ts';
import { OutlineSource } from './outline-source.ts';
import { readCell, type CellContext } from './read-cell.ts';
import { readStage } from './read-stage.ts';
import { Remembered } from './remembered.ts';
import type { CellView, HistoryView, Outline, RecordView, StageView } from './views.ts';

/** Typing upstream makes proposals stale; they are looked at again this long after the last key, in ms. */
const DRIFT_MS = 600;

export class NotebookState {
	readonly notebook: Notebook;
	readonly outline: Live<Outline>;
	readonly saving: Live<SaveState>;
	readonly history: Live<HistoryView>;
	/** The stage the person chose to look at beside the main line. */
	readonly looking: Live<StageId | undefined>;
	#writable: Live<boolean>;
	#frame: OutlineSource;
	#cells = new Remembered((id: CellId) => this.#makeCell(id));
	#stages = new Remembered((id: StageId) => this.#makeStage(id));
	#records = new Remembered((id: RecordId) => liveRecord(this.notebook, id));
	#drifted = new Listeners();
	#driftTimer: ReturnType<typeof setTimeout> | undefined;
	#contexts: ContextReader | undefined;

	constructor(notebook: Notebook) {
		this.notebook = notebook;
		this.#frame = new OutlineSource(notebook);
		const frame = this.#frame;
		this.outline = live(
			() => frame.current,
			(changed) => frame.watch(changed),
		);
		this.looking = live(
			() => (frame.current.lineMoved ? notebook.line.looking : undefined),
			(changed) => frame.watch(changed),
		);
		this.saving = live(
			() => notebook.saving,
			(changed) => notebook.watchSaving(changed),
		);
		this.#writable = live(
			() => notebook.writable,
			(changed) => {
				let last = notebook.writable;
				return notebook.watchSaving(() => {
					if (notebook.writable === last) return;
					last = notebook.writable;
					changed();
				});
			},
		);
		const { history } = notebook;
		this.history = live(
			() => ({ canUndo: history.canUndo, canRedo: history.canRedo }),
			(changed) => history.watch(changed),
		);
		notebook.reader.watch((change) => this.#changed(change));
	}

	/** Whether an edit would be kept. Tells only when that changes: every key is saved, and hundreds of buttons ask this. */
	get writable(): boolean {
		return this.#writable.current;
	}

	/** Looks at the line through a stage; undefined goes back to the main line. */
	readonly look = (stage: StageId | undefined): void => this.notebook.line.look(stage);

	readonly followMain = (): void => this.notebook.line.look(undefined);

	readonly cell = (id: CellId): Live<CellView> => this.#cells.get(id);

	readonly stage = (id: StageId): Live<StageView> => this.#stages.get(id);

	/** A record, opened while somebody looks at it. */
	readonly record = (id: RecordId): Live<RecordView> => this.#records.get(id);

	#changed({ texts }: PathChange): void {
		this.#contexts = undefined;
		if (texts.size === 0) return;
		clearTimeout(this.#driftTimer);
		this.#driftTimer = setTimeout(() => this.#drifted.tell(), DRIFT_MS);
	}

	#makeCell(id: CellId): Live<CellView> {
		const { reader, doc } = this.notebook;
		const context = (): CellContext => ({
			doc,
			snapshot: reader.current,
			freshness: (proposal) => this.#freshness(proposal),
		});
		const hasProposals = (): boolean => (reader.current.proposalsOf.get(id)?.length ?? 0) > 0;
		return live(
			() => readCell(context(), id),
			(changed) => {
				const stops = [
					reader.watch(({ cells, maps }) => {
						const upstream = maps.has('cells') || maps.has('record') || maps.has('meta');
						if (cells.has(id) || maps.has('people') || (upstream && hasProposals())) changed();
					}),
					this.#drifted.add(() => {
						if (hasProposals()) changed();
					}),
				];
				return () => {
					for (const stop of stops) stop();
				};
			},
		);
	}

	#makeStage(id: StageId): Live<StageView> {
		let last: StageView | undefined;
		return live(
			() => (last = readStage(this.#frame.current, id, last)),
			(changed) => this.#frame.watch(changed),
		);
	}

	#freshness(proposal: Proposal): Freshness {
		this.#contexts ??= new ContextReader(this.notebook.reader.current);
		const { tree } = this.#frame.current;
		return this.#contexts.freshness(tree.lineThrough(splitCell(proposal.cell).stage), proposal);
	}
}

/**
 * A Live whose document may change while a screen is drawn: an editor that opens on a proposal plants its words first. Without untrack
 * Svelte takes that for a derived value that writes state.
 */
function live<T>(read: () => T, watch: (changed: () => void) => () => void): Live<T> {
	return new Live(read, (changed) => watch(() => untrack(changed)));
}

function liveRecord(notebook: Notebook, id: RecordId): Live<RecordView> {
	let at: { open: OpenRecord } | { fault: StorageFault } | undefined;
	return live<RecordView>(
		() => {
			if (at === undefined) return { at: 'loading' };
			if ('fault' in at) return { at: 'failed', fault: at.fault };
			return { at: 'open', record: at.open, snapshot: at.open.reader.current, saving: at.open.stored.state };
		},
		(changed) => {
			let left = false;
			let stops: (() => void)[] = [];
			void notebook.record(id).then((opened) => {
				if (left) {
					if (opened.ok) opened.value.release();
					return;
				}
				at = opened.ok ? { open: opened.value } : { fault: opened.error };
				if (opened.ok) {
					const record = opened.value;
					const release = (): void => record.release();
					stops = [record.reader.watch(changed), record.stored.watch(changed), release];
				}
				changed();
			});
			return () => {
				left = true;
				at = undefined;
				for (const stop of stops) stop();
			};
		},
	);
}

export const [useNotebook, provideNotebook] = createContext<NotebookState>();
