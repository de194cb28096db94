// What every Exchange must do, wherever it works.

import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readPath } from '#lib/core/path/read.ts';
import { PathId, PersonId } from '#lib/core/path/names.ts';
import { readRecord } from '#lib/core/record/document.ts';
import { canonical, goal, next, recordFile, recordStep, uuid } from '../core/exchange/sample.ts';
import type { Exchange, FilesRead, ReadOptions, ReadProgress, Supplies, WriteOutcome } from '#lib/ports.ts';

const OPTIONS: ReadOptions = {
	who: { by: PersonId.parse('iva'), at: 1, person: { member: 'a'.repeat(43), name: 'A', colour: '#000000' } },
	protocols: [],
};

const RECORD = uuid(1);
const STEPS = [goal(), next(1, 0), recordStep(1, 0, RECORD)];
const PATH = canonical(STEPS.slice(0, 2), 'waiting_for_record', { colour: 'blue' });

export function exchangeContract(name: string, make: () => Exchange): void {
	test(`${name} [A40] files come out as finished documents, with what a preview needs`, async () => {
		const read = await readAll(make(), PATH);
		const [path] = read.paths;
		expect(path?.description).toMatchObject({
			stages: 2,
			status: expect.stringMatching(/^waiting_for_/) as unknown,
		});
		expect(path).toMatchObject({ begins: false, versions: 0, records: [] });
		const doc = new Y.Doc();
		Y.applyUpdate(doc, path?.path.update ?? new Uint8Array());
		const snapshot = readPath(doc, path?.path.id ?? '');
		expect(snapshot.meta).toMatchObject({ importedFrom: { file: read.hash } });
		expect(snapshot.stages.size).toBe(2);
		expect(read.report.kept[0]).toMatchObject({ rule: 'unknown_key', pointer: '/path_data/colour' });
	});

	test(`${name} [A40] a file is known by its bytes, whatever it is called`, async () => {
		const [one, other] = [await readAll(make(), PATH, 'a.json'), await readAll(make(), PATH, 'b.json')];
		expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
		expect(other.hash).toBe(one.hash);
		expect((await readAll(make(), { ...PATH, more: 1 })).hash).not.toBe(one.hash);
		expect(one.paths[0]?.path.id).not.toBe(other.paths[0]?.path.id);
	});

	test(`${name} [A40] what cannot be read is refused with its place`, async () => {
		const running = make().read([bytesOf('{"steps": [1,]x', 'bad.json')], OPTIONS, () => undefined);
		expect(await running.result).toMatchObject({
			at: 'refused',
			refusals: [{ rule: 'not_json', file: 'bad.json' }],
		});
	});

	test(`${name} [A41] reading tells how far it is, and comes to its end`, async () => {
		const told: ReadProgress[] = [];
		await make().read([bytesOf(JSON.stringify(PATH))], OPTIONS, (at) => told.push(at)).result;
		expect(told.map(({ step }) => step)).toContain('building');
		const last = told.at(-1);
		expect(last?.done).toBe(last?.of);
	});

	test(`${name} [A41] what is cancelled ends at once, and tells nothing more`, async () => {
		const told: ReadProgress[] = [];
		const running = make().read([bytesOf(JSON.stringify(PATH))], OPTIONS, (at) => told.push(at));
		running.cancel();
		expect(await running.result).toEqual({ at: 'cancelled' });
		const { length } = told;
		await make().read([bytesOf(JSON.stringify(PATH))], OPTIONS, () => undefined).result;
		expect(told.length).toBe(length);
		running.cancel();
	});

	test(`${name} [A42] a path is written, asks for what it refers to, and names what was not there`, async () => {
		const read = await readAll(make(), PATH);
		const updates = read.paths.map(({ path }) => path.update);
		const id = read.paths[0]?.path.id;
		if (id === undefined) throw new Error('nothing was read');
		const asked: string[] = [];
		const written = await make().write(
			{ form: 'airalogy', language: 'en', id, updates },
			async ({ records }) => {
				asked.push(...records);
				return { records: new Map(), files: new Map() };
			},
		).result;
		if (written.at !== 'written') throw new Error(written.at);
		expect(asked).toHaveLength(1); // the stage's own, where a draft may wait
		expect(written.missing).toEqual([]);
		expect(written.fileName).toMatch(/-[\w-]{6}\.json$/);
		const again = await readAll(make(), JSON.parse(text(written)) as object);
		expect(again.paths[0]?.description).toMatchObject({ stages: 2 });
	});

	test(`${name} [A42] records that are supplied are in the file; one that cannot be read is missing`, async () => {
		const files = [
			bytesOf(JSON.stringify(canonical(STEPS, 'waiting_for_phased_research_conclusion'))),
			bytesOf(JSON.stringify(recordFile(RECORD, 1, 4.25)), 'record.json'),
		];
		const outcome = await make().read(files, OPTIONS, () => undefined).result;
		if (outcome.at !== 'read') throw new Error(JSON.stringify(outcome));
		const [path] = outcome.read.paths;
		if (path === undefined) throw new Error('nothing was read');
		expect(path).toMatchObject({ versions: 1 });
		const [record] = path.records;
		if (record === undefined) throw new Error('no record');
		const doc = new Y.Doc();
		Y.applyUpdate(doc, record.update);
		expect(readRecord(doc, record.id).versions.size).toBe(1);
		const write = async (supplies: Supplies) => {
			const job = {
				form: 'airalogy',
				language: 'en',
				id: path.path.id,
				updates: [path.path.update.slice()],
			} as const;
			const written = await make().write(job, async () => supplies).result;
			if (written.at !== 'written') throw new Error(written.at);
			return written;
		};
		const whole = await write({ records: new Map([[record.id, [record.update.slice()]]]), files: new Map() });
		expect(whole.missing).toEqual([]);
		expect(text(whole)).toMatch(/"mass":\s*4\.25/);
		const broken = await write({
			records: new Map([[record.id, [new Uint8Array([7, 7])]]]),
			files: new Map(),
		});
		expect(broken.missing).toEqual([record.id]);
	});

	test(`${name} [A43] what breaks while it works is said`, async () => {
		const job = { form: 'airalogy', language: 'en', id: PathId.parse('none'), updates: [] } as const;
		const supply = async (): Promise<never> => {
			throw new Error('the disk is gone');
		};
		expect(await make().write(job, supply).result).toMatchObject({
			at: 'died',
			detail: expect.stringContaining('the disk is gone') as unknown,
		});
	});
}

function bytesOf(content: string, name = 'path.json') {
	return { name, bytes: new TextEncoder().encode(content) };
}

async function readAll(exchange: Exchange, content: object, name?: string): Promise<FilesRead> {
	const outcome = await exchange.read([bytesOf(JSON.stringify(content), name)], OPTIONS, () => undefined)
		.result;
	if (outcome.at !== 'read') throw new Error(JSON.stringify(outcome));
	return outcome.read;
}

function text({ written }: WriteOutcome): string {
	return new TextDecoder().decode(written.bytes);
}
