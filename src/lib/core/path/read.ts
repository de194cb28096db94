// Reading a path, kept up to date. One look at each transaction: only keys that changed are parsed again, and a keystroke in a text touches
// nothing here but its name. It may be made before the document is loaded: what y-indexeddb or a peer brings is a change like any
// other. Refused: an observer per text (7,000 of them), observeDeep (builds a path for each event), one snapshot per keystroke.

import type * as Y from 'yjs';
import type { CellId, StageId } from './names.ts';
import { MAP_NAMES, mapsOf, type MapName } from './document.ts';
import { Shelves } from './shelves.ts';
import type { PathSnapshot } from './snapshot.ts';
import { touchedBy } from './touched.ts';
import { WordIndex } from './word-index.ts';

export interface PathChange {
	/** Names of the maps that changed; empty for a keystroke. */
	readonly maps: ReadonlySet<string>;
	readonly stages: ReadonlySet<StageId>;
	readonly cells: ReadonlySet<CellId>;
	/** Names of root texts that changed. */
	readonly texts: ReadonlySet<string>;
}

export class PathReader {
	readonly #doc: Y.Doc;
	readonly #shelves: Shelves;
	readonly #words: WordIndex;
	readonly #mapNames: ReadonlyMap<unknown, MapName>;
	readonly #listeners = new Set<(changed: PathChange) => void>();
	#current: PathSnapshot | undefined;

	/** Follows `doc`, whether it is loaded already or not, until `close`. `id` is the path's own. */
	constructor(doc: Y.Doc, id: string) {
		const maps = mapsOf(doc);
		this.#doc = doc;
		this.#words = new WordIndex(doc);
		this.#shelves = new Shelves(doc, id, this.#words);
		this.#mapNames = new Map(MAP_NAMES.map((name) => [maps[name], name]));
		doc.on('afterTransaction', this.#follow);
	}

	/** What the maps say now: a new object after each change of a map, the same after a change of a text (its words are read live). */
	get current(): PathSnapshot {
		this.#current ??= this.#shelves.snapshot();
		return this.#current;
	}

	/** Calls `listener` after each transaction that changed something of the path. Returns the way to stop. */
	watch(listener: (changed: PathChange) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	close(): void {
		this.#doc.off('afterTransaction', this.#follow);
		this.#listeners.clear();
	}

	readonly #follow = ({ changed }: Y.Transaction): void => {
		const maps = new Map<MapName, Set<string>>();
		const texts = new Set<string>();
		for (const [type, keys] of changed) {
			const map = this.#mapNames.get(type);
			if (map !== undefined) maps.set(map, new Set([...keys].filter((key) => key !== null)));
			else if (type._item === null) {
				const name = this.#words.changed(type);
				if (name !== undefined) texts.add(name);
			}
		}
		if (maps.size === 0 && texts.size === 0) return;
		if (maps.size > 0) {
			this.#shelves.update(maps);
			this.#current = undefined;
		}
		if (this.#listeners.size === 0) return;
		const change: PathChange = {
			maps: new Set(maps.keys()),
			texts,
			...touchedBy(maps, texts, this.#shelves),
		};
		for (const listener of [...this.#listeners]) listener(change);
	};
}

/** The path as it is now, once: for exports and tests. */
export function readPath(doc: Y.Doc, id: string): PathSnapshot {
	return new Shelves(doc, id, new WordIndex(doc)).snapshot();
}
