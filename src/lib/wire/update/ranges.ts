// Sorted ranges of clocks that do not touch, [from, to, from, to, …) in one list of numbers: sixteen bytes each, and a deletion more is
// mostly one number changed. Refused: an object per range (five times the memory of a room).

/** Sorted, disjoint, not touching; even length. */
export type Ranges = number[];

/** Up to so many ranges are put in one by one; more are merged in one pass. */
const FEW = 8;

/** Index of the first range that ends at or behind `clock`. */
function firstReaching(ranges: readonly number[], clock: number): number {
	let low = 0;
	let high = ranges.length / 2;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((ranges[2 * middle + 1] ?? Infinity) < clock) low = middle + 1;
		else high = middle;
	}
	return 2 * low;
}

/** Puts [from, to) in. */
export function addRange(ranges: Ranges, from: number, to: number): void {
	const first = firstReaching(ranges, from);
	let end = first;
	let highest = to;
	while (end < ranges.length && (ranges[end] ?? Infinity) <= highest) {
		highest = Math.max(highest, ranges[end + 1] ?? 0);
		end += 2;
	}
	if (end === first) {
		if (first === ranges.length) ranges.push(from, to);
		else ranges.splice(first, 0, from, to);
		return;
	}
	ranges[first] = Math.min(from, ranges[first] ?? from);
	ranges[first + 1] = highest;
	if (end > first + 2) ranges.splice(first + 2, end - first - 2);
}

/** Both together: the first list with the others in it, or a new one. */
export function withRanges(ranges: Ranges, more: readonly number[]): Ranges {
	if (more.length > 2 * FEW) return ranges.length === 0 ? [...more] : merged(ranges, more);
	for (let i = 0; i < more.length; i += 2) addRange(ranges, more[i] ?? 0, more[i + 1] ?? 0);
	return ranges;
}

function merged(one: readonly number[], other: readonly number[]): Ranges {
	const all: Ranges = [];
	let i = 0;
	let j = 0;
	while (i < one.length || j < other.length) {
		const isOne = (one[i] ?? Infinity) <= (other[j] ?? Infinity);
		const from = (isOne ? one[i] : other[j]) ?? 0;
		const to = (isOne ? one[i + 1] : other[j + 1]) ?? 0;
		if (isOne) i += 2;
		else j += 2;
		append(all, from, to);
	}
	return all;
}

/** Puts [from, to) behind ranges that begin no later. */
export function append(ranges: Ranges, from: number, to: number): void {
	const last = ranges[ranges.length - 1] ?? -1;
	if (from > last) ranges.push(from, to);
	else if (to > last) ranges[ranges.length - 1] = to;
}

/** Ranges in any order, made sorted and disjoint. */
export function sorted(pairs: readonly number[]): Ranges {
	const order = Uint32Array.from({ length: pairs.length / 2 }, (_, i) => 2 * i);
	order.sort((a, b) => (pairs[a] ?? 0) - (pairs[b] ?? 0));
	const ranges: Ranges = [];
	for (const i of order) append(ranges, pairs[i] ?? 0, pairs[i + 1] ?? 0);
	return ranges;
}

/** Whether all of [from, to) is in them. */
export function hasRange(ranges: readonly number[], from: number, to: number): boolean {
	const at = firstReaching(ranges, to);
	return (ranges[at] ?? Infinity) <= from;
}

/** What of `ranges` is not in `known`: the same list where that is all of it. */
export function without(ranges: readonly number[], known: readonly number[]): readonly number[] {
	let rest: Ranges | undefined;
	for (let i = 0; i < ranges.length; i += 2) {
		let from = ranges[i] ?? 0;
		const to = ranges[i + 1] ?? 0;
		let at = firstReaching(known, from + 1);
		if ((known[at] ?? Infinity) >= to) {
			rest?.push(from, to);
			continue;
		}
		rest ??= ranges.slice(0, i);
		for (; (known[at] ?? Infinity) < to; at += 2) {
			if ((known[at] ?? 0) > from) rest.push(from, known[at] ?? 0);
			from = known[at + 1] ?? 0;
		}
		if (from < to) rest.push(from, to);
	}
	return rest ?? ranges;
}

/** What of `ranges` lies below a clock: the same list where that is all of it. */
export function below(ranges: readonly number[], limit: number): readonly number[] {
	if ((ranges[ranges.length - 1] ?? 0) <= limit) return ranges;
	const end = firstReaching(ranges, limit);
	const cut = ranges.slice(0, end);
	const from = ranges[end] ?? limit;
	if (from < limit) cut.push(from, limit);
	return cut;
}
