import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOf, entriesOf, LAB, ROOM } from '../../contract/store-contract.ts';
import { noteUpdates } from '../../support/note-updates.ts';
import { openStore } from '../../support/opened-stores.ts';
import { here, type Here } from './terminal-here.ts';

const { updates, text } = noteUpdates(60);

test('[L11] what a running relay keeps is copied while it writes, whole as of one moment, and can be put back', async () => {
	using at = here();
	const store = await openStore(join(at.folder, 'data'));
	for (const room of [ROOM, `${LAB}/path/b`]) await store.append(entriesOf(room, updates.slice(0, 40), 1));
	await store.compact(ROOM);
	await store.erase([`${LAB}/path/gone`]);
	await store.revoke(LAB, 'list', 1, ['x']);
	const blob = putBlob(at, 'a file of a lab');
	const copying = at.run(['backup', 'data', 'copy']);
	for (let seq = 40; seq < 60; seq++)
		await store.append(
			[ROOM, `${LAB}/path/b`].flatMap((room) => entriesOf(room, updates.slice(seq, seq + 1), seq + 1)),
		);
	expect(await copying).toMatchObject({
		code: 0,
		out: '',
		err: expect.stringMatching(/^Backed up 2 files/) as unknown,
	});
	expect(files(at, 'copy')).toEqual([blob, 'manifest.json', 'relay.sqlite']);
	for (const name of files(at, 'copy'))
		expect(statSync(join(at.folder, 'copy', name)).mode & 0o777).toBe(0o600);
	expect(await at.run(['restore', 'copy', 'back'])).toMatchObject({ code: 0, out: '' });
	expect(files(at, 'back')).toEqual([blob, 'relay.lock', 'relay.sqlite']);
	const back = await openStore(join(at.folder, 'back'));
	const [one, other] = [await contentOf(back, ROOM), await contentOf(back, `${LAB}/path/b`)];
	expect(one).toEqual(other); // they were written together
	expect(one.seq).toBeGreaterThanOrEqual(40);
	expect(await back.open(`${LAB}/path/gone`)).toMatchObject({ error: { why: 'deleted' } });
	expect((await back.revoked()).get(LAB)?.ids).toEqual(new Set(['x']));
	expect(await contentOf(store, ROOM)).toEqual({ seq: 60, note: text });
});

test('[L11] a relay that was killed is copied with what is still in its write-ahead log', async () => {
	using at = here();
	const store = await openStore(join(at.folder, 'data'));
	await store.append(entriesOf(ROOM, updates, 1));
	mkdirSync(join(at.folder, 'killed'));
	for (const name of ['relay.sqlite', 'relay.sqlite-wal'])
		writeFileSync(join(at.folder, 'killed', name), readFileSync(join(at.folder, 'data', name)));
	expect((await at.run(['backup', 'killed', 'copy'])).code).toBe(0);
	expect((await at.run(['restore', 'copy', 'back'])).code).toBe(0);
	expect(await contentOf(await openStore(join(at.folder, 'back')), ROOM)).toEqual({ seq: 60, note: text });
});

