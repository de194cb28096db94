// The root texts of a path, found without creating or converting any. Yjs knows a root's object but not its name (it searches all names each
// time); here an object is searched once. Refused: `doc.getText` while reading: it creates the name, and a converted root is
// another object than the one a running transaction speaks of.

import type * as Y from 'yjs';
import { storedText } from './document.ts';

const PREFIX = 'cell/';

export class WordIndex {
	readonly #doc: Y.Doc;
	readonly #nameOf = new WeakMap<object, string>();
	#names: readonly string[] | undefined;
	#listed: ReadonlySet<string> = new Set();

	constructor(doc: Y.Doc) {
		this.#doc = doc;
	}

	/** Notes that a root changed; its name where it is a cell's text. */
	changed(root: object): string | undefined {
		const name = this.#nameOf.get(root) ?? this.#search(root);
		if (name === undefined || !name.startsWith(PREFIX)) return undefined;
		if (!this.#listed.has(name)) this.#names = undefined;
		return name;
	}

	/** Names of the roots that hold words or held some, in name order. */
	names(): readonly string[] {
		if (this.#names !== undefined) return this.#names;
		const names: string[] = [];
		for (const [name, root] of this.#doc.share) {
			if (name.startsWith(PREFIX) && root._start !== null) names.push(name);
		}
		this.#names = names.sort();
		this.#listed = new Set(names);
		return this.#names;
	}

	/** The words under a name; undefined where nothing was ever typed. */
	text(name: string): string | undefined {
		return storedText(this.#doc, name);
	}

	#search(root: object): string | undefined {
		let found: string | undefined;
		for (const [name, other] of this.#doc.share) {
			this.#nameOf.set(other, name);
			if (other === root) found = name;
		}
		return found;
	}
}
