// "Did you mean …": the known word that is fewest typing errors away. One error is a letter too many, too few, wrong, or two swapped.

/** The nearest of `known`; undefined where none is near enough to be meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
	const typed = word.slice(0, 64).toLowerCase();
	const limit = Math.max(1, Math.floor(typed.length / 3));
	const started = typed.length > 2 ? known.find((other) => other.startsWith(typed)) : undefined;
	const near = known
		.map((other) => ({ other, errors: distance(typed, other) }))
		.filter(({ errors }) => errors <= limit)
		.sort((a, b) => a.errors - b.errors);
	return near[0]?.other ?? started;
}

function distance(a: string, b: string): number {
	let before: number[] = [];
	let row = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i += 1) {
		const next = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			next[j] = Math.min(
				(row[j] ?? 0) + 1,
				(next[j - 1] ?? 0) + 1,
				(row[j - 1] ?? 0) + same,
				swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
			);
		}
		before = row;
		row = next;
	}
	return row[b.length] ?? 0;
}
