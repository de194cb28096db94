// The dialect of the AIRA service and platform, turned into canonical steps: indexes from 1 become indexes from 0, an empty thought of a
// person becomes none, and a record that stands inside its step is handed out, because in a path a step only refers to a record.
// Everything else in a step stays as it was written. Refused: a second reader of rounds for this dialect.

import { isObject, numberOf, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { without } from '#lib/core/exchange/keys.ts';
import { within, type Reporter, type Spot } from '#lib/core/exchange/report.ts';

export interface CanonicalSteps {
	readonly steps: readonly Json[];
	/** Records that stood inside steps, by the step's position. */
	readonly inline: ReadonlyMap<number, { readonly spot: Spot; readonly value: Json }>;
}

/** Canonical steps of an AIRA path. `base` is the number its indexes count from. */
export function translateSteps(
	steps: readonly Json[],
	spot: Spot,
	base: 0 | 1,
	reporter: Reporter,
): CanonicalSteps {
	const inline = new Map<number, { spot: Spot; value: Json }>();
	let empty = 0;
	const translated = steps.map((step, position) => {
		if (!isObject(step) || !isObject(step['data'])) return step;
		const data = new Map(Object.entries(step['data']));
		if (step['mode'] !== 'ai' && data.get('thought') === '') {
			empty += 1;
			data.set('thought', null);
		}
		if (isIndexed(step)) data.set('protocol_index', counted(data.get('protocol_index') ?? null, base));
		const record = step['step'] === 'add_record' ? data.get('record_data') : undefined;
		if (record !== undefined)
			inline.set(position, { spot: within(spot, position, 'data', 'record_data'), value: record });
		const canonical = Object.fromEntries(data);
		if (step['step'] !== 'add_record') return { ...step, data: canonical };
		return {
			...step,
			step: 'record_protocol',
			data: record === undefined ? canonical : without(canonical, ['record_data']),
		};
	});
	if (empty > 0) reporter.changed(spot, 'empty_thoughts', { count: empty });
	return { steps: translated, inline };
}

function isIndexed(step: JsonObject): boolean {
	return step['step'] === 'add_next_protocol' || step['step'] === 'add_record';
}

/** An index that counts from `base`, counted from 0; what is no index stays what it is. */
function counted(value: Json, base: 0 | 1): Json {
	const index = numberOf(value);
	return index === undefined || !Number.isSafeInteger(index) ? value : index - base;
}
