// `serve` is `npm start` under another name: the same file, in a process of its own, so that its signals and its end are its own too.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { m } from '#lib/paraglide/messages.js';
import { misused, said, type ExitCode } from './answers.ts';
import { readArguments } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** Builds if needed and serves until told to stop. */
export async function serve(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
	const read = readArguments(args, { values: [], switches: [], words: [] });
	if (!read.ok) return misused(terminal, read.error, 'serve');
	if (read.value.switches.has('help')) return await said(terminal, `${m.command_line_help_serve()}\n`);
	const child = spawn(process.execPath, [join(terminal.root, 'server/start.ts')], {
		cwd: terminal.root,
		stdio: 'inherit',
	});
	const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
	process.on('SIGINT', pass).on('SIGTERM', pass);
	return await new Promise((done) => {
		child.once('error', () => done(1));
		child.once('exit', (code) => done(code === 0 ? 0 : 1));
	});
}
