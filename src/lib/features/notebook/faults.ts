// Faults of a record or of initial values, by the field a form shows them at.

import type { Json, JsonObject } from '#lib/core/json/json.ts';
import type { Field } from '#lib/core/protocol/protocol.ts';
import { checkValue, type SchemaCheck } from '#lib/core/protocol/validate.ts';
import type { Faults, FieldFault } from './forms/form.ts';

/** Faults of the values given; `partial` leaves missing ones alone, no check of schemas leaves to others what limits do not say. */
export function faultsOf(
	fields: readonly Field[],
	values: ReadonlyMap<string, Json>,
	partial: boolean,
	bySchema: SchemaCheck | undefined,
): Faults {
	const found = new Map<string, readonly FieldFault[]>();
	for (const field of fields) {
		const faults = checkValue(field, values.get(field.id), bySchema).filter(
			(fault) => !(partial && fault.code === 'required'),
		);
		if (faults.length > 0) found.set(field.id, faults);
	}
	return found;
}

/** One section of a record's data as a map; empty where there is none. */
export function sectionMap(section: JsonObject | undefined): ReadonlyMap<string, Json> {
	return new Map(Object.entries(section ?? {}));
}
