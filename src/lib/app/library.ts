// The paths and definitions of this device as a whole: making, importing, exporting, throwing away. A path is in the library once its document
// is on this device, not before: what could not be kept is taken back, so that the list never shows a path that is not there.

import * as Y from 'yjs';
import { describePath } from '#lib/core/flow/description.ts';
import { editText } from '#lib/core/path/cell-edits.ts';
import { createPath, freeze } from '#lib/core/path/create.ts';
import { MADE, type Who } from '#lib/core/path/document.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import {
	cellId,
	PathId,
	PERSON_ID_LENGTH,
	PersonId,
	RecordId,
	StageId,
	type DefinitionHash,
} from '#lib/core/path/names.ts';
import { readPath } from '#lib/core/path/read.ts';
import type { ImportPlan } from '#lib/core/exchange/plan.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type {
	Catalogue,
	CatalogueEntry,
	DocumentStore,
	IdentityKeeper,
	StorageFault,
	StoredDocument,
	World,
} from '#lib/ports.ts';
import type { ExportedFile } from './exporting.ts';
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

/** Where an imported path comes from: SHA-256 of the file and the id it had there. */
export interface ImportSource {
	readonly file: string;
	readonly id?: string;
}

export interface LibraryOutside {
	readonly world: World;
	readonly documents: DocumentStore;
	readonly catalogue: Catalogue;
	readonly identity: IdentityKeeper;
}

type Kept<T> = Promise<Result<T, StorageFault>>;

export class Library {
	#outside: LibraryOutside;

	constructor(outside: LibraryOutside) {
		this.#outside = outside;
	}

