// The editor itself, apart from the component so that its 118 kB are loaded when somebody first edits. It is a view of the Y.Text and
// keeps nothing of its own: every keystroke is in the document before the screen shows it, so closing it can lose no words. Lines are
// split at \n only: CodeMirror would take \r\n for one character where the Y.Text counts two, and every later edit would land in the
// wrong place. Refused: CodeMirror's own history (it would undo what colleagues typed).

import { defaultKeymap } from '@codemirror/commands';
import {
	Compartment,
	EditorSelection,
	EditorState,
	Prec,
	Transaction,
	type Extension,
} from '@codemirror/state';
import { EditorView, keymap, placeholder as placeholderText } from '@codemirror/view';
import { ySync, ySyncAnnotation, YSyncConfig, ySyncFacet } from 'y-codemirror.next';
import type * as Y from 'yjs';
import { continueList, toggleLines, toggleMark, type Edit, type Selection } from './markdown-edits.ts';
import { markdownHighlight } from './markdown-highlight.ts';
import { wholeCharacters } from './whole-characters.ts';

/** What undo and redo are in the app. `follow` learns the origin of this editor's transactions before the first of them. */
export interface EditorUndo {
	undo(): void;
	redo(): void;
	follow?(origin: object): () => void;
}

/** What may change while an editor is open. */
export interface EditorWords {
	readonly readonly: boolean;
	readonly label: string;
	readonly placeholder: string;
}

export interface EditorSetup extends EditorWords {
	readonly text: Y.Text;
	readonly undo: EditorUndo;
	readonly cspNonce: string | undefined;
	readonly ondone: () => void;
}

export interface OpenEditor {
	configure(words: EditorWords): void;
	focus(): void;
	bold(): void;
	list(): void;
	heading(): void;
	undo(): void;
	close(): void;
}

/** Shows `text` in `parent` and edits it. The origin of its transactions is an instance of y-codemirror.next's YSyncConfig. */
export function openEditor(parent: HTMLElement, setup: EditorSetup): OpenEditor {
	const origin = new YSyncConfig(setup.text, null);
	const unfollow = setup.undo.follow?.(origin);
	const words = new Compartment();
	const view = new EditorView({
		parent,
		state: EditorState.create({
			doc: setup.text.toString(),
			selection: EditorSelection.cursor(setup.text.length),
			extensions: [
				EditorState.lineSeparator.of('\n'),
				setup.cspNonce === undefined ? [] : EditorView.cspNonce.of(setup.cspNonce),
				words.of(worded(setup)),
				EditorState.transactionFilter.of(keepWhole),
				EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?/g, '\n')),
				Prec.high([keys(setup), nativeUndo(setup.undo)]),
				keymap.of(defaultKeymap),
				EditorView.lineWrapping,
				markdownHighlight(),
				ySyncFacet.of(origin),
				ySync,
				appearance(),
			],
		}),
	});
	return {
		configure: (next) => view.dispatch({ effects: words.reconfigure(worded(next)) }),
		focus: () => view.focus(),
		bold: () => void apply(view, (text, at) => toggleMark(text, at, '**')),
		list: () => void apply(view, (text, at) => toggleLines(text, at, 'list')),
		heading: () => void apply(view, (text, at) => toggleLines(text, at, 'heading')),
		undo: () => stepBack(view, () => setup.undo.undo()),
		close: () => {
			view.destroy();
			unfollow?.();
		},
	};
}

function worded({ readonly, label, placeholder }: EditorWords): Extension {
	return [
		EditorState.readOnly.of(readonly),
		EditorView.editable.of(!readonly),
		placeholder === '' ? [] : placeholderText(placeholder),
		EditorView.contentAttributes.of({
			'aria-label': label,
			spellcheck: 'true',
			autocorrect: 'on',
			autocapitalize: 'sentences',
			'data-gramm': 'false', // extensions that rewrite editable elements lose remote edits
		}),
	];
}

