// What was found by chance or by thinking, held fast: cuts, orders of clients, and structs that Yjs takes and throws at later.

import * as encoding from 'lib0/encoding';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { Extent, readExtent, writeExtent, type News } from '#lib/wire/update/extent.ts';
import { joinUpdates } from '#lib/wire/update/join.ts';
import { isWaiting, replica, vectorIn } from '../../support/yjs-replica.ts';

type Id = readonly [client: number, clock: number];
type Written = {
	readonly origin?: Id;
	readonly right?: Id;
	readonly parent?: Id | string;
	readonly key?: string;
	readonly text?: string;
	readonly type?: true;
};
type Part = readonly [client: number, clock: number, ...structs: Written[]];

/** An update of parts; each struct is a text, or an array type. */
function update(
	parts: readonly Part[],
	deleted: readonly (readonly [client: number, from: number, length: number])[] = [],
): Uint8Array {
	const encoder = encoding.createEncoder();
	const uints = (...numbers: readonly number[]): void =>
		numbers.forEach((number) => encoding.writeVarUint(encoder, number));
	uints(parts.length);
	for (const [client, clock, ...structs] of parts) {
		uints(structs.length, client, clock);
		for (const { origin, right, parent = 'list', key, text = 'a', type } of structs) {
			encoding.writeUint8(
				encoder,
				(type ? 7 : 4) | (origin ? 0x80 : 0) | (right ? 0x40 : 0) | (key === undefined ? 0 : 0x20),
			);
			uints(...(origin ?? []), ...(right ?? []));
			if (!origin && !right) {
				if (typeof parent === 'string') {
					uints(1);
					encoding.writeVarString(encoder, parent);
				} else uints(0, ...parent);
				if (key !== undefined) encoding.writeVarString(encoder, key);
			}
			if (type) uints(0);
			else encoding.writeVarString(encoder, text);
		}
	}
	uints(deleted.length);
	for (const [client, from, length] of deleted) uints(client, 1, from, length);
	return encoding.toUint8Array(encoder);
}

function newsOf(extent: Extent, bytes: Uint8Array): News {
	const news = extent.admit(bytes);
	if (!news.ok) throw new Error(news.error.code);
	return news.value;
}

function codeOf(extent: Extent, bytes: Uint8Array): string | undefined {
	const news = extent.admit(bytes);
	return news.ok ? undefined : news.error.code;
}

describe('a struct of which a part is known', () => {
	test.each([
		['ab', 'abcd', 2],
		['泥', '泥炭', 1],
		['😀', '😀b', 2],
		['\ufffd', '😀b', 1],
	])('[I3] is cut behind it: %s of %s', (known, text, length) => {
		const extent = new Extent();
		const first = update([[7, 0, { text: known, parent: 'text' }]]);
		const { fresh } = newsOf(extent, first);
		expect(fresh).toBe(first);
		const rest = newsOf(extent, update([[7, 0, { text, parent: 'text' }]])).fresh;
		if (rest === null) throw new Error('there is a rest');
		expect(Y.decodeUpdate(rest).structs.map(({ id, length: clocks }) => [id.clock, clocks])).toEqual([
			[length, text.length - length],
		]);
		const doc = replica([first, rest]);
		expect(vectorIn(doc)).toEqual(extent.vector);
		expect(doc.getText('text').toJSON().slice(0, known.length)).toBe(known);
	});

	test('[I3] of the kinds that count elements is cut between them', () => {
		const doc = new Y.Doc();
		doc.clientID = 7;
		const list = doc.getArray<unknown>('list');
		list.push([1, 'two']);
		const first = Y.encodeStateAsUpdate(doc);
		list.push([{ three: [3] }, null]);
		const extent = new Extent();
		newsOf(extent, first);
		const { fresh } = newsOf(extent, Y.encodeStateAsUpdate(doc));
		expect(fresh && replica([first, fresh]).getArray('list').toJSON()).toEqual(list.toJSON());
	});
});

