// The canonical file of a path: its document and the records it refers to, read once, printed once. Works beside an open notebook, because a
// document opened twice in one page is one.

import type * as Y from 'yjs';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { referenceOf } from '#lib/core/flow/cells.ts';
import { printJson } from '#lib/core/json/print.ts';
import { RecordId, type PathId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { readRecord, type RecordSnapshot } from '#lib/core/record/document.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type { DocumentStore, StorageFault } from '#lib/ports.ts';
import { pathRoom, recordRoom } from './rooms.ts';

export interface ExportedFile {
	/** Ends in `.json`; of the path's title what a file name may hold, with the id's last letters. */
	readonly fileName: string;
	readonly text: string;
	/** Records the path refers to that are not on this device, or cannot be read. */
	readonly missing: readonly RecordId[];
}

/** Opens a path and its records, writes the file, and closes them again. */
export async function exportDocuments(
	documents: DocumentStore,
	lab: string,
	id: PathId,
): Promise<Result<ExportedFile, StorageFault>> {
	const path = documents.open(pathRoom(lab, id));
	const loaded = await path.loaded;
	// A damaged document is exported as far as it can be read: that is when somebody needs a copy most.
	const exported =
		loaded.ok || loaded.error.why === 'damaged' ? ok(await exportDoc(documents, lab, id, path.doc)) : loaded;
	await path.close();
	return exported;
}

/** The file of a path whose document is open. */
export async function exportDoc(
	documents: DocumentStore,
	lab: string,
	id: PathId,
	doc: Y.Doc,
): Promise<ExportedFile> {
	const snapshot = readPath(doc, id);
	const records = new Map<RecordId, RecordSnapshot>();
	const missing: RecordId[] = [];
	for (const { record, needed } of recordsOf(snapshot)) {
		const stored = documents.open(recordRoom(lab, record));
		const loaded = await stored.loaded;
		// Not `empty`: that was true when an open document was loaded, and people have written since.
		if (loaded.ok && stored.doc.store.clients.size > 0) records.set(record, readRecord(stored.doc, record));
		else if (needed) missing.push(record);
		await stored.close();
	}
	return { fileName: fileNameOf(snapshot), text: printJson(exportPath(snapshot, records)), missing };
}

/** Records a path refers to, and those of its stages, where a draft may wait that nobody has submitted. */
function recordsOf(snapshot: PathSnapshot): { record: RecordId; needed: boolean }[] {
	const needed = new Map<RecordId, boolean>();
	for (const [stage, { choice }] of snapshot.stages) {
		if (typeof choice === 'number') needed.set(RecordId.parse(stage), false);
	}
	for (const stage of snapshot.stages.keys()) {
		const reference = referenceOf(snapshot, stage);
		if (reference !== undefined) needed.set(reference.record, reference.gone === undefined);
	}
	return [...needed].map(([record, isNeeded]) => ({ record, needed: isNeeded }));
}

function fileNameOf({ id, meta }: PathSnapshot): string {
	const title = (meta?.title ?? '')
		.replaceAll(/[\p{C}\p{Z}/\\:*?"<>|.]+/gu, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, 60);
	return `${title === '' ? 'path' : title}-${id.slice(-6)}.json`;
}
