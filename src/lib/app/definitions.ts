// The library's definitions: workflows and protocols alone, each once, by the hash of what it says. Removing one takes the files only it
// needs, and gives back all that putting it back takes.

import { freeze } from '#lib/core/path/create.ts';
import { filesOfDefinition } from '#lib/core/flow/description.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import type { DefinitionHash } from '#lib/core/path/names.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type { FileBytes } from '#lib/core/exchange/files.ts';
import type { Catalogue, Files, StorageFault, StoredDefinition, World } from '#lib/ports.ts';

export interface DefinitionsOutside {
	readonly world: World;
	readonly catalogue: Catalogue;
	readonly files: Files;
}

type Kept<T> = Promise<Result<T, StorageFault>>;

/** A definition that was taken out, with the files that went with it. */
export interface RemovedDefinition {
	readonly stored: StoredDefinition;
	readonly files: FileBytes;
}

/** Adds a definition; the same one again changes nothing. */
export async function addDefinition(
	{ world, catalogue }: DefinitionsOutside,
	definition: Definition,
	example: string | null,
): Kept<{ readonly hash: DefinitionHash; readonly isNew: boolean }> {
	const { hash } = freeze(definition);
	const listed = await catalogue.definitions();
	if (!listed.ok) return listed;
	if (listed.value.some((known) => known.hash === hash)) return ok({ hash, isNew: false });
	const put = await catalogue.putDefinition({ hash, definition, example, addedAt: world.now() });
	return put.ok ? ok({ hash, isNew: true }) : put;
}

/** Takes a definition out; null where it is not here. Paths keep their own frozen copy. */
export async function removeDefinition(
	{ catalogue, files }: DefinitionsOutside,
	hash: DefinitionHash,
): Kept<RemovedDefinition | null> {
	const listed = await catalogue.definitions();
	if (!listed.ok) return listed;
	const stored = listed.value.find((known) => known.hash === hash);
	if (stored === undefined) return ok(null);
	const erased = await catalogue.eraseDefinition(hash);
	if (!erased.ok) return erased;
	const unused = await unusedFiles(catalogue, filesOfDefinition(stored.definition));
	if (!unused.ok) return unused;
	const bytes = new Map<string, Uint8Array>();
	for (const sha256 of unused.value) {
		const file = await files.get(sha256);
		if (file.ok && file.value !== undefined) bytes.set(sha256, file.value);
	}
	const gone = await files.erase(unused.value);
	return gone.ok ? ok({ stored, files: bytes }) : gone;
}

/** Puts back what was taken out. */
export async function restoreDefinition(
	{ catalogue, files }: DefinitionsOutside,
	removed: RemovedDefinition,
): Kept<void> {
	for (const [sha256, bytes] of removed.files) {
		const put = await files.put(sha256, bytes);
		if (!put.ok) return put;
	}
	return catalogue.putDefinition(removed.stored);
}

/** Which of these files nothing on this device refers to any more. */
export async function unusedFiles(
	catalogue: Catalogue,
	candidates: readonly string[],
): Kept<readonly string[]> {
	if (candidates.length === 0) return ok([]);
	const [paths, definitions] = await Promise.all([catalogue.paths(), catalogue.definitions()]);
	if (!paths.ok) return paths;
	if (!definitions.ok) return definitions;
	const used = new Set([
		...paths.value.flatMap(({ files }) => files),
		...definitions.value.flatMap(({ definition }) => filesOfDefinition(definition)),
	]);
	return ok([...new Set(candidates)].filter((sha256) => !used.has(sha256)));
}

/** Every protocol of the library that says something, latest first: what fills the gaps of an import. */
export async function protocolsIn(catalogue: Catalogue): Kept<readonly Protocol[]> {
	const listed = await catalogue.definitions();
	if (!listed.ok) return listed;
	const protocols = listed.value.toReversed().flatMap(({ definition }) => definition.protocols);
	return ok(protocols.filter(({ markdown, schema }) => markdown !== null || schema !== null));
}
