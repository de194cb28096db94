// What a lab changes about itself over HTTP, and the manners of all addresses: errors, methods, other pages, health and metrics.

import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { EndpointsHere } from '../../../support/endpoints-here.ts';
import { test } from '../../../support/folder.ts';
import { RelayLab } from '../../../support/relay-lab.ts';

const json = (body: string): unknown => JSON.parse(body);

describe('[Z6] manners', () => {
	const lab = new RelayLab();
	const HASH = 'a'.repeat(64);

	test('other addresses are left to the app', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		for (const path of ['/', '/healthz/', '/claims', '/labsx', '/metrics.json', '/synced', '//healthz'])
			expect((await here.ask('GET', path)).body, path).toBe('the app');
	});

	test('a room asked for without the words of WebSocket, as some proxies do, is 426', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const answer = await here.ask('GET', `/sync/${lab.id}/index?token=x`);
		expect([answer.status, answer.headers.upgrade]).toEqual([426, 'websocket']);
	});

	test('below /labs and /blobs what is nothing is 404, in JSON', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const token = lab.capability({ role: 'owner' });
		const paths = [
			'/labs',
			'/labs/',
			`/labs/${lab.id}`,
			`/labs/${lab.id}/revoked/`,
			`/labs/${lab.id.slice(1)}/revoked`,
			`/labs/${lab.id}/paths/a.b`,
			`/labs/${lab.id}/paths/${'a'.repeat(65)}`,
			`/blobs/${lab.id}/${HASH.toUpperCase()}`,
			`/blobs/${lab.id}/..%2f..%2frelay.sqlite`,
			`/blobs/${lab.id}/${HASH}/../..`,
			`/blobs/${'.'.repeat(43)}/${HASH}`,
		];
		for (const path of paths) {
			const answer = await here.ask('GET', path, { token });
			expect(answer.status, path).toBe(404);
			expect(json(answer.body)).toMatchObject({ error: 'not_found' });
		}
	});

	test('a wrong method is 405 with what is allowed, a query does not matter', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const token = lab.capability({ role: 'owner' });
		for (const [method, path, allow] of [
			['POST', '/healthz', 'GET, HEAD, OPTIONS'],
			['GET', '/claim', 'POST, OPTIONS'],
			['DELETE', `/labs/${lab.id}/revoked?a`, 'GET, PUT, HEAD, OPTIONS'],
			['GET', `/labs/${lab.id}/paths/a`, 'DELETE, OPTIONS'],
			['POST', `/blobs/${lab.id}/${HASH}`, 'GET, HEAD, PUT, OPTIONS'],
		] as const) {
			const answer = await here.ask(method, path, { token });
			expect([answer.status, answer.headers.allow], path).toEqual([405, allow]);
		}
		expect((await here.ask('OPTIONS', '/healthz')).status).toBe(204);
	});

	test('only pages that may are told anything', async ({ folder }) => {
		const here = await EndpointsHere.open(folder, { PATHBOOK_ORIGINS: 'https://notes.example.org' });
		const path = `/labs/${lab.id}/revoked`;
		const token = lab.capability();
		const listed = { origin: 'https://notes.example.org', 'access-control-request-method': 'PUT' };
		const asked = await here.ask('OPTIONS', path, { headers: listed });
		expect(asked.status).toBe(204);
		expect(asked.headers['access-control-allow-origin']).toBe('https://notes.example.org');
		expect(asked.headers['access-control-allow-methods']).toContain('PUT');
		expect(asked.headers['access-control-allow-headers']).toContain('Authorization');
		expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
		const told = await here.ask('GET', path, { token, headers: listed });
		expect([told.status, told.headers['access-control-allow-origin']]).toEqual([
			404,
			'https://notes.example.org',
		]);
		expect(told.headers['access-control-expose-headers']).toContain('Upload-Offset');
		for (const origin of ['https://evil.example', 'null', `http://127.0.0.1:${here.port + 1}`]) {
			for (const method of ['OPTIONS', 'GET']) {
				const refused = await here.ask(method, path, { token, headers: { origin } });
				expect([refused.status, refused.headers['access-control-allow-origin']], origin).toEqual([
					403,
					undefined,
				]);
			}
		}
	});

	test('who shows nothing or something bad is told 401 and how', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		for (const token of [undefined, 'garbage', lab.capability({ exp: 1 })]) {
			const answer = await here.ask('GET', `/labs/${lab.id}/revoked`, token === undefined ? {} : { token });
			expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
			expect(answer.headers['cache-control']).toBe('no-store');
		}
	});
});

