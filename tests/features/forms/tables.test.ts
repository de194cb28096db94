// Tables: what is pasted, and the rows under which they are edited.

import { describe, expect, test } from 'vitest';
import type { Json } from '#lib/core/json/json.ts';
import { FieldEntry } from '#lib/core/path/entries.ts';
import type { Row } from '#lib/core/path/snapshot.ts';
import { formRows } from '#lib/features/notebook/forms/form-rows.ts';
import { layOver, readCells } from '#lib/features/notebook/forms/spreadsheet.ts';

const COLUMNS = [
	{ id: 'core', title: 'Core' },
	{ id: 'mass', title: 'Mass' },
	{ id: 'note', title: 'Note' },
];

describe('pasting', () => {
	test('[V8] cells are read with quotes, line breaks in quotes, and the last line break of a sheet', () => {
		expect(readCells('a\tb\r\n"c ""x""\n2"\t\r\n')).toEqual([
			['a', 'b'],
			['c "x"\n2', ''],
		]);
		expect(readCells('5" pipe\t2')).toEqual([['5" pipe', '2']]);
	});

	test.each(['', 'one value', '3.5', 'say "x"'])('[V8] %j is a value, not a table', (text) => {
		expect(readCells(text)).toBeUndefined();
	});

	test('[V8] a heading line names the columns in any order', () => {
		const cells = readCells('Mass\tcore\n1.0\tN-01\n2.0\tN-02\n') ?? [];
		expect(layOver(cells, COLUMNS, 'note')).toEqual({
			rows: 2,
			lost: 0,
			cells: [
				{ row: 0, column: 'mass', text: '1.0' },
				{ row: 0, column: 'core', text: 'N-01' },
				{ row: 1, column: 'mass', text: '2.0' },
				{ row: 1, column: 'core', text: 'N-02' },
			],
		});
	});

	test('[V8] without headings cells go from the pasted column on, and what sticks out is counted', () => {
		const { cells, rows, lost } = layOver(readCells('1\tx\t9\n2\ty\t') ?? [], COLUMNS, 'mass');
		expect(cells.map(({ row, column, text }) => `${row} ${column} ${text}`)).toEqual([
			'0 mass 1',
			'0 note x',
			'1 mass 2',
			'1 note y',
		]);
		expect([rows, lost]).toEqual([2, 1]);
	});
});

describe('rows', () => {
	const entry = (value: string | null, cleared?: true) =>
		FieldEntry.parse({ value, by: 'p', at: 1, ...(cleared === undefined ? {} : { cleared }) });
	const row = (id: string, values: Record<string, FieldEntry>, gone = false): Row => ({
		id,
		entry: undefined,
		gone,
		values: new Map(Object.entries(values)),
	});

	test('[V10] a proposal’s rows keep their place, added ones follow, deleted ones are gone', () => {
		const base: Json = [{ core: 'A', mass: 1 }, { core: 'B' }, { core: 'C' }];
		const rows = formRows(base, [
			row('p0', { mass: entry(null, true), note: entry('wet') }),
			row('p1', {}, true),
			row('0190', { core: entry('D') }),
			row('0191', {}, true),
		]);
		expect(rows.map(({ id, values }) => [id, Object.fromEntries(values)])).toEqual([
			['p0', { core: 'A', note: 'wet' }],
			['p2', { core: 'C' }],
			['0190', { core: 'D' }],
		]);
	});

	test('[V10] without a proposal a row named like one is a row', () => {
		expect(formRows(undefined, [row('p0', { core: entry('X') })]).map(({ id }) => id)).toEqual(['p0']);
	});
});
