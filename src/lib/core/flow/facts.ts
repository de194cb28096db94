// Facts that merges leave behind and people must see: what was edited after its deletion, decisions that contradict each other, versions that
// came later. Shown, never resolved: only a person's act resolves them.

import { canonicalize } from '#lib/core/json/jcs.ts';
import type { Json } from '#lib/core/json/json.ts';
import { deletionOf } from '#lib/core/path/content.ts';
import type { StageId, VersionUid } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { RecordVersion } from '#lib/core/record/record.ts';
import type { Standing } from './acts.ts';

/** Deleted stages that say something else than when they were deleted. */
export function editedSinceDeletion(snapshot: PathSnapshot): Set<StageId> {
	return new Set([...snapshot.gone.keys()].filter((stage) => deletionOf(snapshot, stage) === 'edited-since'));
}

/** What people decided about one thing; decisions that contradict each other leave it undecided. */
export interface Decided {
	readonly at: 'decided' | 'undecided';
	/** The decisions that stand, in id order. */
	readonly decisions: readonly Standing[];
}

/** Standing `decision` entries by what they decide about. A decision is ended by another that names it. */
export function decisionsOf({ log }: PathSnapshot): Map<string, Decided> {
	const entries = [...log].filter(([, { kind }]) => kind === 'decision').sort(([a], [b]) => (a < b ? -1 : 1));
	const ended = new Set(
		entries.flatMap(([id, { data }]) => (data.undoes ?? []).filter((undone) => undone !== id)),
	);
	const groups = new Map<string, Standing[]>();
	for (const [id, entry] of entries) {
		if (!ended.has(id)) groups.set(entry.target, [...(groups.get(entry.target) ?? []), { id, entry }]);
	}
	return new Map(
		[...groups].map(([target, decisions]) => {
			const said = new Set(decisions.map(({ entry }) => canonicalize(contentOf(entry.data))));
			return [target, { at: said.size === 1 ? 'decided' : 'undecided', decisions }];
		}),
	);
}

/** What a decision says, apart from why and what it replaces. */
function contentOf({ undoes: _, reason: __, ...said }: Standing['entry']['data']): Json {
	return said as Json; // the log was read from JSON
}

/** Versions of a record that were made on top of `uid`, directly or not: "newer exists". */
export function newerVersions(
	uid: VersionUid,
	versions: ReadonlyMap<VersionUid, { readonly version: RecordVersion }>,
): Set<VersionUid> {
	const newer = new Set<VersionUid>();
	const corrections = new Map<VersionUid, VersionUid[]>();
	for (const [id, { version }] of versions) {
		if (version.basedOn === null) continue;
		const known = corrections.get(version.basedOn);
		if (known === undefined) corrections.set(version.basedOn, [id]);
		else known.push(id);
	}
	const open = [uid];
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		for (const id of corrections.get(at) ?? []) {
			if (id === uid || newer.has(id)) continue;
			newer.add(id);
			open.push(id);
		}
	}
	return newer;
}
