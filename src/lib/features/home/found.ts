// Which paths a person means by a few words. Every word must occur somewhere in what the row shows; letters are compared without case and
// accents. Refused: an index (a list of paths is short, and the rows are in memory).

import type { CatalogueEntry } from '#lib/ports.ts';

/** Paths whose shown words hold every word of `query`, latest change first. `words` gives what the row shows. */
export function foundPaths(
	entries: readonly CatalogueEntry[],
	query: string,
	words: (entry: CatalogueEntry) => string,
): readonly CatalogueEntry[] {
	const wanted = folded(query).split(/\s+/).filter(Boolean);
	return entries
		.filter((entry) => {
			const text = folded(words(entry));
			return wanted.every((word) => text.includes(word));
		})
		.toSorted((a, b) => b.changedAt - a.changedAt || (a.id < b.id ? 1 : -1));
}

function folded(text: string): string {
	return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
