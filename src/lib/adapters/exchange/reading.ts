// Files in, finished documents out: everything an import costs, in one function that knows no thread. Whoever calls it decides where it runs.
// The documents are built here and leave as updates, so that the page has nothing left to do but to keep them.

import * as Y from 'yjs';
import { buildPath, buildRecord } from '#lib/core/exchange/apply.ts';
import type { Decode, NamedBytes } from '#lib/core/exchange/files.ts';
import { importFiles } from '#lib/core/exchange/import-files.ts';
import { hashOfBytes } from '#lib/core/exchange/intake/files-hash.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import { describePath } from '#lib/core/flow/description.ts';
import { PathId, RecordId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
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
	{ who, from, protocols }: ReadOptions,
	{ newId, onprogress }: ReadingHelp,
): ReadOutcome {
	const hash = hashOfBytes(files);
	const imported = importFiles(files, {
		...{ who, newId, readWorkflow, decode, onprogress },
		library: (id, version) => protocolBy(protocols, id, version),
		...(from ? { from } : {}),
	});
	if (!imported.ok) return { at: 'refused', refusals: imported.error };
	const { plans, report, protocols: alone, files: bytes } = imported.value;
	const of = plans.reduce((sum, { records }) => sum + 1 + records.length, 0);
	let done = 0;
	const built = (): void => onprogress({ step: 'building', done: (done += 1), of });
	onprogress({ step: 'building', done, of });
	const paths = plans.map((plan) => finished(plan, PathId.parse(newId()), hash, built));
	return { at: 'read', read: { paths, report, protocols: alone, files: bytes, hash } };
}

const decode: Decode = (bytes, encoding) => {
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null; // no such text, which is an answer
	}
};

function protocolBy(
	protocols: readonly Protocol[],
	id: string,
	version: string | null,
): Protocol | undefined {
	return protocols.find(
		({ protocolId, protocolVersion }) =>
			protocolId === id && (version === null || protocolVersion === version),
	);
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
