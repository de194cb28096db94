// How commands end and how they say that they were used wrongly: a sentence, and where to read more.

import { m } from '#lib/paraglide/messages.js';
import type { Terminal } from './terminal.ts';

/** 0 done, 1 refused, 2 used wrongly. */
export type ExitCode = 0 | 1 | 2;

export type Command = (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;

/** Says what was wrong with the command line of `command` ('' for none). */
export function misused(terminal: Terminal, sentence: string, command: string): 2 {
	complain(terminal, sentence);
	terminal.say(
		m.command_line_more({ command: `npm run -s pathbook -- ${command}${command === '' ? '' : ' '}--help` }),
	);
	return 2;
}

/** Says a sentence to people, under the name of the program. */
export function complain(terminal: Terminal, sentence: string): void {
	terminal.say(`pathbook: ${sentence}`);
}

/** Writes to standard output. */
export async function said(terminal: Terminal, content: string | Uint8Array): Promise<ExitCode> {
	if (await terminal.write(content)) return 0;
	complain(terminal, m.command_line_output_failed());
	return 1;
}
