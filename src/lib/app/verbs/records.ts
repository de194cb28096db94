// What a person does with records. A version stands in the record before the path refers to it; a correction is a new version of the same
// record and moves the reference, a loop is a new stage with a record of its own (`repeat` in stages.ts).

import type { Json } from '#lib/core/json/json.ts';
import { referenceOf } from '#lib/core/flow/cells.ts';
import type { Written } from '#lib/core/path/document.ts';
import type { StageId, VersionUid } from '#lib/core/path/names.ts';
import * as path from '#lib/core/path/reference-edits.ts';
import type { ReferenceRefusal } from '#lib/core/path/reference-edits.ts';
import * as edits from '#lib/core/record/edits.ts';
import type { DraftRefusal, DraftRowRefusal } from '#lib/core/record/edits.ts';
import type { Section } from '#lib/core/record/names.ts';
import type { RecordData } from '#lib/core/record/record.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import type { OpenRecord } from '#lib/app/open-records.ts';
import { act, actOn, type NotWritable } from './acting.ts';

type Drafted<E, T = Written> = Result<T, E | NotWritable>;

/** Where in a draft: on top of a version, or before the first (null). */
export interface DraftPlace {
	readonly basedOn: VersionUid | null;
	readonly section: Section;
	readonly field: string;
}

export type RowPlace = Omit<DraftPlace, 'section'>;

export function setDraft(
	notebook: Notebook,
	record: OpenRecord,
	{ basedOn, section, field }: DraftPlace,
	value: Json,
): Drafted<DraftRefusal> {
	const join = ['draft', record.id, basedOn, section, field].join('/');
	return actOn(
		notebook,
		record,
		(who) => edits.setDraft(record.doc, basedOn, section, field, value, who),
		join,
	);
}

/** Empties a value of the draft, also where what lies below has one. */
export function clearDraft(
	notebook: Notebook,
	record: OpenRecord,
	{ basedOn, section, field }: DraftPlace,
): Drafted<DraftRefusal> {
	return actOn(notebook, record, (who) => edits.clearDraft(record.doc, basedOn, section, field, who));
}

/** Writes one part of a step or check: `checked` or `annotation`. */
export function setDraftPart(
	notebook: Notebook,
	record: OpenRecord,
	place: { readonly basedOn: VersionUid | null; readonly section: 'step' | 'check'; readonly field: string },
	part: 'checked' | 'annotation',
	value: Json,
): Drafted<DraftRefusal> {
	const { basedOn, section, field } = place;
	const join = ['draft', record.id, basedOn, section, field, part].join('/');
	return actOn(
		notebook,
		record,
		(who) => edits.setDraftPart(record.doc, basedOn, section, field, part, value, who),
		join,
	);
}

/** Adds an empty row to a table of the draft and returns its id. */
export function addDraftRow(
	notebook: Notebook,
	record: OpenRecord,
	{ basedOn, field }: RowPlace,
): Drafted<DraftRefusal, string> {
	const row = notebook.world.id();
	return actOn(notebook, record, (who) => {
		const added = edits.addDraftRow(record.doc, basedOn, field, row, who);
		return added.ok ? ok(row) : added;
	});
}

export function deleteDraftRow(
	notebook: Notebook,
	record: OpenRecord,
	{ basedOn, field }: RowPlace,
	row: string,
): Drafted<DraftRowRefusal> {
	return actOn(notebook, record, (who) => edits.deleteDraftRow(record.doc, basedOn, field, row, who));
}

/** Takes a row's deletion back. */
export function restoreDraftRow(
	notebook: Notebook,
	record: OpenRecord,
	{ basedOn, field }: RowPlace,
	row: string,
): Drafted<DraftRowRefusal> {
	return actOn(notebook, record, (who) => edits.restoreDraftRow(record.doc, basedOn, field, row, who));
}

export function setDraftRow(
	notebook: Notebook,
	record: OpenRecord,
	{ basedOn, field }: RowPlace,
	row: string,
	column: string,
	value: Json,
): Drafted<DraftRowRefusal> {
	const join = ['draft', record.id, basedOn, field, row, column].join('/');
	return actOn(
		notebook,
		record,
		(who) => edits.setDraftRow(record.doc, basedOn, field, row, column, value, who),
		join,
	);
}

/** Submits a version; the path then refers to it. Based on a version it is a correction, and the moved reference is logged. */
export function submitRecord(
	notebook: Notebook,
	record: OpenRecord,
	stage: StageId,
	basedOn: VersionUid | null,
	data: RecordData,
): Drafted<ReferenceRefusal, VersionUid> {
	return actOn(notebook, record, (who) => {
		const signed = { author: notebook.member, ...notebook.world.local() };
		const uid = edits.submit(record.doc, record.id, basedOn, data, signed, who);
		const reference = referenceOf(notebook.reader.current, stage);
		const own = record.id === (stage as string); // branded apart, compared as what they are
		const referred =
			reference === undefined
				? path.referRecord(notebook.doc, stage, own ? uid : { record: record.id, uid }, who)
				: path.moveRecord(notebook.doc, stage, uid, { logId: notebook.world.id() }, who);
		return referred.ok ? ok(uid) : referred;
	});
}

/** Refers to another version of the same record; logged. */
export function moveToVersion(
	notebook: Notebook,
	stage: StageId,
	uid: VersionUid,
): Drafted<ReferenceRefusal> {
	const logId = notebook.world.id();
	return act(notebook, (who) => path.moveRecord(notebook.doc, stage, uid, { logId }, who));
}

/** Answers the deletion of a record in this path: keeps the empty reference with the reason, or clears it. Logged. */
export function clearRecord(
	notebook: Notebook,
	stage: StageId,
	reason: string,
	keepEmpty: boolean,
): Drafted<ReferenceRefusal> {
	const logId = notebook.world.id();
	return act(notebook, (who) => path.clearRecord(notebook.doc, stage, { logId, reason, keepEmpty }, who));
}
