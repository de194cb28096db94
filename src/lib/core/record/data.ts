// What a draft amounts to: the data a submitted version would have. Below lies the version it corrects, or before the first one the protocol's
// defaults and the accepted initial values; on top lies what people wrote. Nothing is copied into the draft to begin with, so an
// untouched field still follows what is below. Values of fields the protocol does not know are kept.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { overlayFields } from '#lib/core/path/content.ts';
import type { VersionUid } from '#lib/core/path/names.ts';
import type { FieldValues } from '#lib/core/path/snapshot.ts';
import type { ProtocolFields } from '#lib/core/protocol/protocol.ts';
import type { RecordSnapshot } from './document.ts';
import { PARTS, SECTIONS, type Section } from './names.ts';
import { RecordData } from './record.ts';

/** The data a draft would be submitted with. `initialValues` (the accepted ones) count only where it is based on no version. */
export function draftData(
	snapshot: RecordSnapshot,
	fields: ProtocolFields,
	basedOn: VersionUid | null,
	initialValues: ReadonlyMap<string, Json>,
): RecordData {
	const below = basedOn === null ? firstData(fields, initialValues) : earlierData(snapshot, basedOn);
	const draft = snapshot.draft(basedOn);
	const sections: [string, Json][] = [];
	for (const section of SECTIONS) {
		const base = below[section];
		const values = overlaySection(section, isObject(base) ? base : {}, draft[section]);
		if (section === 'var' || values.size > 0) sections.push([section, Object.fromEntries(values)]);
	}
	const rest = Object.entries(below).filter(([key]) => !SECTIONS.some((section) => section === key));
	return RecordData.parse(Object.fromEntries([...rest, ...sections]));
}

function firstData(fields: ProtocolFields, initialValues: ReadonlyMap<string, Json>): JsonObject {
	const defaults = fields.vars.flatMap((field): [string, Json][] =>
		field.default === undefined ? [] : [[field.id, field.default]],
	);
	return { var: Object.fromEntries([...defaults, ...initialValues]) };
}

function earlierData(snapshot: RecordSnapshot, basedOn: VersionUid): JsonObject {
	const data = snapshot.versions.get(basedOn)?.version.data;
	return data === undefined ? { var: {} } : (data as JsonObject); // checked as JSON by its hash
}

function overlaySection(section: Section, base: JsonObject, written: FieldValues): ReadonlyMap<string, Json> {
	if (section === 'var') return overlayFields(base, written);
	const values = new Map(overlayFields(base, { values: written.values, rows: new Map() }));
	for (const [id, rows] of written.rows) {
		const parts = rows.find((row) => row.id === PARTS)?.values;
		if (parts === undefined) continue;
		const below = values.get(id);
		const object = new Map(Object.entries(isObject(below) ? below : {}));
		for (const [part, { value, cleared }] of parts) {
			if (cleared === true) object.delete(part);
			else object.set(part, value);
		}
		values.set(id, Object.fromEntries(object));
	}
	return values;
}
