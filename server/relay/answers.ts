// What a room answers to a step 1. Those who lack only what is in its recent history are answered from memory; the others get the content
// up to some update from the store (read once for all who ask for the same) and then the history since. The last part is the step 2, so
// that a client that calls itself synced has everything. Refused: a Yjs document per room (memory), and one big merge (time).

import { err, ok, type Result } from '#lib/core/result.ts';
import { step2Frame, updateFrame } from '#lib/wire/frames.ts';
import { writeStateVector, type StateVector } from '#lib/wire/update/state-vector.ts';
import type { Content, OpenFault, Store } from '../store/store.ts';
import type { ContentCache } from './content-cache.ts';
import type { Contents } from './contents.ts';

export type AnswerSource = {
	readonly name: string;
	readonly contents: Contents;
	/** Resolves when everything in memory is on the disk, or lost. */
	readonly settled: () => Promise<void>;
};

/** How often an answer begins again because the room was written faster than it could be read. */
const TRIES = 5;

export class Answers {
	readonly #source: AnswerSource;
	readonly #store: Pick<Store, 'content'>;
	readonly #cache: ContentCache;
	#recent: { readonly seq: number; readonly key: string; readonly frame: Uint8Array } | undefined;
	/** The content that was sent last, as it was sent: copying it for each of those who join or ask again would cost more than sending it. */
	#framed: { readonly content: Content; readonly last: boolean; readonly frame: Uint8Array } | undefined;

	constructor(source: AnswerSource, store: Pick<Store, 'content'>, cache: ContentCache) {
		this.#source = source;
		this.#store = store;
		this.#cache = cache;
	}

	/** The frames for somebody who holds `vector`, where memory has them. */
	atHand(vector: StateVector): readonly Uint8Array[] | undefined {
		const { name } = this.#source;
		const { history } = this.#source.contents;
		if (history.reaches(vector)) return [this.#recentFrame(vector)];
		const content = this.#cache.get(name, keyOf(vector));
		return content && history.continues(content.seq) ? this.#continued(content) : undefined;
	}

	/** The frames, from the store where need be. */
	async fetch(vector: StateVector): Promise<Result<readonly Uint8Array[], OpenFault>> {
		const { name, settled } = this.#source;
		const { history } = this.#source.contents;
		const key = keyOf(vector);
		for (let tries = 0; tries < TRIES; tries++) {
			const found = this.atHand(vector);
			if (found) return ok(found);
			const since = vector.size === 0 ? null : writeStateVector(vector);
			const content = await this.#cache.once(name, key, () => this.#store.content(name, since));
			if (!content.ok) return content;
			if (history.continues(content.value.seq)) return ok(this.#continued(content.value));
			this.#cache.drop(name, key);
			await settled();
		}
		return err({ why: 'trouble', detail: 'the room is written faster than it can be read' });
	}

	/** Forgets what was made from the store, because it is better there now. */
	refresh(): void {
		this.#cache.dropRoom(this.#source.name);
	}

	#recentFrame(vector: StateVector): Uint8Array {
		const { history, extent, seq } = this.#source.contents;
		const key = keyOf(vector);
		if (this.#recent?.seq !== seq || this.#recent.key !== key) {
			this.#recent = { seq, key, frame: step2Frame(history.since(vector, extent.deletes)) };
		}
		return this.#recent.frame;
	}

	#continued(content: Content): readonly Uint8Array[] {
		const { history, extent, seq } = this.#source.contents;
		if (content.seq === seq) return [this.#frameOf(content, true)];
		return [this.#frameOf(content, false), step2Frame(history.after(content.seq, extent.deletes))];
	}

	#frameOf(content: Content, last: boolean): Uint8Array {
		if (this.#framed?.content !== content || this.#framed.last !== last) {
			const frame = last ? step2Frame(content.update) : updateFrame(content.update);
			this.#framed = { content, last, frame };
		}
		return this.#framed.frame;
	}

	/** Lets go of the answer that was made last. */
	rest(): void {
		this.#recent = this.#framed = undefined;
	}
}

function keyOf(vector: StateVector): string {
	return vector.size === 0 ? '' : Buffer.from(writeStateVector(vector)).toString('base64');
}