describe('the order of clients in an update', () => {
	const CLIENTS = 3_000;
	/** Each builds on the next, so nothing can be taken until the last was read. */
	const chain = Array.from({ length: CLIENTS }, (_, i): Part => [
		i + 1,
		0,
		i + 1 < CLIENTS ? { origin: [i + 2, 0] } : {},
	]);

	test('[I1] does not matter, however long the chain', () => {
		const extent = new Extent();
		const news = newsOf(extent, update(chain));
		expect([news.gap, extent.vector.size]).toEqual([false, CLIENTS]);
	});

	test('[I1] holds back what hangs on a missing end, and nothing else', () => {
		const extent = new Extent();
		const { fresh, gap } = newsOf(
			extent,
			update([...chain.slice(0, -1), [9_999, 0, {}, { origin: [1, 0] }]]),
		);
		expect([gap, [...extent.vector]]).toEqual([true, [[9_999, 1]]]);
		expect(fresh && isWaiting(replica([fresh]))).toBe(false);
	});

	test('[I1] in a circle nothing is taken beyond it', () => {
		const extent = new Extent();
		const { gap } = newsOf(
			extent,
			update([
				[1, 0, {}, { origin: [2, 0] }],
				[2, 0, { origin: [1, 1] }],
				[3, 0, {}],
			]),
		);
		expect([gap, [...extent.vector]]).toEqual([
			true,
			[
				[1, 1],
				[3, 1],
			],
		]);
	});
});

describe('what Yjs takes and throws at when it is deleted', () => {
	const map: Part = [7, 0, { type: true }];
	const long: Part = [7, 1, { parent: [7, 0], key: 'k', text: 'ab' }];
	const half = update([[8, 0, { origin: [7, 1] }]]);
	const away = update([], [[7, 0, 1]]);

	test('[I15] a long value of a key, for one', () => {
		const doc = new Y.Doc();
		for (const bytes of [update([map]), update([long]), half]) Y.applyUpdate(doc, bytes);
		expect(() => Y.applyUpdate(doc, away)).toThrow('Unexpected case');
	});

	test('[I15] is refused: a long value of a key', () => {
		const extent = new Extent();
		newsOf(extent, update([map]));
		expect(codeOf(extent, update([long]))).toBe('long_value');
		expect(codeOf(extent, update([[7, 1, { parent: 'map', key: 'k', text: 'ab' }]]))).toBe('long_value');
	});

	test('[I15] is refused where it only says beside whom it stands, also after a restart', () => {
		const extent = new Extent();
		newsOf(extent, update([[7, 0, { parent: 'map', key: 'k' }, { origin: [7, 0] }]]));
		const again = readExtent(writeExtent(extent));
		if (!again.ok) throw new Error(again.error.code);
		expect(codeOf(again.value, update([[8, 0, { right: [7, 1], text: 'ab' }]]))).toBe('long_value');
		expect(codeOf(again.value, update([[8, 0, { text: 'ab' }]]))).toBeUndefined();
	});

	test('[I15] is taken where the same update deletes it: an undo keeps such', () => {
		const doc = new Y.Doc();
		doc.clientID = 7;
		const values = doc.getMap('map');
		const undo = new Y.UndoManager(values, { captureTimeout: 0 });
		for (const value of [1, 2, 3, 4]) values.set('k', value);
		const bytes = Y.encodeStateAsUpdate(doc);
		expect(Y.decodeUpdate(bytes).structs[0]?.length).toBe(3);
		expect(codeOf(new Extent(), bytes)).toBeUndefined();
		undo.destroy();
	});

	const nested = (from: number, count: number): Uint8Array =>
		update([
			[
				7,
				from,
				...Array.from({ length: count }, (_, i): Written =>
					from + i === 0 ? { type: true } : { type: true, parent: [7, from + i - 1] },
				),
			],
		]);

	test('[I15] a type in very many types, for another', () => {
		const doc = replica([nested(0, 50_000)]);
		expect(() => Y.applyUpdate(doc, away)).toThrow('call stack');
	});

	test('[I15] is refused: a type deeper in types than 200, in one update or in many', () => {
		expect(codeOf(new Extent(), nested(0, 50_000))).toBe('too_deep');
		const extent = new Extent();
		for (let depth = 0; depth <= 200; depth += 67) expect(codeOf(extent, nested(depth, 67))).toBeUndefined();
		expect(codeOf(extent, nested(201, 1))).toBe('too_deep');
		expect(codeOf(extent, update([[8, 0, { origin: [7, 200] }]]))).toBeUndefined();
	});
});

test('[I5] twenty thousand small updates are joined in a time that grows as their number', () => {
	const [few = 0, many = 0] = [5_000, 20_000].map((count) => {
		const log = Array.from({ length: count }, (_, i) =>
			update([[7, i, i === 0 ? {} : { origin: [7, i - 1] }]]),
		);
		return Math.min(
			...Array.from({ length: 5 }, () => {
				const start = performance.now();
				joinUpdates(log);
				return performance.now() - start;
			}),
		);
	});
	expect(many).toBeLessThan(11 * Math.max(few, 4)); // pairwise it would be 16 times as much
});
