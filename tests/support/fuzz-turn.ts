// One turn of one person, and the books that are kept of all turns: what was typed, what was written where, what was added. An edit is made
// through `edit`, which runs it as one act of undo, insists that it is not refused, and enters what it wrote.

import * as Y from 'yjs';
import { canonicalize } from '#lib/core/json/jcs.ts';
import type { Json } from '#lib/core/json/json.ts';
import type { Who } from '#lib/core/path/document.ts';
import type { Proposal } from '#lib/core/path/entries.ts';
import type { ProposalId, RecordId } from '#lib/core/path/names.ts';
import { err, type Result } from '#lib/core/result.ts';
import { WrittenPlaces, type Place, type View } from './fuzz-places.ts';
import type { Random } from './fuzz-random.ts';
import { PATH, type Replica } from './fuzz-replica.ts';
import { WrittenWords, type Act } from './fuzz-words.ts';

/** What is only added: by map and key, what was written there. */
type Added = Map<string, { readonly map: string; readonly key: string; readonly value: string }>;

export interface Submitted {
	readonly record: RecordId;
	readonly uid: string;
	readonly data: Json;
}

export class Books {
	readonly words: WrittenWords;
	readonly places: WrittenPlaces;
	readonly added: Added = new Map();
	readonly submitted: Submitted[] = [];
	/** Every proposal anybody offered, so that others can offer it too. */
	readonly offered = new Map<ProposalId, Proposal>();
	/** What a person saw of a cell some time ago, by session and cell. */
	readonly seen = new Map<string, { readonly hash: string; readonly content: string }>();
	readonly report: (rule: string, what: string) => void;

	constructor(report: (rule: string, what: string) => void) {
		this.report = report;
		this.words = new WrittenWords(report);
		this.places = new WrittenPlaces(report);
	}

	/** Compares what was added with what a replica that has seen everything holds. */
	checkAdded(view: View): void {
		for (const { map, key, value } of this.added.values()) {
			const now = view.path.raw(map).get(key);
			if (now === undefined) this.report('C5', `${map}/${key} is gone`);
			else if (canonicalize(now) !== value) this.report('C5', `${map}/${key} is another`);
		}
		for (const { record, uid, data } of this.submitted) {
			const version = [...(view.record(record)?.versions.values() ?? [])].find((known) => known.uid === uid);
			if (version === undefined) this.report('C6', `version ${uid} of ${record} is gone`);
			else if (canonicalize(version.version.data as Json) !== canonicalize(data))
				this.report('C6', `version ${uid} of ${record} says something else`);
		}
	}
}

/** A place that was written, and what must be read there then. */
export type Wrote = readonly [place: Place, wanted?: { readonly value: Json | undefined }];

export class Turn {
	readonly replica: Replica;
	readonly random: Random;
	readonly step: number;
	readonly books: Books;
	readonly #begin: (act: Act) => void;

	constructor(replica: Replica, random: Random, step: number, books: Books, begin: (act: Act) => void) {
		this.replica = replica;
		this.random = random;
		this.step = step;
		this.books = books;
		this.#begin = begin;
	}

	/** What this turn writes says so. */
	get mark(): string {
		return `⟦r${this.replica.index}-${this.step}⟧`;
	}

	get who(): Who {
		return { ...this.replica.who, at: 1_700_000_000_000 + this.step * 1000 };
	}

	/** Who and when, as entries carry it. */
	get stamp(): { readonly by: string; readonly at: number } {
		return { by: this.who.by, at: this.who.at };
	}

	id(kind: string): string {
		return `${kind}-${String(this.step).padStart(7, '0')}`;
	}

	/** Makes an edit that must not be refused. */
	edit<T>(
		run: () => Result<T, string>,
		wrote: readonly Wrote[],
		name: string = PATH,
		act: Act = 'other',
	): T | undefined {
		const result = this.attempt(run, wrote, name, act);
		if (!result.ok) this.books.report('E4', `refused: ${result.error}`);
		return result.ok ? result.value : undefined;
	}

	/** Makes an edit that may be refused; enters what it wrote where it was not. */
	attempt<T>(
		run: () => Result<T, string>,
		wrote: readonly Wrote[],
		name: string = PATH,
		act: Act = 'other',
	): Result<T, string> {
		const doc = this.replica.docNamed(name);
		const before = Y.getState(doc.store, doc.clientID);
		const results: Result<T, string>[] = [];
		this.#begin(act);
		this.replica.act(() => {
			results.push(run());
		}, this.random.chance(0.4));
		this.#begin('other');
		const [result = err('not run')] = results;
		if (result.ok) this.#enter(wrote, { doc, before });
		return result;
	}

	#enter(wrote: readonly Wrote[], { doc, before }: { readonly doc: Y.Doc; readonly before: number }): void {
		const pen = { doc, before, session: this.replica.session };
		for (const [place, wanted] of wrote) this.books.places.wrote(place, pen, this.replica, wanted);
	}

	/** Enters something that is only added, as it stands now. */
	added(map: string, key: string): void {
		const value = this.replica.path.raw(map).get(key);
		if (value === undefined) this.books.report('C5', `${map}/${key} was not added`);
		else this.books.added.set(`${map}/${key}`, { map, key, value: canonicalize(value) });
	}

	/** Undoes or redoes this person's last act. */
	turn(way: 'undo' | 'redo'): boolean {
		const { replica, books } = this;
		let turned = false;
		const penFor = (place: Place) => {
			const doc = replica.docs.get(place.doc);
			if (doc === undefined) return undefined;
			return { doc, before: Y.getState(doc.store, doc.clientID), session: replica.session };
		};
		this.#begin('undo');
		books.places.turned(way, { session: replica.session, view: replica }, penFor, () => {
			turned = replica.turn(way);
		});
		this.#begin('other');
		return turned;
	}
}
