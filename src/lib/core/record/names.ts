// How draft entries are named: "<basedOn or 'first'>/<section>/<field>", with "/<row>" for a table row's own entry and "/<row>/<column>" for a
// value in it. A draft belongs to the version it corrects, so that a correction begun by one person never mixes with another's of a
// different version.

import { decodeField, encodeField, VersionUid } from '#lib/core/path/names.ts';

/** Sections people fill in. Others may stand in a document and are kept. */
export const SECTIONS = ['var', 'step', 'check', 'quiz'] as const;
export type Section = (typeof SECTIONS)[number];

const FIRST = 'first';
/** The row under which the parts of a step or check (checked, annotation) stand, so that two people do not overwrite each other. */
export const PARTS = 'parts';

/** The two parts that a group of draft entries begins with. */
export function draftGroup(basedOn: VersionUid | null, section: string): string {
	return `${basedOn ?? FIRST}/${section}`;
}

/** The key of one draft entry. */
export function draftKey(
	basedOn: VersionUid | null,
	section: Section,
	field: string,
	row?: string,
	column?: string,
): string {
	const parts = [draftGroup(basedOn, section), encodeField(field)];
	if (row !== undefined) parts.push(row);
	if (row !== undefined && column !== undefined) parts.push(encodeField(column));
	return parts.join('/');
}

export interface DraftKeyParts {
	readonly basedOn: VersionUid | null;
	readonly section: string;
	readonly field: string;
	readonly row: string | undefined;
	readonly column: string | undefined;
}

/** Reads a draft key back; undefined where it is none of ours. */
export function partsOfDraft(key: string): DraftKeyParts | undefined {
	const [base, section, field, row, column, ...rest] = key.split('/');
	if (
		section === undefined ||
		!/^[a-z][a-z0-9_]{0,31}$/.test(section) ||
		field === undefined ||
		rest.length > 0
	) {
		return undefined;
	}
	const uid = VersionUid.safeParse(base);
	if (base !== FIRST && !uid.success) return undefined;
	return {
		basedOn: uid.success ? uid.data : null,
		section,
		field: decodeField(field),
		row,
		column: column === undefined ? undefined : decodeField(column),
	};
}
