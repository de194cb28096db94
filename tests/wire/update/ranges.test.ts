// Ranges of clocks against a plain set of numbers.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeleteSet, readDeleted } from '#lib/wire/update/delete-set.ts';
import { below, sorted, without } from '#lib/wire/update/ranges.ts';
import { Reader } from '#lib/wire/update/reader.ts';
import { Writer } from '#lib/wire/update/writer.ts';

const range = fc
	.tuple(fc.nat(60), fc.integer({ min: 1, max: 9 }))
	.map(([from, length]) => [from, from + length]);
const ranges = fc.array(range, { maxLength: 30 });

function numbers(pairs: readonly number[]): Set<number> {
	const all = new Set<number>();
	for (let i = 0; i < pairs.length; i += 2)
		for (let n = pairs[i] ?? 0; n < (pairs[i + 1] ?? 0); n++) all.add(n);
	return all;
}

/** Sorted, disjoint, not touching, none empty. */
function isTidy(pairs: readonly number[]): boolean {
	return pairs.every((number, i) => i === 0 || number > (pairs[i - 1] ?? -1));
}

test('[I8] deletions put together one by one or many at once are the same tidy ranges', () => {
	fc.assert(
		fc.property(fc.array(ranges), (portions) => {
			const one = new DeleteSet();
			const many = new DeleteSet();
			for (const portion of portions) {
				for (const [from, to] of portion) one.add(7, from ?? 0, to ?? 0);
				many.addRanges(7, sorted(portion.flat()));
			}
			const pairs = [...one.ranges()].flatMap(([, from, to]) => [from, to]);
			expect(isTidy(pairs)).toBe(true);
			expect(numbers(pairs)).toEqual(numbers(portions.flat(2)));
			expect([...many.ranges()]).toEqual([...one.ranges()]);
			for (let n = 0; n < 70; n++) expect(one.covers(7, n, n + 2)).toBe(isIn(pairs, n) && isIn(pairs, n + 1));
		}),
	);
});

function isIn(pairs: readonly number[], n: number): boolean {
	return numbers(pairs).has(n);
}

test('[I8] what is missing, and what lies below a clock, are cut at the number', () => {
	fc.assert(
		fc.property(ranges, ranges, fc.nat(70), (one, other, limit) => {
			const [mine, known] = [sorted(one.flat()), sorted(other.flat())];
			const missing = without(mine, known);
			expect(isTidy(missing)).toBe(true);
			expect(numbers(missing)).toEqual(numbers(mine).difference(numbers(known)));
			expect(missing === mine).toBe(numbers(mine).isDisjointFrom(numbers(known)));
			const cut = below(mine, limit);
			expect(isTidy(cut)).toBe(true);
			expect(numbers(cut)).toEqual(new Set([...numbers(mine)].filter((n) => n < limit)));
		}),
	);
});

test('[I8] deletions read back as they were written, and those of a stranger in any order', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.maxSafeNat(), ranges)), (clients) => {
			const deletes = new DeleteSet();
			const writer = new Writer(0);
			writer.uint(clients.length);
			for (const [client, pairs] of clients) {
				writer.uint(client);
				writer.uint(pairs.length);
				for (const [from = 0, to = 0] of pairs) {
					deletes.add(client, from, to);
					writer.uint(from);
					writer.uint(to - from);
				}
			}
			const again = new Writer(0);
			deletes.write(again);
			for (const bytes of [writer.written(), again.written()]) {
				const reader = new Reader(bytes);
				const read = new DeleteSet();
				for (const { client, ranges: found } of readDeleted(reader)) read.addRanges(client, found);
				expect(reader.fault).toBeNull();
				expect(new Set(read.ranges())).toEqual(new Set(deletes.ranges()));
			}
		}),
	);
});

test('[I9] deletions from back to front cost no more than sorting them', () => {
	const [few = 0, many = 0] = [25_000, 100_000].map((count) => {
		const writer = new Writer(0);
		for (const number of [1, 7, count]) writer.uint(number);
		for (let i = count; i > 0; i--) {
			writer.uint(2 * i);
			writer.uint(1);
		}
		const bytes = writer.written();
		return Math.min(...Array.from({ length: 5 }, () => millisecondsToTake(bytes)));
	});
	expect(many).toBeLessThan(11 * Math.max(few, 4)); // one by one it would be 16 times as much
});

function millisecondsToTake(bytes: Uint8Array): number {
	const start = performance.now();
	const deletes = new DeleteSet();
	for (const { client, ranges: found } of readDeleted(new Reader(bytes))) deletes.addRanges(client, found);
	return performance.now() - start;
}
