// The paths and definitions of this device as a whole: making, importing, exporting, throwing away. A path is in the library once its document
// is on this device, not before: what could not be kept is taken back, so that the list never shows a path that is not there.

import * as Y from 'yjs';
import { describePath } from '#lib/core/flow/description.ts';
import { editText } from '#lib/core/path/cell-edits.ts';
import { createPath } from '#lib/core/path/create.ts';
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
import type { ExportForm } from '#lib/core/exchange/forms.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type {
	Catalogue,
	CatalogueEntry,
	DocumentStore,
	Exchange,
	Files,
	FilesRead,
	IdentityKeeper,
	Running,
	StorageFault,
	StoredDocument,
	World,
	WriteOutcome,
} from '#lib/ports.ts';
import type { BringOptions, Brought } from './bringing.ts';
import type { RemovedDefinition } from './definitions.ts';
import type { Exported } from './exporting.ts';
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

/** A path that is here already: from the same file, or the same path from another one. */
export interface KnownPath {
	readonly entry: CatalogueEntry;
	readonly why: 'file' | 'path';
}

export interface ExportHow {
	/** Known to whoever has the path open. */
	readonly lab?: string;
	readonly language?: string;
	readonly onstart?: (running: Running<WriteOutcome>) => void;
}

export interface LibraryOutside {
	readonly world: World;
	readonly documents: DocumentStore;
	readonly catalogue: Catalogue;
	readonly identity: IdentityKeeper;
	readonly files: Files;
	readonly exchange: Exchange;
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
		return this.#add(this.#newId(), signed.value.lab, [], (doc) => {
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

	/** Keeps what was read from files, whole or not at all. */
	async bring(
		read: FilesRead,
		options: Omit<BringOptions, 'lab'>,
	): Promise<Result<Brought, StorageFault | 'cancelled'>> {
		const signed = await this.who();
		if (!signed.ok) return signed;
		const { bring } = await import('./bringing.ts');
		return bring(this.#outside, read, { ...options, lab: signed.value.lab });
	}

	/** Takes a whole import back; a path that was opened meanwhile may hold somebody's words and goes to the trash. */
	async takeBack(brought: Brought): Kept<void> {
		const { takeBack } = await import('./bringing.ts');
		return takeBack(this.#outside, brought, { opened: 'trash' });
	}

	/** Takes up finished documents. Their writers stay who they are. */
	async adopt({ path, records }: BuiltDocuments): Kept<PathId> {
		const signed = await this.who();
		if (!signed.ok) return signed;
		const ids = records.map(({ id }) => RecordId.parse(id));
		return this.#add(PathId.parse(path.id), signed.value.lab, ids, (doc, openRecord) => {
			for (const { id, update } of records) Y.applyUpdate(openRecord(id), update, MADE);
			Y.applyUpdate(doc, path.update, MADE);
		});
	}

	/** Paths in the list that came from the same file, or are the same path in another file. */
	async findKnown({ hash, paths }: Pick<FilesRead, 'hash' | 'paths'>): Kept<readonly KnownPath[]> {
		const ids = new Set(paths.flatMap(({ description }) => description.knownAs));
		const here = await this.#entries(({ removedAt }) => removedAt === null);
		if (!here.ok) return here;
		return ok(
			here.value.flatMap((entry): KnownPath[] => {
				if (entry.importedFrom === hash) return [{ entry, why: 'file' }];
				return entry.knownAs.some((id) => ids.has(id)) ? [{ entry, why: 'path' }] : [];
			}),
		);
	}

	/** Every protocol of the library that says something, latest first. */
	async protocols(): Kept<readonly Protocol[]> {
		const { protocolsIn } = await import('./definitions.ts');
		return protocolsIn(this.#outside.catalogue);
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

	/** Erases a path from this device, for good. Records and files that others refer to stay. */
	async erasePath(id: PathId): Kept<void> {
		const { erasePath } = await import('./bringing.ts');
		return erasePath(this.#outside, id);
	}

	/** A path as a file. Whoever has it open knows its `lab`: then storage that fails does not matter. */
	async exportOf(
		id: PathId,
		form: ExportForm,
		{ lab, language = 'en', onstart }: ExportHow = {},
	): Promise<Exported> {
		const found = lab === undefined ? await this.#labOf(id) : ok(lab);
		if (!found.ok) return { at: 'failed', fault: found.error };
		const { exportPath } = await import('./exporting.ts');
		return exportPath(this.#outside, { id, lab: found.value, form, language }, onstart);
	}

	/** Adds a definition to the library; the same one again changes nothing. */
	async addDefinition(definition: Definition, example: string | null = null): Kept<DefinitionHash> {
		const { addDefinition } = await import('./definitions.ts');
		const added = await addDefinition(this.#outside, definition, example);
		return added.ok ? ok(added.value.hash) : added;
	}

	/** Takes a definition out of the library; null where it was not there. Paths keep their own. */
	async removeDefinition(hash: DefinitionHash): Kept<RemovedDefinition | null> {
		const { removeDefinition } = await import('./definitions.ts');
		return removeDefinition(this.#outside, hash);
	}

	async restoreDefinition(removed: RemovedDefinition): Kept<void> {
		const { restoreDefinition } = await import('./definitions.ts');
		return restoreDefinition(this.#outside, removed);
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
			const erased = example === null ? ok(null) : await this.removeDefinition(hash);
			if (!erased.ok) return erased;
		}
		return ok(undefined);
	}

	async #labOf(id: PathId): Kept<string> {
		const [listed, signed] = await Promise.all([this.#outside.catalogue.paths(), this.who()]);
		if (!listed.ok) return listed;
		if (!signed.ok) return signed;
		return ok(listed.value.find((entry) => entry.id === id)?.lab ?? signed.value.lab);
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
			const listed = fault ?? (await this.#list(id, lab, path.doc));
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

	async #list(id: PathId, lab: string, doc: Y.Doc): Promise<StorageFault | undefined> {
		const now = this.#outside.world.now();
		const stamps = { changedAt: now, openedAt: 0, importedFrom: null, removedAt: null };
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
