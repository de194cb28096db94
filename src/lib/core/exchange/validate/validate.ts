// What is wrong in files that can be read: the lines of the import that say so, and what only a look at the whole tells (values against their
// fields, choices against the graph, indexes against their order). Refused: a schema of the file form (it would know shapes, not paths).

import type { Imported } from '#lib/core/exchange/import.ts';
import type { ReportRule, Spot } from '#lib/core/exchange/report.ts';
import type { JsonObject } from '#lib/core/json/json.ts';
import type { SchemaCheck } from '#lib/core/protocol/validate.ts';
import { JUDGEMENTS } from './judgement.ts';
import { checkSteps } from './steps.ts';

/** What the checks find beyond the report of an import. */
export const VALIDATION_RULES = [
	'end_and_protocol',
	'path_index_falls',
	'field_unknown',
	'value_missing',
	'value_wrong',
	'choice_unreachable',
	'record_version_unknown',
] as const;
export type ValidationRule = (typeof VALIDATION_RULES)[number];

/** Something wrong at its place. */
export interface Wrong extends Spot {
	readonly rule: ValidationRule | ReportRule;
	readonly data: JsonObject;
}

/** Everything wrong in what was imported, in the order of the file as far as one line can be told to be before another. */
export function validateImported(
	{ plans, found, report }: Pick<Imported, 'plans' | 'found' | 'report'>,
	bySchema: SchemaCheck,
): readonly Wrong[] {
	const own = plans.flatMap((plan, at) => {
		const steps = found[at];
		return steps ? checkSteps(plan, steps, bySchema) : [];
	});
	const said = [...report.kept, ...report.changed, ...report.lost]
		.filter(({ rule }) => JUDGEMENTS[rule] === 'fault')
		.filter((line) => line.rule !== 'malformed_step' || !own.some((wrong) => isWithin(wrong, line)));
	// A path of ours comes back without being read step by step; a foreign one was, and said some of it already.
	const known = new Set(said.map(keyOf));
	return [...said, ...own.filter((wrong) => !known.has(keyOf(wrong)))];
}

function keyOf({ file, pointer, rule }: Wrong): string {
	return [rule, pointer, file].join(' ');
}

/** A line that says exactly what is wrong inside a step makes the one that says something is unnecessary. */
function isWithin(inner: Spot, outer: Spot): boolean {
	return inner.file === outer.file && inner.pointer.startsWith(`${outer.pointer}/`);
}
