// The words of a command line, taken apart by Node's own parser and judged here, because its complaints are in one language and name no
// neighbour. A flag that comes twice is refused: nobody can say which one was meant.

import { parseArgs } from 'node:util';
import { m } from '#lib/paraglide/messages.js';
import { err, ok, type Result } from '#lib/core/result.ts';
import { nearest } from './nearest.ts';

/** What a command takes: flags with a value, flags without, and how many words beside them. */
export interface Shape {
	readonly values: readonly string[];
	readonly switches: readonly string[];
	/** Names of the words that have to come, as help writes them. */
	readonly words: readonly string[];
}

export interface Arguments {
	readonly values: Readonly<Record<string, string | undefined>>;
	readonly switches: ReadonlySet<string>;
	readonly words: readonly string[];
}

/** The arguments; the error is one sentence. With `--help` nothing else is asked for. */
export function readArguments(args: readonly string[], shape: Shape): Result<Arguments, string> {
	const known = [...shape.values, ...shape.switches, 'help'];
	const types = [
		...shape.values.map((name) => [name, 'string'] as const),
		...shape.switches.map((name) => [name, 'boolean'] as const),
	];
	const options = {
		...Object.fromEntries(types.map(([name, type]) => [name, { type }])),
		help: { type: 'boolean', short: 'h' },
	} as const;
	const { tokens } = parseArgs({
		args: [...args],
		options,
		strict: false,
		allowPositionals: true,
		tokens: true,
	});
	const values = new Map<string, string>();
	const switches = new Set<string>();
	const words: string[] = [];
	for (const token of tokens) {
		if (token.kind === 'positional') words.push(token.value);
		if (token.kind !== 'option') continue;
		const { name, rawName, value, inlineValue } = token;
		if (!known.includes(name)) return err(unknownFlag(rawName, name, known));
		if (values.has(name) || (switches.has(name) && name !== 'help'))
			return err(m.command_line_flag_twice({ flag: rawName }));
		if (!shape.values.includes(name)) {
			if (inlineValue === true) return err(m.command_line_flag_without_value({ flag: rawName }));
			switches.add(name);
		} else if (
			value === undefined ||
			value === '' ||
			(!inlineValue && value.startsWith('-') && value !== '-')
		)
			return err(m.command_line_flag_needs_value({ flag: rawName }));
		else values.set(name, value);
	}
	const read = { values: Object.fromEntries(values), switches, words };
	return switches.has('help') ? ok(read) : counted(read, shape);
}

function counted(read: Arguments, { words }: Shape): Result<Arguments, string> {
	const missing = words[read.words.length];
	if (missing !== undefined) return err(m.command_line_word_missing({ word: missing }));
	const more = read.words[words.length];
	return more === undefined ? ok(read) : err(m.command_line_word_too_many({ word: more }));
}

function unknownFlag(rawName: string, name: string, known: readonly string[]): string {
	const meant = nearest(name, known);
	const said = m.command_line_flag_unknown({ flag: rawName });
	return meant === undefined ? said : `${said} ${m.command_line_did_you_mean({ word: `--${meant}` })}`;
}
