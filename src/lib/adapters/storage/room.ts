// How much room the browser gives, and whether it promised not to clear it. Absent on http over a LAN address and in some webviews: then
// nothing is known, which is not the same as nothing being kept.

import type { StorageRoom } from '#lib/ports.ts';

/** Asks `storage`, the browser's StorageManager; undefined where there is none. */
export function browserRoom(storage: StorageManager | undefined): StorageRoom {
	return {
		estimate: async () => {
			const { usage, quota } = (await quietly(() => storage?.estimate())) ?? {};
			return usage === undefined || quota === undefined ? undefined : { usedBytes: usage, quotaBytes: quota };
		},
		persisted: () => quietly(() => storage?.persisted()),
		persist: async () => (await quietly(() => storage?.persist())) ?? false,
	};
}

/** Some browsers reject instead of saying no; both mean that nothing was promised. */
async function quietly<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
	try {
		return await ask();
	} catch {
		return undefined;
	}
}
