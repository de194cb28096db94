// Signed statements: compact JWS with exactly one kind of header. `alg`, `typ` and `jwk` are there, spelled so, and nothing else is, hence
// no algorithm to be talked into, no key to be fetched, no extension to be overlooked. Who signed is the thumbprint of the key in the header;
// whether that one may say such a thing is for the reader of each kind. The curve comes as an argument: the relay verifies with
// node:crypto, a page over plain http cannot. Refused: jose (it brings choices, and here none is to be left).

import { parseJson } from '#lib/core/json/parse.ts';
import { isObject, type JsonObject } from '#lib/core/json/json.ts';
import { fromBase64url, toBase64url } from '#lib/core/keys/base64url.ts';
import { thumbprint } from '#lib/core/keys/thumbprint.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { readUtf8, writeUtf8 } from './utf8.ts';

/** Whether `signature` (64 bytes) over `bytes` is of the Ed25519 key (32 bytes). */
export type Verify = (publicKey: Uint8Array, signature: Uint8Array, bytes: Uint8Array) => boolean;
/** The Ed25519 signature (64 bytes) over `bytes`. */
export type Sign = (bytes: Uint8Array) => Uint8Array;

/** `malformed`: no compact JWS of JSON objects. `wrong_header`: another algorithm, type, key, or anything more. */
export type JwsFault = 'too_large' | 'malformed' | 'wrong_header' | 'forged';

export type Statement = {
	/** Thumbprint of the key that signed. */
	readonly signer: string;
	readonly claims: JsonObject;
};

export type Expected = { readonly typ: string; readonly maxBytes: number; readonly verify: Verify };

/** Reads what was signed, once the signature holds. Duplicate keys and JSON that only tolerant readers take are malformed. */
export function readJws(text: string, { typ, maxBytes, verify }: Expected): Result<Statement, JwsFault> {
	if (text.length > maxBytes) return err('too_large');
	const [header = '', payload = '', signature = '', ...more] = text.split('.');
	if (header === '' || payload === '' || signature === '' || more.length > 0) return err('malformed');
	if (header.length > 1_000) return err('wrong_header');
	const head = readPart(header);
	const signatureBytes = fromBase64url(signature);
	if (head === undefined || signatureBytes === undefined) return err('malformed');
	const publicKey = keyOf(head, typ);
	if (publicKey === undefined) return err('wrong_header');
	const signed = writeUtf8(`${header}.${payload}`);
	if (signatureBytes.length !== 64 || !verify(publicKey, signatureBytes, signed)) return err('forged');
	const claims = readPart(payload);
	return claims === undefined ? err('malformed') : ok({ signer: thumbprint(publicKey), claims });
}

/** Signs claims, which must be JSON. `publicKey` (32 bytes) is the one that `sign` signs for. */
export function writeJws(claims: JsonObject, typ: string, publicKey: Uint8Array, sign: Sign): string {
	const header = { alg: 'EdDSA', typ, jwk: { kty: 'OKP', crv: 'Ed25519', x: toBase64url(publicKey) } };
	const signed = [header, claims].map((part) => toBase64url(writeUtf8(JSON.stringify(part)))).join('.');
	return `${signed}.${toBase64url(sign(writeUtf8(signed)))}`;
}

function readPart(part: string): JsonObject | undefined {
	const bytes = fromBase64url(part);
	if (bytes === undefined) return undefined;
	const text = readUtf8(bytes);
	if (text === undefined) return undefined;
	const read = parseJson(text, { maxDepth: 8, maxBytes: bytes.length });
	if (!read.ok || read.value.duplicates.length > 0 || read.value.repaired.length > 0) return undefined;
	return isObject(read.value.value) ? read.value.value : undefined;
}

function keyOf(header: JsonObject, typ: string): Uint8Array | undefined {
	const { jwk } = header;
	if (!hasExactly(header, ['alg', 'typ', 'jwk']) || !isObject(jwk) || !hasExactly(jwk, ['kty', 'crv', 'x']))
		return undefined;
	if (header['alg'] !== 'EdDSA' || header['typ'] !== typ) return undefined;
	if (jwk['kty'] !== 'OKP' || jwk['crv'] !== 'Ed25519' || typeof jwk['x'] !== 'string') return undefined;
	const publicKey = fromBase64url(jwk['x']);
	return publicKey?.length === 32 ? publicKey : undefined;
}

function hasExactly(object: JsonObject, keys: readonly string[]): boolean {
	return Object.keys(object).length === keys.length && keys.every((key) => Object.hasOwn(object, key));
}
