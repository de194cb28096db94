// The thread with the connection that writes. Where the disk is full, the write-ahead log is folded into the file first: that may make room.
// A database that does not work twice in a row (a disk that went away) is closed and opened anew with the next question, so that the relay
// needs no restart when the disk is back; a file that is gone is not made again. Not after the first time: the connection knows that the commit
// whose fsync failed does not count, while one that opens would find it in the log, on no disk.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { Compacted, CompactFault, StoreTrouble } from '../store.ts';
import type { Batch } from './batch.ts';
import { bytesOf, cutLog, keepFold, type Fold } from './folding.ts';
import { claimFor, emptyWriteAhead, eraseRooms, keepList, writeProbe } from './ruling.ts';
import { openForWriting } from './schema.ts';
import { serveThread } from './thread-serving.ts';
import { troubleOf } from './trouble.ts';
import { Writing, type Outcome } from './writing.ts';

export type WriterData = { readonly file: string };

/** What the writer can be asked. */
export type WriterHandlers = {
	open(): string | undefined;
	append(batch: Batch): readonly Outcome[] | null;
	fold(fold: Fold): Promise<Result<Compacted, CompactFault>>;
	erase(rooms: readonly string[], now: number): Result<void, StoreTrouble>;
	revoke(lab: string, list: string, version: number, ids: readonly string[]): Result<void, StoreTrouble>;
	claim(lab: string): Result<string, StoreTrouble>;
	probe(): Result<void, StoreTrouble>;
	close(): void;
};

const ROOM_ASKED = 256 * 1024; // bytes a probe writes after the disk was full: room for a few more updates, not for one
const RETRY = 500; // milliseconds until the write-ahead log is tried again while somebody reads it

type Open = { readonly database: DatabaseSync; readonly writing: Writing };

/** Everything of a batch met the same trouble. */
class Refused extends Error {
	readonly trouble: StoreTrouble;

	constructor(trouble: StoreTrouble) {
		super(trouble.detail);
		this.trouble = trouble;
	}
}

class Writer implements WriterHandlers {
	readonly #file: string;
	readonly #folder: string;
	#inode: number | undefined;
	#at: Open | undefined;
	#brokenBefore = false;
	#tight = false;
	#emptying: NodeJS.Timeout | undefined;

	constructor({ file }: WriterData) {
		this.#file = file;
		this.#folder = dirname(file);
	}

	open(): string | undefined {
		const opened = this.#write(() => undefined);
		return opened.ok ? undefined : opened.error.detail;
	}

	append(batch: Batch): readonly Outcome[] | null {
		const appended = this.#write(({ writing }) => {
			const outcomes = writing.append(batch);
			const [first] = outcomes;
			if (first && 'why' in first && outcomes.every((outcome) => outcome === first)) throw new Refused(first);
			return outcomes;
		});
		const outcomes = appended.ok ? appended.value : Array.from({ length: batch.calls }, () => appended.error);
		return outcomes.every((outcome) => 'kept' in outcome) ? null : outcomes;
	}

	async fold(fold: Fold): Promise<Result<Compacted, CompactFault>> {
		const kept = this.#write(({ database, writing }) => keepFold(database, writing, fold));
		if (!kept.ok) return err({ why: 'trouble', detail: kept.error.detail });
		if (!kept.value.ok) return kept.value;
		const before = kept.value.value;
		for (;;) {
			await new Promise((turn) => setImmediate(turn)); // appends come in between
			const cut = this.#write(({ database, writing }) => cutLog(database, writing, fold.room, fold.base));
			if (!cut.ok || !cut.value) break; // what is not cut now is cut with the next fold
		}
		const after = this.#write(({ database, writing }) => bytesOf(database, writing.room(fold.room)?.id ?? 0));
		return ok({ seq: fold.seq, bytes: { before, after: after.ok ? after.value : before } });
	}

	erase(rooms: readonly string[], now: number): Result<void, StoreTrouble> {
		const erased = this.#write(({ database, writing }) => eraseRooms(database, writing, rooms, now));
		if (erased.ok) this.#emptyWriteAhead();
		return erased;
	}

	revoke(lab: string, list: string, version: number, ids: readonly string[]): Result<void, StoreTrouble> {
		return this.#write(({ database, writing }) => keepList(database, writing, lab, { list, version, ids }));
	}

	claim(lab: string): Result<string, StoreTrouble> {
		return this.#write(({ database, writing }) => claimFor(database, writing, lab));
	}

	probe(): Result<void, StoreTrouble> {
		return this.#write(({ database, writing }) =>
			writeProbe(database, writing, this.#tight ? ROOM_ASKED : 1),
		);
	}

	close(): void {
		clearTimeout(this.#emptying);
		if (this.#at) this.#write(({ database }) => emptyWriteAhead(database));
		this.#letGo();
	}

	#write<T>(act: (at: Open) => T): Result<T, StoreTrouble> {
		if (this.#tight) this.#tight = !this.#madeRoom(); // as soon as there is any, or the log alone would fill the disk again
		const first = this.#attempt(act);
		if (first.ok || first.error.why !== 'full') return first;
		this.#tight = !this.#madeRoom();
		return this.#tight ? first : this.#attempt(act);
	}

	#attempt<T>(act: (at: Open) => T): Result<T, StoreTrouble> {
		try {
			const at = this.#opened();
			if (!at.ok) return err({ why: 'broken', detail: at.error });
			const value = act(at.value);
			this.#brokenBefore = false;
			return ok(value);
		} catch (cause) {
			const trouble = cause instanceof Refused ? cause.trouble : troubleOf(cause, this.#folder);
			if (trouble.why === 'broken' && this.#brokenBefore) this.#letGo();
			this.#brokenBefore = trouble.why === 'broken';
			return err(trouble);
		}
	}

	#madeRoom(): boolean {
		return this.#attempt(({ database }) => emptyWriteAhead(database)).ok;
	}

	#opened(): Result<Open, string> {
		const there = statSync(this.#file, { throwIfNoEntry: false })?.ino; // each time: a file without a name takes writes too
		if (this.#inode !== undefined && there !== this.#inode)
			return err(`"${this.#file}" was moved or deleted while it was open`);
		if (this.#at) return ok(this.#at);
		const database = openForWriting(this.#file);
		if (!database.ok) return database;
		// what the log holds may be on no disk: here it is written to the file, which is synced
		if (this.#inode !== undefined && !emptyWriteAhead(database.value)) {
			database.value.close();
			return err('the write-ahead log could not be emptied');
		}
		this.#inode = statSync(this.#file).ino;
		this.#at = { database: database.value, writing: new Writing(database.value, this.#folder) };
		return ok(this.#at);
	}

	#letGo(): void {
		const at = this.#at;
		this.#at = undefined;
		try {
			at?.database.close();
		} catch {
			// it did not work before either, and is opened anew
		}
	}

	#emptyWriteAhead(): void {
		clearTimeout(this.#emptying);
		const emptied = this.#write(({ database }) => emptyWriteAhead(database));
		if (!emptied.ok || !emptied.value) this.#emptying = setTimeout(() => this.#emptyWriteAhead(), RETRY);
	}
}

const writer = new Writer(workerData as WriterData); // given by store.ts
serveThread<WriterHandlers>({
	open: () => writer.open(),
	append: (batch) => writer.append(batch),
	fold: (fold) => writer.fold(fold),
	erase: (rooms, now) => writer.erase(rooms, now),
	revoke: (lab, list, version, ids) => writer.revoke(lab, list, version, ids),
	claim: (lab) => writer.claim(lab),
	probe: () => writer.probe(),
	close: () => writer.close(),
});
