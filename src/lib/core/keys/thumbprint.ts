// Labs and members are named by their keys, so that a name needs nobody to hand it out and nobody can take another's: the RFC 7638
// thumbprint of an Ed25519 public key. Apart from key-pair.ts, because reading an identity needs no curve (30 kB).

import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toBase64url } from './base64url.ts';

/** RFC 7638 thumbprint of a 32-byte Ed25519 public key: SHA-256, 43 base64url characters. */
export function thumbprint(publicKey: Uint8Array): string {
	// The required members of an OKP key (RFC 8037), in lexicographic order, without spaces.
	const jwk = `{"crv":"Ed25519","kty":"OKP","x":"${toBase64url(publicKey)}"}`;
	return toBase64url(sha256(utf8ToBytes(jwk)));
}
