// A terminal that remembers what was said, in a folder of its own: commands run in this process.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../../server/command-line/run.ts';

export interface Ran {
	readonly code: number;
	/** Standard output and standard error. */
	readonly out: string;
	readonly err: string;
}

export interface Here extends Disposable {
	readonly folder: string;
	put(name: string, content: string | Uint8Array): void;
	text(name: string): string;
	/** All files, hidden ones too. */
	names(): string[];
	run(args: readonly string[], more?: Partial<Around>): Promise<Ran>;
}

interface Around {
	readonly env: Readonly<Record<string, string>>;
	readonly input: string;
	readonly isScreen: boolean;
	readonly now: number;
}

/** A folder that is gone when the test ends, and a terminal in it. */
export function here(): Here {
	const folder = mkdtempSync(join(tmpdir(), 'pathbook-cli-'));
	return {
		folder,
		put: (name, content) => {
			mkdirSync(dirname(join(folder, name)), { recursive: true });
			writeFileSync(join(folder, name), content);
		},
		text: (name) => readFileSync(join(folder, name), 'utf8'),
		names: () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted(),
		run: (args, more = {}) => runIn(folder, args, more),
		[Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
	};
}

async function runIn(folder: string, args: readonly string[], more: Partial<Around>): Promise<Ran> {
	const { env = {}, input = '', isScreen = false, now = 1_700_000_000_000 } = more;
	const out: string[] = [];
	const err: string[] = [];
	const code = await run(args, {
		root: join(import.meta.dirname, '../../..'),
		folder,
		env,
		input: (async function* () {
			yield new TextEncoder().encode(input);
		})(),
		isScreen,
		now: () => now,
		write: (content) => {
			out.push(typeof content === 'string' ? content : new TextDecoder().decode(content));
			return Promise.resolve(true);
		},
		say: (line) => void err.push(`${line}\n`),
	});
	return { code, out: out.join(''), err: err.join('') };
}
