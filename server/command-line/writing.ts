// From plans to the files a conversion gives: one for each path, or one for all where that form holds several and reads them back (a list of
// records). Refused: several paths in one archive or one text, until a reader takes them apart again.

import { buildPath } from '#lib/core/exchange/apply.ts';
import { readRecords } from '#lib/core/exchange/built.ts';
import { exportAs } from '#lib/core/exchange/export.ts';
import type { FileBytes } from '#lib/core/exchange/files.ts';
import type { ExportForm, Written } from '#lib/core/exchange/forms.ts';
import type { ImportedFiles } from '#lib/core/exchange/import-files.ts';
import { SELF, type ImportPlan } from '#lib/core/exchange/plan.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { markdownWords } from '#lib/words/markdown-words.ts';

export interface Conversion extends Omit<Written, 'mediaType'> {
	/** What a file name may be made of. */
	readonly title: string;
}

/** The files of a conversion, in the order of the plans. */
export function writePlans(
	form: ExportForm,
	{ plans, built, files }: Pick<ImportedFiles, 'plans' | 'built' | 'files'>,
): readonly Conversion[] {
	const conversions = plans.map((plan) => {
		const snapshot = built.get(plan) ?? snapshotOf(plan);
		return { ...written(form, plan, snapshot, files), title: titleOf(plan) };
	});
	const [first] = conversions;
	return form === 'airalogy' && first && conversions.length > 1 ? [listed(first, conversions)] : conversions;
}

function snapshotOf(plan: ImportPlan): PathSnapshot {
	const { doc, snapshot } = buildPath(plan, SELF);
	doc.destroy();
	return snapshot;
}

function written(form: ExportForm, plan: ImportPlan, snapshot: PathSnapshot, files: FileBytes): Written {
	const source = {
		snapshot,
		records: readRecords(plan.records),
		file: (sha256: string) => files.get(sha256),
	};
	return exportAs(form, source, markdownWords());
}

/** Several JSON texts as one list; it is of the first one's name. */
function listed(first: Conversion, conversions: readonly Conversion[]): Conversion {
	const texts = conversions.map(({ bytes }) => new TextDecoder().decode(bytes));
	return {
		...first,
		bytes: new TextEncoder().encode(`[${texts.join(',')}]`),
		changed: conversions.flatMap(({ changed }) => changed),
		lost: conversions.flatMap(({ lost }) => lost),
	};
}

/** The title of a plan's path. */
export function titleOf({ meta }: ImportPlan): string {
	return typeof meta['title'] === 'string' ? meta['title'] : '';
}

/** Names that no two files share, made of titles as far as a file name may hold them. */
export function fileNames(conversions: readonly Conversion[]): readonly string[] {
	const taken = new Set<string>();
	return conversions.map(({ title, extension }) => {
		const plain = title.replaceAll(/[\p{C}\p{Z}/\\:*?"<>|.]+/gu, '-').replaceAll(/^-+|-+$/g, '');
		const stem = plain.slice(0, 60) || 'path';
		let name = `${stem}${extension}`;
		for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${stem}-${count}${extension}`;
		taken.add(name.toLowerCase());
		return name;
	});
}
