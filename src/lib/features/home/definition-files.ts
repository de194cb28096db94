// From pasted text or chosen files to a definition a path can be started under: one workflow, and AIMD texts for its protocols. A protocol's
// text is found by file name, by folder (`oven_drying/protocol.aimd`), else by its heading. What fits nothing is named, not dropped.

import type { Definition } from '#lib/core/path/entries.ts';
import type { NamedText } from '#lib/core/exchange/import.ts';
import { isWorkflowBlock } from '#lib/core/exchange/detect.ts';
import { headingOf } from '#lib/core/protocol/read.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { WorkflowFault, WorkflowWarning } from '#lib/core/workflow/faults.ts';
import { readWorkflow } from '#lib/core/workflow/read.ts';
import { withProtocols } from '#lib/core/workflow/with-protocols.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';

export interface ReadDefinition {
	readonly definition: Definition;
	readonly warnings: readonly WorkflowWarning[];
	/** Names of files that belong to no protocol of the workflow. */
	readonly unused: readonly string[];
}

/** Reads the workflow among `files` (the first that looks like one) and puts the other texts to its protocols. */
export function readDefinitionFiles(
	files: readonly NamedText[],
): Result<ReadDefinition, readonly WorkflowFault[]> {
	const source = files.find(({ text }) => looksLikeWorkflow(text)) ?? files[0];
	if (source === undefined) return err([]);
	const read = readWorkflow(source.text);
	if (!read.ok) return read;
	const { workflow, warnings } = read.value;
	const others = files.filter((file) => file !== source);
	const matched = others.map((file) => ({ file, protocol: protocolOf(file, workflow) }));
	const texts = new Map<string, string>();
	for (const { file, protocol } of matched) if (protocol !== undefined) texts.set(protocol, file.text);
	const unused = matched.filter(({ protocol }) => protocol === undefined).map(({ file }) => file.name);
	return ok({ definition: withProtocols(workflow, texts), warnings, unused });
}

function looksLikeWorkflow(text: string): boolean {
	return isWorkflowBlock(text) || /^\s*[{[]/.test(text);
}

function protocolOf({ name, text }: NamedText, { nodes }: Workflow): string | undefined {
	const parts = name.split(/[\\/]/);
	const stem = parts.at(-1)?.replace(/(\.[a-z]{2}(-[A-Z]{2})?)?\.[^.]+$/, '') ?? '';
	const folders = new Set([stem, ...parts.slice(0, -1)]);
	const byName = nodes.find(({ protocolId }) => folders.has(protocolId));
	const heading = headingOf(text);
	const byHeading = heading === '' ? undefined : nodes.find(({ title }) => title === heading);
	return (byName ?? byHeading)?.protocolId;
}
