// The rows of a table with the ids under which they are edited. Rows that a proposal or an earlier version brings have no id of their
// own, so their place names them (`p0`, `p1` …, as path/content.ts does it). Refused: copying such rows under new ids at the first
// edit (two people who both begin would have every row twice).

import { isObject, type Json } from '#lib/core/json/json.ts';
import { proposalRow } from '#lib/core/path/content.ts';
import type { Row } from '#lib/core/path/snapshot.ts';
import type { FormRow } from './form.ts';

/** Rows as shown: those of `base` overlaid by what was written, then the added ones; deleted ones are left out. */
export function formRows(base: Json | undefined, written: readonly Row[] = []): readonly FormRow[] {
	const list: readonly Json[] = Array.isArray(base) ? base : [];
	const rows = new Map(written.map((row) => [row.id, row]));
	const given = list.map((item, index): FormRow | undefined => {
		const row = rows.get(proposalRow(index));
		if (row?.gone === true) return undefined;
		return { id: proposalRow(index), values: overlaid(item, row) };
	});
	const own = new Set(list.map((_, index) => proposalRow(index)));
	const added = written.filter((row) => !row.gone && !own.has(row.id));
	return [
		...given.filter((row) => row !== undefined),
		...added.map((row) => ({ id: row.id, values: overlaid(null, row) })),
	];
}

function overlaid(item: Json, row: Row | undefined): ReadonlyMap<string, Json> {
	const values = new Map(isObject(item) ? Object.entries(item) : []);
	for (const [column, { value, cleared }] of row?.values ?? []) {
		if (cleared === true) values.delete(column);
		else values.set(column, value);
	}
	return values;
}
