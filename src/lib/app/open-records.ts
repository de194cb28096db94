// The records a notebook has open. They are opened by whoever shows or edits one and closed when the last lets go, except while undo still
// reaches into them. A thousand stages must not mean a thousand open databases.

import type * as Y from 'yjs';
import type { RecordId } from '#lib/core/path/names.ts';
import { RecordReader } from '#lib/core/record/document.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { DocumentStore, SaveState, StorageFault, StoredDocument, TabLink } from '#lib/ports.ts';
import type { History } from './history.ts';
import { Listeners } from './listeners.ts';
import { recordRoom } from './rooms.ts';

/** A record, open for reading and (while `writable`) for writing. */
export interface OpenRecord {
	readonly id: RecordId;
	readonly doc: Y.Doc;
	readonly reader: RecordReader;
	readonly stored: StoredDocument;
	readonly writable: boolean;
	/** Lets go of it; once per opening. */
	release(): void;
}

interface Entry {
	readonly stored: StoredDocument;
	readonly reader: RecordReader;
	readonly loaded: Promise<Result<void, StorageFault>>;
	users: number;
	close: () => Promise<void>;
}

export class OpenRecords {
	#documents: DocumentStore;
	#tabs: TabLink;
	#history: History;
	#lab: string;
	#open = new Map<RecordId, Entry>();
	#listeners = new Listeners();

	constructor(documents: DocumentStore, tabs: TabLink, history: History, lab: string) {
		this.#documents = documents;
		this.#tabs = tabs;
		this.#history = history;
		this.#lab = lab;
	}

	/** Opens a record; one that nobody has written in yet is open and empty. */
	async open(id: RecordId): Promise<Result<OpenRecord, StorageFault>> {
		const entry = this.#open.get(id) ?? this.#make(id);
		entry.users += 1;
		const loaded = await entry.loaded;
		if (!loaded.ok) {
			this.#release(id, entry);
			return err(loaded.error);
		}
		let released = false;
		const { stored, reader } = entry;
		return ok({
			id,
			doc: stored.doc,
			reader,
			stored,
			get writable() {
				return stored.state.at === 'saved' || stored.state.at === 'saving';
			},
			release: () => {
				if (!released) this.#release(id, entry);
				released = true;
			},
		});
	}

	/** The first open record that is not kept. */
	get failed(): SaveState | undefined {
		for (const { stored } of this.#open.values()) if (stored.state.at === 'failed') return stored.state;
		return undefined;
	}

	/** Whether an open record is being written. */
	get saving(): boolean {
		return [...this.#open.values()].some(({ stored }) => stored.state.at === 'saving');
	}

	async flush(): Promise<Result<void, StorageFault>> {
		return this.#every((stored) => stored.flush());
	}

	async retry(): Promise<Result<void, StorageFault>> {
		return this.#every((stored) => stored.retry());
	}

	/** Called when the saving of an open record changes. */
	watch(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	async close(): Promise<void> {
		const entries = [...this.#open.values()];
		this.#open.clear();
		this.#listeners.clear();
		await Promise.all(entries.map((entry) => entry.close()));
	}

	async #every(
		ask: (stored: StoredDocument) => Promise<Result<void, StorageFault>>,
	): Promise<Result<void, StorageFault>> {
		const answers = await Promise.all([...this.#open.values()].map(({ stored }) => ask(stored)));
		return answers.find((answer) => !answer.ok) ?? ok(undefined);
	}

	#make(id: RecordId): Entry {
		const stored = this.#documents.open(recordRoom(this.#lab, id));
		const reader = new RecordReader(stored.doc, id);
		const unwatch = stored.watch(() => this.#listeners.tell());
		this.#history.include(stored.doc);
		let leave = (): void => undefined;
		const loaded = stored.loaded.then((outcome): Result<void, StorageFault> => {
			if (!outcome.ok) return outcome;
			if (this.#open.get(id) === entry) leave = this.#tabs.join(stored);
			return ok(undefined);
		});
		const close = async (): Promise<void> => {
			this.#history.forget(stored.doc);
			leave();
			unwatch();
			reader.close();
			await stored.close();
		};
		const entry: Entry = { stored, reader, loaded, users: 0, close };
		this.#open.set(id, entry);
		return entry;
	}

	#release(id: RecordId, entry: Entry): void {
		entry.users -= 1;
		if (entry.users > 0 || this.#history.holds(entry.stored.doc)) return;
		if (this.#open.get(id) !== entry) return;
		this.#open.delete(id);
		void entry.close();
	}
}
