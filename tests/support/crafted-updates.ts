// Updates that no device writes, from a seed: well-formed bytes whose structs point anywhere, hold anything, overlap and leave holes; and
// updates of devices with bytes changed. What is taken of them has to do no harm to a Yjs document.

import * as encoding from 'lib0/encoding';
import type { Random } from './fuzz-random.ts';

type Encoder = encoding.Encoder;

/** A client and a clock: mostly one that is there, sometimes a little beyond. */
function writeId(
	random: Random,
	encoder: Encoder,
	vector: ReadonlyMap<number, number>,
	own: number,
	clock: number,
): void {
	const [client, next] = random.any([...vector, [own, clock] as const, [own, clock] as const]) ?? [
		own,
		clock,
	];
	encoding.writeVarUint(encoder, client);
	encoding.writeVarUint(encoder, random.below(next + (random.chance(0.1) ? 3 : 0)));
}

/** Up to four clients with up to six structs each, and some deletions, around what `vector` says is there. */
export function crafted(random: Random, vector: ReadonlyMap<number, number>): Uint8Array {
	const encoder = encoding.createEncoder();
	const clients = new Map([...vector, [4_242, 0], [2 ** 52 + 9, 0]]);
	const chosen = [...clients].filter(() => random.chance(0.5)).slice(0, 4);
	encoding.writeVarUint(encoder, chosen.length);
	for (const [client, next] of chosen) {
		const count = 1 + random.below(6);
		let clock = Math.max(
			0,
			next +
				random.weighted([
					[8, 0],
					[1, 1 + random.below(3)],
					[1, -1 - random.below(4)],
				]),
		);
		for (const number of [count, client, clock]) encoding.writeVarUint(encoder, number);
		for (let i = 0; i < count; i++) clock += writeStruct(random, encoder, vector, client, clock);
	}
	writeDeletions(random, encoder, clients);
	return encoding.toUint8Array(encoder);
}

function writeDeletions(random: Random, encoder: Encoder, clients: ReadonlyMap<number, number>): void {
	const chosen = [...clients].filter(() => random.chance(0.3));
	encoding.writeVarUint(encoder, chosen.length);
	for (const [client, next] of chosen) {
		encoding.writeVarUint(encoder, client);
		encoding.writeVarUint(encoder, 2);
		for (let i = 0; i < 2; i++) {
			encoding.writeVarUint(encoder, random.below(next + 2));
			encoding.writeVarUint(encoder, 1 + random.below(4));
		}
	}
}

/** Writes one struct; answers its length. */
function writeStruct(
	random: Random,
	encoder: Encoder,
	vector: ReadonlyMap<number, number>,
	client: number,
	clock: number,
): number {
	const kind = random.weighted([
		[1, 0],
		[2, 1],
		[1, 2],
		[1, 3],
		[6, 4],
		[2, 5],
		[4, 6],
		[6, 7],
		[3, 8],
		[2, 9],
		[0.3, 10],
	]);
	if (kind === 0 || kind === 10) {
		encoding.writeUint8(encoder, kind);
		encoding.writeVarUint(encoder, 2);
		return 2;
	}
	const origin = random.chance(0.5) ? 0x80 : 0;
	const right = random.chance(0.4) ? 0x40 : 0;
	const key = random.chance(0.3) ? 0x20 : 0;
	encoding.writeUint8(encoder, kind | origin | right | key);
	if (origin) writeId(random, encoder, vector, client, clock);
	if (right) writeId(random, encoder, vector, client, clock);
	if (!origin && !right) {
		const isRoot = random.chance(0.4);
		encoding.writeVarUint(encoder, isRoot ? 1 : 0);
		if (isRoot) encoding.writeVarString(encoder, random.pick(['text', 'map', 'list', 'xml', 'new', '']));
		else writeId(random, encoder, vector, client, clock);
		if (key) encoding.writeVarString(encoder, random.pick(['one', 'two', '__proto__']));
	}
	return writeContent(random, encoder, kind);
}

function writeContent(random: Random, encoder: Encoder, kind: number): number {
	const many = 1 + random.below(3);
	const json = random.pick(['null', 'true', '{"bold":true}', '[]', '"x"', '1e999', '{"__proto__":{"a":1}}']);
	switch (kind) {
		case 1:
			encoding.writeVarUint(encoder, many);
			return many;
		case 2:
			encoding.writeVarUint(encoder, many);
			for (let i = 0; i < many; i++) encoding.writeVarString(encoder, random.pick(['undefined', json]));
			return many;
		case 3:
			encoding.writeVarUint8Array(encoder, new Uint8Array(many));
			return 1;
		case 4: {
			const text = random.pick(['a', 'words', '😀', '\u{feff}b']);
			encoding.writeVarString(encoder, text);
			return text.length;
		}
		case 5:
			encoding.writeVarString(encoder, json);
			return 1;
		case 6:
			encoding.writeVarString(encoder, random.pick(['bold', 'link', '__proto__', 'constructor', '']));
			encoding.writeVarString(encoder, json);
			return 1;
		case 7: {
			const type = random.below(7);
			encoding.writeVarUint(encoder, type);
			if (type === 3 || type === 5) encoding.writeVarString(encoder, 'p');
			return 1;
		}
		case 8:
			encoding.writeVarUint(encoder, many);
			for (let i = 0; i < many; i++)
				encoding.writeAny(encoder, random.pick([null, 1, 'x', { a: [1n] }, new Uint8Array(2)]));
			return many;
		default:
			encoding.writeVarString(encoder, random.pick(['sub-1', 'sub-2', '']));
			encoding.writeAny(
				encoder,
				random.pick([{}, { gc: false }, { autoLoad: true, meta: { a: 1 } }, { shouldLoad: 3 }]),
			);
			return 1;
	}
}

/** An update with one to three changes in its bytes: other numbers, holes, repetitions, parts of another. */
export function changed(random: Random, update: Uint8Array, other: Uint8Array): Uint8Array {
	let bytes = [...update];
	for (let left = 1 + random.below(3); left > 0; left--) {
		const at = random.below(bytes.length + 1);
		const some = random.below(8);
		const from = random.below(other.length + 1);
		const put = random.weighted<readonly number[]>([
			[6, [random.below(256)]],
			[4, [random.pick([0, 1, 2, 10, 0x7f, 0x80, 0x84, 0xc4, 0xff])]],
			[1, []],
			[1, [0xff, 0xff, 0xff, 0xff, 0x0f]],
			[1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
			[2, [...other.subarray(from, from + some)]],
			[1, bytes.slice(at, at + some)],
		]);
		const cut = random.weighted([
			[5, put.length],
			[2, 0],
			[1, some],
			[0.2, bytes.length],
		]);
		bytes = [...bytes.slice(0, at), ...put, ...bytes.slice(at + cut)];
	}
	return Uint8Array.from(bytes);
}
