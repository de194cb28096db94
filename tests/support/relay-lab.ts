// Labs, their capabilities and revocations, made with node:crypto from the contract alone, so that what the relay verifies was not written by
// the code that it verifies with. What is forged is in relay-forgeries.ts.

import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign, type KeyObject } from 'node:crypto';

export type Role = 'reader' | 'reviewer' | 'editor' | 'owner';
export const ROLES: readonly Role[] = ['reader', 'reviewer', 'editor', 'owner'];

/** Claims as they are signed: any of them may be wrong on purpose. */
export type Claims = Readonly<Record<string, unknown>>;

export type PublicJwk = { readonly kty: string; readonly crv: string; readonly x: string };

export const base64url = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64url');
export const secondsNow = (): number => Math.floor(Date.now() / 1000);

/** RFC 7638: the SHA-256 of the key's members in alphabetical order, without blanks. */
export function thumbprintOf({ crv, kty, x }: PublicJwk): string {
	return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

/** A compact JWS from whatever header and payload, which may be given as text. */
export function jws(header: unknown, payload: unknown, key: KeyObject): string {
	const text = (part: unknown): string => (typeof part === 'string' ? part : JSON.stringify(part));
	const signed = `${base64url(text(header))}.${base64url(text(payload))}`;
	return `${signed}.${base64url(sign(null, Buffer.from(signed), key))}`;
}

/** A key pair whose thumbprint is the lab's name, and what such a lab signs. */
export class RelayLab {
	readonly id: string;
	readonly jwk: PublicJwk;
	readonly key: KeyObject;

	constructor() {
		const { publicKey, privateKey } = generateKeyPairSync('ed25519');
		const { x } = publicKey.export({ format: 'jwk' });
		if (x === undefined) throw new Error('a public key without x');
		this.jwk = { kty: 'OKP', crv: 'Ed25519', x };
		this.key = privateKey;
		this.id = thumbprintOf(this.jwk);
	}

	header(typ = 'pathbook+jwt'): Record<string, unknown> {
		return { alg: 'EdDSA', typ, jwk: this.jwk };
	}

	/** Whole claims of an editor of the lab, signed now, with others put over them; `undefined` takes one away. */
	claims(over: Claims = {}): Record<string, unknown> {
		return {
			lab: this.id,
			scope: 'lab',
			role: 'editor',
			jti: randomUUID(),
			iat: secondsNow(),
			...over,
		};
	}

	/** A capability as the contract wants it. */
	capability(over: Claims = {}): string {
		return jws(this.header(), this.claims(over), this.key);
	}

	/** A signed list of revoked capabilities. */
	revoked(ids: readonly string[], v: number, over: Claims = {}): string {
		return jws(this.header('pathbook-revoked+jwt'), { lab: this.id, v, revoked: ids, ...over }, this.key);
	}
}

/** An id of 22 characters, as rooms have. */
export const randomId = (): string => randomBytes(16).toString('base64url');

export const ROOM_KINDS = ['index', 'path', 'review', 'record'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** The room's name within `/sync/`. */
export function roomOf(lab: string, kind: RoomKind, id: string): string {
	if (kind === 'index') return `${lab}/index`;
	if (kind === 'record') return `${lab}/record/${id}`;
	return `${lab}/path/${id}${kind === 'review' ? '/review' : ''}`;
}
