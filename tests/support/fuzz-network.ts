// The network of the fuzz: a queue of messages from which any may come next, twice, late or never; long partitions; and the handshake of a real
// link, in which one side says what it has (a state vector) and the other answers with what is missing. Everything that was lost comes back
// that way. Updates are those of version 1, as on the wire.

import * as Y from 'yjs';
import type { Random } from './fuzz-random.ts';
import { PATH, type Replica } from './fuzz-replica.ts';

interface Message {
	readonly to: number;
	readonly from: number;
	readonly name: string;
	/** An update, or what the sender has. */
	readonly update?: Uint8Array;
	readonly has?: Uint8Array;
}

/** More than this many messages on their way, and the oldest are lost. */
const ROOM = 300;

export class Network {
	readonly #replicas: readonly Replica[];
	#queue: Message[] = [];
	/** The side of a partition each replica is on. */
	#sides: readonly number[] = [];
	#healsAt = 0;

	constructor(replicas: readonly Replica[]) {
		this.#replicas = replicas;
	}

	/** Sends a new update to everybody else. */
	tell(from: Replica, name: string, update: Uint8Array): void {
		for (const { index } of this.#replicas) {
			if (index !== from.index) this.#queue.push({ from: from.index, to: index, name, update });
		}
		if (this.#queue.length > ROOM) this.#queue = this.#queue.slice(-ROOM);
	}

	/** Cuts the network in two until a later step. */
	cut(random: Random, step: number): string {
		this.#sides = this.#replicas.map(() => random.below(2));
		this.#healsAt = step + 5 + random.below(120);
		return `partition ${this.#sides.join('')} until ${this.#healsAt}`;
	}

	heal(step: number): void {
		if (step >= this.#healsAt) this.#sides = [];
	}

	/** Brings some messages, in any order, some of them twice. Returns who heard something. */
	deliver(random: Random): { readonly heard: ReadonlySet<Replica>; readonly said: string } {
		const heard = new Set<Replica>();
		const said: string[] = [];
		for (let n = 1 + random.below(8); n > 0; n -= 1) {
			const at = random.chance(0.5) ? 0 : random.below(this.#queue.length);
			const message = this.#queue[at];
			if (message === undefined) break;
			if (this.#sides[message.from] !== this.#sides[message.to]) continue;
			if (!random.chance(0.1)) this.#queue.splice(at, 1);
			const to = this.#bring(message);
			if (to !== undefined) heard.add(to);
			said.push(`r${message.from}>r${message.to}${message.has === undefined ? '' : '?'}`);
		}
		return { heard, said: said.join(' ') };
	}

	/** Loses some messages. */
	lose(random: Random): void {
		const share = random.pick([0.1, 0.3, 1]);
		this.#queue = this.#queue.filter(() => !random.chance(share));
	}

	/** One replica asks another for what it lacks, of every document either of them knows. */
	ask(asking: Replica, asked: Replica): void {
		for (const name of new Set([PATH, ...asking.docs.keys(), ...asked.docs.keys()])) {
			const has = Y.encodeStateVector(asking.docNamed(name));
			this.#queue.push({ from: asking.index, to: asked.index, name, has });
		}
	}

	#bring({ from, to, name, update, has }: Message): Replica | undefined {
		const replica = this.#replicas[to];
		if (replica === undefined) return undefined;
		if (update !== undefined) {
			replica.hear(name, update);
			return replica;
		}
		const answer = Y.encodeStateAsUpdate(replica.docNamed(name), has);
		this.#queue.push({ from: to, to: from, name, update: answer });
		return undefined;
	}

	/** Heals everything and exchanges until nobody has anything new. Returns the rounds it took. */
	settle(): number {
		this.#sides = [];
		this.#queue = [];
		for (let rounds = 1; ; rounds += 1) {
			const names = new Set(this.#replicas.flatMap((replica) => [...replica.docs.keys()]));
			let changed = false;
			for (const from of this.#replicas) {
				for (const to of this.#replicas) {
					if (from === to) continue;
					for (const name of names) changed = exchange(from, to, name) || changed;
				}
			}
			if (!changed) return rounds;
			if (rounds > 20) throw new Error('the replicas never come to rest');
		}
	}
}

function exchange(from: Replica, to: Replica, name: string): boolean {
	const doc = to.docNamed(name);
	const before = Y.snapshot(doc);
	to.hear(name, Y.encodeStateAsUpdate(from.docNamed(name), Y.encodeStateVector(doc)));
	return !Y.equalSnapshots(before, Y.snapshot(doc));
}
