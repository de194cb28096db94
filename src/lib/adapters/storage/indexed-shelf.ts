// Rows of one document in IndexedDB, in y-indexeddb's layout: a database per document, version 1, stores `updates` (auto-increment) and
// `custom`, so that any y-indexeddb reads what we write and the other way round. Reading and writing are our own, because the package's
// functions cannot say when a transaction completed and hang where the browser does not answer.
// Chromium keeps a completed transaction through a crash of the page or the browser, not through loss of power: `durability: 'strict'` would,
// at one disk flush per keystroke. Refused for now: the relay's acknowledgement will be the promise that survives that.

import * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';
import { faultOf } from './faults.ts';
import { openDatabase, type Opened } from './indexed-database.ts';
import type { Shelf } from './shelf.ts';

const UPDATES = 'updates';

export interface IndexedOptions {
	readonly factory: IDBFactory | undefined;
	readonly locks: LockManager | undefined;
	/** How long opening, reading or one write may take, in ms, before it counts as failed. */
	readonly openMs: number;
	readonly writeMs: number;
}

export class IndexedShelf implements Shelf {
	readonly origin: object = this;
	onlost: ((fault: StorageFault, forGood: boolean) => void) | undefined;
	#name: string;
	#doc: Y.Doc;
	#options: IndexedOptions;
	#db: IDBDatabase | undefined;
	#opening: Promise<Result<Opened, StorageFault>> | undefined;
	/** Rows up to this key are applied to the document. */
	#read = 0;
	#closed = false;

	constructor(name: string, doc: Y.Doc, options: IndexedOptions) {
		this.#name = name;
		this.#doc = doc;
		this.#options = options;
	}

