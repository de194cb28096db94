import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { DeviceCatalogue } from '#lib/adapters/storage/catalogue.ts';
import { DeviceDatabase } from '#lib/adapters/storage/device-database.ts';
import { MemoryCatalogue, MemoryCatalogueShelf } from '#lib/adapters/storage/memory-catalogue.ts';
import { catalogueContract, entry } from '../../contract/catalogue-contract.ts';

describe('memory', () => {
	catalogueContract('memory', () => {
		const shelf = new MemoryCatalogueShelf();
		return () => new MemoryCatalogue(shelf);
	});
});

describe('Dexie', () => {
	catalogueContract('Dexie', () => {
		const device = makeDevice();
		return () => new DeviceCatalogue(device());
	});

	test('[A27] a row of another version is listed as far as it is understood, and stays whole', async () => {
		const device = makeDevice();
		const row = { id: 'a', title: 'Soil', removedAt: 'yesterday', colour: 'blue' };
		await device().write(['paths'], () => device().table('paths').put(row));
		await device().write(['paths'], () => device().table('paths').put({ id: '../..', title: 'none' }));
		const listed = await new DeviceCatalogue(device()).paths();
		expect(listed.ok && listed.value).toMatchObject([
			{ id: 'a', title: 'Soil', removedAt: null, stages: 0, colour: 'blue' },
		]);
		const raw = await device().read(() => device().table('paths').toArray());
		expect(raw.ok && raw.value.length).toBe(2);
	});

	test('[A11] a browser without storage is said', async () => {
		const catalogue = new DeviceCatalogue(
			new DeviceDatabase({ factory: undefined, keyRange: undefined, name: 'none' }),
		);
		const put = await catalogue.putPath(entry('a', 1));
		expect(put).toMatchObject({ ok: false, error: { why: 'unavailable' } });
	});
});

function makeDevice(): () => DeviceDatabase {
	const factory = new IDBFactory();
	const name = `pathbook-${crypto.randomUUID()}`;
	return () => new DeviceDatabase({ factory, name });
}
