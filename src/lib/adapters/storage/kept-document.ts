// One open document and what is known about its storage. Every edit is written at once, in a transaction of its own task: there is no
// delay in which a closing tab could lose the last words. What could not be written stays in memory and is tried again, for ever. Nothing
// is written before the document has loaded, and nothing ever replaces rows that could not be read.
// Refused: y-indexeddb's own provider (quota errors emit nothing, a failed open never settles, it throws inside the edit when the
// connection died, writes a row at each opening).

import type * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { SaveState, StorageFault } from '#lib/ports.ts';
import { OtherTab } from './other-tab.ts';
import type { Shelf } from './shelf.ts';

export interface KeepingOptions {
	readonly now: () => number;
	/** First wait before trying again, in ms; doubles up to `retryMostMs`. */
	readonly retryMs: number;
	readonly retryMostMs: number;
	/** More rows than this are merged into one, `restMs` after the last edit. */
	readonly mostRows: number;
	readonly restMs: number;
}

export class KeptDocument {
	readonly name: string;
	readonly doc: Y.Doc;
	readonly loaded: Promise<Result<{ empty: boolean }, StorageFault>>;
	#shelf: Shelf;
	#options: KeepingOptions;
	#phase: 'loading' | 'open' | 'unread' | 'closed' = 'loading';
	/** Not kept, and no transaction carries them. */
	#waiting: Uint8Array[] = [];
	/** Batches whose transactions are running. */
	#flying = new Set<Promise<void>>();
	/** Edits of other tabs, until those confirm. */
	#held = new Set<Uint8Array>();
	#fault: StorageFault | undefined;
	#keptAt = 0;
	#rows = 0;
	#wait: number;
	#retryTimer: ReturnType<typeof setTimeout> | undefined;
	#restTimer: ReturnType<typeof setTimeout> | undefined;
	/** A place was asked for before the first word. */
	#placed = false;
	#scheduled = false;
	#state: SaveState = { at: 'loading' };
	#listeners = new Set<() => void>();

