// Where something stands in a text, for people: lines and columns count from 1, columns in UTF-16 units as editors of the web do.
// A finder indexes the line starts once, on first use, so that a text with thousands of remarks is still read in linear time.
// Refused: counting lines up to the offset for every remark (quadratic in hostile texts).

/** Line and column from 1, offset from 0 in UTF-16 units. */
export interface Place {
	readonly line: number;
	readonly column: number;
	readonly offset: number;
}

/** Gives places in `text`; `\n`, `\r\n` and `\r` end a line. Offsets outside the text are moved to its nearest end. */
export function placeFinder(text: string): (offset: number) => Place {
	let starts: number[] | null = null;
	return (offset) => {
		starts ??= lineStarts(text);
		const inside = Math.max(0, Math.min(offset, text.length));
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((starts[middle] ?? 0) <= inside) low = middle;
			else high = middle - 1;
		}
		return { line: low + 1, column: inside - (starts[low] ?? 0) + 1, offset: inside };
	};
}

function lineStarts(text: string): number[] {
	const starts = [0];
	for (const found of text.matchAll(/\r\n|\n|\r/g)) starts.push(found.index + found[0].length);
	return starts;
}
