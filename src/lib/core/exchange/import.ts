// The door for other people's files: text in, plans and a report out, nothing written. All files of one import are read together, because
// a workflow, its protocols and a path may come apart. It refuses whole or reads whole. Refused: importing the readable half of a set.

import type { JsonFault, Parsed } from '#lib/core/json/parse.ts';
import { parseJson, type ParseLimits } from '#lib/core/json/parse.ts';
import type { Json } from '#lib/core/json/json.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { WorkflowFault } from '#lib/core/workflow/faults.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import { bundle, type Bundle, type Found } from './bundle.ts';
import { archiveSource, findParts, isWorkflowBlock, type Dialect, type Part } from './detect.ts';
import { Additions, type ImportPlan, type Importer } from './plan.ts';
import type { Oddity } from './around.ts';
import { readBundle, type FoundSteps, type ReadPath } from './read.ts';
import { refusal, Reporter, type ImportReport, type Refusal } from './report.ts';

export interface NamedText {
	readonly name: string;
	readonly text: string;
}

export interface ImportOptions extends Importer {
	/** The dialect, where the files themselves do not tell. */
	readonly from?: Dialect;
	readonly limits?: ParseLimits;
	/** Reads a workflow block in YAML; where absent such files are refused. (workflow/read.ts loads the YAML parser, so it is handed in.) */
	readonly readWorkflow?: (text: string) => Result<{ readonly workflow: Workflow }, readonly WorkflowFault[]>;
}

export interface Imported {
	readonly plans: readonly ImportPlan[];
	readonly report: ImportReport;
	/** What the steps of each plan said, in the order of the plans. */
	readonly found: readonly FoundSteps[];
}

/** Reads files that belong together. Every plan is complete; nothing is written before `applyPlan`. */
export function importText(
	files: readonly NamedText[],
	options: ImportOptions,
): Result<Imported, readonly Refusal[]> {
	const reporter = new Reporter();
	const parts: Part[] = [];
	const given: Found<Workflow>[] = [];
	const oddities: Oddity[] = [];
	const refusals: Refusal[] = [];
	for (const file of files) {
		const read = readFile(file, options, oddities);
		if (!read.ok) refusals.push(...read.error);
		else if ('workflow' in read.value)
			given.push({ spot: { file: file.name, pointer: '' }, value: read.value.workflow });
		else parts.push(...read.value.parts);
	}
	if (refusals.length > 0) return err(refusals);
	const bundles = bundle(parts, given);
	if (!bundles.ok) return bundles;
	if (bundles.value.length === 0)
		return err([refusal({ file: files[0]?.name ?? '', pointer: '' }, 'nothing_to_import')]);
	for (const { spot, rule, data } of oddities) {
		if (rule === 'json_repaired') reporter.changed(spot, rule, data);
		else reporter.kept(spot, rule, data);
	}
	const reads = bundles.value.map((one) => readBundle(one, oddities, options, reporter));
	for (const read of reads) if (!read.ok) refusals.push(...read.error);
	if (refusals.length > 0) return err(refusals);
	const paths = reads.flatMap((read) => (read.ok ? [read.value] : []));
	const unused = keepUnused(parts, bundles.value, paths, options, reporter);
	const plans = paths.map(({ plan }, place) => (place === 0 ? unused.addedTo(plan) : plan));
	const found = paths.map((path) => path.found);
	return ok({ plans, report: reporter.report(paths[0]?.dialect ?? 'airalogy'), found });
}

/** Parts that no path took: a record nobody refers to, a workflow beside a path that brought its own. The first path keeps them. */
function keepUnused(
	parts: readonly Part[],
	bundles: readonly Bundle[],
	paths: readonly ReadPath[],
	importer: Importer,
	reporter: Reporter,
): Additions {
	const records = paths.flatMap(({ used }) =>
		[...used].flatMap(({ from }) => ('spot' in from ? [from.spot] : [])),
	);
	const used = [
		...records,
		...bundles.flatMap((one) => [one.whole, one.workflow?.spot, one.protocols?.spot]),
	];
	const additions = new Additions(importer);
	for (const { kind, spot, value } of parts) {
		const isUsed = used.some((other) => other?.file === spot.file && other.pointer === spot.pointer);
		if (isUsed || kind === 'data' || kind === 'path') continue;
		additions.keep(spot, value, { place: 'part', kind });
		reporter.kept(spot, 'part_unused', { kind });
	}
	return additions;
}

type Content = { readonly parts: readonly Part[] } | { readonly workflow: Workflow };

function readFile(file: NamedText, options: ImportOptions, oddities: Oddity[]): Result<Content, Refusal[]> {
	const spot = { file: file.name, pointer: '' };
	const archive = archiveSource(file.name, file.text);
	if (archive) return err([refusal(spot, 'not_yet_read', { source: archive })]);
	if (!/^[\s\ufeff]*(?:[{[]|\/\/|\/\*)/.test(file.text) && isWorkflowBlock(file.text))
		return readBlock(file, options);
	const parsed = parseJson(file.text, options.limits);
	if (!parsed.ok) return err([notJson(file.name, parsed.error)]);
	const reserved = reservedKey(parsed.value.value);
	if (reserved !== null) return err([refusal({ file: file.name, pointer: reserved }, 'reserved_key')]);
	noteOddities(file.name, parsed.value, oddities);
	const found = findParts(parsed.value.value, spot);
	if (typeof found === 'string') return err([refusal(spot, 'not_yet_read', { source: found })]);
	return found.length === 0 ? err([refusal(spot, 'nothing_to_import')]) : ok({ parts: found });
}

function readBlock({ name, text }: NamedText, { readWorkflow }: ImportOptions): Result<Content, Refusal[]> {
	const spot = { file: name, pointer: '' };
	if (!readWorkflow) return err([refusal(spot, 'not_yet_read', { source: 'workflow' })]);
	const read = readWorkflow(text);
	if (read.ok) return ok({ workflow: read.value.workflow });
	return err(
		read.error.map(({ code, at, data }) => ({ ...refusal(spot, 'workflow_refused', { code, ...data }), at })),
	);
}

function notJson(file: string, { at, code, found }: JsonFault): Refusal {
	return { file, pointer: '', rule: 'not_json', data: { code, found, line: at.line, column: at.column }, at };
}

function noteOddities(file: string, { repaired, duplicates }: Parsed, oddities: Oddity[]): void {
	const spot = { file, pointer: '' };
	for (const { at, code, found } of repaired) {
		const data = { code, line: at.line, column: at.column, found };
		oddities.push({ spot, rule: code === 'comment' ? 'comment' : 'json_repaired', data, value: found });
	}
	for (const { pointer, key, earlier, at } of duplicates) {
		const data = { key, line: at.line, column: at.column };
		oddities.push({
			spot: { file, pointer },
			rule: 'doubled_key',
			data,
			value: earlier,
		});
	}
}

/** Where a key stands that no document can hold; null where there is none. */
function reservedKey(value: Json, pointer = ''): string | null {
	if (typeof value !== 'object' || value === null) return null;
	for (const [key, item] of Object.entries(value)) {
		const at = appendPointer(pointer, key);
		const found = key === '__proto__' ? at : reservedKey(item, at);
		if (found !== null) return found;
	}
	return null;
}
