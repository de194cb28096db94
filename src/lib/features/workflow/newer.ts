// Whether the library has another version of a path's workflow. Versions of a workflow share its id; which is newer, only the library can
// say, by when it was added. Refused: comparing version texts (they are free text, and most workflows have none).

import type { Definition } from '#lib/core/path/entries.ts';
import type { DefinitionHash } from '#lib/core/path/names.ts';
import type { StoredDefinition } from '#lib/ports.ts';

/** The version added last, unless it is the one in use or was there before it; undefined where there is none. */
export function newerThan(
	stored: readonly StoredDefinition[],
	current: Definition,
	hash: DefinitionHash,
): StoredDefinition | undefined {
	const same = stored.filter(({ definition }) => definition.workflow.id === current.workflow.id);
	const since = same.find((one) => one.hash === hash)?.addedAt ?? 0;
	return same
		.filter((one) => one.hash !== hash && one.addedAt > since)
		.toSorted((a, b) => b.addedAt - a.addedAt)[0];
}
