// One device of the fuzz: its path and records as Yjs documents under a client id drawn from the seed, readers that stay open, and this
// person's undo: the app's History on some devices, the core's manager alone on others. A restart builds everything anew from the encoded
// state, under another client id and without the undo, as a browser does. Each act is one step of undo (joining keystrokes goes by the
// clock, which a fuzz must not).

import * as Y from 'yjs';
import { History, type Reversible } from '#lib/app/history.ts';
import type { Who } from '#lib/core/path/document.ts';
import { type RecordId } from '#lib/core/path/names.ts';
import { PathReader } from '#lib/core/path/read.ts';
import { undoFor } from '#lib/core/path/undo.ts';
import { RecordReader, type RecordSnapshot } from '#lib/core/record/document.ts';
import type { View } from './fuzz-places.ts';
import { PATH_ID } from './random-moves.ts';

/** The name the path's document travels under; a record's is its id. */
export const PATH = 'path';

/** How one person undoes on one device. */
interface Undoing {
	act(run: () => void, joined: boolean): void;
	turn(way: 'undo' | 'redo'): boolean;
	made(made: Reversible): void;
	include(doc: Y.Doc): void;
	close(): void;
}

export interface Ears {
	/** A transaction of this device or of its link. */
	transaction(replica: Replica, name: string, transaction: Y.Transaction): void;
	/** Something to tell the others. */
	update(replica: Replica, name: string, update: Uint8Array): void;
}

/** The origin that others' updates come under. */
export const LINK = 'link';

export class Replica implements View {
	readonly index: number;
	readonly who: Who;
	/** The origin of this device's text editor. */
	readonly editor = {};
	readonly #ears: Ears;
	readonly #whole: boolean;
	#starts = 0;
	#docs = new Map<string, Y.Doc>();
	#reader: PathReader;
	#records = new Map<RecordId, RecordReader>();
	#undoing: Undoing;
	#client: () => number;

	/** `whole`: undo over path and records by the app's History; else the core's manager over the path alone. */
	constructor(index: number, who: Who, whole: boolean, client: () => number, ears: Ears) {
		this.index = index;
		this.who = who;
		this.#ears = ears;
		this.#whole = whole;
		this.#client = client;
		const path = this.#open(PATH, undefined);
		this.#reader = new PathReader(path, PATH_ID);
		this.#undoing = this.#newUndo(path);
	}

	get session(): string {
		return `r${this.index}.${this.#starts}`;
	}

	get path() {
		return this.#reader.current;
	}

	get doc(): Y.Doc {
		return this.docNamed(PATH);
	}

	record(id: RecordId): RecordSnapshot | undefined {
		return this.#records.get(id)?.current;
	}

	get records(): ReadonlyMap<RecordId, RecordSnapshot> {
		return new Map([...this.#records].map(([id, reader]) => [id, reader.current]));
	}

	get docs(): ReadonlyMap<string, Y.Doc> {
		return this.#docs;
	}

	/** The document of a name; a record's is opened by asking. */
	docNamed(name: string): Y.Doc {
		const known = this.#docs.get(name);
		if (known !== undefined) return known;
		const doc = this.#open(name, undefined);
		this.#records.set(name as RecordId, new RecordReader(doc, name)); // every name but the path's is a record's id
		this.#undoing.include(doc);
		return doc;
	}

	hear(name: string, update: Uint8Array): void {
		Y.applyUpdate(this.docNamed(name), update, LINK);
	}

	act(run: () => void, joined: boolean): void {
		this.#undoing.act(run, joined);
	}

	turn(way: 'undo' | 'redo'): boolean {
		return this.#undoing.turn(way);
	}

	made(made: Reversible): void {
		this.#undoing.made(made);
	}

	/** Starts again from what is stored, under a new client id. */
	restart(): void {
		const stored = [...this.#docs].map(([name, doc]) => [name, Y.encodeStateAsUpdate(doc)] as const);
		this.close();
		this.#starts += 1;
		this.#docs = new Map();
		this.#records = new Map();
		const state = stored.find(([name]) => name === PATH)?.[1];
		const path = this.#open(PATH, state);
		this.#reader = new PathReader(path, PATH_ID);
		this.#undoing = this.#newUndo(path);
		for (const [name, update] of stored) if (name !== PATH) this.hear(name, update);
	}

	close(): void {
		this.#undoing.close();
		this.#reader.close();
		for (const reader of this.#records.values()) reader.close();
		for (const doc of this.#docs.values()) doc.destroy();
	}

	#open(name: string, state: Uint8Array | undefined): Y.Doc {
		const doc = new Y.Doc();
		doc.clientID = this.#client();
		if (state !== undefined) Y.applyUpdate(doc, state, LINK);
		this.#docs.set(name, doc);
		doc.on('afterTransaction', (transaction: Y.Transaction) => {
			if (transaction.origin !== LINK) this.#ears.transaction(this, name, transaction);
		});
		doc.on('update', (update: Uint8Array, origin: unknown) => {
			if (origin !== LINK) this.#ears.update(this, name, update);
		});
		return doc;
	}

	#newUndo(path: Y.Doc): Undoing {
		if (this.#whole) return wholeUndo(path, this.editor);
		const manager = undoFor(path, [this.editor], Number.MAX_SAFE_INTEGER);
		return {
			act: (run, joined) => {
				if (!joined) manager.stopCapturing();
				run();
			},
			turn: (way) => {
				manager.stopCapturing();
				return (way === 'undo' ? manager.undo() : manager.redo()) !== null;
			},
			made: () => undefined,
			include: () => undefined,
			close: () => manager.destroy(),
		};
	}
}

function wholeUndo(path: Y.Doc, editor: object): Undoing {
	const history = new History(path, () => true);
	history.follow(editor);
	return {
		act: (run) => {
			history.act(run);
		},
		turn: (way) => (way === 'undo' ? history.undo() : history.redo()),
		made: (made) => history.made(made),
		include: (doc) => history.include(doc),
		close: () => history.close(),
	};
}
