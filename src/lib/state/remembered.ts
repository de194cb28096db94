// Views by their id, made once: two components that look at one cell share one Live and one look at the document.

/** Gives what is known under a key, or makes it. */
export class Remembered<K, V> {
	#known = new Map<K, V>();
	#make: (key: K) => V;

	constructor(make: (key: K) => V) {
		this.#make = make;
	}

	get(key: K): V {
		const found = this.#known.get(key) ?? this.#make(key);
		this.#known.set(key, found);
		return found;
	}
}
