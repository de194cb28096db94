// What a command sees of the process it runs in. Tests bring their own, so that most of what commands do is tried without starting one.
// A reader that goes away (`| head`) is no fault: what is left to say has nobody to hear it.

import type { Readable } from 'node:stream';

export interface Terminal {
	/** The project's own folder. */
	readonly root: string;
	/** The folder paths are resolved against: where the command was called. */
	readonly folder: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Standard input, in pieces. */
	readonly input: AsyncIterable<Uint8Array>;
	/** Whether standard output is a screen, which binary data would spoil. */
	readonly isScreen: boolean;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** To standard output; false where it could not be written. */
	readonly write: (content: string | Uint8Array) => Promise<boolean>;
	/** A line for people, to standard error. */
	readonly say: (line: string) => void;
}

/** The terminal of a real process. */
export function processTerminal(from: NodeJS.Process, root: string): Terminal {
	const ignore = (): void => undefined; // the callback of each write says what happened
	from.stdout.on('error', ignore);
	from.stderr.on('error', ignore);
	return {
		root,
		folder: folderOfCall(from),
		env: from.env,
		input: pieces(from.stdin),
		isScreen: from.stdout.isTTY,
		now: Date.now,
		write: (content) =>
			new Promise((done) => {
				from.stdout.write(content, (fault) => done(!fault || codeOf(fault) === 'EPIPE'));
			}),
		say: (line) => void from.stderr.write(`${line}\n`),
	};
}

/** npm runs scripts in the project's folder and says where it was called; a variable left over from another script counts for nothing. */
function folderOfCall(from: NodeJS.Process): string {
	const called = from.env['npm_lifecycle_event'] === 'pathbook' ? from.env['INIT_CWD'] : undefined;
	return called === undefined || called === '' ? from.cwd() : called;
}

async function* pieces(input: Readable): AsyncGenerator<Uint8Array> {
	for await (const piece of input) yield piece instanceof Uint8Array ? piece : Buffer.from(String(piece));
}

/** The system's word for a fault, such as ENOENT; '' where it has none. */
export function codeOf(cause: unknown): string {
	return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
