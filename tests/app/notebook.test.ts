// Opening, writing, failing, closing: what a notebook promises whoever works in it.

import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { BrowserTabs } from '#lib/adapters/link/tabs.ts';
import type { App } from '#lib/app/app.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import { finishCell, skipCell, textForEditing, writeText } from '#lib/app/verbs/cells.ts';
import { addRow, setField, setRowField } from '#lib/app/verbs/fields.ts';
import { complete, pause, rename, reopen, resume } from '#lib/app/verbs/paths.ts';
import { setDraft, submitRecord } from '#lib/app/verbs/records.ts';
import { chooseLine, deleteStage, goOn, nameBranch, repeat, restoreStage } from '#lib/app/verbs/stages.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { PathId, RecordId } from '#lib/core/path/names.ts';
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

test('[N10] what was written is there when the path is opened again, in another page too', async () => {
	const device = newDevice();
	const first = await openNew(device.app());
	must(writeText(first, cell(rootOf(first), 'goal'), 'own', { at: 0, remove: 0, insert: 'First: ' }));
	await first.close();
	const second = must(await device.app().openNotebook(first.id));
	expect(goal(second)).toBe('First: How wet is the peat?');
});

test('[N10] a path that is not there is absent, one whose storage fails says why', async () => {
	const device = newDevice();
	const app = device.app();
	expect(await app.openNotebook(PathId.parse('nobody'))).toEqual({ ok: false, error: 'absent' });
	const notebook = await openNew(app);
	await notebook.close();
	device.disk.rows.delete(notebook.name);
	expect(await app.openNotebook(notebook.id)).toEqual({ ok: false, error: 'absent' });
	device.fail({ why: 'closed', detail: 'gone' });
	expect(await app.openNotebook(notebook.id)).toEqual({
		ok: false,
		error: { why: 'closed', detail: 'gone' },
	});
});

test('[N8] every kind of verb is refused while an edit cannot be kept, and accepted again after', async () => {
	const device = newDevice();
	const notebook = await openNew(device.app());
	const root = rootOf(notebook);
	const stage = must(goOn(notebook, { parent: root, choice: 0 }));
	const record = must(await notebook.record(RecordId.parse(stage)));
	const place = { stage, variant: 'own', field: 'depth' } as const;
	let told = 0;
	notebook.watchSaving(() => (told += 1));
	device.fail({ why: 'quota', detail: 'full' });
	must(writeText(notebook, cell(root, 'goal'), 'own', { at: 0, remove: 0, insert: 'Last words. ' }));
	expect((await notebook.flush()).ok).toBe(false);
	expect(notebook.saving).toMatchObject({ at: 'failed', fault: { why: 'quota' } });
	expect(told).toBeGreaterThan(0);

	const before = Y.encodeStateVector(notebook.doc);
	const refused = { ok: false, error: 'not-writable' };
	expect(writeText(notebook, cell(root, 'goal'), 'own', { at: 0, remove: 0, insert: 'x' })).toEqual(refused);
	expect(textForEditing(notebook, cell(root, 'goal'), 'own')).toEqual(refused);
	expect(finishCell(notebook, cell(root, 'goal'))).toEqual(refused);
	expect(skipCell(notebook, cell(root, 'strategy'), 'why')).toEqual(refused);
	expect(setField(notebook, place, { value: 1 })).toEqual(refused);
	expect(addRow(notebook, place)).toEqual(refused);
	expect(goOn(notebook, { parent: root, choice: 1 })).toEqual(refused);
	expect(deleteStage(notebook, stage)).toEqual(refused);
	expect(rename(notebook, 'x')).toEqual(refused);
	expect(pause(notebook)).toEqual(refused);
	expect(setDraft(notebook, record, { basedOn: null, section: 'var', field: 'depth' }, 1)).toEqual(refused);
	expect(submitRecord(notebook, record, stage, null, { var: {} })).toEqual(refused);
	expect(Y.encodeStateVector(notebook.doc)).toEqual(before);

	device.fail(undefined);
	must(await notebook.retry());
	expect(notebook.saving.at).toBe('saved');
	must(finishCell(notebook, cell(root, 'goal')));
	await notebook.close();
	const again = must(await device.app().openNotebook(notebook.id));
	expect(goal(again)).toBe('Last words. How wet is the peat?');
});

