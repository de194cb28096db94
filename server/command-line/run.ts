// Which command it is, and what its end is called: 0 done, 1 refused, 2 used wrongly. Every command is a file of its own, loaded when it is
// called. Refused: a framework for command lines (seven words, and none of them in Chinese).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { m } from '#lib/paraglide/messages.js';
import { overwriteGetLocale } from '#lib/paraglide/runtime.js';
import { misused, said, type Command, type ExitCode } from './answers.ts';
import { languageOf } from './language.ts';
import { nearest } from './nearest.ts';
import type { Terminal } from './terminal.ts';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
	convert: async () => (await import('./convert.ts')).convert,
	validate: async () => (await import('./validate.ts')).validate,
	serve: async () => (await import('./serve.ts')).serve,
	backup: async () => (await import('./backup.ts')).backup,
	restore: async () => (await import('./backup.ts')).restore,
	signals: () => Promise.resolve(notYet('signals')),
};

/** Runs one command line. Never throws for anything a person can cause. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
	const language = languageOf(terminal.env);
	overwriteGetLocale(() => language);
	const [first, ...rest] = args;
	if (first === undefined) return misused(terminal, m.command_line_nothing_asked(), '');
	if (first === '--version' || first === '-V') return said(terminal, `${versionOf(terminal.root)}\n`);
	if (first === '--help' || first === '-h' || first === 'help') return await help(rest[0], terminal);
	const load = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
	if (load) return await (await load())(rest, terminal);
	return misused(terminal, unknown(first), '');
}

async function help(command: string | undefined, terminal: Terminal): Promise<ExitCode> {
	const load = command !== undefined && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
	if (load) return await (await load())(['--help'], terminal);
	if (command !== undefined) return misused(terminal, unknown(command), '');
	return await said(terminal, `${m.command_line_help()}\n`);
}

function unknown(word: string): string {
	const meant = nearest(word, Object.keys(COMMANDS));
	const sentence = m.command_line_unknown_command({ word });
	return meant === undefined ? sentence : `${sentence} ${m.command_line_did_you_mean({ word: meant })}`;
}

function notYet(command: string): Command {
	return async (_args, terminal) => {
		terminal.say(`pathbook: ${m.command_line_not_yet({ what: command })}`);
		return await Promise.resolve(2);
	};
}

function versionOf(root: string): string {
	const read: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	return typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : '';
}
