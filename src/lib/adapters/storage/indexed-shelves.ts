// Shelves in IndexedDB, one database per document, as y-indexeddb keeps them. Whole documents come and go here without being opened: an
// import of a thousand records must not build a thousand documents in the page.

import type * as Y from 'yjs';
import { clearDocument } from 'y-indexeddb';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';
import type { Shelves } from './documents.ts';
import { faultOf, within } from './faults.ts';
import { openDatabase } from './indexed-database.ts';
import { IndexedShelf, type IndexedOptions } from './indexed-shelf.ts';
import type { Shelf } from './shelf.ts';

export class IndexedShelves implements Shelves {
	#options: IndexedOptions;

	constructor(options: Partial<IndexedOptions> = {}) {
		this.#options = {
			factory: globalThis.indexedDB,
			locks: (globalThis.navigator as Navigator | undefined)?.locks,
			openMs: 10_000,
			writeMs: 15_000,
			...options,
		};
	}

	shelf(name: string, doc: Y.Doc): Shelf {
		return new IndexedShelf(name, doc, this.#options);
	}

	async exists(name: string): Promise<Result<boolean, StorageFault>> {
		const { factory, openMs } = this.#options;
		const opened = await openDatabase(factory, name, 'existing', openMs);
		if (!opened.ok) return opened;
		opened.value.db?.close();
		return ok(opened.value.db !== undefined);
	}

	async put(name: string, update: Uint8Array): Promise<Result<{ readonly made: boolean }, StorageFault>> {
		const { factory, openMs, writeMs } = this.#options;
		const opened = await openDatabase(factory, name, 'create', openMs);
		if (!opened.ok) return opened;
		const { db, fresh } = opened.value;
		if (db === undefined) return err({ why: 'unknown', detail: 'the database was not created' });
		const put = await within(
			writeMs,
			'writing',
			settled(db, 'readwrite', (store) => store.add(update)),
		);
		db.close();
		if (put.ok) return ok({ made: fresh });
		// An empty place that was made for nothing is no document.
		if (fresh) await this.remove(name);
		return put;
	}

	async rows(name: string): Promise<Result<readonly Uint8Array[] | undefined, StorageFault>> {
		const { factory, openMs } = this.#options;
		const opened = await openDatabase(factory, name, 'existing', openMs);
		if (!opened.ok) return opened;
		const { db } = opened.value;
		if (db === undefined) return ok(undefined);
		const rows = await within(
			openMs,
			'reading',
			settled(db, 'readonly', (store): IDBRequest<unknown[]> => store.getAll()),
		);
		db.close();
		if (!rows.ok) return rows;
		const bytes = rows.value.filter((row) => row instanceof Uint8Array);
		return ok(bytes.length === 0 ? undefined : bytes);
	}

	remove(name: string): Promise<Result<void, StorageFault>> {
		const removed = clearDocument(name).then(
			() => ok(undefined),
			(error: unknown) => err(faultOf(error)),
		);
		return within(this.#options.openMs, 'removing', removed);
	}
}

/** One request in a transaction of its own; its result once the transaction is complete. */
function settled<T>(
	db: IDBDatabase,
	mode: IDBTransactionMode,
	ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<Result<T, StorageFault>> {
	return new Promise((resolve) => {
		try {
			const transaction = db.transaction('updates', mode);
			const request = ask(transaction.objectStore('updates'));
			transaction.oncomplete = () => resolve(ok(request.result));
			transaction.onabort = () => resolve(err(faultOf(transaction.error)));
		} catch (error) {
			resolve(err(faultOf(error)));
		}
	});
}
