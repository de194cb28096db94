// Capabilities and lists of revoked ones: a vector for good, what is signed is read again, and everything forged is refused with its reason.

import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromBase64url } from '#lib/core/keys/base64url.ts';
import { keyPairFrom } from '#lib/core/keys/key-pair.ts';
import { thumbprint } from '#lib/core/keys/thumbprint.ts';
import { readCapability, timeFault, writeCapability, type Capability } from '#lib/wire/capability.ts';
import { readRevoked, writeRevoked } from '#lib/wire/revoked.ts';
import { verifyEd25519 } from '../../server/relay/ed25519.ts';
import { FORGERIES } from '../support/relay-forgeries.ts';
import { RelayLab, base64url, jws, secondsNow } from '../support/relay-lab.ts';

/** The key pair of RFC 8037, appendix A. */
const seed = fromBase64url('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A') ?? new Uint8Array();
const { publicKey } = keyPairFrom(seed);
const key = createPrivateKey({
	key: {
		kty: 'OKP',
		crv: 'Ed25519',
		d: base64url(seed),
		x: base64url(publicKey),
	},
	format: 'jwk',
});
const signed = (bytes: Uint8Array): Uint8Array => sign(null, bytes, key);
const lab = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

const CAPABILITY: Capability = {
	lab,
	scope: { kind: 'path', id: '01980f7e-0000-7000-8000-000000000001' },
	role: 'reviewer',
	jti: 'c-1',
	iat: 1_750_000_000,
	exp: 1_760_000_000,
	name: '林 Lin',
	sub: 'A'.repeat(43),
};
/** For good: other programs made such ones. */
const VECTOR = [
	'eyJhbGciOiJFZERTQSIsInR5cCI6InBhdGhib29rK2p3dCIsImp3ayI6eyJrdHkiOiJPS1AiLCJjcnYiOiJFZDI1NTE5Iiwi',
	'eCI6IjExcVlBWUt4Q3JmVlNfN1R5V1FIT2c3aGN2UGFwaU1scndJYWFQY0hVUm8ifX0.',
	'eyJsYWIiOiJrUHJLX3FteFZXYVlWQTl3d0JGNkl1bzN2Vnp6N1R4SENUd1hCeWdyUzRrIiwicm9sZSI6InJldmlld2VyIiwi',
	'anRpIjoiYy0xIiwiaWF0IjoxNzUwMDAwMDAwLCJleHAiOjE3NjAwMDAwMDAsIm5hbWUiOiLmnpcgTGluIiwic3ViIjoiQUFB',
	'QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQSIsInNjb3BlIjoicGF0aC8wMTk4MGY3ZS0wMDAwLTcw',
	'MDAtODAwMC0wMDAwMDAwMDAwMDEifQ.',
	'Fvgo5JIThs_G7My3PjW4DthBPNvYg0jYsN4Gu2ZqhVkxKSWPpn0hDUDhEMr5brBHTDGIjIDDiMH7P-0KN5H3BQ',
].join('');
const at = (now: number): { now: number; verify: typeof verifyEd25519 } => ({ now, verify: verifyEd25519 });
const inTime = at(1_755_000_000_000);

test('[Q6] a capability that was ever written is read again', () => {
	expect(thumbprint(publicKey)).toBe(lab);
	expect(readCapability(VECTOR, inTime)).toEqual({ ok: true, value: CAPABILITY });
	const written = writeCapability(CAPABILITY, publicKey, signed);
	expect(written).toBe(VECTOR);
	const whole: Capability = { lab, scope: { kind: 'lab' }, role: 'owner', jti: 'c-2', iat: 1_750_000_000 };
	expect(readCapability(writeCapability(whole, publicKey, signed), inTime)).toEqual({
		ok: true,
		value: whole,
	});
});

