// What `convert` and `validate` are asked alike: what to read, what goes beside it, and in which dialect.

import type { Dialect } from '#lib/core/exchange/detect.ts';
import { m } from '#lib/paraglide/messages.js';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { Arguments } from './arguments.ts';
import { readInput, type Input } from './input.ts';
import { nearest } from './nearest.ts';
import { toldApart, type Places } from './reading.ts';
import type { Terminal } from './terminal.ts';

/** Flags that both commands take. */
export const READING_FLAGS = ['from', 'workflow', 'protocols'] as const;

export interface ReadOrder {
	readonly input: string;
	readonly beside: readonly string[];
	readonly from: Dialect | undefined;
}

const DIALECTS: readonly string[] = ['airalogy', 'aira', 'engine'];
const SOURCES = [...DIALECTS, 'workflow', 'aira-archive', 'eln', 'auto'];

/** What is to be read; the error is one sentence. */
export function readOrder({ values, words }: Arguments): Result<ReadOrder, string> {
	const { from = 'auto', workflow, protocols } = values;
	if (from === 'eln') return err(m.command_line_not_yet({ what: 'eln' }));
	if (!SOURCES.includes(from)) return err(notOneOf('--from', from, SOURCES));
	const beside = [workflow, protocols].filter((path) => path !== undefined);
	const input = words[0] ?? '';
	if ([input, ...beside].filter((path) => path === '-').length > 1) return err(m.command_line_input_twice());
	// Where the parts themselves tell (a workflow, an archive), the name of the form adds nothing.
	return ok({ input, beside, from: DIALECTS.includes(from) ? (from as Dialect) : undefined }); // looked up in the list
}

/** Says that a value is none of those allowed, and which was perhaps meant. */
export function notOneOf(flag: string, value: string, choices: readonly string[]): string {
	const meant = nearest(value, choices);
	const sentence = m.command_line_not_one_of({ flag, value, choices: choices.join(', ') });
	return meant === undefined ? sentence : `${sentence} ${m.command_line_did_you_mean({ word: meant })}`;
}

export interface Inputs {
	readonly input: Input;
	readonly beside: readonly Input[];
	readonly places: Places;
	readonly several: boolean;
	/** Real places of all that was read. */
	readonly read: readonly string[];
}

/** Reads all files of an order; the error is one sentence. */
export async function readInputs(
	{ input, beside }: ReadOrder,
	terminal: Terminal,
): Promise<Result<Inputs, string>> {
	const inputs: Input[] = [];
	for (const path of [input, ...beside]) {
		const read = await readInput(path, terminal);
		if (!read.ok) return read;
		inputs.push(read.value);
	}
	const [first, ...more] = inputs;
	if (!first) throw new Error('an order has an input');
	const apart = toldApart(first, more);
	const several = inputs.reduce((sum, { files }) => sum + files.length, 0) > 1;
	return ok({ input: first, ...apart, several, read: inputs.flatMap(({ places }) => places) });
}
