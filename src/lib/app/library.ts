// The paths and definitions of this device as a whole: making, importing, exporting, throwing away. A path is in the library once its document
// is on this device, not before: what could not be kept is taken back, so that the list never shows a path that is not there.

import type { Who } from '#lib/core/path/document.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import {
	PERSON_ID_LENGTH,
	PersonId,
	type DefinitionHash,
	type PathId,
	type RecordId,
} from '#lib/core/path/names.ts';
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
	World,
	WriteOutcome,
} from '#lib/ports.ts';
import type { BringOptions, Brought, KnownPath } from './bringing.ts';
import type { RemovedDefinition } from './definitions.ts';
import type { Exported } from './exporting.ts';
import type { BuiltDocuments, NewPathRequest } from './making.ts';

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
	readonly exchange: () => Promise<Exchange>;
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
		const signed = await this.who();
		if (!signed.ok) return signed;
		const { makePath } = await import('./making.ts');
		return makePath(this.#outside, request, signed.value);
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
	async adopt(documents: BuiltDocuments): Kept<PathId> {
		const signed = await this.who();
		if (!signed.ok) return signed;
		const { adoptPath } = await import('./making.ts');
		return adoptPath(this.#outside, documents, signed.value.lab);
	}

	/** Paths in the list that came from the same file, or are the same path in another file. */
	async findKnown(read: Pick<FilesRead, 'hash' | 'paths'>): Kept<readonly KnownPath[]> {
		const { findKnown } = await import('./bringing.ts');
		return findKnown(this.#outside.catalogue, read);
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
}