test('[Q7] it counts from five minutes before it was issued until it expires', () => {
	const { iat, exp = 0 } = CAPABILITY;
	expect(readCapability(VECTOR, at((iat - 300) * 1000)).ok).toBe(true);
	expect(readCapability(VECTOR, at((iat - 300) * 1000 - 1))).toEqual({ ok: false, error: 'from_future' });
	expect(readCapability(VECTOR, at(exp * 1000 - 1)).ok).toBe(true);
	expect(readCapability(VECTOR, at(exp * 1000))).toEqual({ ok: false, error: 'expired' });
	expect(timeFault({ ...CAPABILITY, exp: undefined }, 9e15)).toBeUndefined();
});

test('[Q8] claims that nobody knows count for nothing', () => {
	const own = new RelayLab();
	const read = readCapability(own.capability({ admin: true, paths: ['*'] }), at(Date.now()));
	expect(read.ok && Object.keys(read.value).toSorted()).toEqual(['iat', 'jti', 'lab', 'role', 'scope']);
});

describe('[Q9] forged or wrong', () => {
	const [attacked, own] = [new RelayLab(), new RelayLab()];
	test.each(FORGERIES)('$name', ({ token }) => {
		expect(readCapability(token(attacked, own), at(Date.now())).ok).toBe(false);
	});

	test('the reasons are told apart', () => {
		const reason = (text: string): unknown => {
			const read = readCapability(text, at(Date.now()));
			return read.ok ? undefined : read.error;
		};
		const good = attacked.capability();
		expect(reason(good)).toBeUndefined();
		expect(reason(`${good}A`.padEnd(5_000, 'A'))).toBe('too_large');
		expect(reason('a.b')).toBe('malformed');
		expect(reason(jws({ ...attacked.header(), alg: 'none' }, attacked.claims(), attacked.key))).toBe(
			'wrong_header',
		);
		expect(reason(jws(attacked.header(), attacked.claims(), own.key))).toBe('forged');
		expect(reason(jws(own.header(), attacked.claims(), own.key))).toBe('wrong_key');
		expect(reason(attacked.capability({ role: 'admin' }))).toBe('wrong_claims');
		expect(reason(attacked.capability({ exp: secondsNow() - 1 }))).toBe('expired');
		expect(reason(attacked.capability({ iat: secondsNow() + 400 }))).toBe('from_future');
	});
});

describe('[Q10] lists of revoked capabilities', () => {
	test('are read again, and are for their own lab alone', () => {
		const list = { lab, version: 3, ids: ['c-1', '第二'] };
		const text = writeRevoked(list, publicKey, signed);
		expect(readRevoked(text, verifyEd25519)).toEqual({ ok: true, value: list });
		const [one, other] = [new RelayLab(), new RelayLab()];
		expect(readRevoked(one.revoked([], 0), verifyEd25519).ok).toBe(true);
		expect(readRevoked(other.revoked(['a'], 1, { lab: one.id }), verifyEd25519)).toEqual({
			ok: false,
			error: 'wrong_key',
		});
		expect(readRevoked(one.capability(), verifyEd25519)).toEqual({ ok: false, error: 'wrong_header' });
		expect(readCapability(one.revoked(['a'], 1), at(Date.now()))).toEqual({
			ok: false,
			error: 'wrong_header',
		});
	});

	test.for<Record<string, unknown>>([
		{ v: -1 },
		{ v: 1.5 },
		{ v: '1' },
		{ v: undefined },
		{ revoked: 'a' },
		{ revoked: [1] },
		{ revoked: [''] },
		{ revoked: undefined },
		{ lab: undefined },
	])('with %o are refused', (over) => {
		expect(readRevoked(new RelayLab().revoked(['a'], 1, over), verifyEd25519)).toEqual({
			ok: false,
			error: 'wrong_claims',
		});
	});

	test('of more than a megabyte are refused', () => {
		const ids = Array.from({ length: 20_000 }, (_, n) => `${n}`.padStart(40, 'a'));
		const one = new RelayLab();
		expect(readRevoked(one.revoked(ids, 1), verifyEd25519)).toEqual({ ok: false, error: 'too_large' });
		expect(readRevoked(one.revoked(ids.slice(0, 15_000), 1), verifyEd25519).ok).toBe(true);
	});
});
