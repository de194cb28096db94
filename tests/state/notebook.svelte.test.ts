// @vitest-environment happy-dom
// What components read, watched as components watch it: through effects.

import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { Notebook } from '#lib/app/notebook.ts';
import {
	acceptProposal,
	finishCell,
	judgeStrategy,
	offerProposal,
	skipCell,
	textForEditing,
	writeText,
} from '#lib/app/verbs/cells.ts';
import { setField } from '#lib/app/verbs/fields.ts';
import { setDraft } from '#lib/app/verbs/records.ts';
import { deleteStage, goOn } from '#lib/app/verbs/stages.ts';
import { contextHash } from '#lib/core/flow/stale.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import type { Proposal } from '#lib/core/path/entries.ts';
import { RecordId, type CellId } from '#lib/core/path/names.ts';
import { Live } from '#lib/state/live.ts';
import { NotebookState } from '#lib/state/notebook.svelte.ts';
import { cell, Device, must, openNew, rootOf } from '../app/device.ts';

const devices: Device[] = [];
const leaving: (() => void)[] = [];
afterEach(async () => {
	for (const leave of leaving.splice(0)) leave();
	for (const device of devices.splice(0)) await device.close();
});

async function open(): Promise<{ notebook: Notebook; state: NotebookState }> {
	const device = new Device();
	devices.push(device);
	const notebook = await openNew(device.app());
	return { notebook, state: new NotebookState(notebook) };
}

/** Watches a value as a template does; counts how often it was drawn. */
function watch<T>(read: () => T): { readonly draws: number; readonly value: T } {
	let draws = 0;
	let value!: T; // the effect runs at once
	leaving.push(
		$effect.root(() => {
			$effect(() => {
				value = read();
				draws += 1;
			});
		}),
	);
	flushSync();
	return {
		get draws() {
			flushSync();
			return draws;
		},
		get value() {
			flushSync();
			return value;
		},
	};
}

function type(notebook: Notebook, id: CellId, insert: string): void {
	must(writeText(notebook, id, 'own', { at: 0, remove: 0, insert }));
}

test('[N16] a Live watched by many looks once, and lets go when nobody watches', () => {
	let reads = 0;
	let watchers = 0;
	let change = (): void => undefined;
	const live = new Live(
		() => (reads += 1),
		(changed) => {
			watchers += 1;
			change = changed;
			return () => (watchers -= 1);
		},
	);
	const shown = Array.from({ length: 10 }, () => watch(() => live.current));
	expect([reads, watchers]).toEqual([1, 1]);
	change();
	expect(shown.map((one) => one.value)).toEqual(Array.from({ length: 10 }, () => 2));
	for (const leave of leaving.splice(0)) leave();
	flushSync();
	return Promise.resolve().then(() => {
		expect(watchers).toBe(0);
		expect([live.current, live.current]).toEqual([3, 4]);
	});
});

test('[N16] a keystroke redraws its cell, not its neighbour, its stage or the frame', async () => {
	const { notebook, state } = await open();
	const root = rootOf(notebook);
	const goal = watch(() => state.cell(cell(root, 'goal')).current.text);
	const strategy = watch(() => state.cell(cell(root, 'strategy')).current);
	const stage = watch(() => state.stage(root).current);
	const outline = watch(() => state.outline.current);
	type(notebook, cell(root, 'goal'), 'a'); // names the writer, so the frame is drawn with it
	const before = [strategy.draws, stage.draws, outline.draws];
	for (const key of 'typing') type(notebook, cell(root, 'goal'), key);
	expect(goal.value).toBe('gnipytaHow wet is the peat?');
	expect([strategy.draws, stage.draws, outline.draws]).toEqual(before);
});

test('[N16] values of a field reach their cell and not the frame; a stage that says the same is the same object', async () => {
	const { notebook, state } = await open();
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const values = watch(() => state.cell(cell(stage, 'values')).current);
	const outline = watch(() => state.outline.current);
	const view = watch(() => state.stage(stage).current);
	const [frames, same] = [outline.draws, view.value];
	must(setField(notebook, { stage, variant: 'own', field: 'depth' }, { value: 0.3 }));
	expect(values.value.values.get('depth')).toBe(0.3);
	expect(values.value.editors.map(({ person }) => person?.name)).toEqual(['Person a']);
	expect(outline.draws).toBe(frames);
	must(finishCell(notebook, cell(stage, 'values')));
	expect(outline.draws).toBe(frames + 1);
	expect(view.value).toBe(same);
	expect(outline.value.status.status).toBe('waiting_for_record');
});

