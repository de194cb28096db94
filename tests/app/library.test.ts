// Making, importing, exporting, throwing away: the list never shows what is not there.

import { afterEach, expect, test } from 'vitest';
import { rename } from '#lib/app/verbs/paths.ts';
import { setDraft, submitRecord } from '#lib/app/verbs/records.ts';
import { goOn } from '#lib/app/verbs/stages.ts';
import { RecordId, type PathId } from '#lib/core/path/names.ts';
import type { App } from '#lib/app/app.ts';
import type { Exported } from '#lib/app/exporting.ts';
import type { FilesRead } from '#lib/ports.ts';
import { cell, Device, DRYING, must, openNew, rootOf } from './device.ts';

const devices: Device[] = [];
afterEach(async () => {
	for (const device of devices.splice(0)) await device.close();
});

function newDevice(mark?: string): Device {
	const device = new Device(mark);
	devices.push(device);
	return device;
}

test('[N9] a new path has its defaults as words in open cells, and is on the device when it is listed', async () => {
	const device = newDevice();
	const app = device.app();
	const id = must(await app.library.create({ title: '', definition: DRYING, strategy: 'Weigh twice.' }));
	expect(device.disk.rows.size).toBe(1);
	const notebook = must(await device.app().openNotebook(id));
	const root = rootOf(notebook);
	const { current } = notebook.reader;
	expect(current.meta?.title).toBe('Drying samples');
	expect(current.text(cell(root, 'goal'), 'own')).toBe('How wet is the peat?');
	expect(current.text(cell(root, 'strategy'), 'own')).toBe('Weigh twice.');
	expect(current.cells.get(cell(root, 'goal'))?.state).not.toBe('done');
});

test('[N9] a path that cannot be kept is not listed, and leaves nothing behind', async () => {
	const device = newDevice();
	const app = device.app();
	device.fail({ why: 'quota', detail: 'full' });
	const made = await app.library.create({ title: 'x', definition: DRYING });
	expect(made).toMatchObject({ ok: false, error: { why: 'quota' } });
	device.fail(undefined);
	expect(device.disk.rows.size).toBe(0);

	device.catalogue.fault = { why: 'closed', detail: '' };
	expect(await app.library.create({ title: 'x', definition: DRYING })).toMatchObject({ ok: false });
	device.catalogue.fault = undefined;
	expect(device.disk.rows.size).toBe(0);
	expect(must(await app.catalogue.paths())).toEqual([]);
});

test('[N14] removing keeps everything, erasing takes the path and the records that only it refers to', async () => {
	const device = newDevice();
	const app = device.app();
	const one = await openNew(app, 'One');
	const stage = must(goOn(one, { parent: rootOf(one), choice: 0 }));
	const record = must(await one.record(RecordId.parse(stage)));
	must(submitRecord(one, record, stage, null, { var: { depth: 1 } }));
	record.release();
	await one.close();
	expect(must(await app.library.pathsReferringTo(record.id)).map(({ id }) => id)).toEqual([one.id]);

	must(await app.library.removePath(one.id));
	expect((await entry(app, one.id))?.removedAt).not.toBeNull();
	expect(device.disk.rows.size).toBe(2);
	must(await app.library.restorePath(one.id));
	expect((await entry(app, one.id))?.removedAt).toBeNull();

	must(await app.library.erasePath(one.id));
	expect(device.disk.rows.size).toBe(0);
	expect(await entry(app, one.id)).toBeUndefined();
});

test('[N14] a path that is erased while it is open is not written, and does not come back into the list', async () => {
	const device = newDevice();
	const app = device.app();
	const notebook = await openNew(app);
	await expect.poll(async () => (await entry(app, notebook.id))?.openedAt).toBeGreaterThan(0);
	must(await app.library.erasePath(notebook.id));
	expect(notebook.writable).toBe(false);
	expect(rename(notebook, 'Ghost')).toEqual({ ok: false, error: 'not-writable' });
	notebook.doc.getMap('meta').set('title', 'Ghost');
	await notebook.close();
	expect(await entry(app, notebook.id)).toBeUndefined();
	expect(device.disk.rows.size).toBe(0);
});

test('[N14] a record that another path refers to outlives the path that is erased', async () => {
	const device = newDevice();
	const app = device.app();
	const one = await openNew(app, 'One');
	const stage = must(goOn(one, { parent: rootOf(one), choice: 0 }));
	const record = must(await one.record(RecordId.parse(stage)));
	must(submitRecord(one, record, stage, null, { var: { depth: 1 } }));
	const { name } = record.stored;
	await one.close();
	const other = await openNew(app, 'Two');
	await other.close();
	const listed = await entry(app, other.id);
	if (listed === undefined) throw new Error('not listed');
	must(await app.catalogue.putPath({ ...listed, records: [record.id] }));
	must(await app.library.erasePath(one.id));
	expect(device.disk.rows.has(name)).toBe(true);
});

