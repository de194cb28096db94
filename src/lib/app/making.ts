// New paths on this device: from a definition, or from finished documents. A path is in the library once its document is on this device, not
// before: what could not be kept is taken back, so that the list never shows a path that is not there.

import * as Y from 'yjs';
import { describePath } from '#lib/core/flow/description.ts';
import { editText } from '#lib/core/path/cell-edits.ts';
import { createPath } from '#lib/core/path/create.ts';
import { MADE, type Who } from '#lib/core/path/document.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { cellId, PathId, RecordId, StageId } from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type {
	Catalogue,
	CatalogueEntry,
	DocumentStore,
	StorageFault,
	StoredDocument,
	World,
} from '#lib/ports.ts';
import { pathRoom, recordRoom } from './rooms.ts';

export interface NewPathRequest {
	/** '' takes the workflow's title. */
	readonly title: string;
	readonly definition: Definition;
	/** Words for the goal and the strategy; absent takes the workflow's defaults. Both cells stay open. */
	readonly goal?: string;
	readonly strategy?: string;
	readonly example?: string;
}

/** Finished documents of a path, as Yjs updates (version 1), such as a worked example. */
export interface BuiltDocuments {
	readonly path: { readonly id: string; readonly update: Uint8Array };
	readonly records: readonly { readonly id: string; readonly update: Uint8Array }[];
}

export interface MakingOutside {
	readonly world: World;
	readonly documents: DocumentStore;
	readonly catalogue: Catalogue;
}

type Kept<T> = Promise<Result<T, StorageFault>>;

/** Makes a path from a definition; answers once it is on this device. */
export async function makePath(
	outside: MakingOutside,
	request: NewPathRequest,
	{ who, lab }: { readonly who: Who; readonly lab: string },
): Kept<PathId> {
	const { definition, example } = request;
	const { workflow } = definition;
	const stage = StageId.parse(outside.world.id());
	const title = request.title || workflow.title;
	return add(outside, PathId.parse(outside.world.id()), lab, [], (doc) => {
		createPath(doc, { title, definition, stage, who, ...(example === undefined ? {} : { example }) });
		const words = [
			['goal', request.goal ?? workflow.defaultGoal],
			['strategy', request.strategy ?? workflow.defaultStrategy],
		] as const;
		for (const [kind, text] of words) {
			if (text !== '') editText(doc, cellId(stage, kind), 'own', 0, 0, text, who);
		}
	});
}

/** Takes up finished documents. */
export async function adoptPath(
	outside: MakingOutside,
	{ path, records }: BuiltDocuments,
	lab: string,
): Kept<PathId> {
	const ids = records.map(({ id }) => RecordId.parse(id));
	return add(outside, PathId.parse(path.id), lab, ids, (doc, openRecord) => {
		for (const { id, update } of records) Y.applyUpdate(openRecord(id), update, MADE);
		Y.applyUpdate(doc, path.update, MADE);
	});
}

/** Fills new documents, waits until they are kept, lists the path. Where that fails the path's document is taken back. */
async function add(
	outside: MakingOutside,
	id: PathId,
	lab: string,
	records: readonly RecordId[],
	fill: (doc: Y.Doc, openRecord: (id: string) => Y.Doc) => void,
): Kept<PathId> {
	const { documents } = outside;
	const path = documents.open(pathRoom(lab, id));
	const opened = new Map(
		records.map((record) => [record as string, documents.open(recordRoom(lab, record))]),
	);
	const all = [...opened.values(), path];
	const closed = (): Promise<unknown> => Promise.all(all.map((stored) => stored.close()));
	const failed = await firstFault(all, (stored) => stored.loaded);
	if (failed !== undefined) {
		await closed();
		return { ok: false, error: failed };
	}
	fill(path.doc, (record) => openedDoc(opened, record));
	const fault = await firstFault(all, (stored) => stored.flush());
	const unlisted = fault ?? (await list(outside, id, lab, path.doc));
	if (unlisted !== undefined) await documents.remove(path.name);
	await closed();
	return unlisted === undefined ? ok(id) : { ok: false, error: unlisted };
}

async function list(
	{ world, catalogue }: MakingOutside,
	id: PathId,
	lab: string,
	doc: Y.Doc,
): Promise<StorageFault | undefined> {
	const stamps = { changedAt: world.now(), openedAt: 0, importedFrom: null, removedAt: null };
	const entry: CatalogueEntry = { id, lab, ...describePath(readPath(doc, id)), ...stamps };
	const put = await catalogue.putPath(entry);
	return put.ok ? undefined : put.error;
}

/** Asks all of them and gives the first fault; undefined where there is none. */
async function firstFault(
	all: readonly StoredDocument[],
	ask: (stored: StoredDocument) => Promise<Result<unknown, StorageFault>>,
): Promise<StorageFault | undefined> {
	for (const answer of await Promise.all(all.map(ask))) if (!answer.ok) return answer.error;
	return undefined;
}

function openedDoc(opened: ReadonlyMap<string, StoredDocument>, record: string): Y.Doc {
	const stored = opened.get(record);
	if (stored === undefined) throw new Error(`record ${record} was not announced`);
	return stored.doc;
}
