// Rows of the catalogue as they are read back. A list must never lose a path because one of its columns was written by another version: only
// the id decides whether a row is a path, everything else falls back. Columns we do not know stay in the row. Refused: strict schemas.

import * as z from 'zod/mini';
import { Definition } from '#lib/core/path/entries.ts';
import { DefinitionHash, PathId } from '#lib/core/path/names.ts';
import type { CatalogueEntry, StoredDefinition } from '#lib/ports.ts';

const text = z.catch(z.string(), '');
const textOrNull = z.catch(z.nullable(z.string()), null);
const texts = z.catch(z.array(z.string()), []);
const time = z.catch(z.number(), 0);

const EntryRow = z.looseObject({
	id: PathId,
	lab: text,
	title: text,
	workflowTitle: text,
	status: text,
	stageTitle: text,
	stages: time,
	paused: z.catch(z.boolean(), false),
	createdAt: time,
	changedAt: time,
	openedAt: time,
	example: textOrNull,
	importedFrom: textOrNull,
	removedAt: z.catch(z.nullable(z.number()), null),
	records: texts,
	files: texts,
	knownAs: texts,
});

const DefinitionRow = z.looseObject({
	hash: DefinitionHash,
	definition: Definition,
	example: textOrNull,
	addedAt: time,
});

/** The row as a path; undefined where it names none. */
export function entryOf(row: unknown): CatalogueEntry | undefined {
	return EntryRow.safeParse(row).data;
}

/** The row as a definition; undefined where it cannot be understood (it stays stored). */
export function definitionOf(row: unknown): StoredDefinition | undefined {
	return DefinitionRow.safeParse(row).data;
}
