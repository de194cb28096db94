import { expect, test } from 'vitest';
import { browserRoom } from '#lib/adapters/storage/room.ts';
import { deviceWorld, withOffset } from '#lib/adapters/world.ts';

test('[A31] local time is RFC 3339 with milliseconds and the offset, also west of Greenwich and by half hours', () => {
	const date = new Date('2026-11-21T15:02:11.007Z');
	expect(withOffset(date, 60)).toBe('2026-11-21T16:02:11.007+01:00');
	expect(withOffset(date, -570)).toBe('2026-11-21T05:32:11.007-09:30');
	expect(withOffset(date, 0)).toBe('2026-11-21T15:02:11.007+00:00');
	const { at, zone } = deviceWorld().local();
	expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(5000);
	expect(zone).not.toBe('');
});

test('[A31] later ids sort later, also within one millisecond', () => {
	const world = deviceWorld();
	const ids = Array.from({ length: 2000 }, () => world.id());
	expect([...ids].sort()).toEqual(ids);
	expect(new Set(ids).size).toBe(2000);
});

test('[A32] a browser that says nothing about its room, or refuses to, is no error', async () => {
	const silent = browserRoom(undefined);
	expect(await silent.estimate()).toBeUndefined();
	expect(await silent.persisted()).toBeUndefined();
	expect(await silent.persist()).toBe(false);
	const no = () => Promise.reject(new Error('no'));
	const refusing = browserRoom({ estimate: no, persisted: no, persist: no, getDirectory: no });
	expect(await refusing.estimate()).toBeUndefined();
	expect(await refusing.persist()).toBe(false);
});
