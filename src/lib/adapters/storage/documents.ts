// The documents of one page, by name: the same name opened twice is one Y.Doc, counted. A document whose last words are not kept is not let
// go of when its screen closes: it stays, tries on, and is found again by the next opening. Each document of a page has the one random
// client id that Yjs gave it; ids are never persisted and never reused (two writers with one id destroy a document silently).

import * as Y from 'yjs';
import { ok, type Result } from '#lib/core/result.ts';
import type { DocumentStore, StorageFault, StoredDocument } from '#lib/ports.ts';
import { KeptDocument, type KeepingOptions } from './kept-document.ts';
import type { Shelf } from './shelf.ts';

/** What a technology has to offer for documents to be kept in it. */
export interface Shelves {
	shelf(name: string, doc: Y.Doc): Shelf;
	exists(name: string): Promise<Result<boolean, StorageFault>>;
	/** Adds a row; the document is made where there is none. */
	put(name: string, update: Uint8Array): Promise<Result<{ readonly made: boolean }, StorageFault>>;
	/** All rows, unread; undefined where there is no document. */
	rows(name: string): Promise<Result<readonly Uint8Array[] | undefined, StorageFault>>;
	remove(name: string): Promise<Result<void, StorageFault>>;
}

export const KEEPING: KeepingOptions = {
	now: () => Date.now(),
	retryMs: 1000,
	retryMostMs: 60_000,
	mostRows: 200,
	restMs: 3000,
};

export class Documents implements DocumentStore {
	#shelves: Shelves;
	#options: KeepingOptions;
	#open = new Map<string, { kept: KeptDocument; users: number }>();
	#leave: () => void;

	/** `page` fires `pagehide` before it goes; undefined where there is no page. */
	constructor(shelves: Shelves, options: Partial<KeepingOptions> = {}, page?: EventTarget) {
		this.#shelves = shelves;
		this.#options = { ...KEEPING, ...options };
		const hurry = (): void => {
			for (const { kept } of this.#open.values()) kept.hurry();
		};
		page?.addEventListener('pagehide', hurry);
		this.#leave = () => page?.removeEventListener('pagehide', hurry);
	}

	open(name: string): StoredDocument {
		const entry = this.#open.get(name) ?? this.#make(name);
		entry.users += 1;
		const { kept } = entry;
		let closing: Promise<void> | undefined;
		return {
			name,
			doc: kept.doc,
			loaded: kept.loaded,
			get state() {
				return kept.state;
			},
			watch: (listener) => kept.watch(listener),
			prepare: () => kept.prepare(),
			retry: () => kept.retry(),
			flush: () => kept.flush(),
			close: () => (closing ??= this.#letGo(name, entry)),
		};
	}

	exists(name: string): Promise<Result<boolean, StorageFault>> {
		return this.#shelves.exists(name);
	}

	async put(name: string, update: Uint8Array): Promise<Result<{ readonly made: boolean }, StorageFault>> {
		if (!this.#open.has(name)) return this.#shelves.put(name, update);
		const stored = this.open(name);
		const loaded = await stored.loaded;
		if (loaded.ok) Y.applyUpdate(stored.doc, update, this);
		const kept = loaded.ok ? await stored.flush() : loaded;
		await stored.close();
		return kept.ok ? ok({ made: false }) : kept;
	}

	async updates(name: string): Promise<Result<readonly Uint8Array[] | undefined, StorageFault>> {
		const open = this.#open.get(name);
		if (open === undefined) return this.#shelves.rows(name);
		await open.kept.loaded; // what could not be read is in no memory either
		// What is kept is read back as it lies: encoding a long path anew holds the page up for a third of a second.
		const rows = open.kept.isKept ? await this.#shelves.rows(name) : undefined;
		if (rows?.ok === true && rows.value !== undefined) return rows;
		const { doc } = open.kept;
		return ok(doc.store.clients.size > 0 ? [Y.encodeStateAsUpdate(doc)] : undefined);
	}

	/** Removes it from the device, also where it is open: it is not written any more. */
	async remove(name: string): Promise<Result<void, StorageFault>> {
		this.#open.get(name)?.kept.abandon();
		this.#open.delete(name);
		return this.#shelves.remove(name);
	}

	/** Stops listening to the page; open documents are closed by whoever opened them. */
	close(): void {
		this.#leave();
	}

	#make(name: string): { kept: KeptDocument; users: number } {
		const doc = new Y.Doc({ guid: name });
		const kept = new KeptDocument(name, doc, this.#shelves.shelf(name, doc), this.#options);
		const entry = { kept, users: 0 };
		this.#open.set(name, entry);
		return entry;
	}

	async #letGo(name: string, entry: { kept: KeptDocument; users: number }): Promise<void> {
		entry.users -= 1;
		if (entry.users > 0) return;
		entry.kept.hurry();
		await entry.kept.flush();
		const done = (): boolean => entry.users > 0 || this.#release(name, entry.kept);
		if (done()) return;
		const stop = entry.kept.watch(() => {
			if (done()) stop();
		});
	}

	#release(name: string, kept: KeptDocument): boolean {
		if (!kept.release()) return false;
		if (this.#open.get(name)?.kept === kept) this.#open.delete(name);
		return true;
	}
}
