// A catalogue in a Map, for unit tests and benches. Several over one shelf are the tabs of one browser.

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Catalogue, CatalogueEntry, StorageFault, StoredDefinition } from '#lib/ports.ts';
import type { DefinitionHash, PathId } from '#lib/core/path/names.ts';

/** What outlives a page. */
export class MemoryCatalogueShelf {
	readonly paths = new Map<string, CatalogueEntry>();
	readonly definitions = new Map<string, StoredDefinition>();
	readonly settings = new Map<string, unknown>();
	readonly listeners = new Set<() => void>();
	fault: StorageFault | undefined;
}

export class MemoryCatalogue implements Catalogue {
	#shelf: MemoryCatalogueShelf;

	constructor(shelf = new MemoryCatalogueShelf()) {
		this.#shelf = shelf;
	}

	paths(): Promise<Result<readonly CatalogueEntry[], StorageFault>> {
		return this.#read([...this.#shelf.paths.values()].sort((a, b) => b.changedAt - a.changedAt));
	}

	putPath(entry: CatalogueEntry): Promise<Result<void, StorageFault>> {
		return this.#write(() => this.#shelf.paths.set(entry.id, structuredClone(entry)));
	}

	erasePath(id: PathId): Promise<Result<void, StorageFault>> {
		return this.#write(() => this.#shelf.paths.delete(id));
	}

	definitions(): Promise<Result<readonly StoredDefinition[], StorageFault>> {
		return this.#read([...this.#shelf.definitions.values()].sort((a, b) => a.addedAt - b.addedAt));
	}

	putDefinition(definition: StoredDefinition): Promise<Result<void, StorageFault>> {
		return this.#write(() => this.#shelf.definitions.set(definition.hash, structuredClone(definition)));
	}

	eraseDefinition(hash: DefinitionHash): Promise<Result<void, StorageFault>> {
		return this.#write(() => this.#shelf.definitions.delete(hash));
	}

	setting(key: string): Promise<Result<unknown, StorageFault>> {
		return this.#read(this.#shelf.settings.get(key));
	}

	putSetting(key: string, value: unknown): Promise<Result<void, StorageFault>> {
		return this.#write(() => this.#shelf.settings.set(key, structuredClone(value)));
	}

	watch(listener: () => void): () => void {
		this.#shelf.listeners.add(listener);
		return () => void this.#shelf.listeners.delete(listener);
	}

	#read<T>(value: T): Promise<Result<T, StorageFault>> {
		const { fault } = this.#shelf;
		return Promise.resolve(fault === undefined ? ok(structuredClone(value)) : err(fault));
	}

	#write(change: () => unknown): Promise<Result<void, StorageFault>> {
		if (this.#shelf.fault !== undefined) return Promise.resolve(err(this.#shelf.fault));
		change();
		for (const listener of [...this.#shelf.listeners]) listener();
		return Promise.resolve(ok(undefined));
	}
}
