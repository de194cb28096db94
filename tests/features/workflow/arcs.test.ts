// The graph beside the list of protocols.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arcPath, arcs, lanes } from '#lib/features/workflow/arcs.ts';

test('[V12] what leads on stands right, what leads back left, and a link given twice once', () => {
	const all = arcs(
		[1, 2, 5],
		[
			{ from: 1, to: 2 },
			{ from: 2, to: 1 },
			{ from: 1, to: 2 },
			{ from: 5, to: 5 },
			{ from: 1, to: 9 },
		],
	);
	expect(all.map(({ from, to, side }) => `${from}>${to} ${side}`).toSorted()).toEqual([
		'0>1 right',
		'1>0 left',
		'2>2 right',
	]);
});

test('[V12] arcs that overlap on one side have lanes of their own, and none is missing', () => {
	const link = fc.record({ from: fc.nat(11), to: fc.nat(11) });
	fc.assert(
		fc.property(fc.array(link, { maxLength: 40 }), (links) => {
			const rows = Array.from({ length: 12 }, (_, index) => index);
			const all = arcs(rows, links);
			expect(all).toHaveLength(new Set(links.map(({ from, to }) => `${from} ${to}`)).size);
			for (const [index, a] of all.entries()) {
				expect(a.lane).toBeLessThan(lanes(all, a.side));
				for (const b of all.slice(index + 1)) {
					if (a.side !== b.side || a.lane !== b.lane) continue;
					const apart =
						Math.max(a.from, a.to) < Math.min(b.from, b.to) ||
						Math.max(b.from, b.to) < Math.min(a.from, a.to);
					expect(apart).toBe(true);
				}
			}
		}),
		{ seed: 12, numRuns: 200 },
	);
});

test('[V12] short arcs stand inside long ones', () => {
	const all = arcs(
		[0, 1, 2, 3],
		[
			{ from: 0, to: 3 },
			{ from: 1, to: 2 },
		],
	);
	expect(all.map(({ from, lane }) => [from, lane])).toEqual([
		[1, 0],
		[0, 1],
	]);
	expect(arcPath({ from: 0, to: 3, side: 'right', lane: 1 }, { row: 60, lane: 12 })).not.toContain('NaN');
});
