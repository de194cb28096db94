// An import from the first file to its undoing, over a real app whose storage is memory.

import { expect, onTestFinished, test } from 'vitest';
import type { Brought } from '#lib/app/bringing.ts';
import { ok } from '#lib/core/result.ts';
import { ImportDesk } from '#lib/features/importing/import-desk.svelte.ts';
import { ofFile, ofText, type Incoming } from '#lib/features/importing/incoming.ts';
import { Device } from '../../app/device.ts';

const WORKFLOW = {
	id: 'two',
	title: 'Two protocols',
	protocols: [
		{
			protocol_index: 1,
			protocol_name: 'Weighing',
			airalogy_protocol_id: 'airalogy.id.lab.x.project.y.protocol.weigh.v.0.0.1',
		},
		{
			protocol_index: 2,
			protocol_name: 'Drying',
			airalogy_protocol_id: 'airalogy.id.lab.x.project.y.protocol.dry.v.0.0.1',
		},
	],
	edges: ['1 -> 2'],
	logic: '',
};
const PATH = {
	path_status: 'waiting_for_research_strategy',
	steps: [
		{ step: 'add_research_goal', path_index: 0, mode: 'user', data: { thought: '', goal: 'How dry is it?' } },
	],
};
const TEXT = JSON.stringify({ workflow_info: WORKFLOW, path_data: PATH });

/** A device, its app, a desk, and what was made. Closed when the test ends. */
function setUp() {
	const device = new Device();
	onTestFinished(() => device.close());
	const app = device.app();
	const made: Brought[] = [];
	const desk = new ImportDesk({
		app,
		onmade: (brought) => void made.splice(0, made.length, brought),
	});
	const titles = async () => {
		const listed = await app.catalogue.paths();
		if (!listed.ok) throw new Error('memory does not fail');
		return listed.value.filter(({ removedAt }) => removedAt === null).map(({ title }) => title);
	};
	return { device, app, made, desk, titles };
}

test('[B6] nothing is written before a person agreed', async () => {
	const { made, desk, titles } = setUp();
	await bringText(desk, 'a.json', TEXT);
	expect(desk.now).toMatchObject({ at: 'read', read: { known: [], report: { source: 'aira' } } });
	expect(await titles()).toEqual([]);
	await desk.write();
	expect(desk.now).toEqual({ at: 'closed' });
	expect(made.length).toBe(1);
	expect(await titles()).toEqual(['Two protocols']);
});

test('[B6] what arrives after the dialog was closed changes nothing', async () => {
	const { desk, titles } = setUp();
	const reading = bringText(desk, 'a.json', TEXT);
	desk.close();
	await reading;
	expect(desk.now).toEqual({ at: 'closed' });
	const files = bring(desk, [ofFile(new File([TEXT], 'a.json'))]);
	desk.close();
	await files;
	expect(desk.now).toEqual({ at: 'closed' });
	expect(await titles()).toEqual([]);
});

test('[B6] files that belong together are read together', async () => {
	const { desk } = setUp();
	await bring(desk, [
		ofText('path_data.json', JSON.stringify(PATH)),
		ofText('workflow_info.json', JSON.stringify(WORKFLOW)),
	]);
	expect(desk.now).toMatchObject({
		at: 'read',
		read: { paths: [{ description: { title: 'Two protocols' } }] },
	});
});

test('[B7] the same file again is said to be here; keeping both makes a second path', async () => {
	const { made, desk, titles } = setUp();
	await bringText(desk, 'a.json', TEXT);
	await desk.write();
	await bringText(desk, 'another name.json', TEXT);
	expect(desk.now).toMatchObject({
		at: 'read',
		read: { known: [{ entry: { id: made[0]?.paths[0]?.id }, why: 'file' }] },
	});
	await desk.write();
	expect((await titles()).length).toBe(2);
});

test('[B8] an import taken back leaves nothing; one that was opened goes to the trash', async () => {
	const { device, app, made, desk, titles } = setUp();
	await bringText(desk, 'a.json', TEXT);
	await desk.write();
	expect(await app.library.takeBack(last(made))).toMatchObject({ ok: true });
	expect(await app.catalogue.paths()).toMatchObject({ ok: true, value: [] });

	await bringText(desk, 'a.json', TEXT);
	await desk.write();
	const id = made[0]?.paths[0]?.id;
	const listed = await app.catalogue.paths();
	if (!listed.ok || !id) throw new Error('memory does not fail');
	for (const entry of listed.value) await app.catalogue.putPath({ ...entry, openedAt: device.now });
	expect(await app.library.takeBack(last(made))).toMatchObject({ ok: true });
	expect(await titles()).toEqual([]);
	expect(await app.catalogue.paths()).toMatchObject({ ok: true, value: [{ id }] });
});

