// Another tool changed what some steps say and left our part alone: then the cells of those steps say from now on what the file says, as words of
// whoever imports it, and everything else comes back as it was. What they replace is kept. Steps behind ours are read from where the path stands;
// where steps were added in between, taken away or moved this refuses, and the steps are read on their own. Refused: merging texts (whose word counts for what?).

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { partsOf, type CellId } from '#lib/core/path/names.ts';
import { withoutWrongHash } from './aira/keep.ts';
import { AIRA_STEP } from './aira/steps.ts';
import { dataIn, type WrittenStep } from './airalogy/steps.ts';
import { append } from './append.ts';
import { build, readRecords, same, type Built, type Form } from './built.ts';
import type { CanonicalWords } from './canonical-words.ts';
import { Additions, PlanBuilder, type ImportPlan, type Importer } from './plan.ts';
import type { KnownRecord } from './records.ts';
import { within, type Reporter, type Spot } from './report.ts';
import { contentOf, WORDS_KEY, writeOwn } from './step-content.ts';

export interface Amended {
	readonly plan: ImportPlan;
	readonly built: Built;
	/** Positions of the steps that say something else than our part. */
	readonly changed: readonly number[];
	/** What there is to say of steps that were added behind ours; null where none were. */
	readonly added: Reporter | null;
}

interface Change {
	readonly at: number;
	readonly cell: CellId;
	readonly step: JsonObject;
	readonly content: JsonObject;
}

/** The steps of a file in one of the forms that carry our part. */
export interface FileSteps {
	readonly form: Form;
	readonly words: CanonicalWords;
	readonly written: readonly Json[];
	readonly status: Json | undefined;
	readonly records: readonly KnownRecord[];
}

/** The plan with the steps of the file; null where they are not the same steps, with other contents or with more behind them. */
export function amend(plan: ImportPlan, built: Built, file: FileSteps, importer: Importer): Amended | null {
	const { written, form } = file;
	const { spot } = file.words;
	if (built.steps.length > written.length) return null;
	const changes: Change[] = [];
	for (const [at, step] of built.steps.entries()) {
		if (same(step.json, written[at])) continue;
		const change = changeAt(at, step, written[at]);
		if (!change) return null;
		changes.push(change);
	}
	const changed = changes.map(({ at }) => at);
	const said = changes.length === 0 ? { plan, built } : withChanges(plan, changes, spot, form, importer);
	const from = built.steps.length;
	if (from === written.length) return isWhole(said.built, file) ? { ...said, changed, added: null } : null;
	const added = append(said.plan, said.built, { ...file, from }, importer);
	if (!added) return null;
	const last = build(added.plan, readRecords(added.plan.records), form);
	return isWhole(last, file) ? { plan: added.plan, built: last, changed, added: added.reporter } : null;
}

function isWhole({ steps }: Built, { written }: FileSteps): boolean {
	const said = (step: Json | undefined): Json | undefined => (isObject(step) ? withoutWrongHash(step) : step);
	return steps.length === written.length && steps.every(({ json }, at) => same(json, said(written[at])));
}

/** Cells say what the file says; what a step says in its own way goes back as it came. */
function withChanges(
	plan: ImportPlan,
	changes: readonly Change[],
	spot: Spot,
	form: Form,
	importer: Importer,
): { plan: ImportPlan; built: Built } {
	const builder = new PlanBuilder(importer, { plan });
	const records = readRecords(plan.records);
	for (const { at, cell, content } of changes) {
		builder.show(cell, 'own');
		writeOwn(builder, { cell, kind: partsOf(cell).kind }, content, within(spot, at));
	}
	const said = builder.finish('');
	const rebuilt = build(said, records, form);
	const additions = new Additions(importer);
	for (const { at, cell, step } of changes) {
		const written = rebuilt.steps[at];
		const was = rebuilt.said.get(cell);
		if (was === undefined || same(written?.json, step)) continue;
		const place = form === 'aira' ? AIRA_STEP : 'step';
		additions.keep(within(spot, at), step, { place, cell, was });
	}
	const amended = additions.addedTo(said);
	return { plan: amended, built: build(amended, records, form) };
}

function changeAt(at: number, { derived, json }: WrittenStep, step: Json | undefined): Change | null {
	if (!derived || !isObject(json) || !isObject(step) || json['step'] !== step['step']) return null;
	const { kind } = partsOf(derived.cell);
	if (kind !== 'values' && !Object.hasOwn(WORDS_KEY, kind)) return null;
	const content = contentOf(kind, dataIn(step));
	return content && { at, cell: derived.cell, step, content };
}
