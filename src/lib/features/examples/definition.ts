// From the texts of an example to the definition a path is run under. The texts are ours, so a fault in them is a bug and throws; the tests
// read every one of them.

import type { Definition } from '#lib/core/path/entries.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import { withProtocols } from '#lib/core/workflow/with-protocols.ts';
import type { ExampleSource } from './source.ts';

/** The definition of an example: its workflow with every protocol that it names. */
export function definitionOf({ key, workflow, protocols }: ExampleSource): Definition {
	const read = readWorkflow(workflow);
	if (!read.ok) throw new Error(`example ${key}: ${read.error.map(({ code }) => code).join(', ')}`);
	return withProtocols(read.value.workflow, new Map(Object.entries(protocols)));
}
