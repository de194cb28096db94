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

	/** What storage answers: the fault, or what `use` makes of it. */
	answer<T>(use: () => T): Promise<Result<T, StorageFault>> {
		return Promise.resolve(this.fault === undefined ? ok(use()) : err(this.fault));
	}
}

export class MemoryShelves implements Shelves {
	#disk: MemoryDisk;

	constructor(disk: MemoryDisk) {
		this.#disk = disk;
	}

	shelf(name: string, doc: Y.Doc): Shelf {
		return new MemoryShelf(this.#disk, name, doc);
	}

	exists(name: string): Promise<Result<boolean, StorageFault>> {
		return this.#disk.answer(() => this.#disk.rows.has(name));
	}

	put(name: string, update: Uint8Array): Promise<Result<{ readonly made: boolean }, StorageFault>> {
		return this.#disk.answer(() => {
			const rows = this.#disk.rows.get(name);
			if (rows === undefined) this.#disk.rows.set(name, [update]);
			else rows.push(update);
			return { made: rows === undefined };
		});
	}

	rows(name: string): Promise<Result<readonly Uint8Array[] | undefined, StorageFault>> {
		return this.#disk.answer(() => this.#disk.rows.get(name)?.slice());
	}

	remove(name: string): Promise<Result<void, StorageFault>> {
		return this.#disk.answer(() => void this.#disk.rows.delete(name));
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

	read(): Promise<Result<{ rows: number }, StorageFault>> {
		return this.#disk.answer(() => ({ rows: this.#catchUp() }));
	}

	append(updates: readonly Uint8Array[]): Promise<Result<void, StorageFault>> {
		return this.#disk.answer(() => {
			const rows = this.#disk.rows.get(this.#name);
			if (rows === undefined) this.#disk.rows.set(this.#name, [Y.encodeStateAsUpdate(this.#doc)]);
			else rows.push(...updates);
		});
	}

	compact(): Promise<Result<'compacted' | 'busy', StorageFault>> {
		return this.#disk.answer(() => {
			this.#catchUp();
			this.#disk.rows.set(this.#name, [Y.encodeStateAsUpdate(this.#doc)]);
			return 'compacted';
		});
	}

	close(): void {
		this.onlost = undefined;
	}

	#catchUp(): number {
		const rows = this.#disk.rows.get(this.#name) ?? [];
		const apply = (row: Uint8Array): void => Y.applyUpdate(this.#doc, row, this);
		Y.transact(this.#doc, () => rows.forEach(apply), this, false);
		return rows.length;
	}
}

/** Documents kept in `disk`. */
export function memoryDocuments(disk: MemoryDisk, options: Partial<KeepingOptions> = {}): Documents {
	return new Documents(new MemoryShelves(disk), options);
}
