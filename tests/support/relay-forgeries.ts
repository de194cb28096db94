// Capabilities that must open nothing, each with what is wrong as its name: forged, expired, changed after signing, or written in a way that two
// readers could read differently. Made for a lab by somebody who has a key of their own and whatever capability the lab once gave them.

import { createHmac, randomUUID } from 'node:crypto';
import { base64url, jws, secondsNow, type RelayLab } from './relay-lab.ts';

export type Forgery = {
	readonly name: string;
	/** `lab` is attacked; `own` is the attacker's. */
	readonly token: (lab: RelayLab, own: RelayLab) => string;
};

const B64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function parts(token: string): [string, string, string] {
	const [header = '', payload = '', signature = ''] = token.split('.');
	return [header, payload, signature];
}

/** The capability with another payload under its old header and signature. */
function changed(token: string, over: Record<string, unknown>): string {
	const [header, payload, signature] = parts(token);
	const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
	if (typeof claims !== 'object') throw new Error('no claims');
	return `${header}.${base64url(JSON.stringify({ ...claims, ...over }))}.${signature}`;
}

/** The last character of 64 bytes in base64url has four bits that mean nothing: sets one of them. */
function otherEnding(token: string): string {
	const last = B64.indexOf(token.slice(-1));
	return `${token.slice(0, -1)}${B64[last ^ 1] ?? ''}`;
}

function withHeader(lab: RelayLab, over: Record<string, unknown>, typ?: string): string {
	return jws({ ...lab.header(typ), ...over }, lab.claims(), lab.key);
}

const KEYS: Forgery[] = [
	{
		name: 'signed by another key, the lab’s in the header',
		token: (lab, own) => jws(lab.header(), lab.claims(), own.key),
	},
	{
		name: 'another key in the header, the lab in the claims',
		token: (lab, own) => jws(own.header(), lab.claims(), own.key),
	},
	{
		name: 'minted by the key of a member who holds an owner capability',
		token: (lab, own) => jws(own.header(), lab.claims({ role: 'owner', sub: own.id }), own.key),
	},
	{
		name: 'algorithm none, no signature',
		token: (lab) =>
			`${base64url(JSON.stringify({ ...lab.header(), alg: 'none' }))}.${base64url(JSON.stringify(lab.claims()))}.`,
	},
	{ name: 'algorithm none over a good signature', token: (lab) => withHeader(lab, { alg: 'none' }) },
	{ name: 'algorithm in small letters', token: (lab) => withHeader(lab, { alg: 'eddsa' }) },
	{ name: 'algorithm Ed25519', token: (lab) => withHeader(lab, { alg: 'Ed25519' }) },
	{ name: 'algorithm ES256', token: (lab) => withHeader(lab, { alg: 'ES256' }) },
	{
		name: 'HMAC with the public key as the secret',
		token: (lab) => {
			const header = base64url(JSON.stringify({ ...lab.header(), alg: 'HS256' }));
			const signed = `${header}.${base64url(JSON.stringify(lab.claims()))}`;
			const secret = Buffer.from(lab.jwk.x, 'base64url');
			return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
		},
	},
	{ name: 'no algorithm', token: (lab) => withHeader(lab, { alg: undefined }) },
	{ name: 'no key', token: (lab) => withHeader(lab, { jwk: undefined }) },
	{
		name: 'a key id in place of the key',
		token: (lab) => withHeader(lab, { jwk: undefined, kid: lab.id }),
	},
	{ name: 'a key id beside the key', token: (lab) => withHeader(lab, { kid: lab.id }) },
	{
		name: 'a critical extension',
		token: (lab) => withHeader(lab, { crit: ['b64'], b64: true }),
	},
	{
		name: 'the private half in the header',
		token: (lab, own) => withHeader(lab, { jwk: { ...lab.jwk, d: own.key.export({ format: 'jwk' }).d } }),
	},
	{
		name: 'a key of another curve',
		token: (lab) => withHeader(lab, { jwk: { ...lab.jwk, crv: 'Ed448' } }),
	},
	{
		name: 'a key cut short',
		token: (lab) => withHeader(lab, { jwk: { ...lab.jwk, x: lab.jwk.x.slice(0, -2) } }),
	},
	{
		name: 'a key with padding',
		token: (lab) => withHeader(lab, { jwk: { ...lab.jwk, x: `${lab.jwk.x}=` } }),
	},
];

const TYPES: Forgery[] = [
	undefined,
	'JWT',
	'pathbook+JWT',
	'application/pathbook+jwt',
	'pathbook-member+jwt',
	'pathbook-revoked+jwt',
	'pathbook-consent+jwt',
	'pathbook-act+jwt',
].map((typ) => ({
	name: `typ ${typ ?? 'missing'}`,
	token: (lab) => withHeader(lab, { typ }),
}));

