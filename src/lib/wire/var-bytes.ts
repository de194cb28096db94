// Numbers and byte runs as lib0 writes them (7 bits to a byte, lowest first), read without trusting them. Refused: lib0's decoder (it
// throws, and looks for the end only where a typed array cannot be made).

/** Where reading stands; `at` moves. */
export type Cursor = { readonly bytes: Uint8Array; at: number };

/** The next unsigned number up to 2^53 - 1; -1 where the bytes end first or it is larger. */
export function readVarUint(cursor: Cursor): number {
	const { bytes } = cursor;
	let value = 0;
	let unit = 1;
	for (let length = 0; length < 8; length++) {
		const byte = bytes[cursor.at];
		if (byte === undefined) return -1;
		cursor.at++;
		value += (byte & 0x7f) * unit;
		if (byte < 0x80) return Number.isSafeInteger(value) ? value : -1;
		unit *= 128;
	}
	return -1;
}

/** The next run of bytes with its length before it, as a view and no copy; undefined where there are not so many. */
export function readVarBytes(cursor: Cursor): Uint8Array | undefined {
	const length = readVarUint(cursor);
	if (length < 0 || length > cursor.bytes.length - cursor.at) return undefined;
	const start = cursor.at;
	cursor.at += length;
	return cursor.bytes.subarray(start, cursor.at);
}

/** How many bytes a number takes. */
export function varUintLength(value: number): number {
	let length = 1;
	for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
	return length;
}

/** Writes a number at `at`; answers where it ends. */
export function writeVarUint(bytes: Uint8Array, at: number, value: number): number {
	let rest = value;
	let end = at;
	while (rest >= 128) {
		bytes[end++] = 0x80 | (rest % 128);
		rest = Math.floor(rest / 128);
	}
	bytes[end++] = rest;
	return end;
}