describe('[Z7] bodies', () => {
	const lab = new RelayLab();

	test('that are too large are refused while they come, and their sender is let go of', async ({
		folder,
	}) => {
		const here = await EndpointsHere.open(folder);
		const closed = await new Promise<string>((resolve) => {
			let heard = '';
			const socket = connect(here.port, '127.0.0.1');
			socket.write(
				`PUT /labs/${lab.id}/revoked HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${lab.capability()}\r\ncontent-length: 100000000000\r\n\r\n`,
			);
			const more = (): void => {
				if (!socket.destroyed) socket.write('x'.repeat(64 * 1024), () => setTimeout(more, 5));
			};
			more();
			socket.on('data', (bytes) => (heard += bytes.toString()));
			socket.on('error', () => undefined);
			socket.on('close', () => resolve(heard));
		});
		expect(closed).toMatch(/^HTTP\/1\.1 413 /);
	});

	test('that nobody asked for do not hold up what comes after them', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const headers = { 'content-length': '1000' };
		expect((await here.ask('GET', '/healthz', { headers, body: 'x'.repeat(1_000) })).status).toBe(200);
		expect((await here.ask('PUT', `/labs/${lab.id}/revoked`, { body: 'x'.repeat(2_000_000) })).status).toBe(
			401,
		);
	});
});

describe('[Z8] health', () => {
	test('is 200 while the store takes writes, 503 with the reason while not', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const well = await here.ask('GET', '/healthz');
		expect([well.status, json(well.body)]).toMatchObject([200, { store: 'ok' }]);
		expect(json(well.body)).toHaveProperty('free');
		expect((await here.ask('HEAD', '/healthz')).status).toBe(200);
		here.trouble = { why: 'read_only', detail: 'secret path' };
		const ill = await here.ask('GET', '/healthz');
		expect([ill.status, json(ill.body)]).toMatchObject([503, { store: 'read_only' }]);
		expect(ill.body).not.toContain('secret');
		const trouble = { why: 'full', detail: 'secret path' } as const;
		const other = await EndpointsHere.open(folder, {}, { trouble: () => trouble });
		expect(json((await other.ask('GET', '/healthz')).body)).toMatchObject({ store: 'full' });
	});

	test('asks the disk once, however many ask', async ({ folder }) => {
		let writes = 0;
		const counted = (): undefined => {
			writes++;
		};
		const here = await EndpointsHere.open(folder, {}, { trouble: counted });
		await Promise.all(Array.from({ length: 20 }, () => here.ask('GET', '/healthz')));
		expect(writes).toBe(1);
	});
});

describe('[Z9] metrics', () => {
	const proxied = { 'x-forwarded-for': '203.0.113.7' };
	const TOKEN = 'a-token-of-some-length';

	test('are for this machine, without a proxy', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const answer = await here.ask('GET', '/metrics');
		expect([answer.status, answer.body]).toEqual([200, 'a_metric 1\n']);
		expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
		expect((await here.ask('GET', '/metrics', { headers: proxied })).status).toBe(403);
		expect((await here.ask('GET', '/metrics', { headers: { host: 'relay.example' } })).status).toBe(403);
	});

	test('or for who has the token', async ({ folder }) => {
		const here = await EndpointsHere.open(folder, { PATHBOOK_METRICS_TOKEN: TOKEN });
		const asked = async (token: string | undefined): Promise<number> =>
			(await here.ask('GET', '/metrics', { headers: proxied, ...(token === undefined ? {} : { token }) }))
				.status;
		expect(await asked(TOKEN)).toBe(200);
		expect(await asked(`${TOKEN}x`)).toBe(401);
		expect(await asked(undefined)).toBe(401);
		expect(await asked(new RelayLab().capability({ role: 'owner' }))).toBe(401);
		expect((await here.ask('GET', '/metrics')).status).toBe(200);
	});
});

describe('[Z10] revoked capabilities', () => {
	test('add up; what was said is told again, newest first', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const lab = new RelayLab();
		const path = `/labs/${lab.id}/revoked`;
		const token = lab.capability({ role: 'reader' });
		expect((await here.ask('GET', path, { token })).status).toBe(404);
		const lists = [lab.revoked(['a'], 1), lab.revoked(['b'], 2)];
		for (const body of lists) expect((await here.ask('PUT', path, { token, body })).status).toBe(200);
		expect(here.reviews).toBe(2);
		expect([...here.door.revokedOf(lab.id)]).toEqual(['a', 'b']);
		const told = await here.ask('GET', path, { token });
		expect(told.body).toBe(`${lists[1]}\n${lists[0]}\n`);

		const both = await here.ask('PUT', path, { token, body: `${lab.revoked(['b', 'a'], 3)}\n` });
		expect(json(both.body)).toEqual({ revoked: 2 });
		expect((await here.ask('GET', path, { token })).body.trim().split('\n')).toHaveLength(1);
		const older = await here.ask('PUT', path, { token, body: lab.revoked([], 9) });
		expect([older.status, [...here.door.revokedOf(lab.id)]]).toEqual([200, ['a', 'b']]);
	});

	test('count at once, for who brings the list too', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const lab = new RelayLab();
		const path = `/labs/${lab.id}/revoked`;
		const token = lab.capability({ jti: 'mine' });
		expect((await here.ask('PUT', path, { token, body: lab.revoked(['mine'], 1) })).status).toBe(200);
		expect((await here.ask('GET', path, { token })).status).toBe(403);
	});

	test('are taken only from their lab, and kept or not taken at all', async ({ folder }) => {
		let why: 'full' | undefined;
		const here = await EndpointsHere.open(folder, {}, { trouble: () => why && { why, detail: '' } });
		const [lab, other] = [new RelayLab(), new RelayLab()];
		const path = `/labs/${lab.id}/revoked`;
		const token = lab.capability();
		const put = async (body: string, by = token): Promise<number> =>
			(await here.ask('PUT', path, { token: by, body })).status;
		expect(await put(other.revoked(['a'], 1))).toBe(400);
		expect(await put(other.revoked(['a'], 1, { lab: lab.id }))).toBe(400);
		expect(await put('')).toBe(400);
		expect(await put('x'.repeat(1024 * 1024 + 1))).toBe(413);
		expect(await put(lab.revoked(['a'], 1), other.capability())).toBe(403);
		expect(here.reviews).toBe(0);
		why = 'full';
		expect(await put(lab.revoked(['a'], 1))).toBe(507);
		expect(here.door.revokedOf(lab.id).size).toBe(0);
		why = undefined;
		expect(await put(lab.revoked(['a'], 1))).toBe(200);
	});
});

