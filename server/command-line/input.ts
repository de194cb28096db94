// Files as a command line names them: a file, a folder, or `-` for standard input. Everything is read to its end or to the cap, whatever its
// size is said to be, so that a pipe, a device or a growing log is no trap. A folder gives all its files but hidden ones. Refused: following
// links inside a folder (they lead out of it, or round in circles).

import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ENTRIES, FILE_BYTES, TOTAL_BYTES } from '#lib/core/exchange/intake/caps.ts';
import type { NamedBytes } from '#lib/core/exchange/files.ts';
import { m } from '#lib/paraglide/messages.js';
import { err, ok, type Result } from '#lib/core/result.ts';
import { codeOf, type Terminal } from './terminal.ts';

const MB = 1024 * 1024;
/** Name of standard input in reports. */
export const STANDARD_INPUT = 'stdin';

export interface Input {
	/** Named from the folder or file that was asked for: `run.json`, `peat/core/protocol.aimd`. */
	readonly files: readonly NamedBytes[];
	/** What goes before a name to make it a path from where the command was called: '' or a folder with its `/`. */
	readonly before: string;
	/** Where the files really lie, so that nothing is written over them. */
	readonly places: readonly string[];
}

/** Reads what `path` names; the error is one sentence. */
export async function readInput(path: string, terminal: Terminal): Promise<Result<Input, string>> {
	if (path === '-') {
		const bytes = await readStandardInput(terminal);
		return bytes.ok
			? ok({ files: [{ name: STANDARD_INPUT, bytes: bytes.value }], before: '', places: [] })
			: bytes;
	}
	const place = resolve(terminal.folder, path);
	const before = beforeName(path);
	try {
		if (statSync(place).isDirectory()) return readFolder(place, path, before);
		const bytes = readToEnd(place, path);
		if (!bytes.ok) return bytes;
		return ok({
			files: [{ name: basename(place), bytes: bytes.value }],
			before,
			places: [realpathSync(place)],
		});
	} catch (cause) {
		return err(sentence(path, cause)); // the system says no: absent, not allowed, vanished meanwhile
	}
}

function beforeName(path: string): string {
	const folder = dirname(path.endsWith('/') ? path.slice(0, -1) : path);
	if (basename(path) === '.' || basename(path) === '..') return '';
	return folder === '.' ? '' : folder.endsWith('/') ? folder : `${folder}/`;
}

function readFolder(place: string, path: string, before: string): Result<Input, string> {
	const found = readdirSync(place, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1))
		.filter((name) => !name.split(sep).some((part) => part.startsWith('.') || part === 'node_modules'))
		.sort();
	if (found.length === 0) return err(m.command_line_folder_empty({ file: path }));
	if (found.length > ENTRIES) return err(m.command_line_too_many_files({ file: path, limit: ENTRIES }));
	const files: NamedBytes[] = [];
	let total = 0;
	for (const name of found) {
		const bytes = readToEnd(join(place, name), join(path, name));
		if (!bytes.ok) return bytes;
		total += bytes.value.length;
		if (total > TOTAL_BYTES) return err(m.command_line_too_large({ file: path, limit: TOTAL_BYTES / MB }));
		files.push({ name: [basename(place), ...name.split(sep)].join('/'), bytes: bytes.value });
	}
	return ok({ files, before, places: found.map((name) => realpathSync(join(place, name))) });
}

function readToEnd(place: string, path: string): Result<Uint8Array, string> {
	let file: number;
	try {
		file = openSync(place, 'r');
	} catch (cause) {
		return err(sentence(path, cause)); // as above, with the name of the one file in a folder
	}
	try {
		const pieces: Uint8Array[] = [];
		for (let total = 0; ;) {
			const piece = new Uint8Array(MB);
			const length = readSync(file, piece);
			if (length === 0) return ok(together(pieces));
			total += length;
			if (total > FILE_BYTES) return err(m.command_line_too_large({ file: path, limit: FILE_BYTES / MB }));
			pieces.push(piece.subarray(0, length));
		}
	} finally {
		closeSync(file);
	}
}

async function readStandardInput({ input }: Terminal): Promise<Result<Uint8Array, string>> {
	const pieces: Uint8Array[] = [];
	let total = 0;
	try {
		for await (const piece of input) {
			total += piece.length;
			if (total > FILE_BYTES)
				return err(m.command_line_too_large({ file: STANDARD_INPUT, limit: FILE_BYTES / MB }));
			pieces.push(piece);
		}
	} catch (cause) {
		return err(sentence(STANDARD_INPUT, cause)); // closed, or a folder
	}
	return ok(together(pieces));
}

function together(pieces: readonly Uint8Array[]): Uint8Array {
	const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const piece of pieces) {
		bytes.set(piece, at);
		at += piece.length;
	}
	return bytes;
}

function sentence(file: string, cause: unknown): string {
	const code = codeOf(cause);
	if (code === 'ENOENT' || code === 'ENOTDIR') return m.command_line_absent({ file });
	if (code === 'EACCES' || code === 'EPERM') return m.command_line_not_allowed({ file });
	return m.command_line_unreadable({ file, detail: cause instanceof Error ? cause.message : String(cause) });
}
