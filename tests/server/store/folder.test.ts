// The folder of a store: who may read it, who may have it open, what is gone when it is erased.

import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { contentOf, entriesOf, LAB, ROOM } from '../../contract/store-contract.ts';
import { noteUpdates } from '../../support/note-updates.ts';
import { openStore, testFolder } from '../../support/opened-stores.ts';
import * as Y from 'yjs';

test('[G23] the folder and its files are for their owner alone', async () => {
	const folder = join(testFolder(), 'data');
	const store = await openStore(folder);
	await store.append(entriesOf(ROOM, noteUpdates(3).updates, 1));
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	const files = readdirSync(folder).toSorted();
	expect(files).toEqual(['relay.lock', 'relay.sqlite', 'relay.sqlite-shm', 'relay.sqlite-wal']);
	for (const file of files) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
});

test('[G24] one folder has one relay; when that ends the next one may', async () => {
	const folder = testFolder();
	const store = await openStore(folder);
	expect(await openSqliteStore(folder)).toEqual({
		ok: false,
		error: `Another relay is running on "${folder}".`,
	});
	expect((await store.probe()).ok).toBe(true);
	await store.close();
	const next = await openStore(folder);
	expect((await next.probe()).ok).toBe(true);
});

test('[G25] what is not a database of this relay, or one of a later version, is refused with a sentence and left alone', async () => {
	const folder = testFolder();
	const file = join(folder, 'relay.sqlite');
	const attempts: [make: () => void, sentence: RegExp][] = [
		[
			() => writeFileSync(file, 'this is a text, and not a database, however long it goes on'),
			/not a database/,
		],
		[() => edit(file, 'CREATE TABLE other (a); PRAGMA application_id = 7'), /not one of this relay/],
		[() => edit(file, 'PRAGMA application_id = 0x5042524c; PRAGMA user_version = 99'), /version 99/],
	];
	for (const [make, sentence] of attempts) {
		writeFileSync(file, '');
		make();
		const before = readFileSync(file);
		const opened = await openSqliteStore(folder);
		expect(opened).toEqual({ ok: false, error: expect.stringMatching(sentence) as unknown });
		expect(readFileSync(file)).toEqual(before);
	}
});

test('[G26] what is erased is in none of the files', async () => {
	const folder = testFolder();
	const store = await openStore(folder);
	const secrets = ['SECRET-IN-A-SNAPSHOT', 'SECRET-IN-THE-LOG', 'SECRET-THAT-IS-LONG'];
	const room = `${LAB}/path/secret`;
	const doc = new Y.Doc();
	const said: Uint8Array[] = [];
	doc.on('update', (update: Uint8Array) => said.push(update));
	doc.getText('note').insert(0, secrets[0] ?? '');
	doc.getText('note').insert(0, (secrets[2] ?? '').repeat(5000));
	await store.append(entriesOf(room, said, 1));
	await store.compact(room);
	doc.getText('note').insert(0, secrets[1] ?? '');
	await store.append(entriesOf(room, said.slice(2), 3));
	await store.append(entriesOf(ROOM, noteUpdates(50).updates, 1));
	expect(secrets.filter((secret) => isAnywhere(folder, secret))).toEqual(secrets);
	expect((await store.erase([room])).ok).toBe(true);
	await expect.poll(() => secrets.filter((secret) => isAnywhere(folder, secret))).toEqual([]);
	expect(await contentOf(store, ROOM)).toMatchObject({ seq: 50 });
});

test('[G26] while somebody reads the files, what was erased goes as soon as they are done', async () => {
	const folder = testFolder();
	const store = await openStore(folder);
	const doc = new Y.Doc();
	doc.getText('note').insert(0, 'SECRET');
	await store.append(entriesOf(ROOM, [Y.encodeStateAsUpdate(doc)], 1));
	const reader = new DatabaseSync(join(folder, 'relay.sqlite'), { readOnly: true });
	reader.exec('BEGIN');
	reader.prepare('SELECT count(*) FROM log').get();
	expect((await store.erase([ROOM])).ok).toBe(true);
	expect(isAnywhere(folder, 'SECRET')).toBe(true);
	reader.close();
	await expect.poll(() => isAnywhere(folder, 'SECRET'), { timeout: 5000 }).toBe(false);
});

test('[G27] a file that was moved away is trouble, and is not made anew', async () => {
	const folder = testFolder();
	const store = await openStore(folder);
	const { updates, text } = noteUpdates(10);
	await store.append(entriesOf(ROOM, updates, 1));
	const elsewhere = join(folder, 'elsewhere');
	mkdirSync(elsewhere);
	for (const name of ['relay.sqlite', 'relay.sqlite-wal', 'relay.sqlite-shm'])
		renameSync(join(folder, name), join(elsewhere, name));
	expect(await store.probe()).toMatchObject({ ok: false, error: { why: 'broken' } });
	expect(await store.append(entriesOf(ROOM, updates, 11))).toMatchObject({ ok: false });
	expect(existsSync(join(folder, 'relay.sqlite'))).toBe(false);
	for (const name of readdirSync(elsewhere)) renameSync(join(elsewhere, name), join(folder, name));
	expect(await store.probe()).toMatchObject({ ok: true });
	expect(await contentOf(store, ROOM)).toEqual({ seq: 10, note: text });
});

test('[G28] a folder that cannot be made or written is one sentence', async () => {
	const folder = testFolder();
	writeFileSync(join(folder, 'file'), '');
	const opened = await openSqliteStore(join(folder, 'file', 'data'));
	expect(opened).toEqual({
		ok: false,
		error: expect.stringMatching(/^"[^"]+" cannot be made or written \(.+\)\.$/) as unknown,
	});
	chmodSync(folder, 0o700);
});

function edit(file: string, sql: string): void {
	const database = new DatabaseSync(file);
	database.exec(sql);
	database.close();
}

function isAnywhere(folder: string, words: string): boolean {
	return readdirSync(folder).some(
		(name) => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(words),
	);
}