	/** This device's member as a writer, now. */
	async who(): Kept<{ who: Who; lab: string }> {
		const identity = await this.#outside.identity.load();
		if (!identity.ok) return identity;
		const { lab, member } = identity.value;
		const by = PersonId.parse(member.id.slice(0, PERSON_ID_LENGTH));
		const person = { member: member.id, name: member.name, colour: member.colour };
		return ok({ who: { by, at: this.#outside.world.now(), person }, lab: lab.id });
	}

	/** Makes a path from a definition; answers once it is on this device. */
	async create(request: NewPathRequest): Kept<PathId> {
		const { definition, example } = request;
		const { workflow } = definition;
		const signed = await this.who();
		if (!signed.ok) return signed;
		const { who } = signed.value;
		const stage = StageId.parse(this.#outside.world.id());
		const title = request.title || workflow.title;
		return this.#add(this.#newId(), signed.value.lab, [], null, (doc) => {
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

	/** Writes imported paths, each as a document of its own with a new id. `sources` has one entry per plan. */
	async importPlans(
		plans: readonly ImportPlan[],
		sources: readonly ImportSource[],
	): Kept<{ made: readonly PathId[] }> {
		const signed = await this.who();
		if (!signed.ok) return signed;
		const { applyPlan } = await import('#lib/core/exchange/apply.ts');
		const made: PathId[] = [];
		for (const [index, plan] of plans.entries()) {
			const id = this.#newId();
			const importedFrom = sources[index];
			const records = plan.records.map((record) => RecordId.parse(record.id));
			const added = await this.#add(
				id,
				signed.value.lab,
				records,
				importedFrom?.file ?? null,
				(doc, openRecord) =>
					applyPlan(doc, openRecord, plan, {
						id,
						who: signed.value.who,
						...(importedFrom === undefined ? {} : { importedFrom }),
					}),
			);
			if (!added.ok) return added;
			made.push(id);
		}
		return ok({ made });
	}

	/** Takes up finished documents. Their writers stay who they are. */
	async adopt({ path, records }: BuiltDocuments): Kept<PathId> {
		const signed = await this.who();
		if (!signed.ok) return signed;
		const ids = records.map(({ id }) => RecordId.parse(id));
		return this.#add(PathId.parse(path.id), signed.value.lab, ids, null, (doc, openRecord) => {
			for (const { id, update } of records) Y.applyUpdate(openRecord(id), update, MADE);
			Y.applyUpdate(doc, path.update, MADE);
		});
	}

	/** Paths that were imported from a file with this SHA-256 and are still in the list. */
	async findImported(sha256: string): Kept<readonly CatalogueEntry[]> {
		return this.#entries((entry) => entry.importedFrom === sha256 && entry.removedAt === null);
	}

	/** Paths that refer to a record: to be named before it is deleted. */
	async pathsReferringTo(record: RecordId): Kept<readonly CatalogueEntry[]> {
		return this.#entries((entry) => entry.records.includes(record));
	}

	/** Puts a path into the trash: it stays whole. */
	async removePath(id: PathId): Kept<void> {
		return this.#change(id, { removedAt: this.#outside.world.now() });
	}

	async restorePath(id: PathId): Kept<void> {
		return this.#change(id, { removedAt: null });
	}

	/** Erases a path from this device, for good. Records belong to their protocol and stay, except those only this path refers to. */
	async erasePath(id: PathId): Kept<void> {
		const listed = await this.#outside.catalogue.paths();
		if (!listed.ok) return listed;
		const entry = listed.value.find((candidate) => candidate.id === id);
		if (entry === undefined) return ok(undefined);
		const elsewhere = new Set(listed.value.flatMap((other) => (other.id === id ? [] : other.records)));
		const names = entry.records
			.filter((record) => !elsewhere.has(record))
			.map((record) => recordRoom(entry.lab, RecordId.parse(record)));
		for (const name of [pathRoom(entry.lab, id), ...names]) {
			const removed = await this.#outside.documents.remove(name);
			if (!removed.ok) return removed;
		}
		return this.#outside.catalogue.erasePath(id);
	}

	/** The canonical file of a path, as text. */
	async exportOf(id: PathId): Kept<ExportedFile> {
		const listed = await this.#outside.catalogue.paths();
		if (!listed.ok) return listed;
		const signed = await this.who();
		if (!signed.ok) return signed;
		const lab = listed.value.find((entry) => entry.id === id)?.lab ?? signed.value.lab;
		const { exportDocuments } = await import('./exporting.ts');
		return exportDocuments(this.#outside.documents, lab, id);
	}

	/** Adds a definition to the library; the same one again changes nothing. */
	async addDefinition(definition: Definition, example: string | null = null): Kept<DefinitionHash> {
		const { hash } = freeze(definition);
		const listed = await this.#outside.catalogue.definitions();
		if (!listed.ok) return listed;
		if (listed.value.some((known) => known.hash === hash)) return ok(hash);
		const addedAt = this.#outside.world.now();
		const put = await this.#outside.catalogue.putDefinition({ hash, definition, example, addedAt });
		return put.ok ? ok(hash) : put;
	}

	async removeDefinition(hash: DefinitionHash): Kept<void> {
		return this.#outside.catalogue.eraseDefinition(hash);
	}

	/** Erases everything that came as an example. Paths a person made from an example's workflow are theirs and stay. */
	async removeExamples(): Kept<void> {
		const paths = await this.#entries((entry) => entry.example !== null);
		if (!paths.ok) return paths;
		for (const { id } of paths.value) {
			const erased = await this.erasePath(id);
			if (!erased.ok) return erased;
		}
		const definitions = await this.#outside.catalogue.definitions();
		if (!definitions.ok) return definitions;
		for (const { hash, example } of definitions.value) {
			const erased = example === null ? ok(undefined) : await this.removeDefinition(hash);
			if (!erased.ok) return erased;
		}
		return ok(undefined);
	}

	#newId(): PathId {
		return PathId.parse(this.#outside.world.id());
	}

	async #entries(which: (entry: CatalogueEntry) => boolean): Kept<readonly CatalogueEntry[]> {
		const listed = await this.#outside.catalogue.paths();
		return listed.ok ? ok(listed.value.filter(which)) : listed;
	}

	async #change(id: PathId, change: Partial<CatalogueEntry>): Kept<void> {
		const found = await this.#entries((entry) => entry.id === id);
		if (!found.ok) return found;
		const [entry] = found.value;
		return entry === undefined ? ok(undefined) : this.#outside.catalogue.putPath({ ...entry, ...change });
	}

	/** Fills new documents, waits until they are kept, lists the path. Where that fails the path's document is taken back. */
	async #add(
		id: PathId,
		lab: string,
		records: readonly RecordId[],
		importedFrom: string | null,
		fill: (doc: Y.Doc, openRecord: (id: string) => Y.Doc) => void,
	): Kept<PathId> {
		const { documents } = this.#outside;
		const path = documents.open(pathRoom(lab, id));
		const opened = new Map(
			records.map((record) => [record as string, documents.open(recordRoom(lab, record))]),
		);
		const all = [...opened.values(), path];
		const failed = await firstFault(all, (stored) => stored.loaded);
		if (failed === undefined) {
			fill(path.doc, (record) => openedDoc(opened, record));
			const fault = await firstFault(all, (stored) => stored.flush());
			const listed = fault ?? (await this.#list(id, lab, importedFrom, path.doc));
			if (listed === undefined) {
				await Promise.all(all.map((stored) => stored.close()));
				return ok(id);
			}
			await documents.remove(path.name);
			await Promise.all(all.map((stored) => stored.close()));
			return { ok: false, error: listed };
		}
		await Promise.all(all.map((stored) => stored.close()));
		return { ok: false, error: failed };
	}

	async #list(
		id: PathId,
		lab: string,
		importedFrom: string | null,
		doc: Y.Doc,
	): Promise<StorageFault | undefined> {
		const now = this.#outside.world.now();
		const stamps = { changedAt: now, openedAt: 0, importedFrom, removedAt: null };
		const entry: CatalogueEntry = { id, lab, ...describePath(readPath(doc, id)), ...stamps };
		const put = await this.#outside.catalogue.putPath(entry);
		return put.ok ? undefined : put.error;
	}
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
