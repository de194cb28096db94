// A path refers to a version of a record, it never holds one. Moving the reference and answering the deletion of a record are logged, because
// what a conclusion was drawn from must be traceable.

import type * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import { barePath } from './bare-path.ts';
import { recordOf } from './content.ts';
import { edit, LOCAL, type PathMaps, type Refusal, type Who, type Written } from './document.ts';
import type { RecordEntry } from './entries.ts';
import { writeLog } from './log-edits.ts';
import { cellId, type RecordId, type StageId, type VersionUid } from './names.ts';
import { storable, storableText } from './storable.ts';

export type ReferenceRefusal = Refusal | 'no-such-stage' | 'no-record' | 'log-entry-exists' | 'malformed';

/** Refers to a version: of the stage's own record, or of a foreign one. */
export function referRecord(
	doc: Y.Doc,
	stage: StageId,
	reference: VersionUid | { readonly record: RecordId; readonly uid: VersionUid },
	who: Who,
): Result<void, ReferenceRefusal> {
	return edit(doc, who, LOCAL, ({ stages, record }) => {
		const json = storable(reference);
		if (!stages.has(stage)) return err('no-such-stage');
		if (json === undefined) return err('malformed');
		return ok(() => {
			record.set(stage, json.value);
		});
	});
}

/** Moves the reference to another version of the same record; logged as 'move-record' {from, to}. */
export function moveRecord(
	doc: Y.Doc,
	stage: StageId,
	uid: VersionUid,
	{ logId }: { readonly logId: string },
	who: Who,
): Result<Written, ReferenceRefusal> {
	return changeReference(doc, stage, logId, who, (entry, maps) => {
		const { uid: from } = recordOf(entry, stage);
		// Whatever else stands beside the reference stays, but it is not deleted any more.
		const next = typeof entry === 'string' ? uid : { ...entry, uid, gone: undefined };
		maps.record.set(stage, storable(next)?.value);
		return { kind: 'move-record', data: { from, to: uid } };
	});
}

export interface ClearingRecord {
	readonly logId: string;
	readonly reason: string;
	/** Keeps the empty reference, shown as deleted with the reason; else the id goes too. */
	readonly keepEmpty: boolean;
}

/** Says that the record a stage refers to was deleted; logged as 'delete-record' {record, uid, reason, kept}. */
export function clearRecord(
	doc: Y.Doc,
	stage: StageId,
	{ logId, reason, keepEmpty }: ClearingRecord,
	who: Who,
): Result<Written, ReferenceRefusal> {
	return changeReference(doc, stage, logId, who, (entry, maps) => {
		const { record, uid } = recordOf(entry, stage);
		const why = storableText(reason).value;
		if (keepEmpty) maps.record.set(stage, { record, uid, gone: { reason: why, by: who.by, at: who.at } });
		else maps.record.delete(stage);
		return { kind: 'delete-record', data: { record, uid, reason, kept: keepEmpty } };
	});
}

function changeReference(
	doc: Y.Doc,
	stage: StageId,
	logId: string,
	who: Who,
	write: (
		entry: RecordEntry,
		maps: PathMaps,
	) => { readonly kind: string; readonly data: Readonly<Record<string, unknown>> },
): Result<Written, ReferenceRefusal> {
	return edit(doc, who, LOCAL, (maps) => {
		if (!maps.stages.has(stage)) return err('no-such-stage');
		if (maps.log.has(logId)) return err('log-entry-exists');
		const entry = barePath(doc).records.get(stage);
		if (entry === undefined) return err('no-record');
		return ok(() => {
			const { kind, data } = write(entry, maps);
			return writeLog(maps.log, logId, { kind, target: cellId(stage, 'record'), data }, who);
		});
	});
}
