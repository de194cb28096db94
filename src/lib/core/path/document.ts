// The path document as Yjs sees it: seventeen flat maps and one root text per cell and variant. This file alone knows what they are called
// and under which origin a change is made. Refused: creating root texts by reading (Yjs looks root names up one by one when it
// writes an update, and a reader must not change what it reads), so everything here asks `doc.share` first.

import * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { Person } from './entries.ts';
import { SCHEMA } from './entries.ts';
import { textName, type CellId, type PersonId, type Variant } from './names.ts';

export const MAP_NAMES = [
	'meta',
	'people',
	'frozen',
	'clients',
	'stages',
	'gone',
	'line',
	'names',
	'cells',
	'fields',
	'record',
	'proposals',
	'runs',
	'numbers',
	'files',
	'log',
	'kept',
] as const;
export type MapName = (typeof MAP_NAMES)[number];
export type PathMaps = Readonly<Record<MapName, Y.Map<unknown>>>;

/** Origin of what a person can undo. */
export const LOCAL: unique symbol = Symbol('pathbook.local');
/** Origin of what is only added: stages, proposals, log entries that end one another. Undo does not follow it. */
export const MADE: unique symbol = Symbol('pathbook.made');
/** Origin of the words a proposal begins with. Undo never follows it. */
export const SEED: unique symbol = Symbol('pathbook.seed');
export type EditOrigin = typeof LOCAL | typeof MADE;

/** Who edits, and when: `at` in milliseconds since 1970 UTC. */
export interface Who {
	readonly by: PersonId;
	readonly at: number;
	readonly person: Person;
}

/** `read-only`: a newer major schema. `no-path`: the document is empty or not loaded. */
export type Refusal = 'read-only' | 'no-path';

/** What an edit did to the input: halves of surrogate pairs that were replaced by U+FFFD, because nothing can store them. */
export interface Written {
	readonly replaced: number;
}

/** The maps of a path. Asking for them creates no content. */
export function mapsOf(doc: Y.Doc): PathMaps {
	const maps = Object.fromEntries(MAP_NAMES.map((name) => [name, doc.getMap(name)]));
	return maps as Record<MapName, Y.Map<unknown>>; // fromEntries forgets the key type; every name is there
}

/** Whether this version may edit a document of `schema` ("major.minor"). */
export function canEdit(schema: unknown): boolean {
	return typeof schema === 'string' && Number(schema.split('.')[0]) === SCHEMA.major;
}

/** A root text that somebody has made; undefined where nobody has typed. Never creates one. */
export function textOf(doc: Y.Doc, cell: CellId, variant: Variant): Y.Text | undefined {
	const name = textName(cell, variant);
	const type = doc.share.get(name);
	if (type === undefined || (!(type instanceof Y.Text) && type.constructor !== Y.AbstractType))
		return undefined;
	return doc.getText(name); // gives a root that came by an update its type; the name is there already
}

/** The words of a root as they are stored; undefined where nothing was ever typed. Leaves the root as it is. */
export function storedText(doc: Y.Doc, name: string): string | undefined {
	const type = doc.share.get(name);
	if (type === undefined || type._start === null) return undefined;
	return Y.Text.prototype.toString.call(type); // reads only the list of items, which every root has
}

/** One edit, one transaction, one origin: `decide` reads and refuses, what it returns writes. The writer is introduced with it. */
export function edit<T, E extends string>(
	doc: Y.Doc,
	who: Who,
	origin: EditOrigin,
	decide: (maps: PathMaps) => Result<() => T, E>,
): Result<T, E | Refusal> {
	const maps = mapsOf(doc);
	const schema = maps.meta.get('schema');
	if (schema === undefined) return err('no-path');
	if (!canEdit(schema)) return err('read-only');
	const decided = decide(maps);
	if (!decided.ok) return decided;
	return doc.transact(() => {
		signIn(doc, maps, who);
		return ok(decided.value());
	}, origin);
}

/** Lists the person, and this client as theirs, unless both are listed already. Only inside a transaction. */
export function signIn(doc: Y.Doc, { people, clients }: PathMaps, { by, person }: Who): void {
	const client = String(doc.clientID);
	if (!clients.has(client)) clients.set(client, by);
	const listed = people.get(by);
	if (!samePerson(listed, person))
		people.set(by, { ...(typeof listed === 'object' ? listed : {}), ...person });
}

function samePerson(listed: unknown, person: Person): boolean {
	if (typeof listed !== 'object' || listed === null) return false;
	const known = listed as Partial<Person>; // compared, not trusted
	return known.member === person.member && known.name === person.name && known.colour === person.colour;
}
