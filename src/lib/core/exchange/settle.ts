// The last look at a plan that was read from steps: it is built, asked for its steps and its status, and both are laid beside the file. What
// the file said otherwise (a jumping path_index, a thought without a proposal, 1.0 where the path says 1) is kept with the cell and written
// back while the cell says the same; a status that comes out otherwise is reported and not repaired.

import { canonicalize } from '#lib/core/json/jcs.ts';
import type { JsonObject } from '#lib/core/json/json.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { dataIn, derivedSteps, laidOver } from './airalogy/steps.ts';
import { buildPath } from './apply.ts';
import { SELF, type ImportPlan, type PlanBuilder } from './plan.ts';
import type { Reporter, Spot } from './report.ts';
import type { PlacedStep } from './rounds.ts';

/** Finishes a plan: keeps what its steps do not say by themselves, and compares the status; null where a cell that was read says no step. */
export function settle(
	plan: PlanBuilder,
	title: string,
	placed: readonly PlacedStep[],
	written: { readonly spot: Spot; readonly status: string | null },
	inline: ReadonlyMap<number, unknown>,
	reporter: Reporter,
): ImportPlan | null {
	const { doc, snapshot } = buildPath(plan.finish(title), SELF);
	const tree = growTree(snapshot);
	const derived = new Map(derivedSteps(snapshot, tree, () => undefined).map((step) => [step.cell, step]));
	for (const { cell, spot, position, raw } of placed) {
		const step = derived.get(cell);
		if (!step) return null;
		// A step whose record stood inside it names no record of ours: there ours is put in.
		const over = inline.has(position);
		const differing = differences(step.json, over ? laidOver(step.json, raw) : raw);
		if (differing.length === 0) continue;
		plan.keep(spot, raw, { place: 'step', cell, was: step.said, ...(over ? { over } : {}) });
		const form = differing.filter((key) => !REFERENCE.includes(key));
		if (form.length > 0) reporter.kept(spot, 'step_form', { step: raw['step'] ?? null, keys: form });
	}
	const { status } = pathStatus(snapshot, tree);
	if (written.status !== null && status !== written.status) {
		reporter.changed(written.spot, 'status_contradicts', { says: written.status, found: status });
		plan.keep(written.spot, written.status, { place: 'status' });
	}
	doc.destroy();
	return plan.finish(title);
}

/** Keys that say which record is meant; other lines of the report speak of them. */
const REFERENCE = ['data/record_id', 'data/record_version', 'data/airalogy_record_id'];

function differences(a: JsonObject, b: JsonObject): string[] {
	const outer = differingKeys(a, b).filter((key) => key !== 'data');
	return [...outer, ...differingKeys(dataIn(a), dataIn(b)).map((key) => `data/${key}`)];
}

function differingKeys(a: JsonObject, b: JsonObject): string[] {
	const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
	return keys.filter((key) => said(a, key) !== said(b, key));
}

/** A key such as `constructor` is there only where a file has it. */
function said(value: JsonObject, key: string): string {
	const item = Object.hasOwn(value, key) ? value[key] : undefined;
	return item === undefined ? 'absent' : canonicalize(item);
}
