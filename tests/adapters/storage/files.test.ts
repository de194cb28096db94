// Files by their hash on both adapters; and the device database of an earlier version, row for row as it was written then.

import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DeviceCatalogue } from '#lib/adapters/storage/catalogue.ts';
import { DeviceDatabase } from '#lib/adapters/storage/device-database.ts';
import { DeviceFiles } from '#lib/adapters/storage/device-files.ts';
import { MemoryFiles, MemoryFileShelf } from '#lib/adapters/storage/memory-files.ts';
import { sha256Hex } from '#lib/core/json/hash.ts';
import { filesContract } from '../../contract/files-contract.ts';

filesContract('memory', () => {
	const shelf = new MemoryFileShelf();
	return () => new MemoryFiles(shelf);
});

filesContract('Dexie', () => {
	const factory = new IDBFactory();
	const name = `pathbook-${crypto.randomUUID()}`;
	return () => new DeviceFiles(new DeviceDatabase({ factory, name }));
});

const Fixture = z.object({
	name: z.string(),
	indexedDbVersion: z.number(),
	stores: z.record(z.string(), z.string()),
	rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

test('[A39] a device of version 1 opens with its paths, definitions, settings and keys, and takes files', async () => {
	const path = join(import.meta.dirname, '../../fixtures/devices/version-1.json');
	const fixture = Fixture.parse(JSON.parse(readFileSync(path, 'utf8')));
	const factory = new IDBFactory();
	await write(factory, fixture);
	const device = new DeviceDatabase({ factory, name: fixture.name });
	const catalogue = new DeviceCatalogue(device);
	expect(await catalogue.paths()).toMatchObject({
		ok: true,
		value: [{ title: 'Peat cores, spring', records: [expect.any(String)], files: [], knownAs: [] }],
	});
	expect(await catalogue.definitions()).toMatchObject({
		ok: true,
		value: [{ definition: { workflow: { id: 'drying' } } }],
	});
	expect(await catalogue.setting('theme')).toEqual({ ok: true, value: 'dark' });
	expect(await device.read(() => device.table('keys').toArray())).toEqual({
		ok: true,
		value: [{ id: 'kept-untouched' }],
	});
	const bytes = new Uint8Array([1, 2]);
	const files = new DeviceFiles(device);
	expect(await files.put(sha256Hex(bytes), bytes)).toEqual({ ok: true, value: undefined });
	expect(await files.get(sha256Hex(bytes))).toEqual({ ok: true, value: bytes });
	device.close();
});

/** The database as that version left it, without its code. */
function write(
	factory: IDBFactory,
	{ name, indexedDbVersion, stores, rows }: z.infer<typeof Fixture>,
): Promise<void> {
	return new Promise((resolve, reject) => {
		const request = factory.open(name, indexedDbVersion);
		request.onupgradeneeded = () => {
			for (const [store, keyPath] of Object.entries(stores)) {
				const made = request.result.createObjectStore(store, { keyPath });
				for (const row of rows[store] ?? []) made.put(row);
			}
		};
		request.onerror = () => reject(new Error('not written'));
		request.onsuccess = () => {
			request.result.close();
			resolve();
		};
	});
}
