// Integers of versions exist in files only, and one record here may hold versions a file does not have: then its versions count otherwise from now
// on, and whoever reads "version 2" in both should know. Versions are matched by their names, never by these integers. Refused: keeping a
// file's integers (two files may count one version differently).

import type { VersionUid } from '#lib/core/path/names.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';
import { orderVersions } from '#lib/core/record/lineage.ts';
import type { RecordVersion } from '#lib/core/record/record.ts';
import { readRecords } from './built.ts';
import type { PlannedRecord } from './plan.ts';
import type { Reporter, Spot } from './report.ts';

/** A record as it is here already, by id; undefined where it is not. */
export type RecordHere = (id: string) => RecordSnapshot | undefined;

/** Reports versions in a plan that will have another number beside those that are here. */
export function reportRenumbered(
	records: readonly PlannedRecord[],
	here: RecordHere,
	reporter: Reporter,
	spot: Spot,
): void {
	for (const [id, { versions: planned }] of readRecords(records)) {
		const known = here(id)?.versions;
		if (!known) continue;
		const together = new Map<VersionUid, RecordVersion>();
		for (const [uid, { version }] of [...known, ...planned]) together.set(uid, version);
		const numbers = orderVersions(together);
		for (const [uid, { number: from }] of planned) {
			const to = numbers.get(uid)?.number ?? from;
			if (to !== from) reporter.changed(spot, 'versions_renumbered', { record: id, from, to });
		}
	}
}
