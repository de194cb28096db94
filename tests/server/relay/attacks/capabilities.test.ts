// What opens a room and what does not, on the real process: every forgery completes the upgrade and is closed with 4401 before a byte was served,
// a capability for something else with 4403, a room that cannot be with 4400. Nothing of a token reaches the log.

import { describe, expect, test } from 'vitest';
import { RelayClient, protocolsOf, type Door } from '../../../support/relay-client.ts';
import { FORGERIES } from '../../../support/relay-forgeries.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf, secondsNow } from '../../../support/relay-lab.ts';

describe('capabilities', () => {
	const here = relayForAll();
	const lab = new RelayLab();
	const own = new RelayLab();
	const tokens: string[] = [];

	async function closedWith(room: string, door: Door): Promise<number> {
		const client = new RelayClient(`${here.relay.sync}/${room}`, { ...door, mute: true });
		const code = await client.end();
		expect(client.received).toEqual([]);
		expect(client.opened, 'the upgrade is completed').toBe(true);
		return code;
	}

	test.each(FORGERIES)('[Y40] forged: $name', async ({ token }) => {
		const room = roomOf(lab.id, 'path', randomId());
		const forged = token(lab, own);
		tokens.push(forged);
		expect(await closedWith(room, { token: forged })).toBe(4401);
		if (/^[\w.-]*$/.test(forged)) expect(await closedWith(room, { capability: forged })).toBe(4401);
	});

	test('[Y40] no capability at all', async () => {
		const room = roomOf(lab.id, 'path', randomId());
		expect(await closedWith(room, {})).toBe(4401);
		expect(await closedWith(room, { protocols: ['pathbook.v1'] })).toBe(4401);
	});

	test.each(FORGERIES)('[Y41] over HTTP, forged: $name', async ({ token }) => {
		const authorization = `Bearer ${token(lab, own)}`;
		for (const [method, path] of [
			['GET', `/labs/${lab.id}/revoked`],
			['DELETE', `/labs/${lab.id}/paths/${randomId()}`],
			['GET', `/blobs/${lab.id}/${'a'.repeat(64)}`],
		] as const) {
			const { status } = await fetch(`${here.relay.http}${path}`, { method, headers: { authorization } });
			expect(status, `${method} ${path}`).toBe(401);
		}
	});

	test('[Y42] a good one opens, on both ways in, and is never echoed', async () => {
		const room = roomOf(lab.id, 'path', randomId());
		const capability = lab.capability();
		tokens.push(capability);
		const client = await RelayClient.joinAndSync(here.relay, room, { capability });
		expect(client.socket.protocol).toBe('pathbook.v1');
		expect(client.socket.extensions).toBe('');
		const stock = await RelayClient.joinAndSync(here.relay, room, { token: capability });
		expect(stock.socket.protocol).toBe('');
		client.write('both');
		await stock.until('the words', () => stock.words === 'both');
		await Promise.all([client.leave(), stock.leave()]);
	});

	test('[Y42] where there are two, the subprotocol counts', async () => {
		const room = roomOf(lab.id, 'path', randomId());
		const good = lab.capability();
		const bad = lab.capability({ exp: secondsNow() - 60 });
		expect(await closedWith(room, { protocols: protocolsOf(bad), token: good })).toBe(4401);
		const client = await RelayClient.joinAndSync(here.relay, room, {
			protocols: protocolsOf(good),
			token: bad,
		});
		await client.leave();
	});

	test('[Y43] clocks that differ by four minutes do not matter', async () => {
		for (const iat of [secondsNow() + 240, secondsNow() - 10 * 365 * 86_400]) {
			const capability = lab.capability({ iat });
			const room = roomOf(lab.id, 'path', randomId());
			const client = await RelayClient.joinAndSync(here.relay, room, { capability });
			await client.leave();
		}
	});

	test('[Y44] what is for another lab, another path or another room opens nothing', async () => {
		const [path, other] = [randomId(), randomId()];
		const scoped = lab.capability({ scope: `path/${path}`, role: 'owner' });
		const closed = {
			foreign: await closedWith(roomOf(lab.id, 'path', path), { capability: own.capability() }),
			path: await closedWith(roomOf(lab.id, 'path', other), { capability: scoped }),
			longer: await closedWith(roomOf(lab.id, 'path', `${path}a`), { capability: scoped }),
			shorter: await closedWith(roomOf(lab.id, 'path', path.slice(0, -1)), { capability: scoped }),
			review: await closedWith(roomOf(lab.id, 'review', other), { capability: scoped }),
			index: await closedWith(roomOf(lab.id, 'index', other), { capability: scoped }),
			record: await closedWith(roomOf(own.id, 'record', path), { capability: scoped }),
		};
		expect(new Set(Object.values(closed)), JSON.stringify(closed)).toEqual(new Set([4403]));
	});

	const NAMES = (id: string): string[] => [
		'',
		'index',
		id,
		`${id}/`,
		`${id}/index/`,
		`${id}/paths/a`,
		`${id}/path`,
		`${id}/path/`,
		`${id}/path/${'a'.repeat(65)}`,
		`${id}/path/a%2f..%2f..%2findex`,
		`${id}/path/a%00`,
		`${id}/path/%61`,
		`${id}/path/é`,
		`${id}/path/a/reviews`,
		`${id}/path/a/review/`,
		`${id}/path/a/b`,
		`${id}/record/`,
		`${id}/record/a/review`,
		`/${id}/index`,
		`${id.slice(1)}/index`,
		`${id}a/index`,
		`${id}//index`,
	];

	test('[Y45] a room that cannot be is closed with 4400, whoever asks', async () => {
		for (const name of NAMES(lab.id)) {
			const code = await closedWith(name, { capability: lab.capability({ role: 'owner' }) });
			expect(code, JSON.stringify(name)).toBe(4400);
		}
	});

	test('[Y46] neither tokens nor queries reach the log', () => {
		expect(here.relay.output).not.toContain('token=');
		for (const token of tokens.filter(({ length }) => length > 40)) {
			const [, payload = '', signature = ''] = token.split('.');
			for (const part of [payload, signature].filter(({ length }) => length > 20))
				expect(here.relay.output.includes(part)).toBe(false);
		}
	});
});
