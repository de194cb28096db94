// The contract on both adapters, and what only a real database can do wrong: quota, dead connections, blocked upgrades, damaged rows.

import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { Documents } from '#lib/adapters/storage/documents.ts';
import { IndexedShelves } from '#lib/adapters/storage/indexed-shelves.ts';
import { memoryDocuments, MemoryDisk } from '#lib/adapters/storage/memory.ts';
import { OtherTab } from '#lib/adapters/storage/other-tab.ts';
import type { StorageFault } from '#lib/ports.ts';
import { documentsContract, type Device } from '../../contract/documents-contract.ts';

const QUICK = { retryMs: 5, retryMostMs: 20, mostRows: 20, restMs: 0, now: () => 1 };

describe('memory', () => {
	documentsContract('memory', () => {
		const disk = new MemoryDisk();
		return {
			page: () => memoryDocuments(disk, QUICK),
			rows: async (name) => disk.rows.get(name)?.length ?? 0,
			fail: (fault) => (disk.fault = fault),
		};
	});
});

describe('IndexedDB', () => {
	documentsContract('IndexedDB', () => new Browser());

	test('[A9] a quota error inside the transaction is recognised', async () => {
		const browser = new Browser();
		const stored = browser.page().open('a');
		await stored.loaded;
		stored.doc.getText('t').insert(0, 'x');
		await stored.flush();
		browser.fail({ why: 'quota', detail: '' });
		stored.doc.getText('t').insert(1, 'y');
		await stored.flush();
		expect(stored.state).toMatchObject({ at: 'failed', fault: { why: 'quota' } });
	});

	test('[A10] storage that never answers is a timeout, and can be tried again', async () => {
		const browser = new Browser();
		await browser.fill('a', 'words');
		browser.silent = true;
		const stored = browser.page({ openMs: 20 }).open('a');
		expect(await stored.loaded).toMatchObject({ ok: false, error: { why: 'timeout' } });
		expect(stored.state).toMatchObject({ at: 'failed', fault: { why: 'timeout' } });
		browser.silent = false;
		expect((await stored.retry()).ok).toBe(true);
		expect(stored.doc.getText('t').toString()).toBe('words');
		expect(stored.state.at).toBe('saved');
	});

	test('[A11] no IndexedDB at all is said, and nothing hangs', async () => {
		const documents = new Documents(new IndexedShelves({ factory: undefined }), QUICK);
		const stored = documents.open('a');
		expect(await stored.loaded).toMatchObject({ ok: false, error: { why: 'unavailable' } });
		expect(await documents.exists('a')).toMatchObject({ ok: false, error: { why: 'unavailable' } });
	});

	test('[A12] a connection that died silently is opened again, without a throw inside the edit', async () => {
		const browser = new Browser();
		const stored = browser.page().open('a');
		await stored.loaded;
		stored.doc.getText('t').insert(0, 'before');
		await stored.flush();
		browser.killConnections();
		expect(() => stored.doc.getText('t').insert(6, ' after')).not.toThrow();
		expect((await stored.flush()).ok).toBe(true);
		expect(await browser.read('a')).toBe('before after');
	});

	test('[A13] a database that vanished under an open document is written anew, whole', async () => {
		const browser = new Browser();
		const stored = browser.page().open('a');
		await stored.loaded;
		stored.doc.getText('t').insert(0, 'everything');
		await stored.flush();
		browser.clearSiteData();
		stored.doc.getText('t').insert(0, 'still ');
		expect((await stored.flush()).ok).toBe(true);
		expect(await browser.read('a')).toBe('still everything');
	});

	test('[A14] another tab that removes the document is not blocked, and this one says that it is closed', async () => {
		const browser = new Browser();
		const mine = browser.page().open('a');
		await mine.loaded;
		mine.doc.getText('t').insert(0, 'x');
		await mine.flush();
		const other = browser.page();
		expect((await other.remove('a')).ok).toBe(true);
		expect(mine.state).toMatchObject({ at: 'failed', fault: { why: 'closed' } });
		mine.doc.getText('t').insert(1, 'y');
		await mine.flush();
		expect(await other.exists('a')).toEqual({ ok: true, value: false });
		// Only when a person asks is it written again, and then whole.
		expect((await mine.retry()).ok).toBe(true);
		expect(await browser.read('a')).toBe('xy');
	});

	test('[A15] a damaged row is a fault, the rest is readable, and no row is thrown away', async () => {
		const browser = new Browser();
		await browser.fill('a', 'words');
		await browser.addRow('a', new Uint8Array([9, 9, 9]));
		await browser.addRow('a', updateOf(' and more'));
		const stored = browser.page().open('a');
		expect(await stored.loaded).toMatchObject({ ok: false, error: { why: 'damaged' } });
		expect(stored.doc.getText('t').toString()).toContain('words');
		expect(stored.doc.getText('t').toString()).toContain('and more');
		expect((await stored.retry()).ok).toBe(false);
		expect(await browser.rows('a')).toBe(3);
	});

	test('[A16] what we write y-indexeddb reads, and the other way round', async () => {
		const browser = new Browser();
		await browser.fill('theirs', 'ours');
		const doc = new Y.Doc();
		const theirs = new IndexeddbPersistence('theirs', doc);
		await theirs.whenSynced;
		expect(doc.getText('t').toString()).toBe('ours');
		doc.getText('t').insert(4, ' and theirs');
		await theirs.destroy();
		expect(await browser.read('theirs')).toBe('ours and theirs');
	});

	test('[A33] an edit that answers what is being loaded is kept, and loading itself writes nothing', async () => {
		const browser = new Browser();
		await browser.fill('a', 'x');
		const before = await browser.rows('a');
		const stored = browser.page().open('a');
		const words = stored.doc.getText('t');
		stored.doc.once('afterTransaction', () => words.insert(words.length, ' answered'));
		await stored.loaded;
		words.insert(words.length, ' and edited');
		await stored.flush();
		expect(await browser.rows('a')).toBe(before + 2);
		expect(await browser.read('a')).toBe('x answered and edited');
	});

	test('[A17] an edit of another tab is written by that tab alone, unless it cannot', async () => {
		const browser = new Browser();
		const stored = browser.page().open('a');
		await stored.loaded;
		Y.applyUpdate(stored.doc, updateOf('confirmed'), new OtherTab(Promise.resolve(true)));
		expect(stored.state.at).toBe('saving');
		await expect.poll(() => stored.state.at).toBe('saved');
		expect(await browser.rows('a')).toBe(0);
		Y.applyUpdate(stored.doc, updateOf('orphaned'), new OtherTab(Promise.resolve(false)));
		await expect.poll(() => stored.state.at).toBe('saved');
		expect(await browser.read('a')).toContain('orphaned');
	});

	test('[A18] a page that goes writes what it only heard of', async () => {
		const browser = new Browser();
		const window = new EventTarget();
		const stored = browser.page({}, window).open('a');
		await stored.loaded;
		Y.applyUpdate(stored.doc, updateOf('heard'), new OtherTab(new Promise(() => undefined)));
		window.dispatchEvent(new Event('pagehide'));
		await stored.flush();
		expect(await browser.read('a')).toBe('heard');
	});

	test('[A19] rows that another tab is merging are left alone', async () => {
		let asked = 0;
		const held: LockManager['request'] = async (_name: string, ...rest: unknown[]) => {
			const run = rest.at(-1) as (lock: Lock | null) => unknown; // the last argument of any overload
			asked += 1;
			return (await run(null)) as never;
		};
		const browser = new Browser();
		const locks = { request: held, query: async () => ({}) };
		const stored = browser.page({ locks }).open('a');
		await stored.loaded;
		for (let n = 0; n < 30; n++) {
			stored.doc.getText('t').insert(0, 'x');
			await stored.flush();
		}
		await expect.poll(() => asked).toBeGreaterThan(0);
		expect(await browser.rows('a')).toBe(30);
		await stored.close();
	});
});