test('[B9] a text that is no path is refused with its place, and nothing is written', async () => {
	const { desk, titles } = setUp();
	await bringText(desk, 'a.json', '{"workflow_info": [1,\n "x": }');
	expect(desk.now).toMatchObject({
		at: 'refused',
		refusals: [{ rule: 'not_json', file: 'a.json', at: { line: 2 } }],
	});
	await desk.write();
	expect(await titles()).toEqual([]);
	await bring(desk, []);
	expect(desk.now).toMatchObject({ at: 'asking', fault: { why: 'empty' } });
});

test('[B6] where the device cannot keep it, it says so, and trying again writes the same', async () => {
	const { device, desk, titles } = setUp();
	await bringText(desk, 'a.json', TEXT);
	device.fail({ why: 'quota', detail: 'full' });
	await desk.write();
	expect(desk.now).toMatchObject({ at: 'failed', fault: { why: 'quota' } });
	device.fail(undefined);
	expect(await titles()).toEqual([]);
	await desk.write();
	expect(await titles()).toEqual(['Two protocols']);
});

test('[B11] a reading that is cancelled ends, and what it would have said is not shown', async () => {
	const { desk } = setUp();
	const reading = bringText(desk, 'a.json', TEXT);
	await expect.poll(() => desk.now.at === 'reading' && desk.now.names.length).toBe(1);
	desk.close();
	await reading;
	expect(desk.now).toEqual({ at: 'closed' });
});

test('[B12] an import of which one part cannot be kept leaves nothing', async () => {
	const { device, desk, titles } = setUp();
	await bringText(desk, 'a.json', TWO);
	expect(desk.now).toMatchObject({ at: 'read', read: { paths: [{}, {}] } });
	device.catalogue.fault = { why: 'quota', detail: 'full' };
	await desk.write();
	expect(desk.now).toMatchObject({ at: 'failed', fault: { why: 'quota' } });
	device.catalogue.fault = undefined;
	expect(device.disk.rows.size).toBe(0);
	expect(await titles()).toEqual([]);
	await desk.write();
	expect(await titles()).toHaveLength(2);
});

test('[B12] writing that is cancelled takes back what it made', async () => {
	const { device, desk, titles } = setUp();
	await bringText(desk, 'a.json', TWO);
	const writing = desk.write();
	desk.close();
	expect(desk.now).toMatchObject({ at: 'writing', stopping: true });
	await writing;
	expect(desk.now).toEqual({ at: 'closed' });
	expect(device.disk.rows.size).toBe(0);
	expect(await titles()).toEqual([]);
});

test('[B13] a protocol that comes alone is an entry of the library, and goes again with its import', async () => {
	const { app, made, desk } = setUp();
	const definitions = async () => {
		const listed = await app.catalogue.definitions();
		return listed.ok ? listed.value.map(({ definition }) => definition.workflow) : [];
	};
	await bringText(desk, 'weigh/protocol.aimd', '# Weighing\n\nMass: {{var|mass: float}}\n');
	expect(desk.now).toMatchObject({ at: 'read', read: { paths: [], protocols: [{ title: 'Weighing' }] } });
	await desk.write();
	expect(await definitions()).toMatchObject([{ title: 'Weighing', edges: null, nodes: [{ index: 0 }] }]);
	const first = last(made);
	await bringText(desk, 'weigh/protocol.aimd', '# Weighing\n\nMass: {{var|mass: float}}\n');
	await desk.write();
	expect(last(made).definitions).toEqual([]);
	expect(await app.library.takeBack(last(made))).toMatchObject({ ok: true });
	expect(await definitions()).toHaveLength(1);
	expect(await app.library.takeBack(first)).toMatchObject({ ok: true });
	expect(await definitions()).toEqual([]);
});

const TWO = JSON.stringify([envelope('one'), envelope('other')]);

function envelope(id: string) {
	const data = { var: {}, workflow: { [id]: { workflow_info: WORKFLOW, path_data: PATH } } };
	return {
		format: 'airalogy.record',
		schema_version: 1,
		record_id: null,
		record_version: 1,
		metadata: {},
		data,
	};
}

function bring(desk: ImportDesk, files: readonly Incoming[]): Promise<void> {
	return desk.bring(async () => ok(files));
}

function bringText(desk: ImportDesk, name: string, text: string): Promise<void> {
	return bring(desk, [ofText(name, text)]);
}

function last(made: readonly Brought[]): Brought {
	const [brought] = made;
	if (brought === undefined) throw new Error('nothing was made');
	return brought;
}
