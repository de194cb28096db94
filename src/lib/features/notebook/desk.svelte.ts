// What lies open on the reader's desk: which cell is being edited, which question is asked, which branch is looked at. None of it is part
// of the path, all of it is lost on leaving without harm. Verbs are called here and a refusal becomes words, in one place.

import { createContext, flushSync, tick } from 'svelte';
import type * as Y from 'yjs';
import * as cells from '#lib/app/verbs/cells.ts';
import * as paths from '#lib/app/verbs/paths.ts';
import * as stages from '#lib/app/verbs/stages.ts';
import type { Action } from '#lib/core/flow/actions.ts';
import { CellId, type ProposalId, type StageId, type Variant } from '#lib/core/path/names.ts';
import type { Result } from '#lib/core/result.ts';
import { m } from '#lib/paraglide/messages.js';
import type { NotebookState } from '#lib/state/notebook.svelte.ts';
import type { CellView } from '#lib/state/views.ts';
import type { Toasts } from '#lib/ui/toasts.svelte.ts';
import { anchorOf, comeNear, waitingAnchor } from './anchors.ts';

export type Question =
	| { readonly kind: 'skip' | 'reopen'; readonly cell: CellId }
	| { readonly kind: 'name-branch'; readonly stage: StageId }
	| { readonly kind: 'reopen-path' | 'complete' | 'override' | 'history' | 'trash' | 'keys' };

export class Desk {
	readonly #state: NotebookState;
	readonly #toasts: Toasts;
	/** Taken when the person begins to edit: a proposal's words are planted then, never while a screen is drawn. */
	#editing = $state.raw<{ readonly cell: CellId; readonly text: Y.Text }>();
	#asked = $state.raw<Question>();
	#branching = $state<StageId>();
	#everything = $state(false);
	/** The content of a cell when the person last looked at its proposals: accepting is refused where it changed since. */
	// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen reads it; it is compared when a button is pressed
	readonly #seen = new Map<CellId, string>();

	constructor(state: NotebookState, toasts: Toasts) {
		this.#state = state;
		this.#toasts = toasts;
	}

	get editing(): CellId | undefined {
		return this.#editing?.cell;
	}

	/** The text that is being edited in a cell. */
	textIn(cell: CellId): Y.Text | undefined {
		return this.#editing?.cell === cell ? this.#editing.text : undefined;
	}

	get asked(): Question | undefined {
		return this.#asked;
	}

	/** The stage a new branch is being chosen for. */
	get branching(): StageId | undefined {
		return this.#branching;
	}

	/** All stages are drawn, also those far from the window: for printing. */
	get everything(): boolean {
		return this.#everything;
	}

	get writable(): boolean {
		return this.#state.writable;
	}

	/** Whether work goes on: a paused path waits to be resumed, a completed one to be re-opened. */
	get workable(): boolean {
		const { paused, status } = this.#state.outline.current.status;
		return this.writable && !paused && status !== 'completed';
	}

	/** Draws what is not near the window yet; done when it returns, because a browser prints right after it has asked. */
	showEverything(): void {
		flushSync(() => {
			this.#everything = true;
		});
	}

	/** Draws what was not near the window yet, then prints. */
	async print(): Promise<void> {
		this.showEverything();
		await tick();
		window.print();
	}

	/** Asks a question, or none. */
	ask(question: Question | undefined): void {
		this.#asked = question;
	}

