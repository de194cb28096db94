// One undo for one person over a path and the records opened with it: each document has its own Y.UndoManager, which follows this person's
// edits and nobody else's; this keeps the order across them. What is only added (a stage) is not taken out of the document, because others
// may have written in it: undoing it deletes the stage softly, redoing it restores it. Refused: one manager over several documents (Yjs
// has none), and the editor's own history (it would not know of the rest).

import * as Y from 'yjs';
import { changesSomething, undoFor } from '#lib/core/path/undo.ts';
import { LOCAL } from '#lib/core/path/document.ts';
import { Listeners } from './listeners.ts';

/** Something that was only added, and how it is taken back and given again by edits of its own. */
export interface Reversible {
	undo(): void;
	redo(): void;
}

type Step =
	| { readonly kind: 'edits'; readonly manager: Y.UndoManager; readonly item: object }
	| { readonly kind: 'made'; readonly manager: Y.UndoManager; readonly made: Reversible };

type StackEvent = { stackItem: object; type: 'undo' | 'redo' };

export class History {
	#path: Y.UndoManager;
	#managers = new Map<Y.Doc, Y.UndoManager>();
	#editors = new Set<object>();
	#may: () => boolean;
	#done: Step[] = [];
	#undone: Step[] = [];
	#listeners = new Listeners();
	/** Inside an undo or redo of ours: new steps are their reverse, not new edits. */
	#turning = false;
	/** Inside several acts that are one step. */
	#joining = false;
	/** Whose transaction was last: another editor, document or act begins another step. */
	#last: { doc: Y.Doc; origin: unknown; join: string | undefined } | undefined;

	/** `may` says whether edits are kept just now: if not, undo is an edit like any other and is refused. */
	constructor(path: Y.Doc, may: () => boolean) {
		this.#may = may;
		this.#path = this.#take(path, undoFor(path));
	}

	/** Follows a record document too, until `forget`. Its versions are only added and never undone. */
	include(doc: Y.Doc): void {
		if (this.#managers.has(doc)) return;
		const versions = doc.getMap('versions');
		const manager = new Y.UndoManager(doc, {
			trackedOrigins: new Set<unknown>([LOCAL]),
			deleteFilter: (item) => item.parent !== versions,
			captureTransaction: changesSomething,
			captureTimeout: 500,
		});
		this.#take(doc, manager);
	}

	/** Whether there is anything of this document to undo or redo. */
	holds(doc: Y.Doc): boolean {
		const manager = this.#managers.get(doc);
		return [...this.#done, ...this.#undone].some((step) => step.manager === manager);
	}

	forget(doc: Y.Doc): void {
		this.#managers.get(doc)?.destroy();
		this.#managers.delete(doc);
		doc.off('beforeTransaction', this.#turnTo);
	}

	/** Follows what a text editor of the path writes under its own origin. */
	follow(origin: object): () => void {
		this.#editors.add(origin);
		this.#path.addTrackedOrigin(origin);
		return () => {
			this.#editors.delete(origin);
			this.#path.removeTrackedOrigin(origin);
		};
	}

	/** Whether this is the origin of an open text editor. */
	follows(origin: unknown): boolean {
		return typeof origin === 'object' && origin !== null && this.#editors.has(origin);
	}

	/** Runs one act as a step of its own; acts with the same `join` within half a second are one step (typing in a field). */
	act<T>(run: () => T, join?: string): T {
		if (join === undefined || this.#last?.join !== join) this.#cut();
		const result = run();
		if (join === undefined) this.#cut();
		if (this.#last !== undefined) this.#last.join = join;
		return result;
	}

	/** Runs several acts as one step: a paste of sixty rows is taken back at once. */
	together(run: () => void): void {
		this.#cut();
		this.#joining = true;
		try {
			run();
		} finally {
			this.#joining = false;
			this.#cut();
		}
	}

	/** Remembers something that was only added. */
	made(made: Reversible): void {
		this.#cut();
		this.#add({ kind: 'made', manager: this.#path, made });
	}

	get canUndo(): boolean {
		return this.#done.length > 0;
	}

	get canRedo(): boolean {
		return this.#undone.length > 0;
	}

	/** Takes back this person's last step that still makes a difference; false where there is none, or nothing can be kept. */
	undo(): boolean {
		return this.#turn('undo');
	}

	redo(): boolean {
		return this.#turn('redo');
	}

	watch(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	close(): void {
		for (const doc of [...this.#managers.keys()]) this.forget(doc);
		this.#listeners.clear();
	}

	#take(doc: Y.Doc, manager: Y.UndoManager): Y.UndoManager {
		this.#managers.set(doc, manager);
		doc.on('beforeTransaction', this.#turnTo);
		manager.on('stack-item-added', (event: StackEvent) => this.#added(manager, event));
		return manager;
	}

	#turnTo = ({ doc, origin }: Y.Transaction): void => {
		if (this.#turning || this.#managers.get(doc)?.trackedOrigins.has(origin) !== true) return;
		if (this.#last?.doc !== doc || this.#last.origin !== origin) {
			this.#cut();
			this.#last = { doc, origin, join: undefined };
		}
	};

	#cut(): void {
		if (this.#joining) return;
		for (const manager of this.#managers.values()) manager.stopCapturing();
	}

	#added(manager: Y.UndoManager, { stackItem, type }: StackEvent): void {
		const step: Step = { kind: 'edits', manager, item: stackItem };
		if (!this.#turning) this.#add(step);
		else (type === 'undo' ? this.#done : this.#undone).push(step);
	}

	#add(step: Step): void {
		this.#done.push(step);
		this.#undone = [];
		for (const manager of this.#managers.values()) manager.clear(false, true);
		this.#listeners.tell();
	}

	#turn(way: 'undo' | 'redo'): boolean {
		if (!this.#may()) return false;
		this.#cut();
		this.#turning = true;
		const from = way === 'undo' ? this.#done : this.#undone;
		let turned = false;
		for (let step = from.pop(); step !== undefined && !turned;) {
			turned = this.#turnStep(step, way);
			if (!turned) step = from.pop();
		}
		this.#turning = false;
		this.#drop();
		this.#listeners.tell();
		return turned;
	}

	#turnStep(step: Step, way: 'undo' | 'redo'): boolean {
		const { manager } = step;
		if (step.kind === 'edits') return (way === 'undo' ? manager.undo() : manager.redo()) !== null;
		// The edits that take it back are the reverse of this step, so the manager must not keep them; #drop forgets their steps.
		const stack = way === 'undo' ? manager.redoStack : manager.undoStack;
		const height = stack.length;
		manager[way === 'undo' ? 'undoing' : 'redoing'] = true;
		step.made[way]();
		manager[way === 'undo' ? 'undoing' : 'redoing'] = false;
		stack.length = height;
		(way === 'undo' ? this.#undone : this.#done).push(step);
		return true;
	}

	/** A manager skips items that no longer make a difference; their steps are over, too. */
	#drop(): void {
		const stands = (step: Step, stack: 'undoStack' | 'redoStack'): boolean =>
			step.kind === 'made' || step.manager[stack].some((item) => item === step.item);
		this.#done = this.#done.filter((step) => stands(step, 'undoStack'));
		this.#undone = this.#undone.filter((step) => stands(step, 'redoStack'));
	}
}
