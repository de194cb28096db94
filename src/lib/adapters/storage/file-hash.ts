// Whether bytes are what their name says. The browser's own SHA-256 where there is one, because a photograph of 20 MB takes our own a fifth of
// a second of the page; ours on http over a LAN address, where `crypto.subtle` is absent.

import { bytesToHex } from '@noble/hashes/utils.js';

/** Whether `sha256` (hex) is the hash of `bytes`. */
export async function isContentOf(sha256: string, bytes: Uint8Array): Promise<boolean> {
	const { subtle } = globalThis.crypto as Partial<Crypto>;
	if (subtle === undefined) {
		const { sha256Hex } = await import('#lib/core/json/hash.ts');
		return sha256Hex(bytes) === sha256;
	}
	// Bytes of ours never stand on shared memory, which is what the type leaves open.
	const digest = await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
	return bytesToHex(new Uint8Array(digest)) === sha256;
}
