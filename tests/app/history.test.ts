// Undo as a person means it: their own last act, wherever it was, and never a colleague's.

import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { Notebook } from '#lib/app/notebook.ts';
import { finishCell, textForEditing, writeText } from '#lib/app/verbs/cells.ts';
import { addRow, setField, setRowField } from '#lib/app/verbs/fields.ts';
import { complete, pause, resume } from '#lib/app/verbs/paths.ts';
import { setDraft, submitRecord } from '#lib/app/verbs/records.ts';
import { chooseLine, goOn } from '#lib/app/verbs/stages.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { RecordId } from '#lib/core/path/names.ts';
import { cell, Device, must, openNew, rootOf } from './device.ts';

const devices: Device[] = [];
afterEach(async () => {
	for (const device of devices.splice(0)) await device.close();
});

function newDevice(mark?: string): Device {
	const device = new Device(mark);
	devices.push(device);
	return device;
}

test('[N1] undo takes back my last step and leaves what a colleague wrote meanwhile', async () => {
	const mine = await openNew(newDevice().app());
	const goal = cell(rootOf(mine), 'goal');
	type(mine, 'Measure water. ');
	const theirs = new Y.Doc();
	Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine.doc));
	theirs.getText(`cell/${goal}`).insert(0, 'Theirs. ');
	Y.applyUpdate(mine.doc, Y.encodeStateAsUpdate(theirs), 'somebody');
	must(finishCell(mine, goal));
	expect(words(mine)).toBe('Theirs. Measure water. How wet is the peat?');

	expect(mine.history.undo()).toBe(true);
	expect(mine.reader.current.cells.get(goal)?.state).not.toBe('done');
	expect(mine.history.undo()).toBe(true);
	expect(words(mine)).toBe('Theirs. How wet is the peat?');
	expect(mine.history.canUndo).toBe(false);
	expect(mine.history.undo()).toBe(false);
	expect(words(mine)).toContain('Theirs.');
	expect(mine.history.redo()).toBe(true);
	expect(words(mine)).toBe('Theirs. Measure water. How wet is the peat?');
});

test('[N2] undoing a step forward deletes the stage softly, redoing restores it with what others wrote in it', async () => {
	const notebook = await openNew(newDevice().app());
	const root = rootOf(notebook);
	const first = must(goOn(notebook, { parent: root, choice: 0 }));
	const second = must(goOn(notebook, { parent: root, choice: 1 }));
	expect(tree(notebook).mainChild(root)).toBe(second);

	notebook.history.undo();
	expect(notebook.reader.current.stages.has(second)).toBe(true);
	expect(tree(notebook).live(second)).toBe(false);
	expect(tree(notebook).mainChild(root)).toBe(first);
	expect(notebook.line.of(tree(notebook)).line).toEqual([root, first]);
	notebook.history.undo();
	expect(tree(notebook).live(first)).toBe(false);
	expect(notebook.history.canUndo).toBe(false);

	expect(notebook.history.redo()).toBe(true);
	expect(notebook.history.redo()).toBe(true);
	expect(tree(notebook).live(first)).toBe(true);
	expect(tree(notebook).mainChild(root)).toBe(second);
	expect(notebook.history.canRedo).toBe(false);
	const third = must(goOn(notebook, { parent: root, choice: 'end' }));
	expect(tree(notebook).mainChild(root)).toBe(third);
	notebook.history.undo();
	expect(tree(notebook).mainChild(root)).toBe(second);
});

test('[N3] steps in a path and in a record are undone in the order in which they were made', async () => {
	const notebook = await openNew(newDevice().app());
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const record = must(await notebook.record(RecordId.parse(stage)));
	const draft = () => record.reader.current.draft(null).var.values.get('depth')?.value;
	const place = { basedOn: null, section: 'var', field: 'depth' } as const;
	must(setDraft(notebook, record, place, 0.5));
	type(notebook, 'In between. ');
	must(setDraft(notebook, record, place, 0.7));

	notebook.history.undo();
	expect([draft(), words(notebook)]).toEqual([0.5, 'In between. How wet is the peat?']);
	notebook.history.undo();
	expect([draft(), words(notebook)]).toEqual([0.5, 'How wet is the peat?']);
	notebook.history.undo();
	expect(draft()).toBeUndefined();
	for (let n = 0; n < 3; n++) notebook.history.redo();
	expect([draft(), words(notebook)]).toEqual([0.7, 'In between. How wet is the peat?']);
	record.release();
});

test('[N4] a submitted version is never taken out of its record, only the reference to it', async () => {
	const notebook = await openNew(newDevice().app());
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const record = must(await notebook.record(RecordId.parse(stage)));
	const uid = must(submitRecord(notebook, record, stage, null, { var: { depth: 0.3 } }));
	expect(notebook.reader.current.records.get(stage)).toBe(uid);
	notebook.history.undo();
	expect(notebook.reader.current.records.has(stage)).toBe(false);
	expect(record.reader.current.versions.has(uid)).toBe(true);
	record.release();
});

test('[N5] keystrokes in one field are one step, another field is another', async () => {
	const notebook = await openNew(newDevice().app());
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const value = (field: string) => notebook.reader.current.fields(stage, 'own').values.get(field)?.value;
	for (const text of ['1', '12', '123']) {
		must(setField(notebook, { stage, variant: 'own', field: 'depth' }, { value: text }));
	}
	must(setField(notebook, { stage, variant: 'own', field: 'site' }, { value: 'fen' }));
	notebook.history.undo();
	expect([value('depth'), value('site')]).toEqual(['123', undefined]);
	notebook.history.undo();
	expect(value('depth')).toBeUndefined();
});