test('[N15] an export comes back as an equal path with an id of its own, records and drafts included', async () => {
	const device = newDevice();
	const app = device.app();
	const notebook = await openNew(app, 'Peat / fen: "wet"');
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const record = must(await notebook.record(RecordId.parse(stage)));
	must(submitRecord(notebook, record, stage, null, { var: { depth: 0.3 } }));
	must(setDraft(notebook, record, { basedOn: null, section: 'var', field: 'depth' }, 0.4));
	const exported = written(await app.library.exportOf(notebook.id, 'airalogy', { lab: notebook.lab }));
	expect(exported.fileName).toMatch(/^Peat-fen-wet-[A-Za-z0-9_-]{6}\.json$/);
	expect(exported.missing).toEqual([]);
	const { bytes } = exported.written;
	await notebook.close();
	expect(written(await app.library.exportOf(notebook.id, 'airalogy')).written.bytes).toEqual(bytes);

	const there = newDevice('b').app();
	const read = await readIn(there, bytes);
	const brought = must(await there.library.bring(read, QUIETLY));
	const [id] = brought.paths.map((path) => path.id);
	if (id === undefined) throw new Error('nothing imported');
	expect(id).not.toBe(notebook.id);
	expect(written(await there.library.exportOf(id, 'airalogy')).written.bytes).toEqual(bytes);
	expect(must(await there.library.findKnown(read))).toMatchObject([{ entry: { id }, why: 'file' }]);
	expect(must(await app.library.findKnown(read))).toMatchObject([
		{ entry: { id: notebook.id }, why: 'path' },
	]);
	must(await there.library.removePath(id));
	expect(must(await there.library.findKnown(read))).toEqual([]);
});

test('[N15] a record that is not on this device is named, and exporting works while storage fails', async () => {
	const device = newDevice();
	const app = device.app();
	const notebook = await openNew(app);
	const stage = must(goOn(notebook, { parent: rootOf(notebook), choice: 0 }));
	const record = must(await notebook.record(RecordId.parse(stage)));
	must(submitRecord(notebook, record, stage, null, { var: {} }));
	const { name } = record.stored;
	await notebook.close();
	device.disk.rows.delete(name);
	expect(written(await app.library.exportOf(notebook.id, 'airalogy')).missing).toEqual([stage]);

	const open = must(await app.openNotebook(notebook.id));
	device.fail({ why: 'closed', detail: '' });
	device.catalogue.fault = { why: 'closed', detail: '' };
	const saved = written(await app.library.exportOf(open.id, 'airalogy', { lab: open.lab }));
	expect(new TextDecoder().decode(saved.written.bytes)).toContain('How wet is the peat?');
	expect(saved.missing).toEqual([stage]);
	device.catalogue.fault = undefined;
	device.fail(undefined);
});

test('[N14] examples leave together, what a person made of them stays', async () => {
	const app = newDevice().app();
	must(await app.library.addDefinition(DRYING, 'drying'));
	const hash = must(await app.library.addDefinition(DRYING, 'drying'));
	expect(must(await app.catalogue.definitions()).map((d) => d.hash)).toEqual([hash]);
	const worked = must(await app.library.create({ title: 'Worked', definition: DRYING, example: 'drying' }));
	const own = must(await app.library.create({ title: 'Own', definition: DRYING }));
	must(await app.library.removeExamples());
	expect(must(await app.catalogue.definitions())).toEqual([]);
	expect(must(await app.catalogue.paths()).map(({ id }) => id)).toEqual([own]);
	expect(await app.openNotebook(worked)).toEqual({ ok: false, error: 'absent' });
});

const QUIETLY = { signal: new AbortController().signal, onprogress: () => undefined };

async function readIn(app: App, bytes: Uint8Array): Promise<FilesRead> {
	const { who } = must(await app.library.who());
	const options = { who, protocols: must(await app.library.protocols()) };
	const outcome = await (await app.exchange()).read([{ name: 'path.json', bytes }], options, () => undefined)
		.result;
	if (outcome.at !== 'read') throw new Error(JSON.stringify(outcome));
	return outcome.read;
}

function written(exported: Exported) {
	if (exported.at !== 'written') throw new Error(JSON.stringify(exported));
	return exported;
}

async function entry(app: App, id: PathId) {
	return must(await app.catalogue.paths()).find((candidate) => candidate.id === id);
}
