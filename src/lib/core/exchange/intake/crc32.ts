// The checksum of ZIP archives (CRC-32, ISO 3309): fflate unpacks without comparing it. Refused: a table in the module (nothing lives
// in a module); a reader makes one and carries it.

/** A function that goes on from the checksum of what came before (0 at the beginning). */
export function crc32(): (bytes: Uint8Array, before?: number) => number {
	const table = new Uint32Array(256);
	for (let at = 0; at < 256; at += 1) {
		let value = at;
		for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
		table[at] = value;
	}
	return (bytes, before = 0) => {
		let value = ~before;
		for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 255] ?? 0);
		return ~value >>> 0;
	};
}
