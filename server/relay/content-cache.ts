// Content that was read for joiners, shared by those who ask for the same and kept for the next, up to so many bytes in the whole relay.
// The one that was used longest ago goes first.

import type { Result } from '#lib/core/result.ts';
import type { Content, OpenFault } from '../store/store.ts';

type Reading = Promise<Result<Content, OpenFault>>;

export class ContentCache {
	readonly #limit: number;
	readonly #kept = new Map<string, Map<string, Content>>();
	readonly #reading = new Map<string, Reading>();
	#bytes = 0;

	/** `limit` in bytes. */
	constructor(limit: number) {
		this.#limit = limit;
	}

	get bytes(): number {
		return this.#bytes;
	}

	get(room: string, key: string): Content | undefined {
		const contents = this.#kept.get(room);
		const content = contents?.get(key);
		if (contents && content) {
			// to the end, as the last to go
			this.#kept.delete(room);
			this.#kept.set(room, contents);
		}
		return content;
	}

	/** Reads, unless the same is being read already; what was read is kept. */
	once(room: string, key: string, read: () => Reading): Reading {
		const name = `${room} ${key}`;
		const running = this.#reading.get(name);
		if (running) return running;
		const reading = read()
			.then((content) => {
				if (content.ok) this.#keep(room, key, content.value);
				return content;
			})
			.finally(() => this.#reading.delete(name));
		this.#reading.set(name, reading);
		return reading;
	}

	drop(room: string, key: string): void {
		const contents = this.#kept.get(room);
		const content = contents?.get(key);
		if (!contents || !content) return;
		contents.delete(key);
		this.#bytes -= content.update.length;
		if (contents.size === 0) this.#kept.delete(room);
	}

	dropRoom(room: string): void {
		for (const content of this.#kept.get(room)?.values() ?? []) this.#bytes -= content.update.length;
		this.#kept.delete(room);
	}

	#keep(room: string, key: string, content: Content): void {
		if (content.update.length > this.#limit / 2) return;
		this.drop(room, key);
		const contents = this.#kept.get(room) ?? new Map<string, Content>();
		contents.set(key, content);
		this.#kept.delete(room);
		this.#kept.set(room, contents);
		this.#bytes += content.update.length;
		for (const oldest of this.#kept.keys()) {
			if (this.#bytes <= this.#limit) break;
			this.dropRoom(oldest);
		}
	}
}
