// Texts in updates are counted, not made: a clock counts UTF-16 units, and a text that is no UTF-8 stops every reader that decodes it.
// Refused: TextDecoder (a string per typed letter, thrown away at once).

/** What stands behind the last byte: no byte at all. */
const END = 256;

/** How many UTF-16 units the UTF-8 between two offsets has; -1 where it is not UTF-8 (surrogates and overlong forms are not). */
export function unitsOf(bytes: Uint8Array, from: number, to: number): number {
	let at = from;
	while (at < to && (bytes[at] ?? END) < 0x80) at++;
	let units = at - from;
	while (at < to) {
		const length = sequenceLength(bytes, at, to);
		if (length < 0) return -1;
		at += length;
		units += length === 4 ? 2 : 1;
	}
	return units;
}

/** Offset of the first character that begins at or behind `units` UTF-16 units, in UTF-8 that was checked before. */
export function offsetOfUnit(bytes: Uint8Array, from: number, to: number, units: number): number {
	let at = from;
	let left = units;
	while (left > 0 && at < to) {
		const length = Math.max(1, sequenceLength(bytes, at, to));
		at += length;
		left -= length === 4 ? 2 : 1;
	}
	return at;
}

/** Bytes of the character at `at`; -1 where none is. */
function sequenceLength(bytes: Uint8Array, at: number, to: number): number {
	const lead = bytes[at] ?? END;
	if (lead < 0x80) return 1;
	if (lead < 0xc2 || lead > 0xf4) return -1;
	const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
	if (at + length > to) return -1;
	const second = bytes[at + 1] ?? END;
	if (second < lowestSecond(lead) || second > highestSecond(lead)) return -1;
	for (let i = 2; i < length; i++) {
		const next = bytes[at + i] ?? END;
		if (next < 0x80 || next > 0xbf) return -1;
	}
	return length;
}

function lowestSecond(lead: number): number {
	if (lead === 0xe0) return 0xa0;
	return lead === 0xf0 ? 0x90 : 0x80;
}

function highestSecond(lead: number): number {
	if (lead === 0xed) return 0x9f;
	return lead === 0xf4 ? 0x8f : 0xbf;
}
