// A file with a thousand unknown keys says one thing, in a thousand places.

import { expect, test } from 'vitest';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import { groupLines, reportText } from '#lib/features/importing/report-groups.ts';

const line = (rule: ReportLine['rule'], pointer: string, step = ''): ReportLine => ({
	file: 'a.json',
	pointer,
	rule,
	data: { step },
});
const words = ({ rule, data }: ReportLine): string => `${rule} ${JSON.stringify(data['step'])}`;

test('[B14] lines that say the same are one group, in the order of their first', () => {
	const lines = [
		line('unknown_step', '/1', 'a'),
		...Array.from({ length: 1000 }, (_, at) => line('unknown_key', `/k/${at}`)),
		line('unknown_step', '/2', 'b'),
	];
	const groups = groupLines(lines, words);
	expect(groups.map(({ words: said, alike, lines: { length } }) => [said, alike, length])).toEqual([
		['unknown_step "a"', false, 2],
		['unknown_key ""', true, 1000],
	]);
	expect(groups.flatMap((group) => group.lines)).toHaveLength(lines.length);
});

test('[B14] the saved report has every line with its place and its sentence', () => {
	const text = reportText(
		'aira',
		{ kept: [line('unknown_key', '/k')], changed: [], lost: [line('sha1_differs', '')] },
		words,
	);
	expect(JSON.parse(text)).toEqual({
		source: 'aira',
		kept: [{ file: 'a.json', pointer: '/k', rule: 'unknown_key', message: 'unknown_key ""' }],
		changed: [],
		lost: [{ file: 'a.json', pointer: '', rule: 'sha1_differs', message: 'sha1_differs ""' }],
	});
});
