// From files to plans for the commands: what was named, what was given beside it, and one answer. What comes by --workflow and --protocols is
// read together with the input; what no path takes of it is taken away again, because it was given to be used, not to be kept, and its
// protocols fill what the input's own list leaves empty.

import type { Dialect } from '#lib/core/exchange/detect.ts';
import type { Decode, NamedBytes } from '#lib/core/exchange/files.ts';
import { importFiles, type ImportedFiles } from '#lib/core/exchange/import-files.ts';
import type { Refusal } from '#lib/core/exchange/report.ts';
import { Definition } from '#lib/core/path/entries.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import type { Result } from '#lib/core/result.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import { importerOf } from './importer.ts';
import type { Input } from './input.ts';

/** A file's name in a report as a path from where the command was called. */
export type Places = (file: string) => string;

export interface ReadingOptions {
	readonly from: Dialect | undefined;
	/** Milliseconds since 1970. */
	readonly at: number;
}

/** Reads `input` with what was given beside it. */
export function readPaths(
	input: Input,
	beside: readonly Input[],
	options: ReadingOptions,
): Result<ImportedFiles, readonly Refusal[]> {
	const more = beside.flatMap(({ files }) => files);
	const all = read([...input.files, ...more], [], options);
	if (!all.ok || more.length === 0) return all;
	const kept = all.value.report.kept.filter(({ rule }) => rule === 'part_unused');
	const unused = new Set(kept.map(({ file }) => file));
	const [used, spare] = [
		more.filter(({ name }) => !unused.has(name)),
		more.filter(({ name }) => unused.has(name)),
	];
	return spare.length === 0 ? all : read([...input.files, ...used], protocolsIn(spare, options), options);
}

function read(
	files: readonly NamedBytes[],
	library: readonly Protocol[],
	{ from, at }: ReadingOptions,
): Result<ImportedFiles, readonly Refusal[]> {
	return importFiles(files, {
		...importerOf(files, at),
		readWorkflow,
		decode,
		library: (id, version) =>
			library.find((one) => one.protocolId === id && (version === null || one.protocolVersion === version)),
		...(from ? { from } : {}),
	});
}

/** The protocols that lists hold. */
function protocolsIn(files: readonly NamedBytes[], options: ReadingOptions): readonly Protocol[] {
	const imported = read(files, [], options);
	if (!imported.ok) return [];
	const { plans, protocols } = imported.value;
	const listed = plans.flatMap(({ maps }) =>
		Object.values(maps.frozen).flatMap((one) => Definition.safeParse(one).data?.protocols ?? []),
	);
	return [...protocols, ...listed].filter(({ markdown, schema }) => markdown !== null || schema !== null);
}

const decode: Decode = (bytes, encoding) => {
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null; // no such text, which is an answer
	}
};

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
