// `backup` and `restore`: what a relay keeps, into a folder and back. How far it is goes to people only, a line every two seconds; an interrupt
// ends it and leaves nothing.

import { resolve } from 'node:path';
import { m } from '#lib/paraglide/messages.js';
import type { Result } from '#lib/core/result.ts';
import { backUp } from '../store/backup/backup.ts';
import type { CopyFault, Watcher } from '../store/backup/copying.ts';
import { restore as putBack } from '../store/backup/restore.ts';
import { complain, misused, said, type ExitCode } from './answers.ts';
import { readArguments } from './arguments.ts';
import type { Terminal } from './terminal.ts';

const BETWEEN_LINES = 2000; // milliseconds

/** Runs `backup`. */
export async function backup(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
	const read = readArguments(args, { values: [], switches: [], words: ['DIR', 'OUT'] });
	if (!read.ok) return misused(terminal, read.error, 'backup');
	if (read.value.switches.has('help')) return await said(terminal, `${m.command_line_help_backup()}\n`);
	const [folder, out] = placesOf(read.value.words, terminal);
	const done = await watched(terminal, (watcher) => backUp(folder, out, terminal.now(), watcher));
	if (!done.ok) return refused(terminal, done.error);
	const { files, bytes, damaged } = done.value;
	for (const file of damaged) complain(terminal, m.command_line_backup_damaged_file({ file }));
	terminal.say(m.command_line_backup_done({ folder: out, files, bytes: sizeOf(bytes) }));
	return damaged.length === 0 ? 0 : 1;
}

/** Runs `restore`. */
export async function restore(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
	const read = readArguments(args, { values: [], switches: [], words: ['IN', 'DIR'] });
	if (!read.ok) return misused(terminal, read.error, 'restore');
	if (read.value.switches.has('help')) return await said(terminal, `${m.command_line_help_restore()}\n`);
	const [from, folder] = placesOf(read.value.words, terminal);
	const done = await watched(terminal, (watcher) => putBack(from, folder, watcher));
	if (!done.ok) return refused(terminal, done.error);
	const { files, bytes, made } = done.value;
	terminal.say(m.command_line_restore_done({ folder, files, bytes: sizeOf(bytes), made }));
	return 0;
}

function placesOf([from = '', to = '']: readonly string[], terminal: Terminal): [string, string] {
	return [resolve(terminal.folder, from), resolve(terminal.folder, to)];
}

async function watched<T>(
	terminal: Terminal,
	act: (watcher: Watcher) => Promise<Result<T, CopyFault>>,
): Promise<Result<T, CopyFault>> {
	const stopping = new AbortController();
	const stop = (): void => stopping.abort();
	let last = terminal.now();
	process.on('SIGINT', stop).on('SIGTERM', stop);
	try {
		return await act({
			signal: stopping.signal,
			progress: (part, done, total) => {
				const now = terminal.now();
				if (now - last < BETWEEN_LINES) return;
				last = now;
				const share = Math.floor((100 * done) / Math.max(1, total));
				terminal.say(
					part === 'database'
						? m.command_line_copying_database({ share })
						: m.command_line_copying_files({ share }),
				);
			},
		});
	} finally {
		process.off('SIGINT', stop).off('SIGTERM', stop);
	}
}

function refused(terminal: Terminal, { why, detail }: CopyFault): 1 {
	complain(terminal, WORDS[why](detail));
	return 1;
}

const WORDS: Readonly<Record<CopyFault['why'], (detail: string) => string>> = {
	no_store: (folder) => m.command_line_copy_no_store({ folder }),
	there_already: (folder) => m.command_line_copy_there_already({ folder }),
	inside: (folder) => m.command_line_copy_inside({ folder }),
	not_empty: (folder) => m.command_line_copy_not_empty({ folder }),
	in_use: (folder) => m.command_line_copy_in_use({ folder }),
	no_backup: (detail) => m.command_line_copy_no_backup({ detail }),
	differs: (file) => m.command_line_copy_differs({ file }),
	damaged: (detail) => m.command_line_copy_damaged({ detail }),
	stopped: () => m.command_line_copy_stopped(),
	failed: (detail) => m.command_line_copy_failed({ detail }),
};

/** A size for people. */
function sizeOf(bytes: number): string {
	return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
