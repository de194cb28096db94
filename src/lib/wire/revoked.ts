// What a lab takes back: a signed list of capability ids. Lists are only ever added up, so an older one that comes back frees nobody.

import * as z from 'zod/mini';
import { err, ok, type Result } from '#lib/core/result.ts';
import { readJws, writeJws, type JwsFault, type Sign, type Verify } from './jws.ts';

export type Revoked = {
	/** Thumbprint of the lab's key. */
	readonly lab: string;
	/** The lab's own count of its lists. */
	readonly version: number;
	/** The `jti` of each capability. */
	readonly ids: readonly string[];
};

export type RevokedFault = JwsFault | 'wrong_claims' | 'wrong_key';

export const REVOKED_TYP = 'pathbook-revoked+jwt';
/** Bytes of a list, signed. */
export const REVOKED_MAX_BYTES = 1024 * 1024;

const Claims = z.object({
	lab: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
	v: z.int().check(z.nonnegative()),
	revoked: z.array(z.string().check(z.minLength(1), z.maxLength(200))),
});

/** Reads a list that its lab signed. */
export function readRevoked(text: string, verify: Verify): Result<Revoked, RevokedFault> {
	const statement = readJws(text, { typ: REVOKED_TYP, maxBytes: REVOKED_MAX_BYTES, verify });
	if (!statement.ok) return statement;
	const claims = Claims.safeParse(statement.value.claims);
	if (!claims.success) return err('wrong_claims');
	const { lab, v, revoked } = claims.data;
	return lab === statement.value.signer ? ok({ lab, version: v, ids: revoked }) : err('wrong_key');
}

/** Signs a list with the lab's key. */
export function writeRevoked({ lab, version, ids }: Revoked, publicKey: Uint8Array, sign: Sign): string {
	return writeJws({ lab, v: version, revoked: ids }, REVOKED_TYP, publicKey, sign);
}