	async read(): Promise<Result<{ rows: number }, StorageFault>> {
		const opened = await this.#connect('existing');
		if (!opened.ok) return opened;
		const { db } = opened.value;
		if (db === undefined) return ok({ rows: 0 });
		return this.#transact(db, 'readonly', this.#options.openMs, (store, finish) => {
			const rows = store.count();
			this.#catchUp(store, (damaged) => {
				if (damaged > 0) finish(err(damage(damaged, rows.result)));
				else finish(ok({ rows: rows.result }));
			});
		});
	}

	async append(updates: readonly Uint8Array[]): Promise<Result<void, StorageFault>> {
		if (this.#db !== undefined) {
			const outcome = await this.#put(this.#db, updates);
			if (outcome.ok || outcome.error.why !== 'closed') return outcome;
			this.#drop();
		}
		const opened = await this.#connect('create');
		if (!opened.ok) return opened;
		const { db, fresh } = opened.value;
		if (db === undefined) return err({ why: 'unknown', detail: 'the database was not created' });
		// A database that is new or empty has lost what it held, or never held anything: only the whole document is complete.
		const whole = fresh || (await this.#isEmpty(db));
		return this.#put(db, whole ? [Y.encodeStateAsUpdate(this.#doc)] : updates);
	}

	async compact(): Promise<Result<'compacted' | 'busy', StorageFault>> {
		const { locks } = this.#options;
		if (locks === undefined) return ok('busy');
		return locks.request(`pathbook/compact/${this.#name}`, { ifAvailable: true }, async (lock) =>
			lock === null ? ok('busy') : this.#replace(),
		);
	}

	close(): void {
		this.#closed = true;
		this.#drop();
	}

	async #replace(): Promise<Result<'compacted' | 'busy', StorageFault>> {
		if (this.#db === undefined) return ok('busy');
		return this.#transact<'compacted'>(this.#db, 'readwrite', this.#options.openMs, (store, finish) => {
			this.#catchUp(store, (damaged) => {
				// Rows that cannot be read are never thrown away.
				if (damaged > 0) {
					store.transaction.abort();
					return;
				}
				store.delete(IDBKeyRange.upperBound(this.#read));
				store.add(Y.encodeStateAsUpdate(this.#doc));
				finish(ok('compacted'));
			});
		});
	}

	async #put(db: IDBDatabase, updates: readonly Uint8Array[]): Promise<Result<void, StorageFault>> {
		return this.#transact(db, 'readwrite', this.#options.writeMs, (store, finish) => {
			for (const update of updates) store.add(update);
			finish(ok(undefined));
			commit(store.transaction);
		});
	}

	async #isEmpty(db: IDBDatabase): Promise<boolean> {
		const rows = await this.#transact<number>(db, 'readonly', this.#options.openMs, (store, finish) => {
			const count = store.count();
			count.onsuccess = () => finish(ok(count.result));
		});
		return rows.ok && rows.value === 0;
	}

	/** Applies the rows that are not applied yet; says how many of them cannot be read. */
	#catchUp(store: IDBObjectStore, done: (damaged: number) => void): void {
		const range = IDBKeyRange.lowerBound(this.#read, true);
		const keys = store.getAllKeys(range);
		const rows = store.getAll(range);
		rows.onsuccess = () => {
			let damaged = 0;
			const apply = (row: unknown): void => {
				try {
					if (!(row instanceof Uint8Array)) throw new TypeError('not bytes');
					Y.applyUpdate(this.#doc, row, this.origin);
				} catch {
					// One row that cannot be read must not keep the others from being read.
					damaged += 1;
				}
			};
			Y.transact(this.#doc, () => rows.result.forEach(apply), this.origin, false);
			const last = keys.result.at(-1);
			if (damaged === 0 && typeof last === 'number') this.#read = last;
			done(damaged);
		};
	}

	/** Runs `body` in a transaction; what it finished with is the answer once the transaction is complete, and not before. */
	#transact<T>(
		db: IDBDatabase,
		mode: IDBTransactionMode,
		ms: number,
		body: (store: IDBObjectStore, finish: (answer: Result<T, StorageFault>) => void) => void,
	): Promise<Result<T, StorageFault>> {
		return new Promise((resolve) => {
			let answer: Result<T, StorageFault> = err({ why: 'unknown', detail: 'the transaction was aborted' });
			try {
				const transaction = db.transaction(UPDATES, mode);
				const timer = setTimeout(() => {
					resolve(err({ why: 'timeout', detail: `storage did not answer in ${String(ms)} ms` }));
					abort(transaction);
				}, ms);
				const settle = (outcome: Result<T, StorageFault>): void => {
					clearTimeout(timer);
					resolve(outcome);
				};
				transaction.oncomplete = () => settle(answer);
				transaction.onabort = () => settle(err(faultOf(transaction.error)));
				try {
					body(transaction.objectStore(UPDATES), (finished) => (answer = finished));
				} catch (error) {
					settle(err(faultOf(error)));
					abort(transaction);
				}
			} catch (error) {
				// The connection died without a word: db.transaction throws.
				resolve(err(faultOf(error)));
			}
		});
	}

	async #connect(mode: 'existing' | 'create'): Promise<Result<Opened, StorageFault>> {
		this.#opening ??= openDatabase(this.#options.factory, this.#name, mode, this.#options.openMs);
		const opened = await this.#opening;
		this.#opening = undefined;
		if (opened.ok && opened.value.db !== undefined) this.#adopt(opened.value.db);
		return opened;
	}

	#adopt(db: IDBDatabase): void {
		if (this.#db === db) return;
		if (this.#closed) {
			db.close();
			return;
		}
		this.#db = db;
		db.onversionchange = () => {
			this.#drop();
			this.onlost?.({ why: 'closed', detail: 'removed or upgraded in another tab' }, true);
		};
		db.onclose = () => {
			this.#db = undefined;
			this.onlost?.({ why: 'closed', detail: 'the browser closed the connection' }, false);
		};
	}

	#drop(): void {
		const db = this.#db;
		this.#db = undefined;
		if (db === undefined) return;
		db.onversionchange = null;
		db.onclose = null;
		db.close();
	}
}

/** Committed now, the browser finishes a transaction although the page goes away; left to itself, it is thrown away with the page. */
function commit(transaction: IDBTransaction): void {
	try {
		transaction.commit();
	} catch {
		// it has ended already, and its own events say how
	}
}

function abort(transaction: IDBTransaction): void {
	try {
		transaction.abort();
	} catch {
		// It had just finished; what it wrote is written twice then, which merges.
	}
}

function damage(damaged: number, rows: number): StorageFault {
	return { why: 'damaged', detail: `${String(damaged)} of ${String(rows)} rows cannot be read` };
}