test('[N17] a cell says who wrote the words that stand, and why it was skipped', async () => {
	const { notebook, state } = await open();
	const id = cell(rootOf(notebook), 'strategy');
	const view = watch(() => state.cell(id).current);
	type(notebook, id, 'Mine. ');
	const theirs = new Y.Doc();
	Y.applyUpdate(theirs, Y.encodeStateAsUpdate(notebook.doc));
	const by = 'b'.repeat(12);
	theirs.getMap('people').set(by, { member: 'b'.repeat(43), name: 'Bao', colour: '#000000' });
	theirs.getMap('clients').set(String(theirs.clientID), by);
	theirs.getText(`cell/${id}`).insert(0, 'Theirs. ');
	Y.applyUpdate(notebook.doc, Y.encodeStateAsUpdate(theirs), 'a link');
	expect(view.value.editors.map(({ person }) => person?.name)).toEqual(['Bao', 'Person a']);
	must(writeText(notebook, id, 'own', { at: 0, remove: 'Theirs. '.length, insert: '' }));
	expect(view.value.editors.map(({ person }) => person?.name)).toEqual(['Person a']);
	must(skipCell(notebook, id, 'not needed'));
	expect(view.value).toMatchObject({
		state: 'skipped',
		skipReason: 'not needed',
		by: { id: notebook.who().by },
	});
});

test('[N17] a proposal is shown, edited, and stale once what it saw has changed', async () => {
	const { notebook, state } = await open();
	const root = rootOf(notebook);
	const strategy = cell(root, 'strategy');
	must(finishCell(notebook, cell(root, 'goal')));
	const snapshot = notebook.reader.current;
	const line = growTree(snapshot).line;
	const context = contextHash(snapshot, line, 'strategy', strategy, 'en');
	const view = watch(() => state.cell(strategy).current);
	const id = must(
		offerProposal(notebook, proposed(strategy, context, { researchable: true, strategy: 'Dry it.' })),
	);
	expect(view.value.proposals).toMatchObject([{ id, accepted: false, stale: 'fresh' }]);
	expect(view.value.text).toBe('');

	must(acceptProposal(notebook, strategy, id));
	expect(view.value).toMatchObject({
		mode: 'ai',
		text: 'Dry it.',
		thought: 'because',
		researchable: true,
		shown: id,
	});
	expect(view.value.editors).toEqual([]);
	must(writeText(notebook, strategy, id, { at: 0, remove: 0, insert: 'Twice: ' }));
	expect(view.value).toMatchObject({ mode: 'user', text: 'Twice: Dry it.', proposals: [{ accepted: true }] });
	expect(view.value.editors.map(({ person }) => person?.name)).toEqual(['Person a']);
	expect(view.value.variantText('own')).toBe('');

	type(notebook, cell(root, 'goal'), 'Another question: ');
	await expect.poll(() => view.value.proposals[0]?.stale).toBe('stale');
});

test('[N17] a proposal can be opened for editing while the screen is drawn', async () => {
	const { notebook, state } = await open();
	const strategy = cell(rootOf(notebook), 'strategy');
	const id = must(
		offerProposal(notebook, proposed(strategy, null, { researchable: true, strategy: 'Dry it.' })),
	);
	must(acceptProposal(notebook, strategy, id));
	const shown = watch(() => state.cell(strategy).current.text);
	const outline = watch(() => state.outline.current);
	const editing = $derived(must(textForEditing(notebook, strategy, id)));
	const edited = watch(() => editing.toString());
	expect([edited.value, shown.value]).toEqual(['Dry it.', 'Dry it.']);
	expect(outline.draws).toBeGreaterThan(0);
});

test('[N18] the frame follows an edit that turns the refusal of a model into that of a person', async () => {
	const { notebook, state } = await open();
	const root = rootOf(notebook);
	const strategy = cell(root, 'strategy');
	must(finishCell(notebook, cell(root, 'goal')));
	const id = must(offerProposal(notebook, proposed(strategy, null, { researchable: false, strategy: '' })));
	must(acceptProposal(notebook, strategy, id));
	const status = watch(() => state.outline.current.status.status);
	expect(status.value).toBe('end_after_generating_research_strategy');
	must(writeText(notebook, strategy, id, { at: 0, remove: 0, insert: 'We try anyway' }));
	expect(status.value).toBe('waiting_for_research_strategy');
	must(judgeStrategy(notebook, strategy, id, true));
	expect(status.value).toBe('waiting_for_next_protocol');
	must(judgeStrategy(notebook, strategy, id, false));
	expect(status.value).toBe('waiting_for_research_strategy');
});

