// Files as they come from a button, a folder, a drop or the clipboard. Names keep the folder, because a protocol is a folder. What is too much
// is refused before it is read; a folder that is dropped is walked, and the walk ends at the same bounds, however deep it goes.

import { ENTRIES, FILE_BYTES, TOTAL_BYTES } from '#lib/core/exchange/intake/caps.ts';
import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { err, ok, type Result } from '#lib/core/result.ts';

/** Something that can be read, once or again: the bytes are given away when it is. */
export interface Incoming {
	readonly name: string;
	readonly size: number;
	readonly bytes: () => Promise<Uint8Array>;
}

export type ReadFault =
	| { readonly why: 'too-large'; readonly file: string; readonly limitMb: number }
	| { readonly why: 'too-much'; readonly limitMb: number }
	| { readonly why: 'too-many'; readonly limit: number }
	| { readonly why: 'unreadable'; readonly file: string; readonly detail: string };

const MB = 1024 * 1024;
const DEPTH = 32;

/** A file of the browser, under its folder's name where the browser tells it. */
export function ofFile(file: File, name = file.webkitRelativePath || file.name): Incoming {
	return { name, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) };
}

export function ofText(name: string, text: string): Incoming {
	const encoded = (): Uint8Array => new TextEncoder().encode(text);
	return { name, size: text.length, bytes: () => Promise.resolve(encoded()) };
}

/** Reads all of them, or says which could not be read. */
export async function bytesOf(
	incoming: readonly Incoming[],
): Promise<Result<readonly NamedBytes[], ReadFault>> {
	const fault = tooMuch(incoming);
	if (fault) return err(fault);
	const read: NamedBytes[] = [];
	for (const { name, bytes } of incoming) {
		try {
			read.push({ name, bytes: await bytes() });
		} catch (cause) {
			// A file that vanished or was changed meanwhile: the browser's words say which.
			return err({ why: 'unreadable', file: name, detail: words(cause) });
		}
	}
	return ok(read);
}

function tooMuch(incoming: readonly Incoming[]): ReadFault | undefined {
	if (incoming.length > ENTRIES) return { why: 'too-many', limit: ENTRIES };
	const large = incoming.find(({ size }) => size > FILE_BYTES);
	if (large) return { why: 'too-large', file: large.name, limitMb: FILE_BYTES / MB };
	const total = incoming.reduce((sum, { size }) => sum + size, 0);
	return total > TOTAL_BYTES ? { why: 'too-much', limitMb: TOTAL_BYTES / MB } : undefined;
}

/** What was dropped. Has to be asked within the event: afterwards the browser has forgotten it. */
export function droppedIn(data: DataTransfer): () => Promise<Result<readonly Incoming[], ReadFault>> {
	const files = [...data.files].map((file) => ofFile(file));
	const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
	// Without a folder the files themselves say it all, also where a browser makes no entries of them.
	if (!entries.some(({ isDirectory }) => isDirectory)) return () => Promise.resolve(ok(files));
	return () => walk(entries);
}

async function walk(entries: readonly FileSystemEntry[]): Promise<Result<readonly Incoming[], ReadFault>> {
	const found: Incoming[] = [];
	const open = entries.map((entry) => ({ entry, depth: 0 }));
	for (let next = open.shift(); next !== undefined; next = open.shift()) {
		const { entry, depth } = next;
		try {
			if (isFile(entry)) found.push(ofFile(await fileOf(entry), entry.fullPath.replace(/^\//, '')));
			else if (isFolder(entry) && depth < DEPTH)
				open.push(...(await childrenOf(entry)).map((child) => ({ entry: child, depth: depth + 1 })));
		} catch (cause) {
			return err({ why: 'unreadable', file: entry.fullPath, detail: words(cause) });
		}
		if (found.length + open.length > ENTRIES) return err({ why: 'too-many', limit: ENTRIES });
	}
	return ok(found);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
	return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
	return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
	return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** All of them: a reader gives a hundred at a time, and an empty list at the end. */
async function childrenOf(entry: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
	const reader = entry.createReader();
	const children: FileSystemEntry[] = [];
	for (;;) {
		const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
			reader.readEntries(resolve, reject),
		);
		if (some.length === 0 || children.length > ENTRIES) return children;
		children.push(...some);
	}
}

function words(cause: unknown): string {
	return cause instanceof Error ? cause.message : String(cause);
}
