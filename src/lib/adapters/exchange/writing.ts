// A path out as a file: its document is read here, what it refers to is asked for, and the bytes are written. Damaged updates are left
// out and the rest is written: that is when somebody needs a copy most.

import * as Y from 'yjs';
import { exportAs } from '#lib/core/exchange/export.ts';
import type { MarkdownWords } from '#lib/core/exchange/markdown/words.ts';
import { describePath } from '#lib/core/flow/description.ts';
import { referenceOf } from '#lib/core/flow/cells.ts';
import { RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { readRecord, type RecordSnapshot } from '#lib/core/record/document.ts';
import type { Supplies, Wanted, WriteJob, WriteOutcome } from '#lib/ports.ts';

/** Writes a path in the form asked for; `words` are those of the reader's language. */
export async function writeFile(
	{ form, id, updates }: WriteJob,
	supply: (wanted: Wanted) => Promise<Supplies>,
	words: MarkdownWords,
): Promise<WriteOutcome> {
	const snapshot = readPath(documentOf(updates), id);
	const wanted = recordsOf(snapshot);
	const { files } = describePath(snapshot);
	const supplies = await supply({ records: [...wanted.keys()], files });
	const records = new Map<RecordId, RecordSnapshot>();
	const missing: RecordId[] = [];
	for (const [record, isNeeded] of wanted) {
		const doc = documentOf(supplies.records.get(record) ?? []);
		if (doc.store.clients.size > 0) records.set(record, readRecord(doc, record));
		else if (isNeeded) missing.push(record);
	}
	const source = { snapshot, records, file: (sha256: string) => supplies.files.get(sha256) };
	const written = exportAs(form, source, words);
	return { at: 'written', written, fileName: fileStem(snapshot) + written.extension, missing };
}

function documentOf(updates: readonly Uint8Array[]): Y.Doc {
	const doc = new Y.Doc();
	for (const update of updates) {
		try {
			Y.applyUpdate(doc, update);
		} catch {
			// What cannot be read is left out, as on the screen; the notebook has said that it is damaged.
		}
	}
	return doc;
}

/** Records a path refers to (true), and those of its stages, where a draft may wait that nobody has submitted (false). */
function recordsOf(snapshot: PathSnapshot): ReadonlyMap<RecordId, boolean> {
	const needed = new Map<RecordId, boolean>();
	for (const [stage, { choice }] of snapshot.stages) {
		if (typeof choice === 'number') needed.set(RecordId.parse(stage), false);
	}
	for (const stage of snapshot.stages.keys()) {
		const reference = referenceOf(snapshot, stage);
		if (reference !== undefined) needed.set(reference.record, reference.gone === undefined);
	}
	return needed;
}

function fileStem({ id, meta }: PathSnapshot): string {
	const title = (meta?.title ?? '')
		.replaceAll(/[\p{C}\p{Z}/\\:*?"<>|.]+/gu, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, 60);
	return `${title === '' ? 'path' : title}-${id.slice(-6)}`;
}
