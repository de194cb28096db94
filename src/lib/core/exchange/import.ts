// The door for other people's files: text in, plans and a report out, nothing written. All files of one import are read together, because
// a workflow, its protocols and a path may come apart. It refuses whole or reads whole. Refused: importing the readable half of a set.

import type { JsonFault, Parsed } from '#lib/core/json/parse.ts';
import { parseJson, type ParseLimits } from '#lib/core/json/parse.ts';
import { isList, isObject, type Json } from '#lib/core/json/json.ts';
import { appendPointer } from '#lib/core/json/pointer.ts';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { WorkflowFault } from '#lib/core/workflow/faults.ts';
import type { Workflow } from '#lib/core/workflow/workflow.ts';
import { bundle, type Bundle, type Found } from './bundle.ts';
import { archiveSource, findParts, isWorkflowBlock, type Dialect, type Part } from './detect.ts';
import type { Fill } from './fill.ts';
import type { OfferedText, Unread } from './intake/taken.ts';
import { Additions, type ImportPlan, type Importer } from './plan.ts';
import type { Oddity } from './around.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { readBundle, type FoundSteps, type ReadPath } from './read.ts';
import type { ImportProgress } from './progress.ts';
import { reportRenumbered, type RecordHere } from './renumbered.ts';
import { refusal, Reporter, type ImportReport, type Refusal, within, type Spot } from './report.ts';

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
	/** Records that are here already, beside whose versions those of the files may count otherwise. */
	readonly here?: RecordHere;
}

export interface Imported {
	readonly plans: readonly ImportPlan[];
	readonly report: ImportReport;
	/** What the steps of each plan said, in the order of the plans. */
	readonly found: readonly FoundSteps[];
	/** What a plan says, where it was built to know: whoever writes it out again need not build it. */
	readonly built: ReadonlyMap<ImportPlan, PathSnapshot>;
}

/** Reads files that belong together. Every plan is complete; nothing is written before `applyPlan`. */
export function importText(
	files: readonly NamedText[],
	options: ImportOptions,
): Result<Imported, readonly Refusal[]> {
	const reporter = new Reporter();
	const read = readSet(files, options, reporter);
	if (!read.ok) return read;
	const { plans, found, built, dialect } = read.value;
	if (plans.length === 0)
		return err([refusal({ file: files[0]?.name ?? '', pointer: '' }, 'nothing_to_import')]);
	return ok({ plans, report: reporter.report(dialect ?? 'airalogy'), found, built });
}

export interface SetOptions extends ImportOptions {
	/** Gives protocols what the files lack. */
	readonly fill?: Fill;
	readonly onprogress?: (at: ImportProgress) => void;
}

/** What a set of texts holds. */
export interface ReadSet extends Omit<Imported, 'report'> {
	/** The part each plan was read from. */
	readonly wholes: readonly Spot[];
	/** The first path's; null without a path. */
	readonly dialect: Dialect | null;
	/** Texts that are none of ours, where they were offered as such. */
	readonly unread: readonly Unread[];
	/** Where records stand that no path took, because there is none. */
	readonly records: readonly Spot[];
}

