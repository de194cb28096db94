// Files in a Map, for unit tests and benches. Several over one shelf are the tabs of one browser.

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Files, StorageFault } from '#lib/ports.ts';
import { isContentOf } from './file-hash.ts';

/** What outlives a page. */
export class MemoryFileShelf {
	readonly bytes = new Map<string, Uint8Array>();
	readonly listeners = new Set<() => void>();
	fault: StorageFault | undefined;
}

export class MemoryFiles implements Files {
	#shelf: MemoryFileShelf;

	constructor(shelf = new MemoryFileShelf()) {
		this.#shelf = shelf;
	}

	has(sha256: string): Promise<Result<boolean, StorageFault>> {
		return this.#answer(() => this.#shelf.bytes.has(sha256));
	}

	put(sha256: string, bytes: Uint8Array): Promise<Result<void, StorageFault>> {
		return this.#answer(() => {
			this.#shelf.bytes.set(sha256, bytes.slice());
			this.#tell();
		});
	}

	async get(sha256: string): Promise<Result<Uint8Array | undefined, StorageFault>> {
		const found = await this.#answer(() => this.#shelf.bytes.get(sha256)?.slice());
		if (!found.ok || found.value === undefined || (await isContentOf(sha256, found.value))) return found;
		return err({ why: 'damaged', detail: `file ${sha256} is not what its name says` });
	}

	erase(sha256: readonly string[]): Promise<Result<void, StorageFault>> {
		return this.#answer(() => {
			for (const hash of sha256) this.#shelf.bytes.delete(hash);
			this.#tell();
		});
	}

	watch(listener: () => void): () => void {
		this.#shelf.listeners.add(listener);
		return () => void this.#shelf.listeners.delete(listener);
	}

	#answer<T>(use: () => T): Promise<Result<T, StorageFault>> {
		const { fault } = this.#shelf;
		return Promise.resolve(fault === undefined ? ok(use()) : err(fault));
	}

	#tell(): void {
		for (const listener of [...this.#shelf.listeners]) listener();
	}
}