test('[N18] a folded twin comes back when somebody has written in it', async () => {
	const { notebook, state } = await open();
	const root = rootOf(notebook);
	const first = must(goOn(notebook, { parent: root, choice: 0 }));
	const second = must(goOn(notebook, { parent: root, choice: 0 }));
	const outline = watch(() => state.outline.current);
	const [folded] = outline.value.tree.folded;
	expect([first, second]).toContain(folded);
	if (folded === undefined) return;
	notebook.doc.getText(`cell/${folded}/note`).insert(0, 'written offline');
	expect(outline.value.tree.folded.size).toBe(0);
	expect(outline.value.forks.get(root)).toEqual([first, second]);
});

test('[N16] the frame tells of trash, forks and another main line', async () => {
	const { notebook, state } = await open();
	const root = rootOf(notebook);
	const outline = watch(() => state.outline.current);
	const looking = watch(() => state.looking.current);
	const first = must(goOn(notebook, { parent: root, choice: 0 }));
	const second = must(goOn(notebook, { parent: root, choice: 1 }));
	expect(outline.value.line).toEqual([root, second]);
	expect(outline.value.titles.get(second)).toBe('Oven drying');
	expect(outline.value.lineMoved).toBe(false);
	state.look(first);
	expect(outline.value).toMatchObject({ line: [root, first], lineMoved: true });
	expect(looking.value).toBe(first);
	state.followMain();
	expect(outline.value).toMatchObject({ line: [root, second], lineMoved: false });
	expect(looking.value).toBeUndefined();
	must(deleteStage(notebook, second));
	expect(outline.value.line).toEqual([root, first]);
	expect(outline.value.trash.map(({ stage }) => stage)).toEqual([second]);
});

test('[N16] saving, history and records are read like everything else', async () => {
	const { notebook, state } = await open();
	const root = rootOf(notebook);
	const history = watch(() => state.history.current);
	expect(history.value).toEqual({ canUndo: false, canRedo: false });
	type(notebook, cell(root, 'goal'), 'x');
	expect(history.value).toEqual({ canUndo: true, canRedo: false });
	const saving = watch(() => state.saving.current.at);
	await notebook.flush();
	expect(saving.value).toBe('saved');
	const writable = watch(() => state.writable);
	type(notebook, cell(root, 'goal'), 'z');
	await notebook.flush();
	expect([writable.value, writable.draws]).toEqual([true, 1]);
	devices[0]?.fail({ why: 'quota', detail: '' });
	type(notebook, cell(root, 'goal'), 'y');
	await notebook.flush();
	expect([saving.value, writable.value]).toEqual(['failed', false]);
	devices[0]?.fail(undefined);
	must(await notebook.retry());
	expect([saving.value, writable.value]).toEqual(['saved', true]);

	const record = watch(() => state.record(RecordId.parse(root)).current);
	expect(record.value.at).toBe('loading');
	await expect.poll(() => record.value.at).toBe('open');
	const shown = record.value;
	if (shown.at !== 'open') return;
	must(setDraft(notebook, shown.record, { basedOn: null, section: 'var', field: 'depth' }, 2));
	const after = record.value;
	expect(after.at === 'open' && after.snapshot.draft(null).var.values.get('depth')?.value).toBe(2);
});

test('[N17] which cells a stage has follows its kind, what stands in it, and where the path waits', async () => {
	const { notebook, state } = await open();
	const root = rootOf(notebook);
	const kinds = (id: typeof root) => state.stage(id).current.cells.map((one) => one.split('/')[1]);
	expect(kinds(root)).toEqual(['goal', 'strategy', 'note']);
	const round = must(goOn(notebook, { parent: root, choice: 0 }));
	expect(kinds(round)).toEqual(['values', 'record', 'phased', 'note']);
	type(notebook, cell(round, 'final'), 'Concluded here.');
	must(finishCell(notebook, cell(round, 'final')));
	expect(kinds(round)).toEqual(['values', 'record', 'phased', 'final', 'note']);
	notebook.doc.getMap('cells').set(`${round}/review`, { state: 'done', by: notebook.who().by, at: 1 });
	expect(kinds(round)).toEqual(['values', 'record', 'phased', 'final', 'review', 'note']);
	const end = must(goOn(notebook, { parent: round, choice: 'end' }));
	expect(kinds(end)).toEqual(['final', 'note']);
});

function proposed(id: CellId, context: string | null, content: Proposal['content']): Proposal {
	return {
		cell: id,
		generationId: 'g1',
		content,
		thought: 'because',
		numbers: [],
		manifest: null,
		model: 'demo',
		prompt: null,
		context,
		origin: 'model',
	};
}