/** Reads texts that belong together; without a path or workflow among them there are no plans. */
export function readSet(
	files: readonly (NamedText & Partial<OfferedText>)[],
	options: SetOptions,
	reporter: Reporter,
): Result<ReadSet, readonly Refusal[]> {
	const parts: Part[] = [];
	const given: Found<Workflow>[] = [];
	const oddities: Oddity[] = [];
	const refusals: Refusal[] = [];
	const unread: Unread[] = [];
	for (const [done, file] of files.entries()) {
		const spot = { file: file.name, pointer: '' };
		const read = readFile(file, options, oddities);
		if (!read.ok && isTolerated(file, read.error)) unread.push({ spot, why: read.error });
		else if (!read.ok) refusals.push(...read.error);
		else if ('workflow' in read.value) given.push({ spot, value: read.value.workflow });
		else parts.push(...read.value.parts);
		options.onprogress?.({ step: 'reading', done: done + 1, of: files.length });
	}
	if (refusals.length > 0) return err(refusals);
	const bundles = bundle(parts, given);
	if (!bundles.ok) return bundles;
	if (bundles.value.length === 0) {
		const records = parts.map(({ spot }) => spot);
		return ok({ plans: [], found: [], built: new Map(), wholes: [], dialect: null, unread, records });
	}
	for (const { spot, rule, data } of oddities) {
		if (rule === 'json_repaired') reporter.changed(spot, rule, data);
		else reporter.kept(spot, rule, data);
	}
	const reads = bundles.value.map((one, done, { length }) => {
		const read = readBundle(one, oddities, options, reporter);
		options.onprogress?.({ step: 'building', done: done + 1, of: length });
		return read;
	});
	for (const read of reads) if (!read.ok) refusals.push(...read.error);
	if (refusals.length > 0) return err(refusals);
	const paths = reads.flatMap((read) => (read.ok ? [read.value] : []));
	const unused = keepUnused({ parts, given }, bundles.value, paths, options, reporter);
	const plans = paths.map(({ plan }, place) => (place === 0 ? unused.addedTo(plan) : plan));
	const wholes = bundles.value.map(({ whole }) => whole);
	if (options.here)
		for (const [place, { records }] of plans.entries())
			reportRenumbered(records, options.here, reporter, wholes[place] ?? { file: '', pointer: '' });
	const found = paths.map((path) => path.found);
	const built = new Map(paths.flatMap(({ plan, snapshot }) => (snapshot ? [[plan, snapshot] as const] : [])));
	return ok({ plans, found, built, wholes, dialect: paths[0]?.dialect ?? null, unread, records: [] });
}

function isTolerated({ tolerate }: Partial<OfferedText>, why: readonly Refusal[]): boolean {
	if (tolerate === undefined) return false;
	return tolerate === 'any' || why.every(({ rule }) => rule === 'nothing_to_import');
}

/** Parts that no path took: a record nobody refers to, a workflow beside a path that brought its own. The first path keeps them. */
function keepUnused(
	{ parts, given }: { readonly parts: readonly Part[]; readonly given: readonly Found<Workflow>[] },
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
		...bundles.flatMap((one) => [one.whole, one.workflow?.spot, one.protocols?.spot, one.around?.spot]),
	];
	const additions = new Additions(importer);
	const unread = given.filter(({ value }) => !bundles.some((one) => one.given === value));
	const blocks = unread.map(({ spot, value }) => ({ kind: 'workflow' as const, spot, value: value.source }));
	for (const { kind, spot, value } of [...parts.flatMap(offeredBy), ...blocks]) {
		const isUsed = used.some((other) => other?.file === spot.file && other.pointer === spot.pointer);
		if (isUsed) continue;
		additions.keep(spot, value, { place: 'part', kind });
		reporter.kept(spot, 'part_unused', { kind });
	}
	return additions;
}

/** What a part holds that a path may take or leave; of workflow_data without a path that is what stands in and around it. */
function offeredBy(part: Part): readonly { kind: Part['kind']; spot: Spot; value: Json }[] {
	if (part.kind === 'path') return [];
	if (part.kind !== 'data') return [part];
	const { value, spot, around } = part;
	const { workflow_info: graph, protocols_info: list, path_data: path } = value;
	if (isObject(path)) return [];
	return [
		...(isObject(graph)
			? [{ kind: 'workflow' as const, spot: within(spot, 'workflow_info'), value: graph }]
			: []),
		...(isList(list)
			? [{ kind: 'protocols' as const, spot: within(spot, 'protocols_info'), value: list }]
			: []),
		...(around ? [{ kind: 'record' as const, ...around }] : []),
	];
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
	const found = findParts(parsed.value.value, spot);
	if (typeof found === 'string') return err([refusal(spot, 'not_yet_read', { source: found })]);
	if (found.length === 0) return err([refusal(spot, 'nothing_to_import')]);
	noteOddities(file.name, parsed.value, oddities);
	return ok({ parts: found });
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
