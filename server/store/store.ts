// What the relay asks of whatever keeps its rooms, on one page, so that another database can take SQLite's place. A room is a log of
// updates in the order in which the relay took them in; what a promise here says is done is on the disk. Refused: handing Yjs documents
// over this line (nobody needs one to pass bytes on), and a call per update (one commit carries many).

import type { Result } from '#lib/core/result.ts';

/** Why something could not be written: for people who run the relay, and for `/healthz`. */
export type StoreTrouble = {
	/** `full`: no space. `read_only`: may not write. `broken`: anything else; `detail` quotes the system. */
	readonly why: 'full' | 'read_only' | 'broken';
	readonly detail: string;
};

/** Why a room cannot be opened: it was deleted for good, it cannot be read, or the store itself has trouble. */
export type OpenFault = { readonly why: 'deleted' | 'damaged' | 'trouble'; readonly detail: string };

/** What was found damaged and could be got around: for the log. Folding the room makes it good again. */
export type Mended = string;

/** What is known of a room once it is open. */
export type OpenRoom = {
	/** Number of the last update that is on disk; 0 for a room that does not exist yet. */
	readonly seq: number;
	/** What the room holds, as `writeExtent` writes it (`#lib/wire/update/extent.ts`). */
	readonly extent: Uint8Array;
	/** Updates and bytes that a compaction would fold. */
	readonly tail: { readonly count: number; readonly bytes: number };
	/** Bytes on disk, all kept snapshots included. */
	readonly bytes: number;
	readonly mended?: Mended;
};

export type Entry = { readonly room: string; readonly seq: number; readonly update: Uint8Array };

/** The content of a room up to and with `seq`, as one update (v1). */
export type Content = { readonly update: Uint8Array; readonly seq: number; readonly mended?: Mended };

export type Compacted = {
	readonly seq: number;
	readonly bytes: { readonly before: number; readonly after: number };
};

/** `parts_missing`: the log does not make a whole document, nothing was changed. `unreadable`: Yjs refuses it, nothing was changed. */
export type CompactFault = {
	readonly why: 'parts_missing' | 'unreadable' | 'deleted' | 'trouble';
	readonly detail: string;
};

export interface Store {
	/** Reads what a room holds, without its content. A room that does not exist opens empty and leaves nothing behind. */
	open(room: string): Promise<Result<OpenRoom, OpenFault>>;
	/** What `since` (a state vector, v1) lacks, perhaps more, with all deletions. `null`: everything. */
	content(room: string, since: Uint8Array | null): Promise<Result<Content, OpenFault>>;
	/**
	 * One transaction: all of the entries, durable, or none. Entries of a room come with consecutive numbers (others throw); those of a
	 * deleted room are dropped. Calls share commits, so one per room costs little. Their bytes must not change until it is settled.
	 */
	append(entries: readonly Entry[]): Promise<Result<void, StoreTrouble>>;
	/** Folds a room's log into a snapshot, away from everybody else's work; keeps the snapshot before it, with the log behind that. */
	compact(room: string): Promise<Result<Compacted, CompactFault>>;
	/** Erases the content of rooms and keeps a tombstone for each, for ever. Rooms that never existed get one too. */
	erase(rooms: readonly string[]): Promise<Result<void, StoreTrouble>>;
	/** Adds a signed list; `ids` are the capabilities it revokes. Lists are never taken back. */
	revoke(
		lab: string,
		list: string,
		version: number,
		ids: readonly string[],
	): Promise<Result<void, StoreTrouble>>;
	/** All that was ever revoked, and the signed lists that say so, newest version first, without those another one contains. */
	revoked(): Promise<
		ReadonlyMap<string, { readonly ids: ReadonlySet<string>; readonly lists: readonly string[] }>
	>;
	/** The lab that claimed this relay, if one did. */
	claimed(): Promise<string | undefined>;
	/** Claims the relay for a lab unless somebody has; answers whose it is. */
	claim(lab: string): Promise<Result<string, StoreTrouble>>;
	/** Bytes of all rooms of a lab on disk. */
	labBytes(lab: string): Promise<number>;
	/** Writes and commits something, to know whether the disk takes it. */
	probe(): Promise<Result<void, StoreTrouble>>;
	/** Ends what runs, folds the write-ahead log into the file, and closes. */
	close(): Promise<void>;
}
