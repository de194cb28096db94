// The checksum of a row: CRC-32 of its bytes, begun with its number, so that a row in the wrong place is noticed like a rotten one. It is on
// the disk for good.

import { crc32 } from 'node:zlib';

/** CRC-32 of a row's bytes and number. */
export function rowCheck(content: Uint8Array, seq: number): number {
	return crc32(content, seq >>> 0);
}
