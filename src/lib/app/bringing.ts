// Keeping what was read, whole or not at all: files, documents, library entries, and last the lines of the list, so that nothing is listed that
// is not here. It may be stopped between two documents; then, as after a fault, everything that was made is taken back, and what was here
// before stays. Taking a whole import back later is the same list, read from its end.

import type { DefinitionHash, PathId, RecordId } from '#lib/core/path/names.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { aloneDefinition } from '#lib/core/workflow/alone.ts';
import type { Catalogue, CatalogueEntry, DocumentStore, FilesRead, StorageFault } from '#lib/ports.ts';
import { addDefinition, unusedFiles, type DefinitionsOutside } from './definitions.ts';
import { pathRoom, recordRoom } from './rooms.ts';

export interface BringingOutside extends DefinitionsOutside {
	readonly documents: DocumentStore;
}

/** Everything an import made: only what was not here before. */
export interface Brought {
	readonly lab: string;
	readonly paths: readonly { readonly id: PathId; readonly records: readonly RecordId[] }[];
	readonly records: readonly RecordId[];
	readonly files: readonly string[];
	readonly definitions: readonly DefinitionHash[];
}

export interface BringOptions {
	readonly lab: string;
	readonly signal: AbortSignal;
	readonly onprogress: (done: number, of: number) => void;
}

/** So many documents are written at a time: each is a database of its own, and the browser answers one by one anyway. */
const TOGETHER = 8;

/** Keeps what was read. Where that fails or is stopped nothing of it stays. */
export async function bring(
	outside: BringingOutside,
	read: FilesRead,
	options: BringOptions,
): Promise<Result<Brought, StorageFault | 'cancelled'>> {
	const bringing = new Bringing(outside, read, options);
	const fault = await bringing.run();
	if (fault === undefined) return ok(bringing.brought());
	await takeBack(outside, bringing.brought(), { opened: 'erase' });
	return err(fault);
}

class Bringing {
	readonly #outside: BringingOutside;
	readonly #read: FilesRead;
	readonly #options: BringOptions;
	readonly #paths: Brought['paths'][number][] = [];
	readonly #records: RecordId[] = [];
	readonly #files: string[] = [];
	readonly #definitions: DefinitionHash[] = [];
	#done = 0;

	constructor(outside: BringingOutside, read: FilesRead, options: BringOptions) {
		this.#outside = outside;
		this.#read = read;
		this.#options = options;
	}

	brought(): Brought {
		const { lab } = this.#options;
		return {
			lab,
			paths: this.#paths,
			records: this.#records,
			files: this.#files,
			definitions: this.#definitions,
		};
	}

	async run(): Promise<StorageFault | 'cancelled' | undefined> {
		return (
			(await this.#every([...this.#read.files], ([sha256, bytes]) => this.#file(sha256, bytes))) ??
			(await this.#every(this.#recordsRead(), (record) => this.#record(record))) ??
			(await this.#every(this.#read.paths, (path) => this.#path(path))) ??
			(await this.#every(this.#read.protocols, (protocol) => this.#protocol(protocol), 1)) ??
			(await this.#every(this.#read.paths, (path) => this.#list(path), 1))
		);
	}

	get #of(): number {
		const { files, paths, protocols } = this.#read;
		return files.size + this.#recordsRead().length + 2 * paths.length + protocols.length;
	}

	#recordsRead(): FilesRead['paths'][number]['records'] {
		return this.#read.paths.flatMap(({ records }) => records);
	}

	async #file(sha256: string, bytes: Uint8Array): Promise<Result<unknown, StorageFault>> {
		const { files } = this.#outside;
		const here = await files.has(sha256);
		if (!here.ok || here.value) return here;
		this.#files.push(sha256);
		return files.put(sha256, bytes);
	}

	async #record({ id, update }: FilesRead['paths'][number]['records'][number]) {
		const put = await this.#outside.documents.put(recordRoom(this.#options.lab, id), update);
		if (put.ok && put.value.made) this.#records.push(id);
		return put;
	}

	async #path({ path, records }: FilesRead['paths'][number]) {
		const put = await this.#outside.documents.put(pathRoom(this.#options.lab, path.id), path.update);
		if (put.ok) this.#paths.push({ id: path.id, records: records.map(({ id }) => id) });
		return put;
	}

	async #protocol(protocol: FilesRead['protocols'][number]) {
		const added = await addDefinition(this.#outside, aloneDefinition(protocol), null);
		if (added.ok && added.value.isNew) this.#definitions.push(added.value.hash);
		return added;
	}

