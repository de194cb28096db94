// Which labs a relay lets in: everybody only where nobody else can reach it, else the one that claimed it or those that are listed; and which pages
// may open a socket.

import { describe, expect, test } from 'vitest';
import { RelayClient } from '../../../support/relay-client.ts';
import { relayForTest } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';
import type { RelayProcess } from '../../../support/relay-process.ts';

const CODE = /claim[^\n]*?\b([A-Z0-9]{3,8}(?:-[A-Z0-9]{2,8})+)\b/i;

describe('admission', () => {
	/** 0 where the room opened, else the code it was closed with. */
	async function tried(
		relay: RelayProcess,
		lab: RelayLab,
		headers: Record<string, string> = {},
	): Promise<number> {
		const room = roomOf(lab.id, 'path', randomId());
		const client = new RelayClient(`${relay.sync}/${room}`, { capability: lab.capability(), headers });
		const opened = client.catchUpWhenOpen().then(
			() => 0,
			() => client.end(),
		);
		const code = await opened;
		client.drop();
		return code;
	}

	async function claim(relay: RelayProcess, token: string, code: string): Promise<number> {
		const response = await fetch(`${relay.http}/claim`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ code }),
		});
		return response.status;
	}

	const PROXIED: readonly Record<string, string>[] = [
		{ 'x-forwarded-for': '203.0.113.7' },
		{ 'x-forwarded-proto': 'https' },
		{ 'x-forwarded-host': 'localhost' },
		{ forwarded: 'for=203.0.113.7' },
		{ host: 'relay.example.org' },
		{ host: 'localhost.example.org' },
		{ host: '127.0.0.1.example.org' },
		{ host: '10.0.0.7:4321' },
	];

	test.each<Record<string, string>>([{}, { PATHBOOK_ADMISSION: 'open' }])(
		'[Y70] open holds only without a proxy: %o',
		async (env) => {
			const relay = await relayForTest({ env });
			const lab = new RelayLab();
			expect(await tried(relay, lab)).toBe(0);
			expect(await tried(relay, lab, { host: `localhost:${relay.port}` })).toBe(0);
			expect(await tried(relay, lab, { host: `[::1]:${relay.port}` })).toBe(0);
			for (const headers of PROXIED) {
				const code = await tried(relay, lab, headers);
				expect(code, JSON.stringify(headers)).toBe(4403);
			}
		},
	);

	test('[Y71] a claim takes the code of the start and an owner, once, and holds for ever', async () => {
		const relay = await relayForTest({ env: { PATHBOOK_ADMISSION: 'claim' } });
		const code = await relay.line(CODE);
		const [lab, other] = [new RelayLab(), new RelayLab()];
		const owner = lab.capability({ role: 'owner' });
		expect(await tried(relay, lab)).toBe(4403);
		expect(await claim(relay, owner, `${code}A`)).toBe(403);
		expect(await claim(relay, lab.capability(), code)).toBe(403);
		expect(await claim(relay, lab.capability({ role: 'owner', scope: 'path/a' }), code)).toBe(403);
		expect(await tried(relay, lab)).toBe(4403);
		expect(await claim(relay, owner, code.toLowerCase().replaceAll('-', ''))).toBe(200);
		expect(await tried(relay, lab)).toBe(0);
		expect(await tried(relay, other)).toBe(4403);
		expect([403, 409]).toContain(await claim(relay, other.capability({ role: 'owner' }), code));
		await relay.kill();
		await relay.startAgain();
		expect(await tried(relay, lab)).toBe(0);
		expect(await tried(relay, lab, { 'x-forwarded-for': '203.0.113.7' })).toBe(0);
		expect(await tried(relay, other)).toBe(4403);
	});

	test('[Y72] the code cannot be guessed: few tries, then none for a while', async () => {
		const relay = await relayForTest({ env: { PATHBOOK_ADMISSION: 'claim' } });
		const code = await relay.line(CODE);
		expect(code.replaceAll('-', '').length).toBeGreaterThanOrEqual(10); // 50 bits in base 32
		const owner = new RelayLab().capability({ role: 'owner' });
		const answers: number[] = [];
		for (let n = 0; n < 12; n++) answers.push(await claim(relay, owner, `AAAA-BBBB-CC${10 + n}`));
		expect(answers.slice(0, 2)).toEqual([403, 403]);
		expect(answers.at(-1)).toBe(429);
		expect(await claim(relay, owner, code)).toBe(429);
	});

	test('[Y73] a list lets in those that are on it', async () => {
		const [lab, other, third] = [new RelayLab(), new RelayLab(), new RelayLab()];
		const relay = await relayForTest({
			env: { PATHBOOK_ADMISSION: 'list', PATHBOOK_LABS: `${lab.id},${other.id}` },
		});
		expect(await tried(relay, lab)).toBe(0);
		expect(await tried(relay, other, { 'x-forwarded-for': '203.0.113.7' })).toBe(0);
		expect(await tried(relay, third)).toBe(4403);
		const { status } = await fetch(`${relay.http}/labs/${third.id}/revoked`, {
			headers: { authorization: `Bearer ${third.capability()}` },
		});
		expect(status).toBe(403);
	});

	test('[Y74] a page opens a socket where it comes from this server or is listed', async () => {
		const relay = await relayForTest({ env: { PATHBOOK_ORIGINS: 'https://notes.example.org' } });
		const lab = new RelayLab();
		for (const origin of [`http://127.0.0.1:${relay.port}`, 'https://notes.example.org'])
			expect(await tried(relay, lab, { origin }), origin).toBe(0);
		for (const origin of [
			'https://evil.example.org',
			'http://notes.example.org',
			'https://notes.example.org.evil.org',
			'https://notes.example.org:8443',
			'null',
			'file://',
			`http://127.0.0.1:${relay.port + 1}`,
		])
			expect(await tried(relay, lab, { origin }), origin).toBe(4403);
	});

	test.each<Record<string, string>>([
		{ PATHBOOK_ADMISSION: 'everybody' },
		{ PATHBOOK_ADMISSION: 'list' },
		{ PATHBOOK_ADMISSION: 'list', PATHBOOK_LABS: 'short' },
		{ PATHBOOK_ORIGINS: 'notes.example.org' },
		{ PATHBOOK_MAX_FRAME: 'much' },
		{ PORT: '123456' },
	])('[Y75] a wrong variable stops the start with a sentence that names it: %o', async (env) => {
		const [name = ''] = Object.keys(env).slice(-1);
		const failed = relayForTest({ env }).then(
			() => 'it started',
			(cause: unknown) => String(cause),
		);
		expect(await failed).toMatch(new RegExp(`ended:[^]*${name}[^\\n]*\\.\\n`));
	});
});
