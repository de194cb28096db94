// Who wants to hear of a change. A listener may leave, or bring others, while it is called.

export class Listeners<T extends unknown[] = []> {
	#all = new Set<(...news: T) => void>();

	/** Adds one; returns how it leaves. */
	add(listener: (...news: T) => void): () => void {
		this.#all.add(listener);
		return () => void this.#all.delete(listener);
	}

	tell(...news: T): void {
		for (const listener of [...this.#all]) listener(...news);
	}

	clear(): void {
		this.#all.clear();
	}
}
