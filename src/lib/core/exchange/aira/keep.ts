// The last look at a path that came in AIRA's form: it is written out in that form again, and every step that would come out otherwise (a null
// thought, a key of others, another order of keys) is kept with its cell and goes back as it came while the cell says the same. A record inside a
// step is not kept twice: null stands in its place where its version gives it again to the letter. Refused: a list of the ways to differ.

import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { dataIn } from '#lib/core/exchange/airalogy/steps.ts';
import { buildSteps } from '#lib/core/exchange/built.ts';
import { Additions, type ImportPlan, type Importer } from '#lib/core/exchange/plan.ts';
import { withoutWrongSha1 } from '#lib/core/exchange/record-file.ts';
import type { PlacedStep } from '#lib/core/exchange/rounds.ts';
import { AIRA_STEP } from './steps.ts';

/** The plan, with the steps of the file that its writer would write otherwise. `base` is the number their indexes count from. */
export function keepAiraSteps(
	plan: ImportPlan,
	placed: readonly PlacedStep[],
	{ steps: file, base }: { readonly steps: readonly Json[]; readonly base: 0 | 1 },
	importer: Importer,
): ImportPlan {
	const additions = new Additions(importer);
	const { said, steps } = buildSteps(plan, 'aira');
	const written = new Map(steps.map((step) => [step.derived?.cell, step.json]));
	for (const { cell, spot, position } of placed) {
		const came = file[position];
		const was = said.get(cell);
		if (!isObject(came) || was === undefined) continue;
		const step = withoutWrongHash(base === 0 ? fromOne(came) : came);
		const now = written.get(cell);
		if (now !== undefined && printJson(now) === printJson(step)) continue;
		additions.keep(spot, withoutRecord(step, now), { place: AIRA_STEP, cell, was });
	}
	return additions.addedTo(plan);
}

/** What goes back into a file of ours counts from 1. */
function fromOne(step: JsonObject): JsonObject {
	const data = dataIn(step);
	const index = numberOf(data['protocol_index']);
	return index === undefined ? step : { ...step, data: { ...data, protocol_index: index + 1 } };
}

/** A step without a hash that is not that of the record inside it; the same one where there is none. */
export function withoutWrongHash(step: JsonObject): JsonObject {
	const data = dataIn(step);
	const record = data['record_data'];
	if (!isObject(record)) return step;
	return { ...step, data: { ...data, record_data: withoutWrongSha1(record, record['data'] ?? null) } };
}

function withoutRecord(step: JsonObject, now: Json | undefined): JsonObject {
	const data = dataIn(step);
	const [came, gives] = [data['record_data'], isObject(now) ? dataIn(now)['record_data'] : undefined];
	if (!isObject(came) || gives === undefined || printJson(came) !== printJson(gives)) return step;
	return { ...step, data: { ...data, record_data: null } };
}
