// Taking rights back, in the middle of a session: revoked, lowered, expired; and that nothing gives them again.

import * as Y from 'yjs';
import { describe, expect, test } from 'vitest';
import { RelayClient } from '../../../support/relay-client.ts';
import { step2, updateFrame } from '../../../support/relay-frames.ts';
import { relayForAll } from '../../../support/relay-here.ts';
import { RelayLab, jws, randomId, roomOf, secondsNow } from '../../../support/relay-lab.ts';
import { BINARY, RawWebSocket } from '../../../support/raw-websocket.ts';

describe('taking rights back', () => {
	const here = relayForAll();

	async function put(lab: RelayLab, list: string, capability = lab.capability()): Promise<number> {
		const { status } = await fetch(`${here.relay.http}/labs/${lab.id}/revoked`, {
			method: 'PUT',
			headers: { authorization: `Bearer ${capability}` },
			body: list,
		});
		return status;
	}

	async function closes(lab: RelayLab, capability: string): Promise<number> {
		const room = roomOf(lab.id, 'path', randomId());
		return new RelayClient(`${here.relay.sync}/${room}`, { capability, mute: true }).end();
	}

	test('[Y60] revoking closes every live session of that capability within a second, and no other', async () => {
		const lab = new RelayLab();
		const room = roomOf(lab.id, 'path', randomId());
		const revoked = lab.capability({ jti: 'one' });
		const kept = await RelayClient.joinAndSync(here.relay, room, { capability: lab.capability() });
		const lost = await Promise.all([
			RelayClient.joinAndSync(here.relay, room, { capability: revoked }),
			RelayClient.joinAndSync(here.relay, room, { token: revoked }),
			RelayClient.joinAndSync(here.relay, roomOf(lab.id, 'index', ''), { capability: revoked }),
		]);
		expect(await put(lab, lab.revoked(['one'], 1))).toBeLessThan(300);
		expect(await Promise.all(lost.map((client) => client.end(1_000)))).toEqual([4403, 4403, 4403]);
		expect(await closes(lab, revoked)).toBe(4403);
		kept.write('still here');
		await kept.settled();
		expect(kept.closed).toBeUndefined();
	});

	test('[Y61] what is sent behind the close counts for nothing', async () => {
		const lab = new RelayLab();
		const room = roomOf(lab.id, 'path', randomId());
		const witness = await RelayClient.joinAndSync(here.relay, room, { capability: lab.capability() });
		const lost = await RawWebSocket.open(here.relay, room, lab.capability({ jti: 'one' }));
		expect(await put(lab, lab.revoked(['one'], 1))).toBeLessThan(300);
		expect(await lost.closeCode()).toBe(4403);
		const doc = new Y.Doc();
		doc.getText('words').insert(0, 'too late');
		for (const frame of [updateFrame, step2])
			lost.write({ opcode: BINARY, payload: frame(Y.encodeStateAsUpdate(doc)) });
		await lost.ending();
		await witness.turn();
		expect(witness.words).toBe('');
	});

	test('[Y62] neither an older list, nor an empty newer one, nor a start gives a capability back', async () => {
		const lab = new RelayLab();
		const capability = lab.capability({ jti: 'one' });
		const older = lab.revoked([], 1);
		expect(await put(lab, lab.revoked(['one'], 2))).toBeLessThan(300);
		await put(lab, older);
		expect(await closes(lab, capability)).toBe(4403);
		await put(lab, lab.revoked(['two'], 3));
		expect(await closes(lab, capability)).toBe(4403);
		await here.relay.kill();
		await here.relay.startAgain();
		expect(await closes(lab, capability)).toBe(4403);
		expect(await closes(lab, lab.capability({ jti: 'two' }))).toBe(4403);
		const answer = await fetch(`${here.relay.http}/labs/${lab.id}/revoked`, {
			headers: { authorization: `Bearer ${lab.capability()}` },
		});
		const ids = (await answer.text())
			.trim()
			.split('\n')
			.map((list) => Buffer.from(list.split('.')[1] ?? '', 'base64url').toString());
		expect(ids.join()).toContain('"one"');
		expect(ids.join()).toContain('"two"');
	});

	test('[Y63] a list revokes only what its own lab gave', async () => {
		const [lab, other] = [new RelayLab(), new RelayLab()];
		const room = roomOf(lab.id, 'path', randomId());
		const client = await RelayClient.joinAndSync(here.relay, room, {
			capability: lab.capability({ jti: 'shared' }),
		});
		const forged = [
			other.revoked(['shared'], 9),
			other.revoked(['shared'], 9, { lab: lab.id }),
			jws(lab.header('pathbook-revoked+jwt'), { lab: lab.id, v: 9, revoked: ['shared'] }, other.key),
			jws(lab.header(), { lab: lab.id, v: 9, revoked: ['shared'] }, lab.key),
			lab.revoked(['shared'], 9, { revoked: 'shared' }),
			'',
			'garbage',
		];
		for (const list of forged) expect(await put(lab, list), list).toBeGreaterThanOrEqual(400);
		expect(await put(lab, lab.revoked(['shared'], 9), other.capability())).toBe(403);
		expect(await put(other, other.revoked(['shared'], 1))).toBeLessThan(300);
		client.write('still here');
		await client.settled();
		expect(client.closed).toBeUndefined();
	});

	test('[Y64] a capability that ends in the middle of a session ends the session', async () => {
		const lab = new RelayLab();
		const room = roomOf(lab.id, 'path', randomId());
		const exp = secondsNow() + 2;
		const client = await RelayClient.joinAndSync(here.relay, room, { capability: lab.capability({ exp }) });
		expect(await client.end()).toBe(4401);
		expect(Date.now() / 1000).toBeGreaterThan(exp - 0.5);
		expect(await closes(lab, lab.capability({ exp }))).toBe(4401);
	});

	test('[Y65] who was lowered reads on with the new link, and what they wrote meanwhile reaches nobody', async () => {
		const lab = new RelayLab();
		const room = roomOf(lab.id, 'path', randomId());
		const witness = await RelayClient.joinAndSync(here.relay, room, { capability: lab.capability() });
		const doc = new Y.Doc();
		const editor = await RelayClient.joinAndSync(here.relay, room, {
			capability: lab.capability({ jti: 'as editor' }),
			doc,
		});
		editor.write('as editor ');
		await editor.settled();
		await put(lab, lab.revoked(['as editor'], 1));
		expect(await editor.end(1_000)).toBe(4403);
		doc.getText('words').insert(0, 'as reader ');
		const reader = await RelayClient.joinAndSync(here.relay, room, {
			capability: lab.capability({ role: 'reader' }),
			doc,
		});
		await reader.settled();
		await witness.turn();
		expect(reader.count('denied')).toBeGreaterThan(0);
		expect(witness.words).toBe('as editor ');
		witness.write('read on ');
		await reader.until('the words', () => reader.words.includes('read on '));
	});
});
