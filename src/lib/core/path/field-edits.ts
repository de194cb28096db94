// Values of fields, one key each, so that two people who fill in different fields never meet. A table is one key per row and one per value in
// it; a deleted row is live again once somebody writes in it. Refused: a table as one value (the later writer takes it all).

import type * as Y from 'yjs';
import type { Json } from '#lib/core/json/json.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { barePath, readProposal } from './bare-path.ts';
import { edit, LOCAL, type PathMaps, type Refusal, type Who, type Written } from './document.ts';
import { RowEntry, type FieldEntry } from './entries.ts';
import { rowHash } from './field-index.ts';
import { fieldKey, partsOf, RESEARCHABLE, type StageId, type Variant } from './names.ts';
import { storable, storableText } from './storable.ts';

export type FieldRefusal = Refusal | 'no-such-stage' | 'no-such-proposal' | 'malformed';
export type RowRefusal = FieldRefusal | 'no-such-row';

export interface FieldValue {
	readonly value: Json;
	readonly unit?: string | undefined;
	readonly label?: string | undefined;
	readonly source?: Json | undefined;
}

const ROW_ID = /^[A-Za-z0-9_-]{1,64}$/;
const PROPOSAL_ROW = /^p\d+$/;

/** Writes a field's value; the whole entry is replaced. */
export function setField(
	doc: Y.Doc,
	stage: StageId,
	variant: Variant,
	field: string,
	value: FieldValue,
	who: Who,
): Result<Written, FieldRefusal> {
	return writeEntry(doc, { stage, variant, field }, { ...value }, who);
}

/** Empties a field, also where a proposal has a value. */
export function clearField(
	doc: Y.Doc,
	stage: StageId,
	variant: Variant,
	field: string,
	who: Who,
): Result<Written, FieldRefusal> {
	return writeEntry(doc, { stage, variant, field }, { value: null, cleared: true }, who);
}

/** Judges a strategy: null takes the judgement back. Typing a strategy judges nothing. */
export function setResearchable(
	doc: Y.Doc,
	stage: StageId,
	variant: Variant,
	value: boolean | null,
	who: Who,
): Result<Written, FieldRefusal> {
	return writeEntry(doc, { stage, variant, field: RESEARCHABLE }, { value }, who);
}

/** Adds an empty row to a table, under an id nobody else makes (UUIDv7: rows stand in the order of their ids). */
export function addRow(
	doc: Y.Doc,
	stage: StageId,
	variant: Variant,
	field: string,
	row: string,
	who: Who,
): Result<Written, FieldRefusal> {
	if (PROPOSAL_ROW.test(row)) return err('malformed');
	return writeEntry(doc, { stage, variant, field, row }, { row: true }, who);
}

/** Deletes a row softly; a proposal's own rows are `proposalRow(index)`. */
export function deleteRow(
	doc: Y.Doc,
	stage: StageId,
	variant: Variant,
	field: string,
	row: string,
	who: Who,
): Result<Written, RowRefusal> {
	const place = { stage, variant, field, row };
	if (!hasRow(doc, place)) return err('no-such-row');
	const values = barePath(doc)
		.fields(stage, variant)
		.rows.get(storableText(field).value)
		?.find(({ id }) => id === row)?.values;
	const gone = { contentHash: rowHash(values ?? new Map()), by: who.by, at: who.at };
	return writeEntry(doc, place, { row: true, gone }, who);
}

/** Takes a row's deletion back. */
export function restoreRow(
	doc: Y.Doc,
	stage: StageId,
	variant: Variant,
	field: string,
	row: string,
	who: Who,
): Result<Written, RowRefusal> {
	const place = { stage, variant, field, row };
	if (!hasRow(doc, place)) return err('no-such-row');
	return writeEntry(doc, place, { row: true }, who);
}

/** Writes one value in a row; in a deleted row this brings it back. */
export function setRowField(
	doc: Y.Doc,
	stage: StageId,
	variant: Variant,
	field: string,
	row: string,
	column: string,
	value: Json,
	who: Who,
): Result<Written, RowRefusal> {
	if (!hasRow(doc, { stage, variant, field, row })) return err('no-such-row');
	return writeEntry(doc, { stage, variant, field, row, column }, { value }, who);
}

interface Place {
	readonly stage: StageId;
	readonly variant: Variant;
	readonly field: string;
	readonly row?: string;
	readonly column?: string;
}

function keyOf({ stage, variant, field, row, column }: Place): {
	readonly key: string;
	readonly replaced: number;
} {
	const name = storableText(field);
	const inner = column === undefined ? { value: undefined, replaced: 0 } : storableText(column);
	return {
		key: fieldKey(stage, variant, name.value, row, inner.value),
		replaced: name.replaced + inner.replaced,
	};
}

/** A row is there once it was added; a proposal's rows need no adding. */
function hasRow(doc: Y.Doc, place: Place): boolean {
	const { row = '', variant } = place;
	const written = RowEntry.safeParse(doc.getMap('fields').get(keyOf(place).key)).success;
	if (written || variant === 'own' || !PROPOSAL_ROW.test(row)) return written;
	const values = readProposal(doc, variant)?.content['values'];
	const list = typeof values === 'object' && values !== null ? Object.entries(values) : [];
	const [, rows] = list.find(([field]) => field === place.field) ?? [];
	return Array.isArray(rows) && Number(row.slice(1)) < rows.length;
}

function hasVariant(doc: Y.Doc, { stage, variant }: Place): boolean {
	if (variant === 'own') return true;
	const proposal = readProposal(doc, variant);
	return proposal !== undefined && partsOf(proposal.cell).stage === stage;
}

function writeEntry(
	doc: Y.Doc,
	place: Place,
	entry: Omit<FieldEntry, 'by' | 'at'> | Omit<RowEntry, 'by' | 'at'>,
	who: Who,
): Result<Written, FieldRefusal> {
	return edit(doc, who, LOCAL, ({ stages, fields }: PathMaps) => {
		if (!stages.has(place.stage)) return err('no-such-stage');
		if (!hasVariant(doc, place)) return err('no-such-proposal');
		if (place.row !== undefined && !ROW_ID.test(place.row)) return err('malformed');
		const json = storable({ ...entry, by: who.by, at: who.at });
		if (json === undefined) return err('malformed');
		const { key, replaced } = keyOf(place);
		return ok(() => {
			fields.set(key, json.value);
			return { replaced: replaced + json.replaced };
		});
	});
}
