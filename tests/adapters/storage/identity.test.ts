import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { DeviceDatabase } from '#lib/adapters/storage/device-database.ts';
import { DeviceIdentity } from '#lib/adapters/storage/identity.ts';
import { keyPairFrom } from '#lib/core/keys/key-pair.ts';
import { thumbprint } from '#lib/core/keys/thumbprint.ts';

test('[A28] the first run makes a lab and a member, whose ids are the thumbprints of the kept keys', async () => {
	const open = makeDevice();
	const loaded = await new DeviceIdentity(open()).load();
	if (!loaded.ok) throw new Error(loaded.error.detail);
	const { lab, member } = loaded.value;
	expect([lab.name, member.name]).toEqual(['', '']);
	expect(member.colour).toMatch(/^#[0-9a-f]{6}$/);
	expect(lab.id).not.toBe(member.id);
	const keys = await open().read(() => open().table('keys').toArray());
	const rows = keys.ok ? keys.value : [];
	expect(rows.map((row) => [row['kind'], row['id']]).sort()).toEqual([
		['lab', lab.id],
		['member', member.id],
	]);
	for (const row of rows) {
		const secret = row['privateKey'];
		if (!(secret instanceof Uint8Array)) throw new Error('no raw bytes');
		expect(thumbprint(keyPairFrom(secret).publicKey)).toBe(row['id']);
	}
});

test('[A28] two tabs at the first run get one identity, with locks and without', async () => {
	for (const locks of [grantingLocks(), undefined]) {
		const open = makeDevice();
		const tabs = [new DeviceIdentity(open(), { locks }), new DeviceIdentity(open(), { locks })];
		const [one, two] = await Promise.all(tabs.map((tab) => tab.load()));
		expect(one?.ok).toBe(true);
		expect(two).toEqual(one);
		const keys = await open().read(() => open().table('keys').count());
		expect(keys).toEqual({ ok: true, value: 2 });
	}
});

test('[A29] a new name is told to whoever watches, in every tab, and the keys stay', async () => {
	const open = makeDevice();
	const mine = new DeviceIdentity(open());
	const before = await mine.load();
	let heard = 0;
	const stop = new DeviceIdentity(open()).watch(() => (heard += 1));
	const renamed = await mine.rename({ name: '林', colour: '#112233', labName: 'Soil lab' });
	expect(renamed).toMatchObject({
		ok: true,
		value: {
			member: { id: before.ok && before.value.member.id, name: '林', colour: '#112233' },
			lab: { id: before.ok && before.value.lab.id, name: 'Soil lab' },
		},
	});
	await expect.poll(() => heard).toBeGreaterThan(0);
	stop();
	const again = await new DeviceIdentity(open()).load();
	expect(again).toEqual(renamed);
});

test('[A30] an identity that cannot be read is damaged, and no new one takes its place', async () => {
	const open = makeDevice();
	const row = { key: 'self', lab: 'somebody' };
	await open().write(['identity'], () => open().table('identity').put(row));
	expect(await new DeviceIdentity(open()).load()).toMatchObject({ ok: false, error: { why: 'damaged' } });
	const kept = await open().read(() => open().table('identity').get('self'));
	expect(kept).toEqual({ ok: true, value: row });
});

test('[A35] keys that cannot be made for want of their code are a fault, and are made when asked for again', async () => {
	const open = makeDevice();
	let reachable = false;
	const curve = async () => {
		if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
		return { keyPairFrom };
	};
	const identity = new DeviceIdentity(open(), { curve });
	expect(await identity.load()).toMatchObject({ ok: false, error: { why: 'unknown' } });
	const kept = await open().read(() => open().table('keys').count());
	expect(kept).toEqual({ ok: true, value: 0 });
	reachable = true;
	expect(await identity.load()).toMatchObject({ ok: true });
});

function makeDevice(): () => DeviceDatabase {
	const factory = new IDBFactory();
	const name = `pathbook-${crypto.randomUUID()}`;
	return () => new DeviceDatabase({ factory, name });
}

/** Grants one after the other, as a browser does. */
function grantingLocks(): LockManager {
	let last: Promise<unknown> = Promise.resolve();
	const request: LockManager['request'] = async (name: string, ...rest: unknown[]) => {
		const run = rest.at(-1) as (lock: Lock | null) => unknown; // the last argument of any overload
		const mine = last.then(() => run({ name, mode: 'exclusive' }));
		last = mine;
		return (await mine) as never;
	};
	return { request, query: async () => ({}) };
}
