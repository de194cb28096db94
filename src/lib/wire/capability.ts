// What somebody may do in a lab: a statement that the lab's own key signed, carried by whoever was given the link. Nobody's capability can
// make another one, an owner's neither, because the lab is named by the key that signs. Claims that are not known count for nothing.

import * as z from 'zod/mini';
import type { JsonObject } from '#lib/core/json/json.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { readJws, writeJws, type JwsFault, type Sign, type Verify } from './jws.ts';
import { ROLES, type Role } from './roles.ts';

export type Scope = { readonly kind: 'lab' } | { readonly kind: 'path'; readonly id: string };

export type Capability = {
	/** Thumbprint of the lab's key. */
	readonly lab: string;
	readonly scope: Scope;
	readonly role: Role;
	/** What a revocation names it by. */
	readonly jti: string;
	/** Seconds since 1970, as `exp`. */
	readonly iat: number;
	readonly exp?: number;
	/** What the member is called, where the capability was given to one. */
	readonly name?: string;
	/** Thumbprint of the member's key. */
	readonly sub?: string;
};

/** `wrong_key`: signed, but not by the lab it speaks of. `from_future`: issued more than five minutes ahead of this clock. */
export type CapabilityFault = JwsFault | 'wrong_claims' | 'wrong_key' | TimeFault;
export type TimeFault = 'from_future' | 'expired';

export const CAPABILITY_TYP = 'pathbook+jwt';
const MAX_BYTES = 4_096;
const AHEAD = 300;

const Seconds = z.number().check(z.nonnegative(), z.lte(Number.MAX_SAFE_INTEGER));
const Thumbprint = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const Claims = z.object({
	lab: Thumbprint,
	scope: z.string().check(z.regex(/^(lab|path\/[A-Za-z0-9_-]{1,64})$/)),
	role: z.enum(ROLES),
	jti: z.string().check(z.minLength(1), z.maxLength(200)),
	iat: Seconds,
	exp: z.optional(Seconds),
	name: z.optional(z.string().check(z.maxLength(200))),
	sub: z.optional(Thumbprint),
});

/** `now` in milliseconds since 1970. */
export type Reading = { readonly now: number; readonly verify: Verify };

/** Reads a capability that its lab signed and that counts now. */
export function readCapability(text: string, { now, verify }: Reading): Result<Capability, CapabilityFault> {
	const statement = readJws(text, { typ: CAPABILITY_TYP, maxBytes: MAX_BYTES, verify });
	if (!statement.ok) return statement;
	const read = Claims.safeParse(statement.value.claims);
	if (!read.success) return err('wrong_claims');
	if (read.data.lab !== statement.value.signer) return err('wrong_key');
	const { scope, ...claims } = read.data;
	const capability: Capability = { ...claims, scope: scopeOf(scope) };
	const fault = timeFault(capability, now);
	return fault === undefined ? ok(capability) : err(fault);
}

/** Why a capability that was read does not count at `now` (milliseconds); undefined where it does. */
export function timeFault(capability: Capability, now: number): TimeFault | undefined {
	if (capability.exp !== undefined && capability.exp * 1000 <= now) return 'expired';
	return (capability.iat - AHEAD) * 1000 > now ? 'from_future' : undefined;
}

/** Signs a capability with the lab's key; `publicKey` must be the one that `capability.lab` is the thumbprint of. */
export function writeCapability(capability: Capability, publicKey: Uint8Array, sign: Sign): string {
	const { scope, ...claims } = capability;
	const written: JsonObject = { ...claims, scope: scope.kind === 'lab' ? 'lab' : `path/${scope.id}` };
	return writeJws(written, CAPABILITY_TYP, publicKey, sign);
}

function scopeOf(text: string): Scope {
	return text === 'lab' ? { kind: 'lab' } : { kind: 'path', id: text.slice('path/'.length) };
}
