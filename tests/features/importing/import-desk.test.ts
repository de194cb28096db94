// An import from the first file to its undoing, over a real app whose storage is memory.

import { expect, onTestFinished, test } from 'vitest';
import type { PathId } from '#lib/core/path/names.ts';
import { ImportDesk } from '#lib/features/importing/import-desk.svelte.ts';
import { hashOfFiles } from '#lib/features/importing/incoming.ts';
import { takeBack } from '#lib/features/importing/take-back.ts';
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
	const made: PathId[] = [];
	const desk = new ImportDesk({
		app,
		onmade: (ids) => void made.splice(0, made.length, ...ids),
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
	await desk.bringText('a.json', TEXT);
	expect(desk.now).toMatchObject({ at: 'read', read: { known: [], report: { source: 'aira' } } });
	expect(await titles()).toEqual([]);
	await desk.write();
	expect(desk.now).toEqual({ at: 'closed' });
	expect(made.length).toBe(1);
	expect(await titles()).toEqual(['Two protocols']);
});

test('[B6] what arrives after the dialog was closed changes nothing', async () => {
	const { desk, titles } = setUp();
	const reading = desk.bringText('a.json', TEXT);
	desk.close();
	await reading;
	expect(desk.now).toEqual({ at: 'closed' });
	const files = desk.bring([new File([TEXT], 'a.json')]);
	desk.close();
	await files;
	expect(desk.now).toEqual({ at: 'closed' });
	expect(await titles()).toEqual([]);
});

test('[B6] files that belong together are read together', async () => {
	const { desk } = setUp();
	await desk.bring([
		new File([JSON.stringify(PATH)], 'path_data.json'),
		new File([JSON.stringify(WORKFLOW)], 'workflow_info.json'),
	]);
	expect(desk.now).toMatchObject({ at: 'read', read: { plans: [{ meta: { title: 'Two protocols' } }] } });
});

test('[B7] the same file again is said to be here; keeping both makes a second path', async () => {
	const { made, desk, titles } = setUp();
	await desk.bringText('a.json', TEXT);
	await desk.write();
	await desk.bringText('another name.json', TEXT);
	expect(desk.now).toMatchObject({ at: 'read', read: { known: [{ id: made[0] }] } });
	await desk.write();
	expect((await titles()).length).toBe(2);
});

test('[B5] files are recognised without their names and order', () => {
	const [a, b] = [
		{ name: 'a', text: '1' },
		{ name: 'b', text: '2' },
	];
	expect(hashOfFiles([a, b])).toBe(hashOfFiles([{ ...b, name: 'x' }, a]));
	expect(hashOfFiles([a, b])).not.toBe(hashOfFiles([a]));
	expect(hashOfFiles([a])).toBe('6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b');
});

test('[B8] an import taken back leaves nothing; one that was opened goes to the trash', async () => {
	const { device, app, made, desk, titles } = setUp();
	await desk.bringText('a.json', TEXT);
	await desk.write();
	expect(await takeBack(app, made)).toMatchObject({ ok: true });
	expect(await app.catalogue.paths()).toMatchObject({ ok: true, value: [] });

	await desk.bringText('a.json', TEXT);
	await desk.write();
	const [id] = made;
	const listed = await app.catalogue.paths();
	if (!listed.ok || !id) throw new Error('memory does not fail');
	for (const entry of listed.value) await app.catalogue.putPath({ ...entry, openedAt: device.now });
	expect(await takeBack(app, made)).toMatchObject({ ok: true });
	expect(await titles()).toEqual([]);
	expect(await app.catalogue.paths()).toMatchObject({ ok: true, value: [{ id }] });
});

test('[B9] a text that is no path is refused with its place, and nothing is written', async () => {
	const { desk, titles } = setUp();
	await desk.bringText('a.json', '{"workflow_info": [1,\n "x": }');
	expect(desk.now).toMatchObject({
		at: 'refused',
		refusals: [{ rule: 'not_json', file: 'a.json', at: { line: 2 } }],
	});
	await desk.write();
	expect(await titles()).toEqual([]);
	await desk.bringText('a.json', '   ');
	expect(desk.now).toMatchObject({ at: 'asking', fault: { why: 'empty' } });
});

test('[B6] where the device cannot keep it, it says so, and trying again writes the same', async () => {
	const { device, desk, titles } = setUp();
	await desk.bringText('a.json', TEXT);
	device.fail({ why: 'quota', detail: 'full' });
	await desk.write();
	expect(desk.now).toMatchObject({ at: 'failed', fault: { why: 'quota' } });
	device.fail(undefined);
	expect(await titles()).toEqual([]);
	await desk.write();
	expect(await titles()).toEqual(['Two protocols']);
});