function keys({ undo, ondone }: EditorSetup): Extension {
	const done = (view: EditorView) => {
		if (view.composing) return false; // Escape ends the composition, not the editing
		ondone();
		return true;
	};
	const back = (view: EditorView) => stepBack(view, () => undo.undo());
	const forth = (view: EditorView) => stepBack(view, () => undo.redo());
	return keymap.of([
		{ key: 'Mod-Enter', run: done },
		{ key: 'Escape', run: done },
		{
			key: 'Mod-b',
			run: (view) => apply(view, (text, at) => toggleMark(text, at, '**')),
			preventDefault: true,
		},
		{
			key: 'Mod-i',
			run: (view) => apply(view, (text, at) => toggleMark(text, at, '*')),
			preventDefault: true,
		},
		{
			key: 'Enter',
			run: (view) =>
				apply(view, (text, { from, to }) => (from === to ? continueList(text, from) : undefined)),
		},
		{ key: 'Mod-z', run: back, preventDefault: true },
		{ key: 'Mod-y', mac: 'Mod-Shift-z', run: forth, preventDefault: true },
		{ key: 'Mod-Shift-z', run: forth, preventDefault: true },
	]);
}

/** Undo by menu, by shaking the phone: the browser's own would work on its picture of the text. */
function nativeUndo(undo: EditorUndo): Extension {
	return EditorView.domEventHandlers({
		beforeinput: (event, view) => {
			if (event.inputType === 'historyUndo') return stepBack(view, () => undo.undo());
			if (event.inputType === 'historyRedo') return stepBack(view, () => undo.redo());
			return false;
		},
	});
}

/** Undoes or redoes, and puts the caret where the text changed, if it changed here. */
function stepBack(view: EditorView, step: () => void): true {
	const before = view.state.doc;
	step();
	const { doc } = view.state;
	if (!view.dom.isConnected || doc.eq(before)) return true;
	const [old, now] = [before.toString(), doc.toString()];
	let tail = 0;
	while (tail < Math.min(old.length, now.length) && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
	view.dispatch({ selection: EditorSelection.cursor(now.length - tail), scrollIntoView: true });
	return true;
}

function apply(view: EditorView, edit: (text: string, at: Selection) => Edit | undefined): boolean {
	if (view.state.readOnly) return false;
	const { from, to } = view.state.selection.main;
	const made = edit(view.state.sliceDoc(), { from, to });
	if (made === undefined) return false;
	view.dispatch({
		changes: [...made.changes],
		selection: { anchor: made.selection.from, head: made.selection.to },
		userEvent: 'input',
		scrollIntoView: true,
	});
	return true;
}

function keepWhole(transaction: Transaction): Transaction | readonly Parameters<EditorView['dispatch']>[0][] {
	if (!transaction.docChanged || transaction.annotation(ySyncAnnotation) !== undefined) return transaction;
	const { doc } = transaction.startState;
	const slice = (from: number, to: number) =>
		doc.sliceString(Math.max(0, from), Math.min(doc.length, to), '\n');
	let [changed, shrunk] = [false, false];
	const changes: { from: number; to: number; insert: string }[] = [];
	transaction.changes.iterChanges((from, to, _from, _to, inserted) => {
		const insert = inserted.sliceString(0, inserted.length, '\n');
		const whole = wholeCharacters({ from, to, insert }, slice);
		changed ||= whole.insert !== insert || whole.from !== from || whole.to !== to;
		shrunk ||= whole.insert.length - (whole.to - whole.from) !== insert.length - (to - from);
		changes.push({ ...whole });
	});
	if (!changed) return transaction;
	const userEvent = transaction.annotation(Transaction.userEvent);
	return [
		{
			changes,
			...(shrunk ? {} : { selection: transaction.newSelection }),
			...(userEvent === undefined ? {} : { userEvent }),
			scrollIntoView: transaction.scrollIntoView,
		},
	];
}

function appearance(): Extension {
	return EditorView.theme({
		'&': { color: 'var(--ink)', backgroundColor: 'transparent' },
		'&.cm-focused': { outline: 'none' },
		// 16 px and not less: below that iOS zooms in at every touch. The line height is the reader's, so that nothing jumps.
		'.cm-scroller': { font: '16px/1.65 var(--font-text)', overflowX: 'visible' },
		'.cm-content': { padding: '0', minHeight: '3.3em', caretColor: 'var(--ink)' },
		'.cm-line': { padding: '0' },
		'.cm-placeholder': { color: 'var(--faint)' },
		'&.cm-editor .cm-content ::selection': {
			backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
		},
	});
}
