// Every version of the tables that was ever written has a file here, made by the code of that time, that must still be read and written.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contentOf, entriesOf, LAB, ROOM } from '../../contract/store-contract.ts';
import { noteUpdates } from '../../support/note-updates.ts';
import { openStore, testFolder } from '../../support/opened-stores.ts';

test('[G29] tables of version 1: snapshots, logs, tombstones, revoked lists and the claim are there', async () => {
	const folder = testFolder();
	const fixture = join(import.meta.dirname, '../../fixtures/relay-store/schema-1.sqlite.gz');
	writeFileSync(join(folder, 'relay.sqlite'), gunzipSync(readFileSync(fixture)));
	const store = await openStore(folder);
	const open = await store.open(ROOM);
	expect(open).toMatchObject({ ok: true, value: { seq: 12, tail: { count: 3 } } });
	expect(open.ok && open.value.mended).toBeUndefined();
	expect(await contentOf(store, ROOM)).toEqual({ seq: 12, note: 'zzzdeeedddfffaixxxdidd' });
	expect((await contentOf(store, `${LAB}/index`)).seq).toBe(5);
	expect(await store.open(`${LAB}/path/gone`)).toMatchObject({ error: { why: 'deleted' } });
	expect(await store.revoked()).toEqual(
		new Map([[LAB, { ids: new Set(['one', 'two']), lists: ['a.signed.list'] }]]),
	);
	expect(await store.claimed()).toBe(LAB);
	expect(await store.labBytes(LAB)).toBe(347);
	expect((await store.append(entriesOf(ROOM, noteUpdates(3, 5).updates, 13))).ok).toBe(true);
	expect((await store.compact(ROOM)).ok).toBe(true);
	expect((await contentOf(store, ROOM)).seq).toBe(15);
});
