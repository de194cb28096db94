// The catalogue of this device in Dexie. It is a convenience copy of what the documents say (titles, status), kept up by whoever has a
// document open: losing it loses no work. Refused: search and paging before a list is long enough to need them.

import { ok, type Result } from '#lib/core/result.ts';
import type { Catalogue, CatalogueEntry, StorageFault, StoredDefinition } from '#lib/ports.ts';
import type { DefinitionHash, PathId } from '#lib/core/path/names.ts';
import { definitionOf, entryOf } from './catalogue-rows.ts';
import type { DeviceDatabase, RawRow } from './device-database.ts';

export class DeviceCatalogue implements Catalogue {
	#device: DeviceDatabase;

	constructor(device: DeviceDatabase) {
		this.#device = device;
	}

	/** Every path, latest change first. */
	async paths(): Promise<Result<readonly CatalogueEntry[], StorageFault>> {
		const rows = await this.#device.read(() => this.#device.table('paths').toArray());
		if (!rows.ok) return rows;
		return ok(understood(rows.value, entryOf).sort((a, b) => b.changedAt - a.changedAt));
	}

	putPath(entry: CatalogueEntry): Promise<Result<void, StorageFault>> {
		return this.#put('paths', { ...entry });
	}

	erasePath(id: PathId): Promise<Result<void, StorageFault>> {
		return this.#erase('paths', id);
	}

	/** Every definition, oldest first. */
	async definitions(): Promise<Result<readonly StoredDefinition[], StorageFault>> {
		const rows = await this.#device.read(() => this.#device.table('definitions').toArray());
		if (!rows.ok) return rows;
		return ok(understood(rows.value, definitionOf).sort((a, b) => a.addedAt - b.addedAt));
	}

	putDefinition(definition: StoredDefinition): Promise<Result<void, StorageFault>> {
		return this.#put('definitions', { ...definition });
	}

	eraseDefinition(hash: DefinitionHash): Promise<Result<void, StorageFault>> {
		return this.#erase('definitions', hash);
	}

	/** What was put under the key, as unknown as it came: the caller parses it. Undefined where nothing was. */
	async setting(key: string): Promise<Result<unknown, StorageFault>> {
		const row = await this.#device.read(() => this.#device.table('settings').get(key));
		return row.ok ? ok(row.value?.['value']) : row;
	}

	putSetting(key: string, value: unknown): Promise<Result<void, StorageFault>> {
		return this.#put('settings', { key, value });
	}

	watch(listener: () => void): () => void {
		return this.#device.watch(['paths', 'definitions', 'settings'], listener);
	}

	async #put(table: 'paths' | 'definitions' | 'settings', row: RawRow): Promise<Result<void, StorageFault>> {
		return this.#device.write([table], async () => {
			await this.#device.table(table).put(row);
		});
	}

	async #erase(table: 'paths' | 'definitions', key: string): Promise<Result<void, StorageFault>> {
		return this.#device.write([table], () => this.#device.table(table).delete(key));
	}
}

function understood<T>(rows: readonly unknown[], read: (row: unknown) => T | undefined): T[] {
	return rows.map(read).filter((row): row is T & {} => row !== undefined);
}
