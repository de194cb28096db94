import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { Store } from '../../../server/store/store.ts';
import { storeContract } from '../../contract/store-contract.ts';

const opened = new Set<Store>();
const folders = new Set<string>();

afterEach(async () => {
	for (const store of opened) await store.close();
	for (const folder of folders) rmSync(folder, { recursive: true });
	opened.clear();
	folders.clear();
});

storeContract('in SQLite', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'pathbook-'));
	folders.add(folder);
	let store = await open(folder);
	const again = async (): Promise<Store> => {
		opened.delete(store);
		await store.close();
		store = await open(folder);
		return store;
	};
	return { store, again };
});

async function open(folder: string): Promise<Store> {
	const store = await openSqliteStore(folder);
	if (!store.ok) throw new Error(store.error);
	opened.add(store.value);
	return store.value;
}
