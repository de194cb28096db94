// Files on this device in Dexie, under the SHA-256 of their bytes, so that a file that came ten times is kept once. What is read is hashed
// again: a disk that changed a byte must not hand a scientist another picture under the same name. Refused: Blobs (a file that the browser
// evicted fails late, outside of any transaction).

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Files, StorageFault } from '#lib/ports.ts';
import type { DeviceDatabase } from './device-database.ts';
import { isContentOf } from './file-hash.ts';

export class DeviceFiles implements Files {
	#device: DeviceDatabase;

	constructor(device: DeviceDatabase) {
		this.#device = device;
	}

	async has(sha256: string): Promise<Result<boolean, StorageFault>> {
		const found = await this.#device.read(() =>
			this.#device.table('files').where(':id').equals(sha256).count(),
		);
		return found.ok ? ok(found.value > 0) : found;
	}

	async put(sha256: string, bytes: Uint8Array): Promise<Result<void, StorageFault>> {
		return this.#device.write(['files'], async () => {
			await this.#device.table('files').put({ sha256, bytes });
		});
	}

	async get(sha256: string): Promise<Result<Uint8Array | undefined, StorageFault>> {
		const row = await this.#device.read(() => this.#device.table('files').get(sha256));
		if (!row.ok) return row;
		if (row.value === undefined) return ok(undefined);
		const bytes = row.value['bytes'];
		if (bytes instanceof Uint8Array && (await isContentOf(sha256, bytes))) return ok(bytes);
		return err({ why: 'damaged', detail: `file ${sha256} is not what its name says` });
	}

	async erase(sha256: readonly string[]): Promise<Result<void, StorageFault>> {
		return this.#device.write(['files'], () => this.#device.table('files').bulkDelete([...sha256]));
	}

	watch(listener: () => void): () => void {
		return this.#device.watch(['files'], listener);
	}
}
