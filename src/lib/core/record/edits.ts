// Edits of a record. The draft is one key per value, so that a whole group can fill in one form at once; submitting adds a version and leaves
// the draft (a second person who submits offline must not find theirs empty). Versions are never changed: a correction is a new one.
// Refused: clearing the draft on submit.

import type * as Y from 'yjs';
import type { Json } from '#lib/core/json/json.ts';
import { LOCAL, MADE, type Who, type Written } from '#lib/core/path/document.ts';
import { RowEntry } from '#lib/core/path/entries.ts';
import { rowHash } from '#lib/core/path/field-index.ts';
import { RecordId, type VersionUid } from '#lib/core/path/names.ts';
import { storable, storableText } from '#lib/core/path/storable.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { readRecord, recordMaps, versionUid } from './document.ts';
import { draftKey, PARTS, type Section } from './names.ts';
import type { RecordVersion } from './record.ts';
import { type RecordData } from './record.ts';

const ROW_ID = /^[A-Za-z0-9_-]{1,64}$/;
const ROW_BELOW = /^p\d+$/;

export type DraftRefusal = 'malformed';
export type DraftRowRefusal = 'malformed' | 'no-such-row';

/** Writes one value of the draft on top of a version (null: before the first). */
export function setDraft(
	doc: Y.Doc,
	basedOn: VersionUid | null,
	section: Section,
	field: string,
	value: Json,
	who: Who,
): Result<Written, DraftRefusal> {
	return write(doc, { basedOn, section, field }, { value }, who);
}

/** Empties one value of the draft, also where what lies below has one. */
export function clearDraft(
	doc: Y.Doc,
	basedOn: VersionUid | null,
	section: Section,
	field: string,
	who: Who,
): Result<Written, DraftRefusal> {
	return write(doc, { basedOn, section, field }, { value: null, cleared: true }, who);
}

/** Writes one part of a step or check (`checked`, `annotation`), so that a tick and a remark by two people both stay. */
export function setDraftPart(
	doc: Y.Doc,
	basedOn: VersionUid | null,
	section: 'step' | 'check',
	id: string,
	part: string,
	value: Json,
	who: Who,
): Result<Written, DraftRefusal> {
	return write(doc, { basedOn, section, field: id, row: PARTS, column: part }, { value }, who);
}

/** Adds an empty row to a table, under an id nobody else makes. */
export function addDraftRow(
	doc: Y.Doc,
	basedOn: VersionUid | null,
	field: string,
	row: string,
	who: Who,
): Result<Written, DraftRefusal> {
	if (ROW_BELOW.test(row)) return err('malformed');
	return write(doc, { basedOn, section: 'var', field, row }, { row: true }, who);
}

/** Deletes a row softly: it comes back when somebody writes in it. Rows of what lies below are `proposalRow(index)`. */
export function deleteDraftRow(
	doc: Y.Doc,
	basedOn: VersionUid | null,
	field: string,
	row: string,
	who: Who,
): Result<Written, DraftRowRefusal> {
	const place: Place = { basedOn, section: 'var', field, row };
	if (!hasRow(doc, place)) return err('no-such-row');
	const rows = readRecord(doc, '').draft(basedOn).var.rows.get(storableText(field).value);
	const values = rows?.find(({ id }) => id === row)?.values ?? new Map<string, never>();
	return write(
		doc,
		place,
		{ row: true, gone: { contentHash: rowHash(values), by: who.by, at: who.at } },
		who,
	);
}

/** Takes a row's deletion back. */
export function restoreDraftRow(
	doc: Y.Doc,
	basedOn: VersionUid | null,
	field: string,
	row: string,
	who: Who,
): Result<Written, DraftRowRefusal> {
	const place: Place = { basedOn, section: 'var', field, row };
	return hasRow(doc, place) ? write(doc, place, { row: true }, who) : err('no-such-row');
}

/** Writes one value in a row. */
export function setDraftRow(
	doc: Y.Doc,
	basedOn: VersionUid | null,
	field: string,
	row: string,
	column: string,
	value: Json,
	who: Who,
): Result<Written, DraftRowRefusal> {
	const place: Place = { basedOn, section: 'var', field, row };
	return hasRow(doc, place) ? write(doc, { ...place, column }, { value }, who) : err('no-such-row');
}

/** Who submits: `author` the member key's thumbprint, `at` device time as RFC 3339 with offset, `zone` an IANA zone. */
export interface Submission {
	readonly author: string;
	readonly at: string;
	readonly zone: string;
}

/** Adds a version and returns its uid; the draft stays. Throws where `data` is no JSON. */
export function submit(
	doc: Y.Doc,
	recordId: string,
	basedOn: VersionUid | null,
	data: RecordData,
	{ author, at, zone }: Submission,
	_who: Who,
): VersionUid {
	return addVersion(doc, { record: RecordId.parse(recordId), basedOn, author, at, zone, data });
}

/** Adds a version as it is (for imports) and returns its uid; the same one again changes nothing. Throws where it is no JSON. */
export function addVersion(doc: Y.Doc, version: RecordVersion): VersionUid {
	const json = storable(version);
	const uid = json === undefined ? undefined : versionUid(json.value as Readonly<Record<string, unknown>>);
	if (json === undefined || uid === undefined) throw new TypeError('a version is JSON');
	const { versions } = recordMaps(doc);
	if (!versions.has(uid)) doc.transact(() => versions.set(uid, json.value), MADE);
	return uid;
}

interface Place {
	readonly basedOn: VersionUid | null;
	readonly section: Section;
	readonly field: string;
	readonly row?: string;
	readonly column?: string;
}

function keyOf({ basedOn, section, field, row, column }: Place): {
	readonly key: string;
	readonly replaced: number;
} {
	const name = storableText(field);
	const inner = column === undefined ? { value: undefined, replaced: 0 } : storableText(column);
	return {
		key: draftKey(basedOn, section, name.value, row, inner.value),
		replaced: name.replaced + inner.replaced,
	};
}

/** Rows of what lies below are taken as there: what lies below may still change or come. */
function hasRow(doc: Y.Doc, place: Place): boolean {
	if (ROW_BELOW.test(place.row ?? '')) return true;
	return RowEntry.safeParse(recordMaps(doc).draft.get(keyOf(place).key)).success;
}

function write(
	doc: Y.Doc,
	place: Place,
	entry: Readonly<Record<string, unknown>>,
	{ by, at }: Who,
): Result<Written, DraftRefusal> {
	const { key, replaced } = keyOf(place);
	const json = storable({ ...entry, by, at });
	if (json === undefined || (place.row !== undefined && !ROW_ID.test(place.row))) return err('malformed');
	doc.transact(() => recordMaps(doc).draft.set(key, json.value), LOCAL);
	return ok({ replaced: replaced + json.replaced });
}