describe('[Z11] deleting a path', () => {
	test('erases it and its review, for who may, as often as they like', async ({ folder }) => {
		const here = await EndpointsHere.open(folder);
		const lab = new RelayLab();
		const erase = async (over: Record<string, unknown>, id = 'p', by = lab): Promise<number> =>
			(await here.ask('DELETE', `/labs/${lab.id}/paths/${id}`, { token: by.capability(over) })).status;
		expect(await erase({ role: 'reviewer' })).toBe(403);
		expect(await erase({ role: 'editor', scope: 'path/p' })).toBe(403);
		expect(await erase({ role: 'owner', scope: 'path/q' })).toBe(403);
		expect(await erase({ role: 'owner' }, 'p', new RelayLab())).toBe(403);
		expect(here.erased).toEqual([]);
		expect(await erase({ role: 'owner', scope: 'path/p' })).toBe(204);
		expect(here.erased).toEqual([`${lab.id}/path/p`, `${lab.id}/path/p/review`]);
		expect(await erase({ role: 'editor' })).toBe(204);
		expect(await here.store.open(`${lab.id}/path/p/review`)).toMatchObject({ error: { why: 'deleted' } });
	});

	test('is not said to be done where the disk did not take it', async ({ folder }) => {
		const here = await EndpointsHere.open(folder, {}, { trouble: () => ({ why: 'read_only', detail: '' }) });
		const lab = new RelayLab();
		const answer = await here.ask('DELETE', `/labs/${lab.id}/paths/p`, { token: lab.capability() });
		expect([answer.status, json(answer.body)]).toMatchObject([503, { error: 'read_only' }]);
	});
});

describe('[Z12] claiming', () => {
	test('takes the code and an owner of the whole lab', async ({ folder }) => {
		const here = await EndpointsHere.open(folder, { PATHBOOK_ADMISSION: 'claim' });
		const code = /: (\S+)$/.exec(here.said[0] ?? '')?.[1] ?? '';
		const [lab, other] = [new RelayLab(), new RelayLab()];
		const claim = async (token: string, body: string): Promise<unknown> => {
			const { status, body: text } = await here.ask('POST', '/claim', { token, body });
			return [status, JSON.parse(text)];
		};
		const right = JSON.stringify({ code });
		const owner = lab.capability({ role: 'owner' });
		expect((await here.ask('GET', `/labs/${lab.id}/revoked`, { token: owner })).status).toBe(403);
		expect(await claim(lab.capability(), right)).toMatchObject([403, { error: 'not_allowed' }]);
		expect(await claim(lab.capability({ role: 'owner', scope: 'path/p' }), right)).toMatchObject([403, {}]);
		for (const body of ['', '[]', '{}', '{"code":5}', 'code'])
			expect(await claim(owner, body)).toMatchObject([400, { error: 'malformed' }]);
		expect(await claim(owner, '{"code":"AAAAA-BBBBB-CCCCC"}')).toMatchObject([403, { error: 'wrong_code' }]);
		expect(await claim(owner, right)).toEqual([200, { lab: lab.id }]);
		expect(await claim(owner, right)).toEqual([200, { lab: lab.id }]);
		expect((await here.ask('GET', `/labs/${lab.id}/revoked`, { token: owner })).status).toBe(404);
		expect(await claim(other.capability({ role: 'owner' }), right)).toMatchObject([
			409,
			{ error: 'claimed_by_another' },
		]);
		for (let n = 0; n < 4; n++) await claim(owner, '{"code":"no"}');
		expect(await claim(owner, right)).toMatchObject([429, { error: 'too_many' }]);
	});
});