function updateOf(text: string): Uint8Array {
	const doc = new Y.Doc();
	doc.getText('t').insert(0, text);
	return Y.encodeStateAsUpdate(doc);
}

/** One browser profile: a database factory whose connections can be made to fail in the ways real ones do. */
class Browser implements Device {
	silent = false;
	#fault: StorageFault | undefined;
	#connections = new Set<IDBDatabase>();
	#factory = new IDBFactory();
	#locks: LockManager = grantingLocks();

	constructor() {
		globalThis.indexedDB = this.#factory;
	}

	page(options: { openMs?: number; locks?: LockManager } = {}, window?: EventTarget): Documents {
		const factory = new Proxy(this.#factory, {
			get: (target, key) =>
				key === 'open' ? (name: string) => this.#open(name) : (Reflect.get(target, key) as unknown),
		});
		return new Documents(new IndexedShelves({ factory, locks: this.#locks, ...options }), QUICK, window);
	}

	fail(fault: StorageFault | undefined): void {
		this.#fault = fault;
	}

	killConnections(): void {
		for (const db of this.#connections) db.close();
	}

	clearSiteData(): void {
		this.killConnections();
		this.#factory = new IDBFactory();
		globalThis.indexedDB = this.#factory;
	}

	async fill(name: string, text: string): Promise<void> {
		const stored = this.page().open(name);
		await stored.loaded;
		stored.doc.getText('t').insert(0, text);
		await stored.close();
	}

	async read(name: string): Promise<string> {
		const stored = this.page().open(name);
		await stored.loaded;
		const text = stored.doc.getText('t').toString();
		await stored.close();
		return text;
	}

	async rows(name: string): Promise<number> {
		const exists = await this.page().exists(name);
		if (!exists.ok || !exists.value) return 0;
		return this.#inStore(name, 'readonly', (store) => store.count());
	}

	async addRow(name: string, row: Uint8Array): Promise<void> {
		await this.#inStore(name, 'readwrite', (store) => store.add(row));
	}

	async #inStore<T>(
		name: string,
		mode: IDBTransactionMode,
		use: (store: IDBObjectStore) => IDBRequest<T>,
	): Promise<T> {
		const db = await settled(this.#factory.open(name));
		try {
			return await settled(use(db.transaction('updates', mode).objectStore('updates')));
		} finally {
			db.close();
		}
	}

	#open(name: string): IDBOpenDBRequest {
		if (this.silent) return new EventTarget() as IDBOpenDBRequest; // a request whose events never come
		const request = this.#factory.open(name);
		request.addEventListener('success', () => {
			this.#connections.add(request.result);
			this.#failing(request.result);
		});
		return request;
	}

	/** Full disks say so when a transaction writes: the request fails, the transaction aborts with the same error. */
	#failing(db: IDBDatabase): void {
		const transaction = db.transaction.bind(db);
		db.transaction = (stores, mode) => {
			const started = transaction(stores, mode);
			if (this.#fault !== undefined && mode === 'readwrite') {
				Object.defineProperty(started, 'error', {
					get: () => new DOMException('no room left', 'QuotaExceededError'),
				});
				started.abort();
				started.objectStore = () => ({ add: () => undefined }) as unknown as IDBObjectStore; // aborted already
			}
			return started;
		};
	}
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('failed'));
	});
}

function grantingLocks(): LockManager {
	const request: LockManager['request'] = async (name: string, ...rest: unknown[]) => {
		const run = rest.at(-1) as (lock: Lock | null) => unknown; // the last argument of any overload
		return (await run({ name, mode: 'exclusive' })) as never;
	};
	return { request, query: async () => ({}) };
}
