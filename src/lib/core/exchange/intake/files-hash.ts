// By what an import is recognised when it comes again: the contents alone, names and order aside. A byte order mark is not part of a text,
// so that files imported as texts before are recognised by their bytes too.

import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { sha256Hex } from '#lib/core/json/hash.ts';

/** SHA-256 (hex) of files that came together: of one file its own, of several that of their sorted hashes, one a line. */
export function hashOfBytes(files: readonly NamedBytes[]): string {
	const hashes = files.map(({ bytes }) => sha256Hex(withoutMark(bytes))).sort();
	const [only, ...others] = hashes;
	return only !== undefined && others.length === 0 ? only : sha256Hex(hashes.join('\n'));
}

function withoutMark(bytes: Uint8Array): Uint8Array {
	return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
