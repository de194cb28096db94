// Signatures are checked with node:crypto: thirty times faster than the curve in JavaScript that a page over plain http has to use, and
// as strict (a second spelling of a signature is none).

import { createPublicKey, verify } from 'node:crypto';
import { toBase64url } from '#lib/core/keys/base64url.ts';

/** Whether the signature (64 bytes) over `bytes` is of the key (32 bytes); false for what is no key. */
export function verifyEd25519(publicKey: Uint8Array, signature: Uint8Array, bytes: Uint8Array): boolean {
	try {
		const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64url(publicKey) };
		return verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), signature);
	} catch {
		return false; // a key that is no point of the curve
	}
}
