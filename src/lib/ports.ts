// What we need of the outside world, on one page. Adapters implement it, app/ uses it, tests bring their own. Nothing here knows a browser.

import type * as Y from 'yjs';
import type { PathDescription } from '#lib/core/flow/description.ts';
import type { DefinitionHash, PathId } from '#lib/core/path/names.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import type { Dialect } from '#lib/core/exchange/detect.ts';
import type { FileBytes, NamedBytes } from '#lib/core/exchange/files.ts';
import type { ExportForm, Written } from '#lib/core/exchange/forms.ts';
import type { ImportReport, Refusal } from '#lib/core/exchange/report.ts';
import type { Who } from '#lib/core/path/document.ts';
import type { RecordId } from '#lib/core/path/names.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import type { Result } from '#lib/core/result.ts';

/** Time and chance. */
export interface World {
	/** Milliseconds since 1970 UTC by the device's clock. */
	now(): number;
	/** Device time as RFC 3339 with offset and milliseconds, and the IANA zone. */
	local(): { at: string; zone: string };
	/** A new UUIDv7: later ids sort later, also within one millisecond. */
	id(): string;
}

/** Why storage does not keep: `blocked` by another tab's older version, `unavailable` in a private window, `closed` connection died. */
export type StorageFault = {
	readonly why: 'quota' | 'closed' | 'blocked' | 'unavailable' | 'timeout' | 'damaged' | 'unknown';
	/** What the browser said, for the details of the banner. */
	readonly detail: string;
};

/** Backed by real events: `saved` only after the transaction that holds the last edit completed. */
export type SaveState =
	| { readonly at: 'loading' }
	| { readonly at: 'saved'; readonly when: number }
	| { readonly at: 'saving' }
	| { readonly at: 'failed'; readonly fault: StorageFault };

export interface StoredDocument {
	readonly name: string;
	readonly doc: Y.Doc;
	/** Settles once: loaded from this device, or a fault. Never hangs: a store that does not answer is a `timeout`. */
	readonly loaded: Promise<Result<{ empty: boolean }, StorageFault>>;
	readonly state: SaveState;
	watch(listener: () => void): () => void;
	/** Makes the place where it will be kept, before anybody types: the first word must not wait for it when the page goes. */
	prepare(): Promise<Result<void, StorageFault>>;
	/** Tries again to write what is not kept yet. */
	retry(): Promise<Result<void, StorageFault>>;
	/** Resolves when everything edited so far is kept, or with the fault. */
	flush(): Promise<Result<void, StorageFault>>;
	/** Flushes, then lets go of the document and its connection. */
	close(): Promise<void>;
}

/** Yjs documents by name; names are the relay's rooms: `<lab>/path/<id>`, `<lab>/record/<id>`. */
export interface DocumentStore {
	/** The same name opened twice in one page gives one document, counted; it is closed when the last one lets go. */
	open(name: string): StoredDocument;
	exists(name: string): Promise<Result<boolean, StorageFault>>;
	/** Keeps a finished update without opening the document; where there is one, it is added. `made`: there was none. */
	put(name: string, update: Uint8Array): Promise<Result<{ readonly made: boolean }, StorageFault>>;
	/**
	 * The updates that make up a document, an open one as it is in memory; undefined where there is none. What cannot be read is among them:
	 * whoever applies them decides.
	 */
	updates(name: string): Promise<Result<readonly Uint8Array[] | undefined, StorageFault>>;
	remove(name: string): Promise<Result<void, StorageFault>>;
}

/** What a list of paths shows without opening them. `removed` paths stay until they are erased. */
export interface CatalogueEntry extends PathDescription {
	readonly id: PathId;
	readonly lab: string;
	readonly changedAt: number;
	readonly openedAt: number;
	/** SHA-256 of the imported file, to recognise it when it comes again. */
	readonly importedFrom: string | null;
	readonly removedAt: number | null;
}

export interface StoredDefinition {
	readonly hash: DefinitionHash;
	readonly definition: Definition;
	readonly example: string | null;
	readonly addedAt: number;
}

export interface Catalogue {
	paths(): Promise<Result<readonly CatalogueEntry[], StorageFault>>;
	putPath(entry: CatalogueEntry): Promise<Result<void, StorageFault>>;
	erasePath(id: PathId): Promise<Result<void, StorageFault>>;
	definitions(): Promise<Result<readonly StoredDefinition[], StorageFault>>;
	putDefinition(definition: StoredDefinition): Promise<Result<void, StorageFault>>;
	eraseDefinition(hash: DefinitionHash): Promise<Result<void, StorageFault>>;
	setting(key: string): Promise<Result<unknown, StorageFault>>;
	putSetting(key: string, value: unknown): Promise<Result<void, StorageFault>>;
	/** Called after any change, also one made in another tab. */
	watch(listener: () => void): () => void;
}

