// Content addresses. @noble/hashes and not WebCrypto: `crypto.subtle` is absent on http over a LAN address, and it is asynchronous, so
// that a hash could not be checked inside a transaction.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalize } from './jcs.ts';
import type { Json } from './json.ts';

/** SHA-256 in 64 lower-case hex digits; a text is hashed as its UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
	return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data));
}

/** The content address of a value: SHA-256, hex, of its canonical JSON. */
export function contentHash(value: Json): string {
	return sha256Hex(canonicalize(value));
}
