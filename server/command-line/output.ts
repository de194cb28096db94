// Files are written whole or not at all: beside their place under a name of their own, then renamed over it, all of a conversion together. The
// writing itself is one synchronous stretch, so that no signal can end it half way and leave pieces. What is there already is replaced only by
// its own kind, and what was read never. Refused: asking (nobody answers in a script), and backups nobody cleans up.

import {
	chmodSync,
	existsSync,
	openSync,
	readSync,
	closeSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { m } from '#lib/paraglide/messages.js';
import { err, ok, type Result } from '#lib/core/result.ts';

export interface Outgoing {
	/** As it was asked for, for messages. */
	readonly name: string;
	readonly bytes: Uint8Array;
}

export interface WriteOptions {
	/** The folder names are resolved against. */
	readonly folder: string;
	/** Real places of what was read. */
	readonly read: readonly string[];
	/** Replaces files of another kind too. */
	readonly force: boolean;
}

interface Placed extends Outgoing {
	readonly place: string;
	readonly mode: number | null;
	/** No ordinary file, such as /dev/null: written through, not replaced. */
	readonly special: boolean;
}

/** Writes all files, or none and says why in one sentence. */
export function writeFiles(files: readonly Outgoing[], options: WriteOptions): Result<void, string> {
	const placed: Placed[] = [];
	for (const file of files) {
		const found = placeOf(file, options);
		if (!found.ok) return found;
		if (placed.some(({ place }) => place === found.value.place))
			return err(m.command_line_written_twice({ file: file.name }));
		placed.push(found.value);
	}
	const waiting: { readonly from: string; readonly to: string; readonly isNew: boolean }[] = [];
	const arrived: string[] = [];
	let at = files[0]?.name ?? '';
	try {
		for (const { name, bytes, place, mode, special } of placed) {
			at = name;
			if (special) {
				writeFileSync(place, bytes);
				continue;
			}
			const from = join(dirname(place), `.${basename(place).slice(0, 100)}.${process.pid}.pathbook`);
			waiting.push({ from, to: place, isNew: mode === null });
			writeFileSync(from, bytes, { flag: 'wx' });
			if (mode !== null) chmodSync(from, mode);
		}
		for (const { from, to, isNew } of waiting) {
			renameSync(from, to);
			if (isNew) arrived.push(to);
		}
		return ok(undefined);
	} catch (cause) {
		for (const place of [...waiting.map(({ from }) => from), ...arrived]) rmSync(place, { force: true });
		return err(
			m.command_line_cannot_write({
				file: at,
				detail: cause instanceof Error ? cause.message : String(cause),
			}),
		);
	}
}

/** Whether a name is that of a folder: one that is there, or one that ends like one. */
export function isFolder(name: string, folder: string): boolean {
	return (
		/[/\\]$/.test(name) ||
		(statSync(resolve(folder, name), { throwIfNoEntry: false })?.isDirectory() ?? false)
	);
}

function placeOf(file: Outgoing, { folder, read, force }: WriteOptions): Result<Placed, string> {
	const asked = resolve(folder, file.name);
	const above = statSync(dirname(asked), { throwIfNoEntry: false });
	if (!above?.isDirectory())
		return err(m.command_line_no_folder({ folder: dirname(file.name), file: file.name }));
	if (!existsSync(asked)) return ok({ ...file, place: asked, mode: null, special: false });
	const place = realpathSync(asked); // a link stays a link
	const stats = statSync(place);
	if (stats.isDirectory()) return err(m.command_line_is_folder({ file: file.name }));
	if (!stats.isFile()) return ok({ ...file, place, mode: null, special: true });
	if (read.some((other) => isSame(other, place)))
		return err(m.command_line_would_replace_input({ file: file.name }));
	if (!force && stats.size > 0 && kindOf(firstOf(place)) !== kindOf(file.bytes.subarray(0, 512)))
		return err(m.command_line_would_replace({ file: file.name }));
	return ok({ ...file, place, mode: stats.mode & 0o777, special: false });
}

function isSame(a: string, b: string): boolean {
	const [one, other] = [statSync(a, { throwIfNoEntry: false }), statSync(b, { throwIfNoEntry: false })];
	return a === b || (one !== undefined && one.ino === other?.ino && one.dev === other.dev);
}

function firstOf(place: string): Uint8Array {
	const bytes = new Uint8Array(512);
	const file = openSync(place, 'r');
	try {
		return bytes.subarray(0, readSync(file, bytes));
	} finally {
		closeSync(file);
	}
}

/** What a file is by its first bytes, as far as it matters for writing over it. */
function kindOf(bytes: Uint8Array): 'archive' | 'json' | 'text' | 'other' {
	const text = Buffer.from(bytes).toString('latin1');
	if (text.startsWith('PK\u0003\u0004')) return 'archive';
	if (/^(?:ï»¿)?\s*[{[]/.test(text)) return 'json';
	return text.includes('\0') || /^(?:%PDF|\u0089PNG|ÿØ|\u001f\u008b)/.test(text) ? 'other' : 'text';
}