test('[L11] the manifest names every file with its size and SHA-256', async () => {
	using at = here();
	await (await openStore(join(at.folder, 'data'))).close();
	putBlob(at, 'a file of a lab');
	await at.run(['backup', 'data', 'copy'], { now: 0 });
	const manifest: unknown = JSON.parse(at.text('copy/manifest.json'));
	expect(manifest).toMatchObject({
		format: 'pathbook-backup',
		version: '1.0',
		made: '1970-01-01T00:00:00.000Z',
	});
	const told = (manifest as { files: unknown[] }).files;
	expect(told).toEqual(
		['relay.sqlite', ...files(at, 'copy').filter((name) => name.startsWith('blobs'))].map((path) => {
			const content = readFileSync(join(at.folder, 'copy', path));
			return { path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
		}),
	);
});

test('[L11] a file that is not what its name says is named and left out, the rest is kept', async () => {
	using at = here();
	await (await openStore(join(at.folder, 'data'))).close();
	const blob = putBlob(at, 'a file of a lab');
	at.put(join('data', blob), 'rotten');
	const { code, err } = await at.run(['backup', 'data', 'copy']);
	expect(code).toBe(1);
	expect(err).toContain(blob);
	expect(files(at, 'copy')).toEqual(['manifest.json', 'relay.sqlite']);
});

const refusals: readonly [what: string, args: string[], word: string][] = [
	['a folder without a relay', ['backup', 'nothing', 'copy'], 'nothing'],
	['a place that is taken', ['backup', 'data', 'full'], 'full'],
	['a place inside of the data', ['backup', 'data', 'data/copy'], 'data/copy'],
	['a parent that is not there', ['backup', 'data', 'no/copy'], 'ENOENT'],
	['what is no backup', ['restore', 'full', 'back'], 'manifest'],
	['a folder that is not empty', ['restore', 'copy', 'full'], 'full'],
	['a folder in use', ['restore', 'copy', 'data'], 'running'],
];

test('[L12] what cannot be copied or put back is refused with a sentence, and nothing is written', async () => {
	using at = here();
	await openStore(join(at.folder, 'data'));
	at.put('full/file', 'x');
	expect((await at.run(['backup', 'data', 'copy'])).code).toBe(0);
	const before = at.names();
	for (const [what, args, word] of refusals) {
		const { code, out, err } = await at.run(args);
		expect({ code, out }, what).toEqual({ code: 1, out: '' });
		expect(err, what).toContain(word);
		expect(at.names(), what).toEqual(before);
	}
});

const losses: readonly [what: string, lose: (at: Here, blob: string) => void, word: string][] = [
	['a file is missing', (at, blob) => rmSync(join(at.folder, 'copy', blob)), 'blobs/'],
	['a file was cut', (at) => truncateSync(join(at.folder, 'copy/relay.sqlite'), 4096), 'relay.sqlite'],
	['a file was changed', (at, blob) => at.put(join('copy', blob), 'a file of a la6'), 'blobs/'],
	[
		'a name leads elsewhere',
		(at) => edit(at, (manifest) => manifest.replace('relay.sqlite', '../data/relay.sqlite')),
		'manifest',
	],
	[
		'the manifest is of a later version',
		(at) => edit(at, (manifest) => manifest.replace('"1.0"', '"2.0"')),
		'manifest',
	],
	['the manifest was cut', (at) => edit(at, (manifest) => manifest.slice(0, -9)), 'this is no backup'],
];

test.each(losses)('[L12] nothing is put back where %s', async (_what, lose, word) => {
	using at = here();
	await (await openStore(join(at.folder, 'data'))).close();
	const blob = putBlob(at, 'a file of a lab');
	await at.run(['backup', 'data', 'copy']);
	lose(at, blob);
	const { code, err } = await at.run(['restore', 'copy', 'back']);
	expect(code).toBe(1);
	expect(err).toContain(word);
	expect(existsSync(join(at.folder, 'back'))).toBe(false);
	mkdirSync(join(at.folder, 'empty'));
	await at.run(['restore', 'copy', 'empty']);
	expect(readdirSync(join(at.folder, 'empty')).filter((name) => name !== 'relay.lock')).toEqual([]);
});

test('[L12] an interrupted backup leaves nothing', async () => {
	using at = here();
	await (await openStore(join(at.folder, 'data'))).close();
	for (let n = 0; n < 400; n++) putBlob(at, `${n}`.padEnd(200_000));
	const main = join(import.meta.dirname, '../../../server/command-line/main.ts');
	const child = spawn(process.execPath, [main, 'backup', 'data', 'copy'], {
		cwd: at.folder,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let said = '';
	child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
	const ended = new Promise((done) => child.once('exit', done));
	await expect
		.poll(() => at.names().some((name) => /^\.copy.*blobs/.test(name)), { interval: 2, timeout: 10_000 })
		.toBe(true);
	child.kill('SIGINT');
	expect(await ended).toBe(1);
	expect(said).toContain('stopped');
	expect(readdirSync(at.folder)).toEqual(['data']);
});

/** A file of the lab in the data folder; its name from there. */
function putBlob(at: Here, content: string): string {
	const hash = createHash('sha256').update(content).digest('hex');
	const name = `blobs/${LAB}/${hash.slice(0, 2)}/${hash}`;
	at.put(join('data', name), content);
	return name;
}

function files(at: Here, folder: string): string[] {
	const entries = readdirSync(join(at.folder, folder), { recursive: true, withFileTypes: true });
	const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return names.map((name) => name.slice(join(at.folder, folder).length + 1)).toSorted();
}

function edit(at: Here, change: (manifest: string) => string): void {
	at.put('copy/manifest.json', change(at.text('copy/manifest.json')));
}
