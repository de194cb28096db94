// Puts an example on this device: its workflow into the library and, where it has one, its worked path. Asked for twice, it is the same one.

import type { App } from '#lib/app/app.ts';
import type { DefinitionHash, PathId } from '#lib/core/path/names.ts';
import { ok, type Result } from '#lib/core/result.ts';
import type { StorageFault } from '#lib/ports.ts';
import { buildPath } from './build.ts';
import { definitionOf } from './definition.ts';
import { calendarOf } from './script.ts';
import { EXAMPLE_KEYS, loadExamples, type ExampleKey, type ExampleLanguage } from './source.ts';

export interface AddedExample {
	readonly definition: DefinitionHash;
	/** The worked path; null where the example is a workflow alone. */
	readonly path: PathId | null;
}

export interface ExampleWish {
	readonly key: ExampleKey;
	readonly language: ExampleLanguage;
	/** How the writer of the example is called in this language. */
	readonly writer: string;
}

/** The colour of the example's writer: no member of a lab has it. */
const WRITER_COLOUR = '#6c685f';

/** Adds one example, or finds the one that is here already. */
export async function addExample(
	{ library, catalogue, world }: App,
	{ key, language, writer }: ExampleWish,
): Promise<Result<AddedExample, StorageFault>> {
	const source = (await loadExamples(language)).find((each) => each.key === key);
	if (!source) throw new Error(`no example ${key}`);
	const definition = definitionOf(source);
	const hash = await library.addDefinition(definition, key);
	if (!hash.ok) return hash;
	if (!source.path) return ok({ definition: hash.value, path: null });
	const listed = await catalogue.paths();
	if (!listed.ok) return listed;
	const here = listed.value.find(({ example, removedAt }) => example === key && removedAt === null);
	if (here) return ok({ definition: hash.value, path: here.id });
	const script = source.path(calendarOf(world.now()));
	const person = { name: writer, colour: WRITER_COLOUR };
	const built = buildPath(script, definition, key, { newId: () => world.id(), person });
	const path = await library.adopt(built);
	return path.ok ? ok({ definition: hash.value, path: path.value }) : path;
}

/** Adds all three, one after the other; stops at the first fault. */
export async function addExamples(
	app: App,
	wish: Omit<ExampleWish, 'key'>,
): Promise<Result<void, StorageFault>> {
	for (const key of EXAMPLE_KEYS) {
		const added = await addExample(app, { ...wish, key });
		if (!added.ok) return added;
	}
	return ok(undefined);
}
