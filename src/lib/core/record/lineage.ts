// The order of versions, made from what they say: depth along basedOn, then uid. Nobody counts, so two people offline cannot both make
// "version 2": theirs are 2 and 2b, both kept. A version whose predecessor is missing is shown as a first one, marked; a cycle (which
// hashes rule out, a damaged store does not) is cut where it is entered.

import type { VersionUid } from '#lib/core/path/names.ts';
import type { RecordVersion, VersionView } from './record.ts';

/** Versions with depth, label and number, in the order of their numbers. */
export function orderVersions(
	versions: ReadonlyMap<VersionUid, RecordVersion>,
): ReadonlyMap<VersionUid, VersionView> {
	const depths = depthsOf(versions);
	const depth = (uid: VersionUid): number => depths.get(uid) ?? 1;
	const ordered = [...versions].sort(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1));
	const views = new Map<VersionUid, VersionView>();
	let twins = 0;
	let last = 0;
	for (const [index, [uid, version]] of ordered.entries()) {
		twins = depth(uid) === last ? twins + 1 : 0;
		last = depth(uid);
		const rootless = version.basedOn !== null && depth(uid) === 1;
		views.set(uid, {
			uid,
			version,
			depth: last,
			rootless,
			label: `${String(last)}${letters(twins)}`,
			number: index + 1,
		});
	}
	return views;
}

/** Versions that no other is based on, in the order of their numbers. */
export function headsOf(views: ReadonlyMap<VersionUid, VersionView>): readonly VersionUid[] {
	const superseded = new Set([...views.values()].map(({ version }) => version.basedOn));
	return [...views.keys()].filter((uid) => !superseded.has(uid));
}

function depthsOf(versions: ReadonlyMap<VersionUid, RecordVersion>): ReadonlyMap<VersionUid, number> {
	const depths = new Map<VersionUid, number>();
	for (const start of [...versions.keys()].sort()) {
		const chain: VersionUid[] = [];
		const walked = new Set<VersionUid>();
		let next: VersionUid | null = start;
		while (next !== null && versions.has(next) && !depths.has(next) && !walked.has(next)) {
			chain.push(next);
			walked.add(next);
			next = versions.get(next)?.basedOn ?? null;
		}
		let depth = next === null || walked.has(next) ? 0 : (depths.get(next) ?? 0);
		for (const uid of chain.reverse()) depths.set(uid, (depth += 1));
	}
	return depths;
}

/** '', 'b', 'c' … 'z', 'ba' …: the first twin bears none. */
function letters(index: number): string {
	if (index === 0) return '';
	const digit = String.fromCharCode(97 + (index % 26));
	return index < 26 ? digit : letters(Math.floor(index / 26)) + digit;
}
