// A disk that is full, may not be written, or lies: no acknowledgement, a clear word at /healthz, everything as before once there is space, and one
// damaged room is one damaged room. The full disk is a small file system in a mount namespace of the relay's own.

import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HonestPair } from '../../../support/relay-beside.ts';
import { RelayClient } from '../../../support/relay-client.ts';
import { damage } from '../../../support/relay-data.ts';
import { relayForTest } from '../../../support/relay-here.ts';
import { RelayLab, randomId, roomOf } from '../../../support/relay-lab.ts';
import type { RelayProcess } from '../../../support/relay-process.ts';

const OWN_MOUNTS = spawnSync('unshare', ['-Urm', 'true']).status === 0;
const mounted = (mount: string): string[] => ['unshare', '-Urm', 'sh', '-c', `${mount} && exec "$0" "$@"`];

describe('disks', () => {
	const lab = new RelayLab();
	const capability = lab.capability();
	const newRoom = (): string => roomOf(lab.id, 'path', randomId());
	const join = (relay: RelayProcess, room: string): Promise<RelayClient> =>
		RelayClient.joinAndSync(relay, room, { capability });

	function emptyFolder(): string {
		const folder = mkdtempSync(joinPath(tmpdir(), 'pathbook-disk-'));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		mkdirSync(joinPath(folder, 'data'));
		return joinPath(folder, 'data');
	}

	const health = async (relay: RelayProcess): Promise<number> =>
		(await fetch(`${relay.http}/healthz`)).status;

	/** Asks until it answers so; throws when patience ends. */
	async function untilHealth(relay: RelayProcess, well: boolean): Promise<void> {
		const deadline = performance.now() + 15_000;
		while (((await health(relay)) === 200) !== well) {
			if (performance.now() > deadline) throw new Error(`/healthz never said ${well}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	function fill(folder: string): void {
		const file = openSync(joinPath(folder, 'filler'), 'w');
		try {
			for (let size = 65_536; size >= 1; size = size > 1 ? size >> 4 : 0)
				for (;;) if (writeSync(file, randomBytes(size)) < size) break;
		} catch {
			// full is what it was to be
		} finally {
			closeSync(file);
		}
	}

	test.skipIf(!OWN_MOUNTS)(
		'[Y180] a full disk: nothing is acknowledged, it is said, and it ends when there is space',
		async () => {
			const data = emptyFolder();
			const relay = await relayForTest({
				data,
				before: mounted('mount -t tmpfs -o size=8m none "$PATHBOOK_DATA"'),
			});
			const inside = `/proc/${relay.pid}/root${data}`;
			const room = newRoom();
			const [writer, reader] = [await join(relay, room), await join(relay, room)];
			writer.write('before ');
			await writer.settled();
			await untilHealth(relay, true);

			fill(inside);
			const settled = writer.acknowledged;
			for (let n = 0; n < 40 && writer.closed === undefined; n++)
				writer.edit((doc) => doc.getArray('bytes').push([new Uint8Array(randomBytes(20_000))]));
			await untilHealth(relay, false);
			// small ones may still find room in what the database holds; large ones cannot
			expect(writer.acknowledged - settled).toBeLessThan(40);
			const told = writer.closed?.code ?? (await writer.end(5_000).catch(() => 0));
			expect([0, 4503]).toContain(told);
			expect(relay.alive).toBe(true);

			rmSync(joinPath(inside, 'filler'));
			await untilHealth(relay, true);
			writer.drop();
			const back = await RelayClient.joinAndSync(relay, room, { capability, doc: writer.doc });
			await back.settled();
			expect(back.words).toBe('before ');
			const later = await join(relay, room);
			expect(later.doc.getArray('bytes').length).toBe(writer.doc.getArray('bytes').length);
			reader.drop();
		},
		60_000,
	);

	test.skipIf(!OWN_MOUNTS)(
		'[Y181] a folder that may not be written stops the start with a sentence',
		async () => {
			const data = emptyFolder();
			const started = relayForTest({
				data,
				before: mounted(
					'mount --bind "$PATHBOOK_DATA" "$PATHBOOK_DATA" && mount -o remount,ro,bind "$PATHBOOK_DATA"',
				),
			}).then(
				() => 'it started',
				(cause: unknown) => String(cause),
			);
			expect(await started).toMatch(/ended:[^]*PATHBOOK_DATA[^]*\.\n/);
		},
	);

	test('[Y182] one damaged room is closed with 4503, and no other', async () => {
		const relay = await relayForTest();
		const [bad, good] = [newRoom(), newRoom()];
		for (const room of [bad, good]) {
			const client = await join(relay, room);
			client.write('words that were there');
			await client.settled();
			await client.leave();
		}
		expect(await relay.stop()).toBe(0);
		damage(relay.data, bad);
		await relay.startAgain();
		const pair = new HonestPair(relay, lab);
		for (let n = 0; n < 5; n++) {
			const refused = new RelayClient(`${relay.sync}/${bad}`, { capability });
			expect(await refused.end()).toBe(4503);
			expect(refused.count('step 2')).toBe(0);
		}
		const client = await join(relay, good);
		expect(client.words).toBe('words that were there');
		await pair.more(20);
		await pair.end();
		expect(await relay.stop()).toBe(0);
	});

	test('[Y183] a second relay on the same folder does not start', async () => {
		const relay = await relayForTest();
		const second = relayForTest({ data: relay.data }).then(
			() => 'it started',
			(cause: unknown) => String(cause),
		);
		expect(await second).toMatch(/ended:[^]*\.\n/);
		const client = await join(relay, newRoom());
		client.write('the first goes on');
		await client.settled();
	});
});
