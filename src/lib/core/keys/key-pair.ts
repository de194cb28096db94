// Ed25519 keys from given chance. Import this file lazily: it brings the curve, and only the first run of a device needs it.
// @noble/curves and not WebCrypto: `crypto.subtle` is absent on http over a LAN address.

import { ed25519 } from '@noble/curves/ed25519.js';

export interface KeyPair {
	/** 32 bytes, the seed of RFC 8032. Never shown, logged or sent. */
	readonly privateKey: Uint8Array;
	/** 32 bytes. */
	readonly publicKey: Uint8Array;
}

/** The key pair of 32 random bytes; throws on another length. */
export function keyPairFrom(seed: Uint8Array): KeyPair {
	if (seed.length !== 32) throw new RangeError('an Ed25519 key is made of 32 bytes');
	return { privateKey: seed.slice(), publicKey: ed25519.getPublicKey(seed) };
}
