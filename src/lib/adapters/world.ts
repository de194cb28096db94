// Time and chance as a browser or Node has them. crypto.randomUUID is not used: it is absent on http over a LAN address and makes version 4.

import { uuidv7 } from 'uuidv7';
import type { World } from '#lib/ports.ts';

/** The device's clock, zone and randomness. */
export const deviceWorld = (): World => ({
	now: () => Date.now(),
	local: () => {
		const now = new Date();
		return { at: withOffset(now), zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
	},
	id: () => uuidv7(),
});

/** Local time as RFC 3339 with milliseconds and offset: 2026-11-21T16:02:11.000+01:00. */
export function withOffset(date: Date, offsetMinutes = -date.getTimezoneOffset()): string {
	const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
	const two = (n: number): string => String(n).padStart(2, '0');
	const size = Math.abs(Math.round(offsetMinutes));
	return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
