// An emoji is two code units, and a browser that swaps one emoji for another in an editable element reports the half that differs. Yjs
// replaces both halves by U+FFFD when an item is split there, and half a pair cannot be encoded at all: so no change may begin or
// end inside a pair, and none may insert a lone half. Refused: repairing the text afterwards (it has been sent by then).

export interface TextChange {
	readonly from: number;
	readonly to: number;
	readonly insert: string;
}

const LONE_HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The same change with whole characters at both ends and in between; `slice` reads the text before it. Removing half a pair removes it all. */
export function wholeCharacters(change: TextChange, slice: (from: number, to: number) => string): TextChange {
	let { from, to, insert } = change;
	if (insidePair(slice, from)) {
		from -= 1;
		insert = slice(from, from + 1) + insert;
	}
	if (insidePair(slice, to)) {
		insert += slice(to, to + 1);
		to += 1;
	}
	return { from, to, insert: insert.replace(LONE_HALF, '') };
}

function insidePair(slice: (from: number, to: number) => string, at: number): boolean {
	return at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(slice(at - 1, at + 1));
}
