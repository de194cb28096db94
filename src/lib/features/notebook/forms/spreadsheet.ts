// What a spreadsheet puts on the clipboard: tabs and line breaks, cells that hold either are quoted. A first line that names the columns is
// used and left out. Refused: guessing at commas (a decimal comma is one too).

export interface Column {
	readonly id: string;
	readonly title: string;
}

/** One pasted cell: row counted from the one that was pasted into, and the column it belongs to. */
export interface PastedCell {
	readonly row: number;
	readonly column: string;
	readonly text: string;
}

/** The cells of a clipboard text, or undefined where it is a single value and no table. */
export function readCells(text: string): readonly (readonly string[])[] | undefined {
	const rows: string[][] = [[]];
	const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
	while (cell.lastIndex <= text.length) {
		const [, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
		rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
		if (end === '') break;
		if (end !== '\t') rows.push([]);
	}
	if (rows.length > 1 && rows.at(-1)?.every((value) => value === '')) rows.pop();
	const single = rows.length === 1 && rows[0]?.length === 1;
	return single ? undefined : rows;
}

/** Lays pasted cells over a table from column `at` on; what has no column is counted in `lost`. */
export function layOver(
	cells: readonly (readonly string[])[],
	columns: readonly Column[],
	at: string,
): { readonly cells: readonly PastedCell[]; readonly rows: number; readonly lost: number } {
	const first = Math.max(
		0,
		columns.findIndex(({ id }) => id === at),
	);
	const named = namedColumns(cells[0] ?? [], columns);
	const body = named === undefined ? cells : cells.slice(1);
	const target = (index: number) => (named === undefined ? columns[first + index]?.id : named[index]);
	const all = body.flatMap((row, rowIndex) =>
		row.map((text, index) => ({ row: rowIndex, column: target(index), text })),
	);
	const placed = all.flatMap(({ row, column, text }) =>
		column === undefined ? [] : [{ row, column, text }],
	);
	const lost = all.filter(({ column, text }) => column === undefined && text.trim() !== '').length;
	return { cells: placed, rows: body.length, lost };
}

/** The columns a heading line names; undefined where it names less than two, or not all of a single one. */
function namedColumns(
	line: readonly string[],
	columns: readonly Column[],
): readonly (string | undefined)[] | undefined {
	const plain = (text: string) => text.trim().toLowerCase();
	const found = line.map(
		(name) => columns.find(({ id, title }) => [plain(id), plain(title)].includes(plain(name)))?.id,
	);
	const known = found.filter((id) => id !== undefined).length;
	return known >= 2 || (known === 1 && line.length === 1) ? found : undefined;
}
