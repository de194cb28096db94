// Who wrote which value where, kept beside the replicas. A place (a field, a cell's state, the title …) shows one of the values that nobody
// has written over while knowing them: the last one where nobody wrote at the same time. "Knowing" is read off the state vector at the
// time of the write, so it holds however updates travelled. Values are read through the product's own readers, by place and not by key.

import * as Y from 'yjs';
import { canonicalize } from '#lib/core/json/jcs.ts';
import type { Json } from '#lib/core/json/json.ts';
import type { RecordId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';

/** What one replica sees. */
export interface View {
	readonly path: PathSnapshot;
	record(id: RecordId): RecordSnapshot | undefined;
}

export interface Place {
	readonly name: string;
	/** The name of the document it is in. */
	readonly doc: string;
	/** Map and key, to see that an undo wrote the same value once more. */
	readonly key: readonly [map: string, key: string];
	read(view: View): Json | undefined;
}

interface Write {
	readonly value: string;
	readonly session: string;
	/**
	 * What the writer had seen, this write included; null where it only took something away (nobody can tell whether they know it).
	 * Who lacks any of it does not know the write: a deletion may have come before what it deletes.
	 */
	readonly seen: ReadonlyMap<number, number> | null;
}

/** What writes: the document, its writer's clock before, and the session. */
export interface Pen {
	readonly doc: Y.Doc;
	readonly before: number;
	readonly session: string;
}

export class WrittenPlaces {
	readonly #places = new Map<string, Place>();
	/** Values nobody has knowingly written over. */
	readonly #standing = new Map<string, readonly Write[]>();
	/** Who wrote a value at a place, and who brought it back there by undo or redo. */
	readonly #writers = new Map<string, Set<string>>();
	readonly #bringers = new Map<string, Set<string>>();
	readonly #touched = new Map<string, Set<string>>();
	readonly #report: (rule: string, what: string) => void;

	constructor(report: (rule: string, what: string) => void) {
		this.#report = report;
	}

	/** Notes that a session wrote here, and that it reads what it wrote. `wanted` is undefined where it only knows that it wrote. */
	wrote(place: Place, pen: Pen, view: View, wanted?: { readonly value: Json | undefined }): void {
		const value = text(place.read(view));
		if (wanted !== undefined && text(wanted.value) !== value)
			this.#report('C4', `${pen.session} wrote ${text(wanted.value)} at ${place.name} and reads ${value}`);
		this.#note(place, pen, value, this.#writers);
	}

	#note(place: Place, { doc, before, session }: Pen, value: string, by: Map<string, Set<string>>): void {
		const state = (client: number): number => Y.getState(doc.store, client);
		const knows = (write: Write): boolean =>
			write.session === session ||
			(write.seen !== null && [...write.seen].every(([client, clock]) => state(client) >= clock));
		const seen = state(doc.clientID) > before ? Y.decodeStateVector(Y.encodeStateVector(doc)) : null;
		const others = (this.#standing.get(place.name) ?? []).filter((write) => !knows(write));
		this.#places.set(place.name, place);
		this.#standing.set(place.name, [...others, { value, session, seen }]);
		const written = `${place.name} ${value}`;
		by.set(written, (by.get(written) ?? new Set()).add(session));
		this.#touched.set(session, (this.#touched.get(session) ?? new Set()).add(place.name));
	}

	/** Notes that a later undo of this session may change a place. */
	touch(place: Place, session: string): void {
		this.#places.set(place.name, place);
		if (!this.#standing.has(place.name)) this.#standing.set(place.name, []);
		this.#touched.set(session, (this.#touched.get(session) ?? new Set()).add(place.name));
	}

	/** Runs an undo or redo: what it changes are places this session wrote, and values that were its own. */
	turned(
		way: 'undo' | 'redo',
		{ session, view }: { readonly session: string; readonly view: View },
		penFor: (place: Place) => Pen | undefined,
		turn: () => void,
	): void {
		const touched = [...(this.#touched.get(session) ?? [])].flatMap((name) => this.#places.get(name) ?? []);
		const before = touched.map((place) => text(place.read(view)));
		const pens = touched.map(penFor);
		const entries = touched.map((place, at) => entryAt(pens[at], place));
		turn();
		for (const [at, place] of touched.entries()) {
			const value = text(place.read(view));
			const pen = pens[at];
			const was = before[at] ?? '';
			if (pen === undefined || entryAt(pen, place) === entries[at]) continue;
			if (was !== value && was !== NOTHING && !this.#mayTake(session, way, `${place.name} ${was}`))
				this.#report('E12', `${way} of ${session} took ${was} at ${place.name}, which was not theirs`);
			this.#note(place, pen, value, this.#bringers);
		}
	}

	/** An undo takes only what its person wrote; a redo also what their undo had brought back. */
	#mayTake(session: string, way: 'undo' | 'redo', written: string): boolean {
		const wrote = this.#writers.get(written)?.has(session) === true;
		return wrote || (way === 'redo' && this.#bringers.get(written)?.has(session) === true);
	}

	/** Compares what a replica that has seen everything shows with what was written. */
	check(view: View): void {
		for (const [name, place] of this.#places) {
			const value = text(place.read(view));
			const standing = this.#standing.get(name) ?? [];
			if (standing.length === 0 || standing.some((write) => write.value === value)) continue;
			const wanted = standing.map((write) => `${write.value} by ${write.session}`).join(' or ');
			this.#report('C4', `${name} shows ${value} and not ${wanted}`);
		}
	}

	/** Everybody has seen everything: from now on only what stands is known. */
	settle(view: View): void {
		for (const [name, place] of this.#places) {
			const value = text(place.read(view));
			this.#standing.set(name, [{ value, session: '', seen: new Map() }]);
		}
	}
}

/** The entry that stands at a place, by its Yjs id. */
function entryAt(pen: Pen | undefined, { key: [map, key] }: Place): string {
	const item = pen?.doc.getMap(map)._map.get(key);
	return item === undefined ? '' : `${item.id.client}:${item.id.clock} ${String(item.deleted)}`;
}

const NOTHING = 'nothing';

function text(value: Json | undefined): string {
	return value === undefined ? NOTHING : canonicalize(value);
}
