// Attachments of an archive go to the path that came with it, beside the cell of the record they are named in. What a path of ours brought
// back itself is there already. What a manifest says beyond its schema is kept with the path too.

import { canonicalize } from '#lib/core/json/jcs.ts';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
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
	const known = new KnownFiles(files);
	for (const { spot, record, entry } of attachments) {
		if (known.has(entry)) continue;
		if (typeof entry['sha256'] === 'string') {
			files[importer.newId()] = { ...entry, cell: cellOf(plan, record) };
			known.add(entry);
		} else additions.keep(spot, entry, { place: 'attachment' });
	}
	for (const { spot, key, value } of remarks) {
		additions.keep(spot, value, { place: 'manifest', key });
		reporter.kept(spot, 'unknown_key', { key });
	}
	return additions.addedTo({ ...plan, maps: { ...plan.maps, files } });
}

/** Which files a path has already: under the id they were exported with, or from the same place of the same archive. */
class KnownFiles {
	readonly #byId: Readonly<Record<string, Json>>;
	readonly #names = new Set<string>();

	constructor(files: Readonly<Record<string, Json>>) {
		this.#byId = { ...files };
		for (const entry of Object.values(files)) if (isObject(entry)) this.add(entry);
	}

	add(entry: JsonObject): void {
		this.#names.add(nameOf(entry));
	}

	has(entry: JsonObject): boolean {
		const id = entry['file_id'];
		const own = typeof id === 'string' && Object.hasOwn(this.#byId, id) ? this.#byId[id] : undefined;
		// A file whose content was not at hand is listed without its hash.
		if (isObject(own) && [undefined, own['sha256']].includes(entry['sha256'])) return true;
		return entry['sha256'] !== undefined && this.#names.has(nameOf(entry));
	}
}

function nameOf(entry: JsonObject): string {
	return canonicalize(['sha256', 'name', 'file_id', 'field_path'].map((key) => entry[key] ?? null));
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
