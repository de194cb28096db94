// A path is made once, by whoever makes it, on an empty document. Refused: "if empty, fill" (a document that has not loaded yet looks empty,
// and two who fill it make two of everything).

import type * as Y from 'yjs';
import { isObject } from '#lib/core/json/json.ts';
import type { Definition, PathMeta, StageEntry } from './entries.ts';
import { SCHEMA } from './entries.ts';
import { MADE, mapsOf, signIn, type Who } from './document.ts';
import { DefinitionHash, type StageId } from './names.ts';
import { storable, storableText } from './storable.ts';
import { definitionHash } from './vault.ts';

export interface NewPath {
	readonly title: string;
	readonly definition: Definition;
	/** The preparation's id. */
	readonly stage: StageId;
	readonly who: Who;
	readonly example?: string;
	readonly importedFrom?: PathMeta['importedFrom'];
}

/** Makes a path in an empty document and returns the hash of its definition. Throws on a document that is not empty. */
export function createPath(
	doc: Y.Doc,
	{ title, definition, stage, who, example, importedFrom }: NewPath,
): DefinitionHash {
	if (doc.store.clients.size > 0 || doc.store.pendingStructs !== null)
		throw new Error('a path is made in an empty document');
	const frozen = freeze(definition);
	const maps = mapsOf(doc);
	doc.transact(() => {
		signIn(doc, maps, who);
		maps.frozen.set(frozen.hash, frozen.value);
		maps.meta.set('title', storableText(title).value);
		maps.meta.set('createdBy', who.by);
		maps.meta.set('createdAt', who.at);
		maps.meta.set('schema', `${String(SCHEMA.major)}.${String(SCHEMA.minor)}`);
		maps.meta.set('template', frozen.hash);
		if (example !== undefined) maps.meta.set('example', storableText(example).value);
		if (importedFrom !== undefined) maps.meta.set('importedFrom', storable(importedFrom)?.value);
		const root: StageEntry = { after: [], choice: null, under: frozen.hash, by: who.by, at: who.at };
		maps.stages.set(stage, root);
	}, MADE);
	return frozen.hash;
}

/** A definition as it is kept, with the hash it is kept under. Throws where it is no JSON: definitions are parsed before. */
export function freeze(definition: Definition): { readonly hash: DefinitionHash; readonly value: unknown } {
	const value = storable(definition)?.value;
	const hash = isObject(value) ? definitionHash(value) : undefined;
	if (hash === undefined) throw new TypeError('a definition is JSON');
	return { hash: DefinitionHash.parse(hash), value };
}
