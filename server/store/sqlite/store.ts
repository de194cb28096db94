// The store as the relay sees it: three threads behind the port. The writer commits, the reader answers joiners, the press folds; none of them
// waits for another, and this thread only packs and passes on. What was promised after a thread died is trouble, not a promise that never
// settles.

import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '#lib/core/result.ts';
import type {
	Compacted,
	CompactFault,
	Content,
	Entry,
	OpenFault,
	OpenRoom,
	Store,
	StoreTrouble,
} from '../store.ts';
import { AppendQueue } from './append-queue.ts';
import { createPrivately, lockFolder, type Lock } from './lock.ts';
import type { PressHandlers } from './press-thread.ts';
import type { ReaderHandlers } from './reader-thread.ts';
import { DATABASE_FILE } from './schema.ts';
import { Thread, ThreadEnded } from './thread.ts';
import { detailOf } from './trouble.ts';
import type { WriterHandlers } from './writer-thread.ts';

export type SqliteOptions = {
	/** Milliseconds since 1970, for tombstones. */
	readonly now?: () => number;
	/** Bounds of folding: megabytes of memory and milliseconds for one room; milliseconds until the thread ends when idle. */
	readonly press?: { readonly megabytes?: number; readonly patience?: number; readonly idle?: number };
};

/** Opens the store of a data folder, and makes it where there is none. The error is one sentence for people. */
export async function openSqliteStore(
	folder: string,
	options: SqliteOptions = {},
): Promise<Result<Store, string>> {
	const file = join(folder, DATABASE_FILE);
	const lock = locked(folder, file);
	if (!lock.ok) return lock;
	const store = new SqliteStore(file, lock.value, options);
	const opened = await store.start();
	if (!opened.ok) {
		await store.close();
		return err(opened.error);
	}
	for (const place of [folder, dirname(folder)]) makeDurable(place);
	return ok(store);
}

function locked(folder: string, file: string): Result<Lock, string> {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		chmodSync(folder, 0o700);
		const lock = lockFolder(folder);
		if (!lock.ok) return err(lock.error.sentence);
		createPrivately(file);
		return lock;
	} catch (cause) {
		return err(`"${folder}" cannot be made or written (${detailOf(cause)}).`);
	}
}

/** A file that was made is there after a power cut only when its folder was written too. */
function makeDurable(folder: string): void {
	const opened = openSync(folder, 'r');
	try {
		fsyncSync(opened);
	} finally {
		closeSync(opened);
	}
}

class SqliteStore implements Store {
	readonly #writer: Thread<WriterHandlers>;
	readonly #reader: Thread<ReaderHandlers>;
	readonly #press: Thread<PressHandlers>;
	readonly #queue: AppendQueue;
	readonly #now: () => number;
	readonly #lock: Lock;
	readonly #folding = new Map<string, Promise<Result<Compacted, CompactFault>>>();
	#pressing: Promise<unknown> = Promise.resolve();
	#closing: Promise<void> | undefined;

	constructor(file: string, lock: Lock, { now = Date.now, press = {} }: SqliteOptions) {
		const entry = (name: string): URL => new URL(`${name}-thread.ts`, import.meta.url);
		const { megabytes = 1024, patience = 120_000, idle = 30_000 } = press;
		this.#writer = new Thread({ entry: entry('writer'), data: { file } });
		this.#reader = new Thread({ entry: entry('reader'), data: { file } });
		this.#press = new Thread({
			entry: entry('press'),
			data: { file },
			limits: { maxOldGenerationSizeMb: megabytes },
			patience,
			idle,
		});
		this.#queue = new AppendQueue((batch) => this.#writer.ask('append', [batch], [batch.block]));
		this.#now = now;
		this.#lock = lock;
	}

	async start(): Promise<Result<void, string>> {
		try {
			const trouble = await this.#writer.ask('open', []);
			if (trouble !== undefined) return err(trouble);
			await this.#reader.ask('claimed', []); // as long as one connection is open, nobody reads the write-ahead log anew
			return ok(undefined);
		} catch (cause) {
			return err(detailOf(cause));
		}
	}

	open(room: string): Promise<Result<OpenRoom, OpenFault>> {
		return orTrouble(this.#reader.ask('open', [room]), 'trouble');
	}

	content(room: string, since: Uint8Array | null): Promise<Result<Content, OpenFault>> {
		return orTrouble(this.#reader.ask('content', [room, since]), 'trouble');
	}

	append(entries: readonly Entry[]): Promise<Result<void, StoreTrouble>> {
		return orTrouble(this.#queue.add(entries), 'broken');
	}

	compact(room: string): Promise<Result<Compacted, CompactFault>> {
		const running = this.#folding.get(room);
		if (running) return running;
		const folding = this.#pressing
			.then(() => orTrouble(this.#fold(room), 'trouble'))
			.finally(() => this.#folding.delete(room));
		this.#folding.set(room, folding);
		this.#pressing = folding.catch(() => undefined); // who asked hears of it; the next room does not
		return folding;
	}

	async #fold(room: string): Promise<Result<Compacted, CompactFault>> {
		this.#queue.flush();
		const pressed = await this.#press.ask('press', [room]);
		if (!pressed.ok) return pressed;
		const fold = pressed.value;
		if ('kept' in fold) {
			const { seq, bytes } = fold.kept;
			return ok({ seq, bytes: { before: bytes, after: bytes } });
		}
		const blocks = [fold.update.buffer, fold.extent.buffer].filter((block) => block instanceof ArrayBuffer);
		return await this.#writer.ask('fold', [fold], blocks);
	}

	erase(rooms: readonly string[]): Promise<Result<void, StoreTrouble>> {
		this.#queue.flush();
		return orTrouble(this.#writer.ask('erase', [rooms, this.#now()]), 'broken');
	}

	revoke(
		lab: string,
		list: string,
		version: number,
		ids: readonly string[],
	): Promise<Result<void, StoreTrouble>> {
		return orTrouble(this.#writer.ask('revoke', [lab, list, version, ids]), 'broken');
	}

	revoked(): Promise<ReadonlyMap<string, { ids: ReadonlySet<string>; lists: readonly string[] }>> {
		return this.#reader.ask('revoked', []);
	}

	claimed(): Promise<string | undefined> {
		return this.#reader.ask('claimed', []);
	}

	claim(lab: string): Promise<Result<string, StoreTrouble>> {
		return orTrouble(this.#writer.ask('claim', [lab]), 'broken');
	}

	labBytes(lab: string): Promise<number> {
		return this.#reader.ask('labBytes', [lab]);
	}

	probe(): Promise<Result<void, StoreTrouble>> {
		return orTrouble(this.#writer.ask('probe', []), 'broken');
	}

	close(): Promise<void> {
		return (this.#closing ??= this.#close());
	}

	async #close(): Promise<void> {
		this.#queue.flush();
		await Promise.all([this.#press.end(), this.#reader.end()]);
		await orTrouble(this.#writer.ask('close', []).then(ok), 'broken');
		await this.#writer.end();
		this.#lock.release();
	}
}

/** The answer; where the thread ended first, a failure of this kind. Bugs are thrown. */
async function orTrouble<T, E, W extends string>(
	answer: Promise<Result<T, E>>,
	why: W,
): Promise<Result<T, E | { why: W; detail: string }>> {
	try {
		return await answer;
	} catch (cause) {
		if (cause instanceof ThreadEnded) return err({ why, detail: cause.message });
		throw cause;
	}
}