	/** Opens a cell's editor. */
	edit(cell: CellId): void {
		if (!this.workable) return;
		const { notebook, outline } = this.#state;
		const shown = outline.current.snapshot.shown.get(cell) ?? 'own';
		const text = cells.textForEditing(notebook, cell, shown);
		if (this.#do(text) && text.ok) this.#editing = { cell, text: text.value };
	}

	/** Opens the editor of the cell that holds the focus. */
	editAt(element: Element | null): void {
		const cell = CellId.safeParse(element?.getAttribute('data-cell'));
		if (cell.success && /\/(goal|strategy|phased|final|note)$/.test(cell.data)) this.edit(cell.data);
	}

	/** Closes the editor and gives the focus back to its cell. */
	stopEditing(): void {
		const cell = this.#editing?.cell;
		this.#editing = undefined;
		if (cell !== undefined) this.goTo(cell);
	}

	/** Leaves a text: with words the step is done, without words it stays open. */
	finishText(view: CellView): void {
		if (this.editing === view.id) this.stopEditing();
		if (view.text.trim() === '') {
			if (view.state === 'open')
				this.#toasts.show(
					view.kind === 'goal' ? m.notebook_empty_needs_goal() : m.notebook_empty_needs_words(),
				);
			return;
		}
		if (view.state !== 'done' && this.#do(cells.finishCell(this.#state.notebook, view.id))) this.onward();
	}

	finishValues(cell: CellId): void {
		if (this.#do(cells.finishCell(this.#state.notebook, cell))) this.onward();
	}

	skip(cell: CellId, reason: string): void {
		this.#asked = undefined;
		if (this.editing === cell) this.#editing = undefined;
		if (this.#do(cells.skipCell(this.#state.notebook, cell, reason))) this.onward();
	}

	reopen(cell: CellId, reason: string): void {
		this.#asked = undefined;
		if (this.#do(cells.reopenCell(this.#state.notebook, cell, reason))) this.goTo(cell);
	}

	judge(view: CellView, value: boolean | null): void {
		this.#do(cells.judgeStrategy(this.#state.notebook, view.id, view.shown, value));
	}

	show(view: CellView, variant: Variant): void {
		this.#do(cells.showVariant(this.#state.notebook, view.id, variant));
	}

	/** Remembers what a cell said when its proposals came into view. */
	look(cell: CellId): void {
		this.#seen.set(cell, cells.seenNow(this.#state.notebook, cell));
	}

	accept(cell: CellId, proposal: ProposalId): void {
		const seen = this.#seen.get(cell) ?? cells.seenNow(this.#state.notebook, cell);
		this.#do(cells.acceptProposal(this.#state.notebook, cell, proposal, seen));
		this.look(cell);
	}

	/** Goes on after a stage, and to the new one. */
	goOn(
		parent: StageId,
		choice: number | 'end',
		options: { reason?: string | undefined; from?: ProposalId } = {},
	): void {
		const made = stages.goOn(this.#state.notebook, { parent, choice, ...options });
		if (!this.#do(made) || !made.ok) return;
		this.#branching = undefined;
		const { tree } = this.#state.outline.current;
		// The new stage is the chosen one, so it stands for an empty twin and not the other way round.
		const stands = [...tree.folded].some((twin) => tree.foldedInto(twin) === made.value);
		if (stands) this.#toasts.show(m.notebook_branch_folded());
		this.goTo(made.value);
	}

	/** Chooses a new branch after a stage, or stops choosing. */
	branchFrom(stage: StageId | undefined): void {
		this.#branching = stage;
		if (stage !== undefined) this.goTo('next');
	}

	deleteStage(stage: StageId, n: number): void {
		if (!this.#do(stages.deleteStage(this.#state.notebook, stage))) return;
		this.#toasts.show(m.notebook_stage_deleted_toast({ n }), {
			action: { label: m.notebook_stage_restore(), run: () => this.restoreStage(stage) },
		});
	}

	restoreStage(stage: StageId): void {
		this.#asked = undefined;
		if (!this.#do(stages.restoreStage(this.#state.notebook, stage))) return;
		this.#state.look(stage);
		this.goTo(stage);
	}

	chooseLine(parent: StageId, child: StageId): void {
		this.#do(stages.chooseLine(this.#state.notebook, parent, child));
	}

	nameBranch(stage: StageId, name: string): void {
		this.#asked = undefined;
		this.#do(stages.nameBranch(this.#state.notebook, stage, name));
	}

	rename(title: string): void {
		this.#do(paths.rename(this.#state.notebook, title));
	}

	reviseStrategy(stage: StageId): void {
		if (this.#do(paths.reviseStrategy(this.#state.notebook, stage))) this.goTo(`${stage}/strategy`);
	}

	/** Performs what the flow offers; `reason` where the person gave one. */
	perform(action: Action, reason = ''): void {
		this.#asked = undefined;
		const { notebook } = this.#state;
		switch (action.kind) {
			case 'finish':
				this.#do(paths.finish(notebook, action.stage));
				break;
			case 'complete':
				this.#do(paths.complete(notebook, action.stage, reason));
				break;
			case 'reopen':
				this.#do(paths.reopen(notebook, action.stage, action.undoes, reason));
				break;
			case 'override':
				this.#do(paths.override(notebook, action.cell, action.contentHash, reason));
				break;
			case 'pause':
				this.#do(paths.pause(notebook));
				break;
			case 'resume':
				this.#do(paths.resume(notebook, action.undoes));
				break;
			default:
				throw new Error(`no verb for ${action.kind}`);
		}
		this.onward();
	}

	undo(): void {
		if (this.writable) this.#state.notebook.history.undo();
		this.keepFocus();
	}

	redo(): void {
		if (this.writable) this.#state.notebook.history.redo();
		this.keepFocus();
	}

	/** Says that something was refused, or not. */
	refused(reason: string): void {
		const words =
			reason === 'not-writable'
				? m.notebook_not_writable()
				: reason === 'changed-meanwhile'
					? m.notebook_proposal_changed()
					: m.notebook_refused({ reason });
		this.#toasts.show(words, { tone: 'bad' });
	}

	tell(words: string): void {
		this.#toasts.show(words);
	}

	/** Where a reader arrives: at the anchor of the address, else at what the path waits for. An example is read from its beginning. */
	land(hash: string): void {
		const { snapshot, line } = this.#state.outline.current;
		const anchor = anchorOf(hash);
		if (anchor !== undefined) this.goTo(anchor);
		else if (snapshot.meta?.example === undefined)
			this.goTo(waitingAnchor(this.#state.outline.current), line.length > 1);
	}

	/** Scrolls to an anchor of the page and puts the focus there. */
	goTo(anchor: string | undefined, scroll = true): void {
		if (anchor === undefined) return;
		void tick().then(async () => {
			const element = document.getElementById(anchor) ?? (await comeNear(anchor));
			if (scroll) element?.scrollIntoView({ block: 'start' });
			element?.focus({ preventScroll: true });
		});
	}

	/** After an act that took the pressed button away: the focus stays near, never on the page itself. */
	keepFocus(near?: string): void {
		void tick().then(() => {
			if (document.activeElement !== document.body) return;
			(document.getElementById(near ?? '') ?? document.getElementById('content'))?.focus({
				preventScroll: true,
			});
		});
	}

	#do(result: Result<unknown, string>): boolean {
		if (!result.ok) this.refused(result.error);
		this.keepFocus();
		return result.ok;
	}

	/** To what the path waits for now. */
	onward(): void {
		void tick().then(() => this.goTo(waitingAnchor(this.#state.outline.current) ?? 'content'));
	}
}

export const [useDesk, provideDesk] = createContext<Desk>();
