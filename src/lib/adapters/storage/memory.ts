// A device made of a Map, for unit tests and benches: the same documents and the same decisions as in the browser, on shelves that
// can be told to fail. Nothing here survives the page.

import * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';
import { Documents, type Shelves } from './documents.ts';
import type { KeepingOptions } from './kept-document.ts';
import type { Shelf } from './shelf.ts';

/** What outlives a page: rows by document name. Two `Documents` over one disk are two tabs of one browser. */
export class MemoryDisk {
	readonly rows = new Map<string, Uint8Array[]>();
	/** While set, nothing is written and nothing new is read. */
	fault: StorageFault | undefined;
}

export class MemoryShelves implements Shelves {
	#disk: MemoryDisk;

	constructor(disk: MemoryDisk) {
		this.#disk = disk;
	}

	shelf(name: string, doc: Y.Doc): Shelf {
		return new MemoryShelf(this.#disk, name, doc);
	}

	async exists(name: string): Promise<Result<boolean, StorageFault>> {
		return this.#disk.fault === undefined ? ok(this.#disk.rows.has(name)) : err(this.#disk.fault);
	}

	async remove(name: string): Promise<Result<void, StorageFault>> {
		if (this.#disk.fault !== undefined) return err(this.#disk.fault);
		this.#disk.rows.delete(name);
		return ok(undefined);
	}
}

class MemoryShelf implements Shelf {
	readonly origin: object = this;
	onlost: ((fault: StorageFault, forGood: boolean) => void) | undefined;
	#disk: MemoryDisk;
	#name: string;
	#doc: Y.Doc;

	constructor(disk: MemoryDisk, name: string, doc: Y.Doc) {
		this.#disk = disk;
		this.#name = name;
		this.#doc = doc;
	}

	async read(): Promise<Result<{ rows: number }, StorageFault>> {
		if (this.#disk.fault !== undefined) return err(this.#disk.fault);
		const rows = this.#disk.rows.get(this.#name) ?? [];
		Y.transact(this.#doc, () => rows.forEach((row) => Y.applyUpdate(this.#doc, row, this)), this, false);
		return ok({ rows: rows.length });
	}

	async append(updates: readonly Uint8Array[]): Promise<Result<void, StorageFault>> {
		if (this.#disk.fault !== undefined) return err(this.#disk.fault);
		const rows = this.#disk.rows.get(this.#name);
		if (rows === undefined) this.#disk.rows.set(this.#name, [Y.encodeStateAsUpdate(this.#doc)]);
		else rows.push(...updates);
		return ok(undefined);
	}

	async compact(): Promise<Result<'compacted' | 'busy', StorageFault>> {
		await this.read();
		if (this.#disk.fault !== undefined) return err(this.#disk.fault);
		this.#disk.rows.set(this.#name, [Y.encodeStateAsUpdate(this.#doc)]);
		return ok('compacted');
	}

	close(): void {}
}

/** Documents kept in `disk`. */
export function memoryDocuments(disk: MemoryDisk, options: Partial<KeepingOptions> = {}): Documents {
	return new Documents(new MemoryShelves(disk), options);
}
