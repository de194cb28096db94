// Files in, finished documents out: everything an import costs, in one function that knows no thread. Whoever calls it decides where it runs.
// The documents are built here and leave as updates, so that the page has nothing left to do but to keep them.

import * as Y from 'yjs';
import { buildPath, buildRecord } from '#lib/core/exchange/apply.ts';
import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { importText } from '#lib/core/exchange/import.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import { describePath } from '#lib/core/flow/description.ts';
import { sha256Hex } from '#lib/core/json/hash.ts';
import { PathId, RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import type { PathRead, ReadOptions, ReadOutcome, ReadProgress } from '#lib/ports.ts';

export interface ReadingHelp {
	/** A new UUIDv7. */
	readonly newId: () => string;
	readonly onprogress: (at: ReadProgress) => void;
}

/** Reads files that belong together. */
export function readFiles(
	files: readonly NamedBytes[],
	options: ReadOptions,
	{ newId, onprogress }: ReadingHelp,
): ReadOutcome {
	const hash = hashOfFiles(files);
	onprogress({ step: 'reading', done: 0, of: files.length });
	const texts = files.map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes) }));
	const { who, from } = options;
	const imported = importText(texts, { who, newId, readWorkflow, ...(from ? { from } : {}) });
	if (!imported.ok) return { at: 'refused', refusals: imported.error };
	const { plans, report } = imported.value;
	const of = plans.reduce((sum, { records }) => sum + 1 + records.length, 0);
	let done = 0;
	const built = (): void => onprogress({ step: 'building', done: (done += 1), of });
	onprogress({ step: 'building', done, of });
	const paths = plans.map((plan) => finished(plan, PathId.parse(newId()), hash, built));
	return { at: 'read', read: { paths, report, protocols: [], files: new Map(), hash } };
}

function finished(plan: ImportPlan, id: PathId, file: string, built: () => void): PathRead {
	const { doc } = buildPath(plan, id);
	doc.getMap('meta').set('importedFrom', { file });
	const description = describePath(readPath(doc, id));
	const update = Y.encodeStateAsUpdate(doc);
	doc.destroy();
	built();
	const records = plan.records.map((record) => {
		const made = buildRecord(record);
		const bytes = Y.encodeStateAsUpdate(made);
		made.destroy();
		built();
		return { id: RecordId.parse(record.id), update: bytes };
	});
	const versions = plan.records.reduce((sum, record) => sum + Object.keys(record.versions).length, 0);
	const begins = description.stages <= 1 && Object.keys(plan.maps.cells).length === 0;
	return { description, begins, versions, path: { id, update }, records };
}

/** SHA-256 (hex) by which files that belong together are recognised: their contents in order of their own hashes, names aside. */
export function hashOfFiles(files: readonly NamedBytes[]): string {
	const hashes = files.map(({ bytes }) => sha256Hex(bytes)).sort();
	const [only, ...others] = hashes;
	return only !== undefined && others.length === 0 ? only : sha256Hex(hashes.join('\n'));
}