const CHANGED: Forgery[] = [
	{
		name: 'role raised after signing',
		token: (lab) => changed(lab.capability({ role: 'reader' }), { role: 'owner' }),
	},
	{
		name: 'scope widened after signing',
		token: (lab) => changed(lab.capability({ scope: 'path/elsewhere' }), { scope: 'lab' }),
	},
	{
		name: 'lab changed after signing',
		token: (lab, own) => changed(own.capability(), { lab: lab.id }),
	},
	{
		name: 'expiry taken away after signing',
		token: (lab) => changed(lab.capability({ exp: secondsNow() - 60 }), { exp: undefined }),
	},
	{
		name: 'signature of another capability',
		token: (lab) => {
			const [header, payload] = parts(lab.capability({ role: 'owner' }));
			return `${header}.${payload}.${parts(lab.capability())[2]}`;
		},
	},
	{ name: 'signature cut short', token: (lab) => lab.capability().slice(0, -4) },
	{ name: 'signature with another ending', token: (lab) => otherEnding(lab.capability()) },
	{
		name: 'signature of zeros',
		token: (lab) => {
			const [header, payload] = parts(lab.capability());
			return `${header}.${payload}.${base64url(new Uint8Array(64))}`;
		},
	},
	{
		name: 'signature with the order of the group added to its half',
		token: (lab) => {
			const [header, payload, signature] = parts(lab.capability());
			return `${header}.${payload}.${base64url(malleable(Buffer.from(signature, 'base64url')))}`;
		},
	},
];

/** S + L says the same to a verifier that does not insist on S < L. */
function malleable(signature: Buffer): Uint8Array {
	const order = 2n ** 252n + 27742317777372353535851937790883648493n;
	const bytes = Uint8Array.from(signature);
	let s = order;
	for (let n = 0; n < 32; n++) s += BigInt(bytes[32 + n] ?? 0) << BigInt(8 * n);
	for (let n = 0; n < 32; n++) bytes[32 + n] = Number((s >> BigInt(8 * n)) & 255n);
	return bytes;
}

const wrong = (name: string, over: (lab: RelayLab) => Record<string, unknown>): Forgery => ({
	name,
	token: (lab) => lab.capability(over(lab)),
});

const CLAIMS: Forgery[] = [
	wrong('expired a minute ago', () => ({ exp: secondsNow() - 60 })),
	wrong('expired at the beginning of time', () => ({ exp: 0 })),
	wrong('expiry as text', () => ({ exp: '9999999999' })),
	wrong('expiry null', () => ({ exp: null })),
	wrong('issued six minutes ahead', () => ({ iat: secondsNow() + 360 })),
	wrong('issued in milliseconds', () => ({ iat: Date.now() })),
	wrong('issued as text', () => ({ iat: String(secondsNow()) })),
	wrong('no time of issue', () => ({ iat: undefined })),
	wrong('no lab', () => ({ lab: undefined })),
	wrong('the lab in another case', ({ id }) => ({ lab: id.toLowerCase() })),
	wrong('no scope', () => ({ scope: undefined })),
	wrong('scope everything', () => ({ scope: '*' })),
	wrong('scope a path without id', () => ({ scope: 'path/' })),
	wrong('scope climbing', () => ({ scope: 'path/../index' })),
	wrong('scope of two parts', () => ({ scope: 'path/a/review' })),
	wrong('scope a list', () => ({ scope: ['lab'] })),
	wrong('no role', () => ({ role: undefined })),
	wrong('role admin', () => ({ role: 'admin' })),
	wrong('role in capitals', () => ({ role: 'OWNER' })),
	wrong('role of the prototype', () => ({ role: 'constructor' })),
	wrong('roles as a list', () => ({ role: ['editor', 'owner'] })),
	wrong('no id', () => ({ jti: undefined })),
	wrong('an id that is a number', () => ({ jti: 7 })),
	wrong('an empty id', () => ({ jti: '' })),
	wrong('longer than 4 kB', () => ({ name: 'n'.repeat(4000) })),
];

const SHAPES: Forgery[] = [
	{ name: 'nothing', token: () => '' },
	{ name: 'garbage', token: () => 'garbage' },
	{ name: 'dots alone', token: () => '..' },
	{ name: 'two parts', token: (lab) => lab.capability().split('.').slice(0, 2).join('.') },
	{ name: 'four parts', token: (lab) => `${lab.capability()}.${base64url('x')}` },
	{ name: 'a payload that is null', token: (lab) => jws(lab.header(), null, lab.key) },
	{ name: 'a payload that is a list', token: (lab) => jws(lab.header(), [lab.claims()], lab.key) },
	{ name: 'a payload that is no JSON', token: (lab) => jws(lab.header(), '{lab', lab.key) },
	{ name: 'a header that is a text', token: (lab) => jws('"EdDSA"', lab.claims(), lab.key) },
	{
		name: 'a role twice',
		token: (lab) =>
			jws(
				lab.header(),
				JSON.stringify(lab.claims({ role: 'reader' })).replace(/}$/, ',"role":"owner"}'),
				lab.key,
			),
	},
	{
		name: 'an algorithm twice',
		token: (lab) => jws(JSON.stringify(lab.header()).replace(/^{/, '{"alg":"none",'), lab.claims(), lab.key),
	},
	{
		name: 'nested a thousand deep',
		token: (lab) => jws(lab.header(), `{"lab":${'['.repeat(1000)}${']'.repeat(1000)}}`, lab.key),
	},
	{ name: 'with padding', token: (lab) => `${lab.capability()}=` },
	{ name: 'another token in front', token: (lab) => `${base64url(randomUUID())}.${lab.capability()}` },
];

/** Refused with 4401 (and 401 over HTTP), whatever they ask for. */
export const FORGERIES: readonly Forgery[] = [...KEYS, ...TYPES, ...CHANGED, ...CLAIMS, ...SHAPES];