	async #list({ path, description }: FilesRead['paths'][number]) {
		const { lab } = this.#options;
		const now = this.#outside.world.now();
		const stamps = { changedAt: now, openedAt: 0, importedFrom: this.#read.hash, removedAt: null };
		return this.#outside.catalogue.putPath({ id: path.id, lab, ...description, ...stamps });
	}

	/** Does one after the other, `together` at a time, and stops at the first fault or when told to. */
	async #every<T>(
		items: readonly T[],
		keep: (item: T) => Promise<Result<unknown, StorageFault>>,
		together = TOGETHER,
	): Promise<StorageFault | 'cancelled' | undefined> {
		for (let from = 0; from < items.length; from += together) {
			if (this.#options.signal.aborted) return 'cancelled';
			const kept = await Promise.all(items.slice(from, from + together).map(keep));
			for (const one of kept) if (!one.ok) return one.error;
			this.#done += kept.length;
			this.#options.onprogress(this.#done, this.#of);
		}
		return undefined;
	}
}

/** A path that is here already: from the same file, or the same path from another one. */
export interface KnownPath {
	readonly entry: CatalogueEntry;
	readonly why: 'file' | 'path';
}

/** Paths in the list that came from the same file, or are the same path in another file. */
export async function findKnown(
	catalogue: Catalogue,
	{ hash, paths }: Pick<FilesRead, 'hash' | 'paths'>,
): Promise<Result<readonly KnownPath[], StorageFault>> {
	const ids = new Set(paths.flatMap(({ description }) => description.knownAs));
	const listed = await catalogue.paths();
	if (!listed.ok) return listed;
	return ok(
		listed.value.flatMap((entry): KnownPath[] => {
			if (entry.removedAt !== null) return [];
			if (entry.importedFrom === hash) return [{ entry, why: 'file' }];
			return entry.knownAs.some((id) => ids.has(id)) ? [{ entry, why: 'path' }] : [];
		}),
	);
}

export interface TakeBackOptions {
	/** What becomes of a path somebody has opened meanwhile: it may hold their words. */
	readonly opened: 'trash' | 'erase';
}

/** Takes a whole import back: nothing it brought stays, unless something else refers to it by now. Goes as far as it can; says the first fault. */
export async function takeBack(
	outside: BringingOutside,
	{ lab, paths, records, files, definitions }: Brought,
	{ opened }: TakeBackOptions,
): Promise<Result<void, StorageFault>> {
	const { catalogue, documents, world } = outside;
	const faults: StorageFault[] = [];
	const note = (answer: Result<unknown, StorageFault>): void => {
		if (!answer.ok) faults.push(answer.error);
	};
	const listed = await catalogue.paths();
	const entries = listed.ok ? listed.value : [];
	const staying = new Set<string>();
	for (const { id, records: own } of paths) {
		const entry = entries.find((each) => each.id === id);
		if (opened === 'trash' && entry !== undefined && entry.openedAt > 0) {
			note(await catalogue.putPath({ ...entry, removedAt: world.now() }));
			for (const record of own) staying.add(record);
			continue;
		}
		if (entry !== undefined) note(await catalogue.erasePath(id));
		note(await documents.remove(pathRoom(lab, id)));
	}
	const gone = new Set<string>(paths.map(({ id }) => id));
	for (const entry of entries)
		if (!gone.has(entry.id)) for (const record of entry.records) staying.add(record);
	for (const record of records)
		if (!staying.has(record)) note(await documents.remove(recordRoom(lab, record)));
	for (const hash of definitions) note(await catalogue.eraseDefinition(hash));
	const unused = await unusedFiles(catalogue, files);
	note(unused.ok ? await outside.files.erase(unused.value) : unused);
	const [fault] = listed.ok ? faults : [listed.error, ...faults];
	return fault === undefined ? ok(undefined) : err(fault);
}

/** Erases a path for good, with the records and files only it refers to. */
export async function erasePath(
	{ catalogue, documents, files }: BringingOutside,
	id: PathId,
): Promise<Result<void, StorageFault>> {
	const listed = await catalogue.paths();
	if (!listed.ok) return listed;
	const entry = listed.value.find((candidate) => candidate.id === id);
	if (entry === undefined) return ok(undefined);
	const elsewhere = new Set(listed.value.flatMap((other) => (other.id === id ? [] : other.records)));
	const names = entry.records
		.filter((record) => !elsewhere.has(record))
		.map((record) => recordRoom(entry.lab, record as RecordId)); // as it was listed; any text is a name
	for (const name of [pathRoom(entry.lab, id), ...names]) {
		const removed = await documents.remove(name);
		if (!removed.ok) return removed;
	}
	const erased = await catalogue.erasePath(id);
	if (!erased.ok) return erased;
	const unused = await unusedFiles(catalogue, entry.files);
	return unused.ok ? files.erase(unused.value) : unused;
}
