// Frames for the fuzz of the relay, all from a seed: honest edits of every kind of content, the same bytes bent, cut, spliced and sent in another order,
// presence likewise, and noise. Updates are always those of the sender's own client id: who forges the id of another can break a Yjs document
// in ways that no relay sees, and a test of convergence would find only that.

import * as Y from 'yjs';
import type { Random } from './fuzz-random.ts';
import { HOSTILE_FRAMES, HOSTILE_UPDATES } from './hostile-updates.ts';
import { presenceFrame, queryFrame, step1, step2, updateFrame } from './relay-frames.ts';

const FIXTURES = [...Object.values(HOSTILE_FRAMES), ...Object.values(HOSTILE_UPDATES).map(updateFrame)];
const WORDS = ['peat ', '泥炭', '🧪', 'a', 'x'.repeat(300), 'Å·µL\n'];

/** One frame to send; a text frame where it is a string. */
export type FuzzFrame = Uint8Array | string;

/** Makes frames that follow from what this document says and did. */
export class FuzzFrames {
	readonly #doc: Y.Doc;
	readonly #updates: Uint8Array[] = [];
	readonly #undo: Y.UndoManager;
	readonly #random: Random;
	#clock = 0;

	constructor(doc: Y.Doc, random: Random) {
		this.#doc = doc;
		this.#random = random;
		const own = new Set<unknown>([this]);
		this.#undo = new Y.UndoManager(doc.getText('words'), { trackedOrigins: own, captureTimeout: 0 });
		own.add(this.#undo);
		doc.on('update', (update: Uint8Array, origin: unknown) => {
			if (own.has(origin)) this.#updates.push(update);
		});
	}

	next(): FuzzFrame {
		const random = this.#random;
		return random.weighted<() => FuzzFrame>([
			[30, () => updateFrame(this.#edit())],
			[14, () => bent(updateFrame(this.#edit()), random)],
			[6, () => bent(step2(this.#old()), random)],
			[8, () => updateFrame(this.#old())],
			[6, () => step2(this.#merged())],
			[4, () => step1(Y.encodeStateVector(this.#doc))],
			[4, () => bent(step1(Y.encodeStateVector(this.#doc)), random)],
			[8, () => this.#presence()],
			[5, () => bent(this.#presence(), random)],
			[2, () => queryFrame()],
			[5, () => random.pick(FIXTURES)],
			[4, () => noise(random)],
			[1, () => random.pick(['', 'hello', '{"type":0}'])],
		])();
	}

	#edit(): Uint8Array {
		const before = this.#updates.length;
		for (let tries = 0; tries < 5 && this.#updates.length === before; tries++)
			this.#doc.transact(() => change(this.#doc, this.#random, this.#undo), this);
		return this.#updates.at(-1) ?? new Uint8Array([0, 0]);
	}

	/** One of the last twenty, which is known, or has a gap before it where the last did not go through. */
	#old(): Uint8Array {
		return this.#random.any(this.#updates.slice(-20)) ?? this.#edit();
	}

	/** Some of the last twenty in one, often with holes. */
	#merged(): Uint8Array {
		const some = this.#updates.slice(-20).filter(() => this.#random.chance(0.5));
		return some.length === 0 ? this.#edit() : Y.mergeUpdates(some);
	}

	#presence(): Uint8Array {
		this.#clock += 1;
		const random = this.#random;
		const entries = Array.from({ length: 1 + random.below(3) }, (_, n) => ({
			client: random.chance(0.7) ? this.#doc.clientID + n : random.below(5),
			clock: random.chance(0.9) ? this.#clock : random.below(2 ** 31),
			state: random.pick([
				'null',
				'{}',
				'{"user":{"name":"Ann"}}',
				'{"cursor":[1,2]}',
				`{"t":"${'x'.repeat(500)}"}`,
			]),
		}));
		return presenceFrame(entries);
	}
}

function change(doc: Y.Doc, random: Random, undo: Y.UndoManager): void {
	const text = doc.getText('words');
	const list = doc.getArray('list');
	const map = doc.getMap('map');
	const xml = doc.getXmlFragment('xml');
	const at = random.below(text.length + 1);
	random.pick([
		() => text.insert(at, random.pick(WORDS)),
		() => text.insert(at, random.pick(WORDS)),
		() => text.delete(at, Math.min(text.length - at, random.below(9))),
		() => text.format(at, Math.min(text.length - at, 5), { bold: random.chance(0.5) ? true : null }),
		() => text.insertEmbed(at, { image: random.below(9) }),
		() =>
			list.insert(random.below(list.length + 1), [random.below(9), 'two', null, { three: [1.5, 2n ** 60n] }]),
		() => list.delete(0, Math.min(list.length, random.below(4))),
		() => list.insert(0, [new Uint8Array([1, 2, 3]), true, '']),
		() => map.set(`key ${random.below(6)}`, random.below(1000)),
		() => map.set(`key ${random.below(6)}`, new Y.Map([['inner', new Y.Text('deep')]])),
		() => map.set(`key ${random.below(6)}`, new Y.Array()),
		() => map.set('sub', new Y.Doc({ guid: String(random.bits()) })),
		() => map.delete(`key ${random.below(6)}`),
		() => xml.insert(0, [new Y.XmlElement('p'), new Y.XmlText('t')]),
		() => xml.delete(0, Math.min(xml.length, 1)),
		() => void undo.undo(),
		() => void undo.redo(),
	])();
}

/** The same bytes after one to four accidents. */
export function bent(bytes: Uint8Array, random: Random): Uint8Array {
	let list = [...bytes];
	for (let accidents = 1 + random.below(4); accidents > 0; accidents--) {
		const at = random.below(list.length + 1);
		const some = list.slice(at, at + 1 + random.below(12));
		list = random.weighted<() => number[]>([
			[6, () => set(list, at, random.below(256))],
			[4, () => set(list, at, (list[at] ?? 0) ^ (1 << random.below(8)))],
			[2, () => list.slice(0, at)],
			[2, () => list.toSpliced(at, some.length)],
			[2, () => list.toSpliced(at, 0, ...some)],
			[2, () => list.toSpliced(at, 0, random.below(256), random.below(256))],
			[1, () => list.toSpliced(at, 0, 0xff, 0xff, 0xff, 0xff, 0x0f)],
			[1, () => list.toSpliced(random.below(list.length + 1), some.length, ...some)],
		])();
	}
	return Uint8Array.from(list);
}

function noise(random: Random): Uint8Array {
	const bytes = Uint8Array.from({ length: random.below(200) }, () => random.below(256));
	if (random.chance(0.6))
		bytes.set([0, random.below(3), Math.max(0, bytes.length - 3)].slice(0, bytes.length));
	return bytes;
}

const set = (list: readonly number[], at: number, value: number): number[] =>
	at < list.length ? list.with(at, value) : [...list, value];