test('[N8] a document of a newer major schema is shown and not written', async () => {
	const notebook = await openNew(newDevice().app());
	expect(notebook.readOnlySchema).toBe(false);
	notebook.doc.getMap('meta').set('schema', '2.0');
	expect(notebook.readOnlySchema).toBe(true);
	expect(rename(notebook, 'x')).toEqual({ ok: false, error: 'not-writable' });
});

test('[N11] the catalogue follows the document, and is right after closing', async () => {
	const device = newDevice();
	const app = device.app();
	const notebook = await openNew(app);
	const root = rootOf(notebook);
	expect(await listed(app)).toMatchObject({
		title: 'Drying',
		workflowTitle: 'Drying samples',
		status: 'waiting_for_research_goal',
		stages: 1,
		stageTitle: '',
		paused: false,
		records: [],
		files: [],
		knownAs: [root],
	});
	must(finishCell(notebook, cell(root, 'goal')));
	must(skipCell(notebook, cell(root, 'strategy'), ''));
	const stage = must(goOn(notebook, { parent: root, choice: 0 }));
	await expect.poll(() => listed(app)).toMatchObject({ stageTitle: 'Sampling', stages: 2 });
	const record = must(await notebook.record(RecordId.parse(stage)));
	must(submitRecord(notebook, record, stage, null, { var: { depth: 0.3 } }));
	must(rename(notebook, 'Renamed'));
	must(pause(notebook));
	await notebook.close();
	const entry = await listed(app);
	expect(entry).toMatchObject({ title: 'Renamed', paused: true, records: [stage] });
	expect(entry?.status).toBe('waiting_for_phased_research_conclusion');
	const opened = must(await app.openNotebook(notebook.id));
	await opened.close();
	expect(await listed(app)).toMatchObject({ changedAt: entry?.changedAt });
});

test('[N12] the line in view stays when a merge moves the main line, until the person chooses', async () => {
	const device = newDevice();
	const mine = await openNew(device.app());
	const root = rootOf(mine);
	const theirs = await colleague(mine);
	const first = must(goOn(mine, { parent: root, choice: 0 }));
	const second = must(goOn(theirs, { parent: root, choice: 1 }));
	const third = must(goOn(theirs, { parent: second, choice: 0 }));
	must(chooseLine(theirs, root, second));
	const line = () => mine.line.of(growTree(mine.reader.current));
	expect(line()).toEqual({ line: [root, first], moved: false });
	Y.applyUpdate(mine.doc, Y.encodeStateAsUpdate(theirs.doc), 'a link');
	// Whoever wins the choice, the screen does not move.
	expect(line().line).toEqual([root, first]);
	mine.doc.getMap('line').set(root, second);
	expect(line()).toEqual({ line: [root, first], moved: true });
	expect(mine.line.looking).toBeUndefined();

	await mine.close();
	const again = must(await device.app().openNotebook(mine.id));
	expect(again.line.of(growTree(again.reader.current)).line).toEqual([root, first]);
	again.line.look(first);
	expect(again.line.looking).toBe(first);
	again.line.look(undefined);
	expect(again.line.of(growTree(again.reader.current))).toEqual({
		line: [root, second, third],
		moved: false,
	});
	expect(again.line.looking).toBeUndefined();
});

test('[N12] a line in view that is deleted falls back to what is left of it', async () => {
	const notebook = await openNew(newDevice().app());
	const root = rootOf(notebook);
	const first = must(goOn(notebook, { parent: root, choice: 0 }));
	const next = must(repeat(notebook, first));
	const line = () => notebook.line.of(growTree(notebook.reader.current));
	expect(line().line).toEqual([root, first, next]);
	must(deleteStage(notebook, next));
	expect(line().line).toEqual([root, first]);
	must(restoreStage(notebook, next));
	expect(line().line).toEqual([root, first, next]);
});

test('[N13] a record is open while it is looked at or undo reaches into it, once', async () => {
	const notebook = await openNew(newDevice().app());
	const root = rootOf(notebook);
	const seen = must(await notebook.record(RecordId.parse(`${root}x`)));
	const again = must(await notebook.record(seen.id));
	expect(again.doc).toBe(seen.doc);
	seen.release();
	seen.release();
	expect(seen.doc.isDestroyed).toBe(false);
	again.release();
	await expect.poll(() => seen.doc.isDestroyed).toBe(true);

	const edited = must(await notebook.record(RecordId.parse(`${root}y`)));
	must(setDraft(notebook, edited, { basedOn: null, section: 'var', field: 'depth' }, 1));
	edited.release();
	notebook.history.undo();
	expect(edited.reader.current.draft(null).var.values.size).toBe(0);
	expect(edited.doc.isDestroyed).toBe(false);
	await notebook.close();
	expect(edited.doc.isDestroyed).toBe(true);
});

