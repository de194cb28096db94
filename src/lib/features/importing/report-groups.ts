// The lines of a report by what they say: a file with a thousand unknown keys says one thing a thousand times. Order is that of the first line
// of each group, so that what a reader meets first stays first.

import type { ReportLine } from '#lib/core/exchange/report.ts';

export interface ReportGroup {
	/** What its first line says. */
	readonly words: string;
	/** Whether all its lines say that, so that only their places differ. */
	readonly alike: boolean;
	readonly lines: readonly ReportLine[];
}

/** The lines, grouped by rule. `words` gives the sentence of a line. */
export function groupLines(
	lines: readonly ReportLine[],
	words: (line: ReportLine) => string,
): readonly ReportGroup[] {
	const groups = new Map<string, ReportLine[]>();
	for (const line of lines) {
		const known = groups.get(line.rule);
		if (known === undefined) groups.set(line.rule, [line]);
		else known.push(line);
	}
	return [...groups.values()].map((group) => {
		const [first] = group;
		const said = first === undefined ? '' : words(first);
		return { words: said, alike: group.every((line) => words(line) === said), lines: group };
	});
}

/** The report as the command line writes it: pointer, rule and sentence of every line, with its file. */
export function reportText(
	source: string,
	lists: Readonly<Record<'kept' | 'changed' | 'lost', readonly ReportLine[]>>,
	words: (line: ReportLine) => string,
): string {
	const written = (lines: readonly ReportLine[]) =>
		lines.map((line) => ({ file: line.file, pointer: line.pointer, rule: line.rule, message: words(line) }));
	const { kept, changed, lost } = lists;
	const report = { source, kept: written(kept), changed: written(changed), lost: written(lost) };
	return `${JSON.stringify(report, null, '\t')}\n`;
}