test('[N6] what an editor types is undone here once it is followed, and its writer is named', async () => {
	const notebook = await openNew(newDevice().app());
	const goal = cell(rootOf(notebook), 'goal');
	const second = must(await newTab(notebook));
	const text = must(textForEditing(second, goal, 'own'));
	const editor = {};
	const unfollow = second.history.follow(editor);
	expect(second.reader.current.clients.has(second.doc.clientID)).toBe(false);
	second.doc.transact(() => text.insert(0, 'Typed. '), editor);
	expect(second.reader.current.clients.get(second.doc.clientID)).toBe(second.who().by);
	must(finishCell(second, goal));
	second.history.undo();
	expect(text.toString()).toBe('Typed. How wet is the peat?');
	second.history.undo();
	expect(text.toString()).toBe('How wet is the peat?');
	unfollow();
});

test('[N5] two editors one right after the other are two steps, however fast', async () => {
	const notebook = await openNew(newDevice().app());
	const root = rootOf(notebook);
	for (const kind of ['goal', 'strategy']) {
		const text = must(textForEditing(notebook, cell(root, kind), 'own'));
		const editor = {};
		notebook.history.follow(editor);
		notebook.doc.transact(() => text.insert(0, 'Typed. '), editor);
		notebook.doc.transact(() => text.insert(0, 'And. '), editor);
	}
	notebook.history.undo();
	expect(notebook.reader.current.text(cell(root, 'strategy'), 'own') ?? '').toBe('');
	expect(words(notebook)).toBe('And. Typed. How wet is the peat?');
});

test('[N7] a new edit ends what could be redone, in every document', async () => {
	const notebook = await openNew(newDevice().app());
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const record = must(await notebook.record(RecordId.parse(stage)));
	must(setDraft(notebook, record, { basedOn: null, section: 'var', field: 'depth' }, 1));
	notebook.history.undo();
	expect(notebook.history.canRedo).toBe(true);
	type(notebook, 'New. ');
	expect(notebook.history.canRedo).toBe(false);
	expect(notebook.history.redo()).toBe(false);
	expect(record.reader.current.draft(null).var.values.size).toBe(0);
	record.release();
});

test('[N8] undo is refused while nothing can be kept', async () => {
	const device = newDevice();
	const notebook = await openNew(device.app());
	type(notebook, 'Kept. ');
	device.fail({ why: 'quota', detail: '' });
	type(notebook, 'Not kept. ');
	await notebook.flush();
	expect(notebook.history.undo()).toBe(false);
	expect(words(notebook)).toContain('Kept.');
	device.fail(undefined);
	must(await notebook.retry());
	expect(notebook.history.undo()).toBe(true);
});

test('[N1] choosing a line is undone to the line before', async () => {
	const notebook = await openNew(newDevice().app());
	const root = rootOf(notebook);
	const first = must(goOn(notebook, { parent: root, choice: 0 }));
	const second = must(goOn(notebook, { parent: root, choice: 1 }));
	must(chooseLine(notebook, root, first));
	expect(tree(notebook).mainChild(root)).toBe(first);
	notebook.history.undo();
	expect(tree(notebook).mainChild(root)).toBe(second);
});

async function newTab(notebook: Notebook) {
	const device = devices.at(-1);
	if (device === undefined) throw new Error('no device');
	await notebook.flush();
	return device.app().openNotebook(notebook.id);
}

function tree(notebook: Notebook) {
	return growTree(notebook.reader.current);
}

function type(notebook: Notebook, insert: string): void {
	must(writeText(notebook, cell(rootOf(notebook), 'goal'), 'own', { at: 0, remove: 0, insert }));
}

function words(notebook: Notebook): string {
	return notebook.reader.current.text(cell(rootOf(notebook), 'goal'), 'own') ?? '';
}

test('[N20] pausing, resuming and completing are taken back by the act that ends them, and nothing else is', async () => {
	const device = newDevice();
	const notebook = await openNew(device.app());
	const root = rootOf(notebook);
	const stage = must(goOn(notebook, { parent: root, choice: 0 }));
	const now = () => {
		const tree = growTree(notebook.reader.current);
		const { status, paused, pauses } = pathStatus(notebook.reader.current, tree);
		return { status, paused, pauses, last: tree.line.at(-1) };
	};
	must(pause(notebook));
	notebook.history.undo();
	expect(now()).toMatchObject({ paused: false, last: stage });
	notebook.history.redo();
	expect(now()).toMatchObject({ paused: true, last: stage });
	must(resume(notebook, now().pauses));
	notebook.history.undo();
	expect(now().paused).toBe(true);
	notebook.history.redo();
	expect(now().paused).toBe(false);
	must(complete(notebook, stage));
	expect(now().status).toBe('completed');
	notebook.history.undo();
	expect(now()).toMatchObject({ last: stage });
	expect(now().status).not.toBe('completed');
	notebook.history.redo();
	expect(now().status).toBe('completed');
});

test('[N21] what is done together is one step', async () => {
	const device = newDevice();
	const notebook = await openNew(device.app());
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const place = { stage, variant: 'own', field: 'depth' } as const;
	const rows = () =>
		notebook.reader.current
			.fields(stage, 'own')
			.rows.get('depth')
			?.filter(({ gone }) => !gone).length ?? 0;
	notebook.history.together(() => {
		for (let n = 0; n < 5; n += 1) {
			const row = must(addRow(notebook, place));
			must(setRowField(notebook, place, row, 'at', n));
		}
	});
	expect(rows()).toBe(5);
	notebook.history.undo();
	expect(rows()).toBe(0);
	notebook.history.redo();
	expect(rows()).toBe(5);
});
