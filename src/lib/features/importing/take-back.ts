// Taking an import back. A path nobody has looked at is erased, as if it had not come; one that was opened meanwhile may hold somebody's words
// and only goes to the trash.

import type { App } from '#lib/app/app.ts';
import type { PathId } from '#lib/core/path/names.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';

/** Removes paths that were just imported; stops at the first fault. */
export async function takeBack(
	{ catalogue, library }: App,
	made: readonly PathId[],
): Promise<Result<void, StorageFault>> {
	const listed = await catalogue.paths();
	if (!listed.ok) return listed;
	for (const id of made) {
		const opened = listed.value.some((entry) => entry.id === id && entry.openedAt > 0);
		const taken = await (opened ? library.removePath(id) : library.erasePath(id));
		if (!taken.ok) return taken;
	}
	return ok(undefined);
}
