// Field values by stage and variant. A form writes one key per keystroke, so only the touched group is read again and old groups are never
// changed; rows are put together when somebody asks. Refused: one flat list filtered per stage (20,000 entries at 1,000 stages).

import type * as Y from 'yjs';
import { contentHash } from '#lib/core/json/hash.ts';
import type { Json } from '#lib/core/json/json.ts';
import { FieldEntry, RowEntry } from './entries.ts';
import { partsOfField } from './names.ts';
import type { FieldValues, Row, Unreadable } from './snapshot.ts';

export interface FieldPlace {
	readonly field: string;
	readonly row: string | undefined;
	readonly column: string | undefined;
}

/** One entry: a row of a table, or a value of a field or of a row. */
export type Written =
	| { readonly kind: 'row'; readonly parts: FieldPlace; readonly entry: RowEntry }
	| { readonly kind: 'value'; readonly parts: FieldPlace; readonly entry: FieldEntry };
type Group = ReadonlyMap<string, Written>;
export type FieldGroups = ReadonlyMap<string, Group>;

export const NO_FIELDS: FieldValues = { values: new Map(), rows: new Map() };

/** Reads one entry of `fields`; undefined where it cannot be understood. */
export function readFieldEntry(key: string, value: unknown): Written | undefined {
	return readPlaced(partsOfField(key), value);
}

/** Reads an entry whose key was read; undefined where either cannot be understood. */
export function readPlaced(parts: FieldPlace | undefined, value: unknown): Written | undefined {
	if (parts === undefined) return undefined;
	if (parts.row !== undefined && parts.column === undefined) {
		const row = RowEntry.safeParse(value).data;
		return row === undefined ? undefined : { kind: 'row', parts, entry: row };
	}
	const entry = FieldEntry.safeParse(value).data;
	return entry === undefined ? undefined : { kind: 'value', parts, entry };
}

export class FieldIndex {
	readonly #source: Y.Map<unknown>;
	readonly #map: string;
	readonly #read: (key: string, value: unknown) => Written | undefined;
	readonly #assembled = new WeakMap<Group, FieldValues>();
	groups: FieldGroups;
	unreadable: ReadonlyMap<string, Unreadable>;

	/** Groups the entries of `source`, known as `map`, by the first two parts of their keys. */
	constructor(
		source: Y.Map<unknown>,
		map: string,
		read: (key: string, value: unknown) => Written | undefined,
	) {
		this.#source = source;
		this.#map = map;
		this.#read = read;
		this.groups = new Map();
		this.unreadable = new Map();
		this.update(source.keys());
	}

	/** Reads the named keys again. */
	update(keys: Iterable<string>): void {
		const groups = new Map(this.groups);
		const bad = new Map(this.unreadable);
		const fresh = new Map<string, Map<string, Written>>();
		for (const key of keys) {
			const value = this.#source.get(key);
			const written = value === undefined ? undefined : this.#read(key, value);
			if (value === undefined || written !== undefined) bad.delete(key);
			else bad.set(key, { map: this.#map, key, why: 'malformed' });
			const name = groupName(key);
			let group = fresh.get(name);
			if (group === undefined && written === undefined && !groups.has(name)) continue;
			if (group === undefined) {
				group = new Map(groups.get(name));
				fresh.set(name, group);
				groups.set(name, group);
			}
			if (written === undefined) group.delete(key);
			else group.set(key, written);
		}
		this.groups = groups;
		this.unreadable = bad;
	}

	/** What people wrote into one group ("<stage>/<variant>"), as it was in `groups`. */
	fields(groups: FieldGroups, name: string): FieldValues {
		const group = groups.get(name);
		if (group === undefined) return NO_FIELDS;
		const known = this.#assembled.get(group);
		if (known !== undefined) return known;
		const values = assembleFields(group.values());
		this.#assembled.set(group, values);
		return values;
	}
}

function groupName(key: string): string {
	return key.slice(0, key.indexOf('/', key.indexOf('/') + 1));
}

interface RowParts {
	entry: RowEntry | undefined;
	readonly values: Map<string, FieldEntry>;
}

/** Sorts entries of one group into fields, rows and columns. */
export function assembleFields(group: Iterable<Written>): FieldValues {
	const values = new Map<string, FieldEntry>();
	const tables = new Map<string, Map<string, RowParts>>();
	for (const { kind, parts, entry } of group) {
		if (parts.row === undefined) {
			if (kind === 'value') values.set(parts.field, entry);
			continue;
		}
		const table = tables.get(parts.field) ?? new Map<string, RowParts>();
		tables.set(parts.field, table);
		const row = table.get(parts.row) ?? { entry: undefined, values: new Map<string, FieldEntry>() };
		table.set(parts.row, row);
		if (kind === 'row') row.entry = entry;
		else if (parts.column !== undefined) row.values.set(parts.column, entry);
	}
	const rows = new Map([...tables].map(([field, table]) => [field, rowsOf(table)] as const));
	return { values, rows };
}

function rowsOf(table: ReadonlyMap<string, RowParts>): readonly Row[] {
	return [...table]
		.map(([id, { entry, values }]) => ({ id, entry, values, gone: isRowGone(entry, values) }))
		.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function isRowGone(entry: RowEntry | undefined, values: ReadonlyMap<string, FieldEntry>): boolean {
	return entry?.gone !== undefined && entry.gone.contentHash === rowHash(values);
}

/** What a row says, as a hash: a row that says something else than when it was deleted is live again. */
export function rowHash(values: ReadonlyMap<string, FieldEntry>): string {
	const said = [...values]
		.filter(([, { cleared }]) => cleared !== true)
		.map(([column, { value, unit }]): [string, Json] => [
			column,
			unit === undefined ? { value } : { value, unit },
		]);
	return contentHash(Object.fromEntries(said));
}
