// A path as the AIRA service and platform read it: the graph, the protocols with their contents and the path, records inside their steps. Our
// own part travels under its key here too, which other readers ignore, so that the way through this form loses nothing. What came inside a
// request body goes back inside it. Refused: a reduced form without our part (nobody could take such a path up again).

import type { JsonObject } from '#lib/core/json/json.ts';
import { definitionOf, keptAt, writeParts } from '#lib/core/exchange/airalogy/write.ts';
import type { Records } from '#lib/core/exchange/airalogy/write.ts';
import type { WrittenStep } from '#lib/core/exchange/airalogy/steps.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { writeAiraDefinition } from './definition.ts';
import { writeAiraSteps } from './steps.ts';

export interface WrittenAira {
	/** workflow_info, protocols_info and path_data; of a path that came in a request body, that body. */
	readonly value: JsonObject;
	/** workflow_info, protocols_info and path_data. */
	readonly data: JsonObject;
	readonly path: JsonObject;
	/** The steps in AIRA's form, and the same in the canonical one. */
	readonly steps: readonly WrittenStep[];
	readonly canonical: readonly WrittenStep[];
	/** Pointers in the report are those inside `data`. */
	readonly changed: readonly ReportLine[];
	readonly lost: readonly ReportLine[];
}

/** A path in AIRA's form, and what it says differently there. Records are those the path refers to and those of its stages. */
export function writeAira(snapshot: PathSnapshot, records: Records): WrittenAira {
	const definition = definitionOf(snapshot);
	const { status, steps: canonical, more, vendor } = writeParts(snapshot, records);
	const { workflow, protocols, changed } = definition
		? writeAiraDefinition(definition)
		: { workflow: undefined, protocols: [], changed: [] };
	const written = writeAiraSteps(snapshot, canonical, records);
	const path = { path_status: status, steps: written.steps.map(({ json }) => json), ...more, ...vendor };
	const data = {
		...(workflow ? { workflow_info: workflow } : {}),
		protocols_info: protocols,
		path_data: path,
		...keptAt(snapshot, 'workflow_data'),
	};
	const request = keptAt(snapshot, 'request');
	return {
		value: Object.keys(request).length === 0 ? data : { ...request, workflow_data: data },
		data,
		path,
		steps: written.steps,
		canonical,
		changed: [...changed, ...written.changed],
		lost: written.lost,
	};
}
