// One map of the document, parsed: kept up to date key by key, and never changed once it was handed out (a change makes a new Map, so that
// an old snapshot stays what it was and whoever remembers a map by identity knows when to compute again). Refused: parsing a map again
// for each change of one key.

import type * as Y from 'yjs';
import type { Unreadable } from './snapshot.ts';

/** How the entries of one map are read. */
export interface Door<K, V> {
	/** The name an entry goes by; null where the key belongs to another door of the same map, undefined where it is malformed. */
	name(key: string): K | null | undefined;
	/** The value, or undefined where it cannot be understood. */
	read(value: unknown): V | undefined;
}

export class Shelf<K, V> {
	readonly #source: Y.Map<unknown>;
	readonly #map: string;
	readonly #door: Door<K, V>;
	entries: ReadonlyMap<K, V>;
	unreadable: ReadonlyMap<string, Unreadable> = new Map();

	constructor(source: Y.Map<unknown>, map: string, door: Door<K, V>) {
		this.#source = source;
		this.#map = map;
		this.#door = door;
		const entries = new Map<K, V>();
		const bad = new Map<string, Unreadable>();
		source.forEach((value, key) => {
			this.#put(key, value, entries, bad);
		});
		this.entries = entries;
		this.unreadable = bad;
	}

	/** Reads the named keys again. */
	update(keys: Iterable<string>): void {
		const mine = [...keys]
			.map((key) => [key, this.#door.name(key)] as const)
			.filter(([, name]) => name !== null);
		if (mine.length === 0) return; // another shelf of the same map
		const entries = new Map(this.entries);
		const bad = new Map(this.unreadable);
		for (const [key, name] of mine) {
			if (name === null) continue;
			bad.delete(key);
			if (name !== undefined) entries.delete(name);
			const value = this.#source.get(key);
			if (value !== undefined) this.#put(key, value, entries, bad);
		}
		this.entries = entries;
		this.unreadable = bad;
	}

	#put(key: string, value: unknown, entries: Map<K, V>, bad: Map<string, Unreadable>): void {
		const name = this.#door.name(key);
		if (name === null) return;
		const read = name === undefined ? undefined : this.#door.read(value);
		if (name !== undefined && read !== undefined) entries.set(name, read);
		else bad.set(key, { map: this.#map, key, why: 'malformed' });
	}
}
