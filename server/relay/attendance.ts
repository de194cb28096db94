// Who is in a room, as awareness entries. An id belongs to the first live connection that announced it; what others say about it is
// ignored, because stock clients send back everything they hear. An id that was seen before is taken up again only with a newer clock,
// so that such an echo cannot bring back somebody who left. Presence costs far more than updates do: it is sent twice a second
// at most, the latest only; a departure at once.

import { writePresence, type PresenceEntry } from '#lib/wire/presence.ts';
import type { Member, Peer } from './peer.ts';

type Present = { readonly peer: Peer; readonly clock: number; readonly state: string };

export type PresenceLimits = { readonly ids: number; readonly bytes: number };

/** How many ids of people who left are remembered in a room. */
const REMEMBERED = 4_096;

export class Attendance {
	readonly #limits: PresenceLimits;
	readonly #here = new Map<number, Present>();
	readonly #owned = new Map<Peer, Map<number, number>>();
	readonly #gone = new Map<number, number>();
	#changed = new Set<number>();

	constructor(limits: PresenceLimits) {
		this.#limits = limits;
	}

	/** Takes in what a connection says; answers whether there is something new to tell, or that it is too much. */
	take(peer: Peer, entries: readonly PresenceEntry[]): 'nothing' | 'news' | 'departure' | 'too_much' {
		let answer: 'nothing' | 'news' | 'departure' = 'nothing';
		for (const entry of entries) {
			const known = this.#here.get(entry.client);
			if (known !== undefined && known.peer !== peer) continue;
			if (entry.clock <= (known?.clock ?? this.#gone.get(entry.client) ?? -1)) continue;
			if (entry.state === 'null') {
				if (known === undefined) continue;
				this.#leave(entry.client, entry.clock);
				answer = 'departure';
				continue;
			}
			const state = stamped(entry.state, peer.member);
			if (state === undefined) continue;
			if (!this.#fits(peer, entry.client, state.length)) return 'too_much';
			this.#here.set(entry.client, { peer, clock: entry.clock, state });
			this.#gone.delete(entry.client);
			this.#changed.add(entry.client);
			if (answer === 'nothing') answer = 'news';
		}
		return answer;
	}

	/** A connection ended; answers whether there is something to tell. */
	drop(peer: Peer): boolean {
		const owned = this.#owned.get(peer);
		if (owned === undefined) return false;
		for (const client of [...owned.keys()]) this.#leave(client, this.#here.get(client)?.clock ?? 0);
		this.#owned.delete(peer);
		return this.#changed.size > 0;
	}

	/** What changed since the last call, as an awareness update; undefined where nothing did. */
	changes(): Uint8Array | undefined {
		if (this.#changed.size === 0) return undefined;
		const entries = [...this.#changed].map((client) => this.#entryOf(client));
		this.#changed = new Set();
		return writePresence(entries);
	}

	/** Everybody who is here, as an awareness update; undefined where nobody is. */
	everybody(): Uint8Array | undefined {
		if (this.#here.size === 0) return undefined;
		return writePresence([...this.#here.keys()].map((client) => this.#entryOf(client)));
	}

	#entryOf(client: number): PresenceEntry {
		const present = this.#here.get(client);
		if (present) return { client, clock: present.clock, state: present.state };
		return { client, clock: this.#gone.get(client) ?? 0, state: 'null' };
	}

	#fits(peer: Peer, client: number, length: number): boolean {
		const owned = this.#owned.get(peer) ?? new Map<number, number>();
		this.#owned.set(peer, owned);
		let bytes = length;
		for (const [other, size] of owned) if (other !== client) bytes += size;
		if (bytes > this.#limits.bytes || (!owned.has(client) && owned.size >= this.#limits.ids)) return false;
		owned.set(client, length);
		return true;
	}

	#leave(client: number, clock: number): void {
		const present = this.#here.get(client);
		if (present) this.#owned.get(present.peer)?.delete(client);
		this.#here.delete(client);
		this.#gone.set(client, clock);
		this.#changed.add(client);
		const oldest = this.#gone.size > REMEMBERED ? this.#gone.keys().next().value : undefined;
		if (oldest !== undefined) this.#gone.delete(oldest);
	}
}

/** A state with the member whom the relay knows in it; undefined for what is no state (a number, a list, half a text). */
function stamped(state: string, member: Member): string | undefined {
	let read: unknown;
	try {
		read = JSON.parse(state);
		if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
		return JSON.stringify({ ...read, member });
	} catch {
		return undefined; // not JSON, or nested deeper than can be written again: nobody could read it
	}
}
