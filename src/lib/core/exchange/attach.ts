// Attachments of an archive go to the path that came with it, beside the cell of the record they are named in. What a path of ours brought
// back itself is there already. What a manifest says beyond its schema is kept with the path too.

import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { sameJson } from '#lib/core/json/same.ts';
import { cellId, StageId } from '#lib/core/path/names.ts';
import type { Attachment, Remark } from './intake/taken.ts';
import { Additions, type ImportPlan, type Importer } from './plan.ts';
import type { Reporter } from './report.ts';

/** The plan with attachments in its files; one that names no content is kept as it was said. */
export function withAttachments(
	plan: ImportPlan,
	attachments: readonly Attachment[],
	remarks: readonly Remark[],
	importer: Importer,
	reporter: Reporter,
): ImportPlan {
	const additions = new Additions(importer);
	const files: Record<string, Json> = { ...plan.maps.files };
	for (const { spot, record, entry } of attachments) {
		if (Object.entries(files).some(([id, known]) => isSame(id, known, entry))) continue;
		if (typeof entry['sha256'] === 'string')
			files[importer.newId()] = { ...entry, cell: cellOf(plan, record) };
		else additions.keep(spot, entry, { place: 'attachment' });
	}
	for (const { spot, key, value } of remarks) {
		additions.keep(spot, value, { place: 'manifest', key });
		reporter.kept(spot, 'unknown_key', { key });
	}
	return additions.addedTo({ ...plan, maps: { ...plan.maps, files } });
}

/** Whether a path has a file already: the same content under the id it was exported with, or from the same foreign file. */
function isSame(id: string, known: Json, entry: JsonObject): boolean {
	if (!isObject(known) || known['sha256'] !== entry['sha256']) return false;
	if (entry['file_id'] === id) return true;
	return ['name', 'file_id', 'field_path'].every((key) => sameJson(known[key] ?? null, entry[key] ?? null));
}

/** The record's cell in the first round that refers to it; null where none does. */
function cellOf(plan: ImportPlan, record: string | null): string | null {
	if (record === null) return null;
	const stage = Object.entries(plan.maps.record).find(([id, entry]) =>
		isObject(entry) ? entry['record'] === record : id === record,
	);
	const id = stage && StageId.safeParse(stage[0]);
	return id?.success ? cellId(id.data, 'record') : null;
}
