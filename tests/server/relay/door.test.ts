// The door on real requests: which capability counts, from which page, of which lab, and how a relay is claimed.

import { createServer, type IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDoor, type Door } from '../../../server/relay/door.ts';
import { ClaimCode } from '../../../server/relay/claim-code.ts';
import { createMemoryStore } from '../../../server/store/memory.ts';
import { settingsOf } from '../../support/endpoints-here.ts';
import { RelayLab, secondsNow } from '../../support/relay-lab.ts';

type Headers = Record<string, string>;

/** Somebody who knocks: with these headers, at this path, at this address of the machine. */
class Street {
	#port = 0;
	#seen: (request: IncomingMessage) => void = () => undefined;

	async open(): Promise<this> {
		const server = createServer((request, response) => {
			this.#seen(request);
			response.end();
		});
		server.on('upgrade', (request, socket) => {
			this.#seen(request);
			socket.destroy();
		});
		await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
		onTestFinished(() => void server.close());
		this.#port = (server.address() as AddressInfo).port; // it listens on a port
		return this;
	}

	get port(): number {
		return this.#port;
	}

	/** What the door says while the request is underway. */
	knock<T>(
		ask: (request: IncomingMessage) => T,
		headers: Headers,
		path = '/',
		host = '127.0.0.1',
	): Promise<T> {
		return new Promise((resolve) => {
			this.#seen = (request) => resolve(ask(request));
			const request = httpRequest({ port: this.#port, host, path, headers, agent: false });
			request.on('error', () => undefined);
			request.end();
		});
	}
}

const said: string[] = [];
const say = (line: string): void => void said.push(line);
const street = (): Promise<Street> => new Street().open();
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

async function codeOf(
	where: Street,
	door: Door,
	headers: Headers,
	path?: string,
	host?: string,
): Promise<number> {
	return await where.knock(
		(request) => {
			const session = door.admit(request);
			return session.ok ? 0 : session.error.code;
		},
		headers,
		path,
		host,
	);
}

describe('[Z1] a capability comes as a subprotocol, else in the query, else as bearer', () => {
	const lab = new RelayLab();
	const good = lab.capability();
	const bad = lab.capability({ exp: 1 });
	const socket = { connection: 'upgrade', upgrade: 'websocket' };
	test.for<[string, number, Headers, string]>([
		['none', 4401, socket, '/'],
		['a bearer', 0, bearer(good), '/'],
		['a bearer in small letters', 0, { authorization: `bearer ${good}` }, '/'],
		['another scheme', 4401, { authorization: `Basic ${good}` }, '/'],
		['the query of a socket', 0, socket, `/?token=${good}`],
		['the query among others', 0, socket, `/?a=b&token=${good}&c`],
		['the query of a plain request', 4401, {}, `/?token=${good}`],
		['a subprotocol', 0, { ...socket, 'sec-websocket-protocol': `pathbook.v1, cap.${good}` }, '/'],
		[
			'a bad subprotocol, a good query',
			4401,
			{ ...socket, 'sec-websocket-protocol': `cap.${bad}` },
			`/?token=${good}`,
		],
		[
			'a good subprotocol, a bad query',
			0,
			{ ...socket, 'sec-websocket-protocol': `cap.${good}` },
			`/?token=${bad}`,
		],
		['a bad query, a good bearer', 4401, { ...socket, ...bearer(good) }, `/?token=${bad}`],
		['a socket with a bearer', 0, { ...socket, ...bearer(good) }, '/'],
		['a query that cannot be decoded', 4401, socket, '/?token=%zz%'],
	])('%s', async ([, code, headers, path]) => {
		const door = await createDoor(settingsOf(), createMemoryStore(), say);
		expect(await codeOf(await street(), door, headers, path)).toBe(code);
	});
});

describe('[Z2] which labs are served', () => {
	const lab = new RelayLab();
	const token = bearer(lab.capability());

	test.for<[number, Headers]>([
		[0, {}],
		[0, { host: 'localhost' }],
		[0, { host: 'LOCALHOST:80' }],
		[0, { host: '[::1]:4321' }],
		[4403, { host: 'relay.example.org' }],
		[4403, { host: 'localhost.example.org' }],
		[4403, { host: '127.0.0.1.example.org' }],
		[4403, { host: '127.0.0.1:4321:1' }],
		[4403, { host: '10.0.0.7' }],
		[4403, { 'x-forwarded-for': '127.0.0.1' }],
		[4403, { 'X-Forwarded-Host': 'localhost' }],
		[4403, { 'x-forwarded-anything': '' }],
		[4403, { forwarded: 'for=127.0.0.1' }],
		[4403, { 'x-real-ip': '127.0.0.1' }],
		[4403, { via: '1.1 proxy' }],
	])('open: %i with %o', async ([code, headers]) => {
		const door = await createDoor(settingsOf({ PATHBOOK_ADMISSION: 'open' }), createMemoryStore(), say);
		expect(await codeOf(await street(), door, { ...token, ...headers })).toBe(code);
	});

	const outside = Object.values(networkInterfaces())
		.flat()
		.find((one) => one && !one.internal && one.family === 'IPv4')?.address;
	test.skipIf(outside === undefined)('open holds for nobody who comes over the network', async () => {
		const door = await createDoor(settingsOf(), createMemoryStore(), say);
		const where = await street();
		expect(await codeOf(where, door, { ...token, host: 'localhost' }, '/', outside)).toBe(4403);
	});

	test('list: those on it, through a proxy too', async () => {
		const env = { PATHBOOK_ADMISSION: 'list', PATHBOOK_LABS: lab.id };
		const door = await createDoor(settingsOf(env), createMemoryStore(), say);
		const where = await street();
		expect(await codeOf(where, door, { ...token, 'x-forwarded-for': '203.0.113.7' })).toBe(0);
		expect(await codeOf(where, door, bearer(new RelayLab().capability()))).toBe(4403);
		expect(await door.claim(lab.id, 'any')).toEqual({ ok: false, error: { why: 'labs_are_listed' } });
	});
});

describe('[Z3] claiming', () => {
	const codeIn = (lines: readonly string[]): string => /: (\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? '';

	test('the code is shown at start, and makes the relay the lab’s for ever', async () => {
		const lines: string[] = [];
		const store = createMemoryStore();
		const settings = settingsOf({ PATHBOOK_ADMISSION: 'claim' });
		const door = await createDoor(settings, store, (line) => lines.push(line));
		const [lab, other] = [new RelayLab(), new RelayLab()];
		const where = await street();
		expect(await codeOf(where, door, bearer(lab.capability()))).toBe(4403);
		expect(await door.claim(lab.id, `${codeIn(lines)}0`)).toEqual({
			ok: false,
			error: { why: 'wrong_code' },
		});
		expect(await door.claim(lab.id, ` ${codeIn(lines).toLowerCase().replaceAll('-', ' ')}`)).toEqual({
			ok: true,
			value: undefined,
		});
		expect(await codeOf(where, door, bearer(lab.capability()))).toBe(0);
		expect(await codeOf(where, door, bearer(other.capability()))).toBe(4403);
		expect(await door.claim(other.id, codeIn(lines))).toEqual({
			ok: false,
			error: { why: 'claimed_by_another' },
		});
		const again: string[] = [];
		const later = await createDoor(settings, store, (line) => again.push(line));
		expect(again).toEqual([]);
		expect(await codeOf(where, later, bearer(lab.capability()))).toBe(0);
	});

	test('open shows it once somebody comes through a proxy, and then is claimed', async () => {
		const lines: string[] = [];
		const door = await createDoor(settingsOf(), createMemoryStore(), (line) => lines.push(line));
		const lab = new RelayLab();
		const where = await street();
		const proxied = { ...bearer(lab.capability()), 'x-forwarded-for': '203.0.113.7' };
		expect(await codeOf(where, door, bearer(lab.capability()))).toBe(0);
		expect(lines).toEqual([]);
		for (let n = 0; n < 2; n++) expect(await codeOf(where, door, proxied)).toBe(4403);
		expect(lines).toHaveLength(1);
		expect((await door.claim(lab.id, codeIn(lines))).ok).toBe(true);
		expect(await codeOf(where, door, proxied)).toBe(0);
	});

	test('five wrong tries a minute, then nobody’s, right or wrong', () => {
		const code = new ClaimCode();
		expect(code.text).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){2}$/);
		for (let n = 0; n < 5; n++) expect(code.check('AAAAA', n * 1_000)).toBe('wrong');
		expect(code.check(code.text, 59_999)).toBe('too_many');
		expect(code.check(code.text, 60_001)).toBe('right');
		expect(new ClaimCode().text).not.toBe(code.text);
	});

	test('what people type for the digits is understood', () => {
		let code = new ClaimCode();
		while (!/[01]/.test(code.text)) code = new ClaimCode();
		expect(code.check(code.text.replace(/0/g, 'o').replace(/1/g, 'l'), 0)).toBe('right');
	});
});

describe('[Z4] pages', () => {
	const lab = new RelayLab();
	const token = bearer(lab.capability());
	test.for<[number, string, Headers]>([
		[0, 'https://notes.example.org', {}],
		[4403, 'http://notes.example.org', {}],
		[4403, 'https://notes.example.org.evil.org', {}],
		[4403, 'https://notes.example.org:8443', {}],
		[4403, 'https://evil.example', {}],
		[4403, 'null', {}],
		[4403, '', {}],
		[4403, 'file://', {}],
		[0, 'https://relay.example', { host: 'relay.example' }],
		[0, 'https://relay.example', { host: 'Relay.example:443' }],
		[0, 'http://relay.example', { host: 'relay.example:80' }],
		[4403, 'http://relay.example', { host: 'relay.example:443' }],
		[4403, 'https://relay.example:8443', { host: 'relay.example' }],
	])('%i for %s at %o', async ([code, origin, headers]) => {
		const env = {
			PATHBOOK_ORIGINS: 'https://notes.example.org',
			PATHBOOK_ADMISSION: 'list',
			PATHBOOK_LABS: lab.id,
		};
		const door = await createDoor(settingsOf(env), createMemoryStore(), say);
		expect(await codeOf(await street(), door, { ...token, ...headers, origin })).toBe(code);
	});

	test('one of this very port', async () => {
		const door = await createDoor(settingsOf(), createMemoryStore(), say);
		const where = await street();
		expect(await codeOf(where, door, { ...token, origin: `http://127.0.0.1:${where.port}` })).toBe(0);
		expect(await codeOf(where, door, { ...token, origin: `http://127.0.0.1:${where.port + 1}` })).toBe(4403);
	});
});

test('[Z5] what came in is asked again: time and revocation count at once, also for what is remembered', async () => {
	const lab = new RelayLab();
	let now = Date.now();
	const door = await createDoor(settingsOf(), createMemoryStore(), say, () => now);
	const where = await street();
	const token = bearer(lab.capability({ jti: 'one', exp: secondsNow() + 60 }));
	const session = await where.knock((request) => door.admit(request), token);
	if (!session.ok) throw new Error(session.error.reason);
	expect(door.stillValid(session.value)).toBeUndefined();
	door.revoke(new RelayLab().id, ['one']);
	expect(door.stillValid(session.value)).toBeUndefined();
	now += 61_000;
	expect(door.stillValid(session.value)?.code).toBe(4401);
	expect(await codeOf(where, door, token)).toBe(4401);
	now -= 61_000;
	expect(await codeOf(where, door, token)).toBe(0);
	door.revoke(lab.id, ['one']);
	expect(door.stillValid(session.value)?.code).toBe(4403);
	expect(await codeOf(where, door, token)).toBe(4403);
	expect(await codeOf(where, door, bearer(lab.capability()))).toBe(0);
});

test('[Z5] what was revoked before the start counts', async () => {
	const lab = new RelayLab();
	const store = createMemoryStore();
	await store.revoke(lab.id, lab.revoked(['one'], 1), 1, ['one']);
	const door = await createDoor(settingsOf(), store, say);
	expect(await codeOf(await street(), door, bearer(lab.capability({ jti: 'one' })))).toBe(4403);
});
