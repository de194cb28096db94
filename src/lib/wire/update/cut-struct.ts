// A struct of which the first clocks are known already, written again without them. Rare: two devices sent the same edits in different
// portions. Refused: Y.diffUpdate (it builds the whole update to cut one struct, and brings Yjs into the relay's main thread).

import { readOverAny } from './any-value.ts';
import { HAS_ORIGIN, HAS_RIGHT_ORIGIN, KIND, StructReader } from './struct-reader.ts';
import { offsetOfUnit } from './text-units.ts';
import type { Writer } from './writer.ts';

/** UTF-8 of U+FFFD, which stands where half a surrogate pair was cut off, as in Yjs. */
const REPLACEMENT = Uint8Array.of(0xef, 0xbf, 0xbd);

/** Writes the struct at an offset, which has this client and clock, without its first `known` clocks; answers where it ended. */
export function writeCut(
	writer: Writer,
	update: Uint8Array,
	at: number,
	client: number,
	clock: number,
	known: number,
): number {
	const reader = new StructReader(update);
	reader.at = at;
	reader.struct(client, clock);
	const end = reader.at;
	const { kind, length, contentFrom } = reader;
	if (kind === KIND.gc) writer.uint(kind);
	else writeOrigins(writer, new StructReader(update), at, client, clock + known - 1);
	reader.at = contentFrom;
	if (kind === KIND.text) writeText(writer, reader, end, known);
	else if (kind === KIND.any || kind === KIND.json) {
		reader.uint();
		for (let i = 0; i < known; i++) {
			if (kind === KIND.any) readOverAny(reader, 0);
			else reader.text();
		}
		writer.uint(length - known);
		writer.bytes(update, reader.at, end);
	} else writer.uint(length - known);
	return end;
}

/** The rest builds on what was cut off; what is to its right stays. */
function writeOrigins(writer: Writer, reader: StructReader, at: number, client: number, clock: number): void {
	reader.at = at;
	const info = reader.byte();
	writer.byte(info | HAS_ORIGIN);
	writer.uint(client);
	writer.uint(clock);
	if ((info & HAS_ORIGIN) !== 0) {
		reader.uint();
		reader.uint();
	}
	if ((info & HAS_RIGHT_ORIGIN) === 0) return;
	writer.uint(reader.uint());
	writer.uint(reader.uint());
}

function writeText(writer: Writer, reader: StructReader, end: number, known: number): void {
	reader.text();
	const { bytes, textFrom } = reader;
	const from = offsetOfUnit(bytes, textFrom, end, known);
	const isHalf = offsetOfUnit(bytes, textFrom, end, known + 1) === from;
	writer.uint(end - from + (isHalf ? REPLACEMENT.length : 0));
	if (isHalf) writer.bytes(REPLACEMENT, 0, REPLACEMENT.length);
	writer.bytes(bytes, from, end);
}