	constructor(name: string, doc: Y.Doc, shelf: Shelf, options: KeepingOptions) {
		this.name = name;
		this.doc = doc;
		this.#shelf = shelf;
		this.#options = options;
		this.#wait = options.retryMs;
		shelf.onlost = (fault, forGood) => this.#lost(fault, forGood);
		doc.on('update', this.#edited);
		doc.on('beforeTransaction', this.#listen);
		doc.on('afterAllTransactions', this.#listenAgain);
		this.loaded = this.#load();
	}

	get state(): SaveState {
		return this.#state;
	}

	watch(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}

	/** Whether all that is in memory is on the shelf, what other tabs said included. */
	get isKept(): boolean {
		const underWay = this.#waiting.length + this.#flying.size + this.#held.size;
		return this.#phase === 'open' && this.#fault === undefined && underWay === 0;
	}

	/** Writes what waits, now: also what other tabs have not confirmed, where they may be closing too. */
	hurry(): void {
		for (const update of this.#held) this.#waiting.push(update);
		this.#held.clear();
		this.#write();
	}

	async retry(): Promise<Result<void, StorageFault>> {
		if (this.#phase === 'unread') {
			this.#phase = 'loading';
			const read = await this.#load();
			if (read.ok) this.#connect();
		}
		return this.flush();
	}

	async prepare(): Promise<Result<void, StorageFault>> {
		const loaded = await this.loaded;
		if (!loaded.ok) return loaded;
		if (this.#phase === 'open' && loaded.value.empty && !this.#placed) {
			this.#placed = true;
			this.#connect();
		}
		return this.flush();
	}

	async flush(): Promise<Result<void, StorageFault>> {
		await this.loaded;
		this.#write();
		// Each round waits for what was running; what fails comes back as a fault, so this ends.
		while (this.#flying.size > 0) await Promise.all(this.#flying);
		return this.#fault === undefined ? ok(undefined) : err(this.#fault);
	}

	/** Lets go for good; the caller has flushed. False, and still open, while something is not kept. */
	release(): boolean {
		if (this.#waiting.length > 0 || this.#flying.size > 0) return false;
		this.#end();
		this.doc.destroy();
		return true;
	}

	/** The document is being removed: nothing of it is written any more, and whoever still shows it hears so. */
	abandon(): void {
		this.#waiting = [];
		this.#held.clear();
		this.#fault = { why: 'closed', detail: 'removed' };
		this.#phase = 'closed';
		this.#publish();
		this.#end();
	}

	#end(): void {
		this.#phase = 'closed';
		clearTimeout(this.#retryTimer);
		clearTimeout(this.#restTimer);
		this.doc.off('beforeTransaction', this.#listen);
		this.doc.off('afterAllTransactions', this.#listenAgain);
		this.doc.off('update', this.#edited);
		this.#shelf.onlost = undefined;
		this.#shelf.close();
		this.#listeners.clear();
	}

	async #load(): Promise<Result<{ empty: boolean }, StorageFault>> {
		this.#publish();
		const read = await this.#shelf.read();
		if (!read.ok) {
			this.#phase = 'unread';
			this.#fault = read.error;
			this.#publish();
			return read;
		}
		this.#phase = 'open';
		this.#fault = undefined;
		this.#rows = read.value.rows;
		this.#keptAt = this.#options.now();
		this.#write();
		this.#publish();
		this.#restSoon();
		return ok({ empty: read.value.rows === 0 });
	}

	/** What comes off the shelf is kept already; with nobody listening Yjs does not write it all out again (half a second at 1,000 stages). */
	#listen = ({ origin }: Y.Transaction): void => {
		if (origin === this.#shelf.origin) this.doc.off('update', this.#edited);
		else this.#listenAgain();
	};

	#listenAgain = (): void => {
		this.doc.on('update', this.#edited);
	};

	#edited = (update: Uint8Array, origin: unknown): void => {
		if (origin === this.#shelf.origin) return;
		if (origin instanceof OtherTab) this.#hold(update, origin);
		else this.#waiting.push(update);
		this.#publish();
		if (this.#scheduled) return;
		this.#scheduled = true;
		// All edits of one task share a transaction; it still starts before the task ends.
		queueMicrotask(() => {
			this.#scheduled = false;
			this.#write();
		});
	};

	#hold(update: Uint8Array, origin: OtherTab): void {
		this.#held.add(update);
		void origin.kept.then((kept) => {
			if (!this.#held.delete(update)) return;
			if (!kept) this.#waiting.push(update);
			this.#write();
			this.#publish();
		});
	}

	#write(): void {
		if (this.#phase !== 'open') return;
		if (this.#waiting.length === 0 && this.#fault === undefined) return;
		// After a failure one attempt at a time: a full disk is not asked again at every key.
		if (this.#fault !== undefined && this.#flying.size > 0) return;
		clearTimeout(this.#retryTimer);
		const batch = this.#waiting;
		this.#waiting = [];
		this.#send(batch);
	}

	/** Makes sure of a connection, and of a whole document behind it: the shelf writes it anew where its database is gone. */
	#connect(): void {
		this.#send([]);
	}

	#send(batch: Uint8Array[]): void {
		const flight = this.#shelf.append(batch).then((outcome) => {
			this.#flying.delete(flight);
			if (outcome.ok) this.#kept(batch);
			else this.#failed(batch, outcome.error);
			this.#publish();
		});
		this.#flying.add(flight);
		this.#publish();
	}

	#kept(batch: readonly Uint8Array[]): void {
		this.#fault = undefined;
		this.#wait = this.#options.retryMs;
		this.#rows += batch.length;
		this.#keptAt = this.#options.now();
		this.#write();
		this.#restSoon();
	}

	#failed(batch: Uint8Array[], fault: StorageFault): void {
		this.#waiting = [...batch, ...this.#waiting];
		this.#fault = fault;
		clearTimeout(this.#retryTimer);
		this.#retryTimer = setTimeout(() => this.#write(), this.#wait);
		this.#wait = Math.min(this.#wait * 2, this.#options.retryMostMs);
	}

	#lost(fault: StorageFault, forGood: boolean): void {
		if (this.#phase !== 'open') return;
		if (forGood) {
			// Somebody removed this document in another tab: writing on would bring half of it back.
			this.#phase = 'unread';
			this.#fault = fault;
			this.#publish();
			return;
		}
		this.#connect();
	}

	#restSoon(): void {
		if (this.#rows <= this.#options.mostRows) return;
		clearTimeout(this.#restTimer);
		this.#restTimer = setTimeout(() => void this.#compact(), this.#options.restMs);
	}

	async #compact(): Promise<void> {
		if (this.#phase !== 'open' || this.#fault !== undefined) return;
		await this.#shelf.compact();
		// Whether it worked, failed (then the rows are as they were) or another tab was at it: count anew, the next opening counts exactly.
		this.#rows = 1;
	}

	#publish(): void {
		const next = this.#compute();
		if (same(next, this.#state)) return;
		this.#state = next;
		for (const listener of [...this.#listeners]) listener();
	}

	#compute(): SaveState {
		if (this.#phase === 'loading') return { at: 'loading' };
		if (this.#fault !== undefined) return { at: 'failed', fault: this.#fault };
		if (this.#waiting.length + this.#flying.size + this.#held.size > 0) return { at: 'saving' };
		return { at: 'saved', when: this.#keptAt };
	}
}

function same(a: SaveState, b: SaveState): boolean {
	if (a.at === 'saved') return b.at === 'saved' && a.when === b.when;
	if (a.at === 'failed') return b.at === 'failed' && a.fault === b.fault;
	return a.at === b.at;
}
