// Stores of a test: opened by folder, closed when the test is over, in whatever way it ends.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteOptions } from '../../server/store/sqlite/store.ts';
import type { Store } from '../../server/store/store.ts';

/** An empty folder that is gone when the test is over. */
export function testFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'pathbook-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** The store of a folder, which is closed when the test is over; throws where it cannot be opened. */
export async function openStore(folder: string, options: SqliteOptions = {}): Promise<Store> {
	const store = await openSqliteStore(folder, options);
	if (!store.ok) throw new Error(store.error);
	onTestFinished(() => store.value.close());
	return store.value;
}