/** Bytes of attachments and of files of protocols, by their SHA-256 (hex). What is asked for by its hash is that content or nothing. */
export interface Files {
	has(sha256: string): Promise<Result<boolean, StorageFault>>;
	put(sha256: string, bytes: Uint8Array): Promise<Result<void, StorageFault>>;
	/** Undefined where it is not here; `damaged` where what is kept under the hash is something else. */
	get(sha256: string): Promise<Result<Uint8Array | undefined, StorageFault>>;
	erase(sha256: readonly string[]): Promise<Result<void, StorageFault>>;
	/** Called after any change, also one made in another tab. */
	watch(listener: () => void): () => void;
}

/** A member on this device, and the private lab made at first run. Ids are RFC 7638 thumbprints of Ed25519 keys (43 base64url characters). */
export interface Identity {
	readonly lab: { readonly id: string; readonly name: string };
	readonly member: { readonly id: string; readonly name: string; readonly colour: string };
}

export interface IdentityKeeper {
	/** The identity of this device; made, keys and all, when there is none. Two tabs at first run get the same one. */
	load(): Promise<Result<Identity, StorageFault>>;
	rename(change: {
		name?: string;
		colour?: string;
		labName?: string;
	}): Promise<Result<Identity, StorageFault>>;
	watch(listener: () => void): () => void;
}

/** Passes edits between the tabs of one browser at once. */
export interface TabLink {
	/** Connects a loaded document; `flush` tells the other tabs what this one keeps. Returns how to let go. */
	join(document: Pick<StoredDocument, 'name' | 'doc' | 'flush'>): () => void;
}

/** What the browser says about the room it gives us; undefined where it says nothing. */
export interface StorageRoom {
	estimate(): Promise<{ usedBytes: number; quotaBytes: number } | undefined>;
	persisted(): Promise<boolean | undefined>;
	persist(): Promise<boolean>;
}

/** Work that goes on elsewhere. Cancelled, it ends at once with `cancelled`. */
export interface Running<T> {
	readonly result: Promise<T | Stopped>;
	cancel(): void;
}

/** `died`: whatever did the work broke, could not be started, or ran out of memory. */
export type Stopped = { readonly at: 'cancelled' } | { readonly at: 'died'; readonly detail: string };

export interface ReadProgress {
	readonly step: 'unpacking' | 'reading' | 'building';
	readonly done: number;
	readonly of: number;
}

export interface ReadOptions {
	readonly who: Who;
	/** Whose form it is, where the files themselves do not tell. */
	readonly from?: Dialect;
	/** Protocols of this device, to fill what the files name and lack. */
	readonly protocols: readonly Protocol[];
}

/** One path that was read, finished: whoever keeps it needs not look inside. */
export interface PathRead {
	readonly description: PathDescription;
	/** It has no step yet. */
	readonly begins: boolean;
	readonly versions: number;
	readonly path: { readonly id: PathId; readonly update: Uint8Array };
	readonly records: readonly { readonly id: RecordId; readonly update: Uint8Array }[];
}

export interface FilesRead {
	readonly paths: readonly PathRead[];
	readonly report: ImportReport;
	/** Protocols that came without a path or a workflow. */
	readonly protocols: readonly Protocol[];
	/** Bytes of attachments and of files of protocols. */
	readonly files: FileBytes;
	/** SHA-256 (hex) by which the same files are recognised, whatever their names and order. */
	readonly hash: string;
}

export type ReadOutcome =
	| { readonly at: 'read'; readonly read: FilesRead }
	| { readonly at: 'refused'; readonly refusals: readonly Refusal[] };

export interface WriteJob {
	readonly form: ExportForm;
	readonly id: PathId;
	/** The reader's, such as `zh`: for the forms that have words. */
	readonly language: string;
	/** Updates of the path's document. */
	readonly updates: readonly Uint8Array[];
}

/** What a path turned out to need while it is written. */
export interface Wanted {
	readonly records: readonly RecordId[];
	/** By SHA-256. */
	readonly files: readonly string[];
}

export interface Supplies {
	/** Updates of each record's document; absent where it is not here. */
	readonly records: ReadonlyMap<RecordId, readonly Uint8Array[]>;
	readonly files: FileBytes;
}

export interface WriteOutcome {
	readonly at: 'written';
	readonly written: Written;
	/** Of the path's title what a file name may hold, with the id's last letters and the extension. */
	readonly fileName: string;
	/** Records the path refers to that were not supplied, or cannot be read. */
	readonly missing: readonly RecordId[];
}

/** Other people's files in, ours out. Done where it does not hold up the page. The bytes of `files` are taken: they are gone afterwards. */
export interface Exchange {
	read(
		files: readonly NamedBytes[],
		options: ReadOptions,
		onprogress: (at: ReadProgress) => void,
	): Running<ReadOutcome>;
	write(job: WriteJob, supply: (wanted: Wanted) => Promise<Supplies>): Running<WriteOutcome>;
}
