// From files to plans for the commands: what was named, what was given beside it, and one answer. What comes by --workflow and --protocols is
// read together with the input; what no path takes of it is taken away again, because it was given to be used, not to be kept.

import { importText, type Imported } from '#lib/core/exchange/import.ts';
import type { Dialect } from '#lib/core/exchange/detect.ts';
import type { NamedBytes } from '#lib/core/exchange/files.ts';
import type { Refusal } from '#lib/core/exchange/report.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import { importerOf } from './importer.ts';
import type { Input } from './input.ts';

export interface Reading {
	readonly imported: Imported;
	readonly places: Places;
}

/** A file's name in a report as a path from where the command was called. */
export type Places = (file: string) => string;

export interface ReadingOptions {
	readonly from: Dialect | undefined;
	/** Milliseconds since 1970. */
	readonly at: number;
}

/** Reads `input` with what was given beside it. The core is handed everything it may not ask for. */
export function readPaths(
	input: Input,
	beside: readonly Input[],
	options: ReadingOptions,
): Result<Imported, readonly Refusal[]> {
	const all = read([...input.files, ...beside.flatMap(({ files }) => files)], options);
	if (!all.ok || beside.length === 0) return all;
	const unused = new Set(
		all.value.report.kept.filter(({ rule }) => rule === 'part_unused').map(({ file }) => file),
	);
	const used = beside.flatMap(({ files }) => files).filter(({ name }) => !unused.has(name));
	if (beside.every(({ files }) => files.every(({ name }) => !unused.has(name)))) return all;
	return read([...input.files, ...used], options);
}

function read(
	files: readonly NamedBytes[],
	{ from, at }: ReadingOptions,
): Result<Imported, readonly Refusal[]> {
	const decoder = new TextDecoder();
	const texts = files.map(({ name, bytes }) => ({ name, text: decoder.decode(bytes) }));
	const importer = importerOf(files, at);
	const imported = importText(texts, { ...importer, readWorkflow, ...(from ? { from } : {}) });
	return imported.ok ? ok(imported.value) : err(imported.error);
}

/** Inputs whose names differ: what came beside goes under a folder of its own where a name is taken. */
export function toldApart(
	input: Input,
	beside: readonly Input[],
): { readonly beside: readonly Input[]; readonly places: Places } {
	const taken = new Set(input.files.map(({ name }) => name));
	const places = new Map(input.files.map(({ name }) => [name, `${input.before}${name}`]));
	const named = beside.map((one) => ({
		...one,
		files: one.files.map((file) => {
			let { name } = file;
			while (taken.has(name)) name = `beside/${name}`;
			taken.add(name);
			places.set(name, `${one.before}${file.name}`);
			return { ...file, name };
		}),
	}));
	return { beside: named, places: (file) => placeOf(file, places) };
}

/** An entry of an archive is named behind it. */
function placeOf(file: string, places: ReadonlyMap<string, string>): string {
	const whole = places.get(file);
	if (whole !== undefined) return whole;
	const archive = [...places].find(([name]) => file.startsWith(`${name}/`));
	return archive ? `${archive[1]}${file.slice(archive[0].length)}` : file;
}
