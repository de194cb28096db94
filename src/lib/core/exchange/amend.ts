// Another tool changed what some steps say and left our part alone: then the cells of those steps say from now on what the file says, as words of
// whoever imports it, and everything else comes back as it was. What they replace is kept. Where steps were added, taken away or moved this
// refuses, and the steps are read on their own. Refused: merging texts (whose word counts for what?).

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import {
	fieldKey,
	partsOf,
	RESEARCHABLE,
	textName,
	type CellId,
	type RecordId,
} from '#lib/core/path/names.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';
import { AIRA_STEP } from './aira/steps.ts';
import { dataIn, type WrittenStep } from './airalogy/steps.ts';
import { build, same, type Built, type Form } from './built.ts';
import { Additions, asJson, type ImportPlan, type Importer } from './plan.ts';
import { within, type Spot } from './report.ts';
import { contentOf, WORDS_KEY } from './step-content.ts';

export interface Amended {
	readonly plan: ImportPlan;
	readonly built: Built;
	/** Positions of the steps that say something else than our part. */
	readonly changed: readonly number[];
}

interface Change {
	readonly at: number;
	readonly cell: CellId;
	readonly step: JsonObject;
	readonly content: JsonObject;
}

/** The plan with the steps of the file; null where they are not the same steps with other contents. */
export function amend(
	plan: ImportPlan,
	built: Built,
	file: { readonly spot: Spot; readonly value: readonly Json[]; readonly form: Form },
	records: ReadonlyMap<RecordId, RecordSnapshot>,
	importer: Importer,
): Amended | null {
	if (built.steps.length !== file.value.length) return null;
	const changes: Change[] = [];
	for (const [at, written] of built.steps.entries()) {
		if (same(written.json, file.value[at])) continue;
		const change = changeAt(at, written, file.value[at]);
		if (!change) return null;
		changes.push(change);
	}
	if (changes.length === 0) return { plan, built, changed: [] };
	const additions = new Additions(importer);
	const said = changes.reduce(
		(so, change) => withContent(so, change, within(file.spot, change.at), additions, importer),
		plan,
	);
	const rebuilt = build(said, records, file.form);
	for (const { at, cell, step } of changes) {
		const written = rebuilt.steps[at];
		if (!written?.derived || same(written.json, step)) continue;
		const place = file.form === 'aira' ? AIRA_STEP : 'step';
		additions.keep(within(file.spot, at), step, { place, cell, was: written.derived.said });
	}
	const amended = additions.addedTo(said);
	const last = build(amended, records, file.form);
	const whole = last.steps.every(({ json }, at) => same(json, file.value[at]));
	return whole ? { plan: amended, built: last, changed: changes.map(({ at }) => at) } : null;
}

function changeAt(at: number, { derived, json }: WrittenStep, step: Json | undefined): Change | null {
	if (!derived || !isObject(json) || !isObject(step) || json['step'] !== step['step']) return null;
	const { kind } = partsOf(derived.cell);
	if (kind !== 'values' && !Object.hasOwn(WORDS_KEY, kind)) return null;
	const content = contentOf(kind, dataIn(step));
	return content && { at, cell: derived.cell, step, content };
}

function withContent(
	plan: ImportPlan,
	{ cell, content }: Change,
	spot: Spot,
	additions: Additions,
	importer: Importer,
): ImportPlan {
	const { stage, kind } = partsOf(cell);
	const { by, at, person } = importer.who;
	const prefix = `${stage}/own/`;
	const judgement = fieldKey(stage, 'own', RESEARCHABLE);
	const replaced = Object.entries(plan.maps.fields).filter(([key]) =>
		kind === 'values'
			? key.startsWith(prefix) && key !== judgement
			: kind === 'strategy' && key === judgement,
	);
	const fields = Object.entries(plan.maps.fields).filter(
		([key]) => !replaced.some(([other]) => other === key),
	);
	const stamped = (key: string, value: Json): [string, Json] => [key, { value, by, at }];
	if (kind === 'strategy') fields.push(stamped(judgement, content[RESEARCHABLE] ?? null));
	const values = isObject(content['values']) ? content['values'] : {};
	for (const [field, value] of Object.entries(values))
		fields.push(stamped(fieldKey(stage, 'own', field), value));
	const name = textName(cell, 'own');
	const { [name]: earlier, ...texts } = plan.texts;
	const words = content[WORDS_KEY[kind] ?? ''];
	if (replaced.length > 0) additions.keep(spot, Object.fromEntries(replaced), { place: 'replaced', cell });
	if (earlier !== undefined) additions.keep(spot, earlier, { place: 'replaced', cell });
	return {
		...plan,
		maps: {
			...plan.maps,
			people: { [by]: asJson(person), ...plan.maps.people },
			cells: { ...plan.maps.cells, [`${cell}/shown`]: 'own' },
			fields: Object.fromEntries(fields),
		},
		texts: typeof words === 'string' && words !== '' ? { ...texts, [name]: words } : texts,
	};
}
