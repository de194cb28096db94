// The one Dexie database of a device: what lists need without opening documents, and who we are. Every call settles within a time and answers
// with a fault instead of an exception. The schema only grows: a new version adds a `version(n)` below the old ones.

import { Dexie, type IndexableType, type ObservabilitySet, type Table } from 'dexie';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';
import { faultOf, within } from './faults.ts';

/** A row before it is parsed: whatever some version of the app wrote. */
export type RawRow = Record<string, unknown>;

export interface DeviceOptions {
	readonly name: string;
	/** Undefined where the browser has no storage. */
	readonly factory: IDBFactory | undefined;
	readonly keyRange: typeof IDBKeyRange | undefined;
	/** How long one call may take, in ms. */
	readonly answerMs: number;
}

type TableName = 'paths' | 'definitions' | 'settings' | 'identity' | 'keys' | 'files';

export class DeviceDatabase {
	#dexie: Dexie;
	#options: DeviceOptions;

	constructor(options: Partial<DeviceOptions> = {}) {
		this.#options = {
			name: 'pathbook',
			factory: globalThis.indexedDB,
			keyRange: globalThis.IDBKeyRange,
			answerMs: 10_000,
			...options,
		};
		const { name, factory, keyRange } = this.#options;
		this.#dexie = new Dexie(name, {
			...(factory === undefined ? {} : { indexedDB: factory }),
			...(keyRange === undefined ? {} : { IDBKeyRange: keyRange }),
		});
		this.#dexie.version(1).stores({
			paths: '&id',
			definitions: '&hash',
			settings: '&key',
			identity: '&key',
			keys: '&id',
		});
		this.#dexie.version(2).stores({ files: '&sha256' });
		// Let the other tab go on; the next call here opens the database again.
		this.#dexie.on('versionchange', () => {
			this.#dexie.close({ disableAutoOpen: false });
			return false;
		});
	}

	table(name: TableName): Table<RawRow, IndexableType> {
		return this.#dexie.table(name);
	}

	/** Runs one transaction over `tables`; `body` awaits nothing but its tables. */
	async write<T>(tables: readonly TableName[], body: () => Promise<T>): Promise<Result<T, StorageFault>> {
		return this.#answer(() => this.#dexie.transaction('rw', [...tables], body));
	}

	async read<T>(body: () => PromiseLike<T>): Promise<Result<T, StorageFault>> {
		return this.#answer(body);
	}

	/** Calls back after any committed change of one of `tables`, also one made in another tab. */
	watch(tables: readonly TableName[], listener: () => void): () => void {
		const marks = tables.map((table) => `idb://${this.#options.name}/${table}/`);
		const heard = (parts: ObservabilitySet): void => {
			const keys = Object.keys(parts);
			if (keys.some((key) => marks.some((mark) => key.startsWith(mark)))) listener();
		};
		Dexie.on('storagemutated', heard);
		return () => Dexie.on.storagemutated.unsubscribe(heard);
	}

	close(): void {
		this.#dexie.close();
	}

	#answer<T>(body: () => PromiseLike<T>): Promise<Result<T, StorageFault>> {
		const run = async (): Promise<Result<T, StorageFault>> => {
			if (this.#options.factory === undefined) return err({ why: 'unavailable', detail: 'no IndexedDB' });
			try {
				return ok(await body());
			} catch (error) {
				return err(faultOf(error));
			}
		};
		return within(this.#options.answerMs, 'the catalogue', run());
	}
}
