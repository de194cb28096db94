// From plans to the files a conversion gives: one for each path, or one for all where that form holds several and reads them back.

import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { buildPath } from '#lib/core/exchange/apply.ts';
import { readRecords } from '#lib/core/exchange/built.ts';
import type { ExportForm } from '#lib/core/exchange/forms.ts';
import { SELF, type ImportPlan } from '#lib/core/exchange/plan.ts';
import type { ReportLine } from '#lib/core/exchange/report.ts';
import type { JsonObject } from '#lib/core/json/json.ts';
import { printJson } from '#lib/core/json/print.ts';
import { readPath } from '#lib/core/path/read.ts';

export interface Conversion {
	/** What a file name may be made of. */
	readonly title: string;
	readonly bytes: Uint8Array;
	/** With the dot. */
	readonly extension: string;
	readonly changed: readonly ReportLine[];
	readonly lost: readonly ReportLine[];
}

/** Whether the writer of a form is there. */
export function isWritten(form: ExportForm): boolean {
	return form === 'airalogy';
}

/** The files of a conversion, in the order of the plans. */
export function writePlans(_form: ExportForm, plans: readonly ImportPlan[]): readonly Conversion[] {
	const values = plans.map(written);
	const [first] = plans;
	const value = values.length === 1 ? values[0] : values;
	if (!first || value === undefined) return [];
	const bytes = new TextEncoder().encode(printJson(value));
	return [{ title: titleOf(first), bytes, extension: '.json', changed: [], lost: [] }];
}

function written(plan: ImportPlan): JsonObject {
	const { doc } = buildPath(plan, SELF);
	const snapshot = readPath(doc, SELF);
	const value = exportPath(snapshot, readRecords(plan.records));
	doc.destroy();
	return value;
}

/** The title of a plan's path. */
export function titleOf({ meta }: ImportPlan): string {
	return typeof meta['title'] === 'string' ? meta['title'] : '';
}

/** Names that no two files share, made of titles as far as a file name may hold them. */
export function fileNames(conversions: readonly Conversion[]): readonly string[] {
	const taken = new Set<string>();
	return conversions.map(({ title, extension }) => {
		const stem =
			title
				.replaceAll(/[\p{C}\p{Z}/\\:*?"<>|.]+/gu, '-')
				.replaceAll(/^-+|-+$/g, '')
				.slice(0, 60) || 'path';
		let name = `${stem}${extension}`;
		for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${stem}-${count}${extension}`;
		taken.add(name.toLowerCase());
		return name;
	});
}