test('[N10] two tabs of one device show each other what is written, and both keep their undo', async () => {
	const device = newDevice();
	const tabs = new BrowserTabs();
	const one = await openNew(device.app(tabs), crypto.randomUUID());
	const two = must(await device.app(tabs).openNotebook(one.id));
	const goalOf = cell(rootOf(one), 'goal');
	must(writeText(one, goalOf, 'own', { at: 0, remove: 0, insert: 'One. ' }));
	must(writeText(two, goalOf, 'own', { at: 0, remove: 0, insert: 'Two. ' }));
	await expect.poll(() => [goal(one).length, goal(two).length]).toEqual([30, 30]);
	expect(goal(one)).toBe(goal(two));
	one.history.undo();
	await expect.poll(() => goal(two)).toBe('Two. How wet is the peat?');
	await one.close();
	await two.close();
});

test('[N8] a path is run to its end, paused, completed and re-opened by verbs alone', async () => {
	const notebook = await openNew(newDevice().app());
	const root = rootOf(notebook);
	const status = () => {
		const snapshot = notebook.reader.current;
		const tree = growTree(snapshot);
		return pathStatus(snapshot, tree, notebook.line.of(tree).line);
	};
	must(finishCell(notebook, cell(root, 'goal')));
	must(skipCell(notebook, cell(root, 'strategy'), 'clear enough'));
	const stage = must(goOn(notebook, { parent: root, choice: 1, reason: 'we have samples already' }));
	must(nameBranch(notebook, stage, 'Oven first'));
	const table = { stage, variant: 'own', field: 'runs' } as const;
	const row = must(addRow(notebook, table));
	must(setRowField(notebook, table, row, 'mass', 12.5));
	must(finishCell(notebook, cell(stage, 'values')));
	const record = must(await notebook.record(RecordId.parse(stage)));
	const uid = must(submitRecord(notebook, record, stage, null, { var: { loss: 0.4 } }));
	const corrected = must(submitRecord(notebook, record, stage, uid, { var: { loss: 0.5 } }));
	expect(record.reader.current.versions.get(corrected)?.version).toMatchObject({
		basedOn: uid,
		author: notebook.member,
		zone: 'Europe/Berlin',
	});
	expect(notebook.reader.current.records.get(stage)).toBe(corrected);
	must(skipCell(notebook, cell(stage, 'phased'), ''));
	const end = must(goOn(notebook, { parent: stage, choice: 'end' }));
	expect(status().status).toBe('waiting_for_final_research_conclusion');
	must(pause(notebook));
	expect(status().paused).toBe(true);
	must(resume(notebook, status().pauses));
	expect(status().paused).toBe(false);
	must(complete(notebook, end, 'enough'));
	expect(status().status).toBe('completed');
	const undoes = [...notebook.reader.current.log].filter(([, e]) => e.kind === 'complete').map(([id]) => id);
	must(reopen(notebook, end, undoes, 'one more'));
	expect(status().status).toBe('waiting_for_final_research_conclusion');
	const kinds = [...notebook.reader.current.log.values()].map(({ kind }) => kind).sort();
	expect(kinds).toEqual([
		'complete',
		'move-record',
		'pause',
		'reopen',
		'resume',
		'skip',
		'skip',
		'unreachable',
	]);
});

test('[N5] a new name reaches the open notebook at its next edit', async () => {
	const device = newDevice();
	const notebook = await openNew(device.app());
	await device.identity.rename({ name: 'Ines' });
	await expect.poll(() => notebook.who().person.name).toBe('Ines');
	must(rename(notebook, 'x'));
	expect(notebook.reader.current.people.get(notebook.who().by)?.name).toBe('Ines');
});

async function listed(app: App) {
	return must(await app.catalogue.paths())[0];
}

/** The same path on another person's device. */
async function colleague(mine: Notebook): Promise<Notebook> {
	const app = newDevice('b').app();
	const path = { id: mine.id, update: Y.encodeStateAsUpdate(mine.doc) };
	must(await app.library.adopt({ path, records: [] }));
	return must(await app.openNotebook(mine.id));
}

function goal(notebook: Notebook): string {
	return notebook.reader.current.text(cell(rootOf(notebook), 'goal'), 'own') ?? '';
}
