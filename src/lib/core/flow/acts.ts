// Which log entries still stand. An entry is ended only by naming it (`undoes`), so that an act made offline, which the person who ended the
// others could not have seen, stands. Refused: "the latest wins" (clocks of devices decide nothing).

import type { LogEntry } from '#lib/core/path/entries.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';

export interface Standing {
	readonly id: string;
	readonly entry: LogEntry;
}

/** Kinds that may be ended, and the kind that ends them. */
const ENDED_BY: Readonly<Record<string, string>> = { pause: 'resume', finish: 'reopen', complete: 'reopen' };

export interface Acts {
	readonly pauses: readonly Standing[];
	/** Standing finish and complete entries by their target stage. */
	readonly finishes: ReadonlyMap<string, readonly Standing[]>;
	readonly completes: ReadonlyMap<string, readonly Standing[]>;
	/** Content hashes that were overridden, by strategy cell. */
	readonly overrides: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads the acts that steer a path from its log, each list in id order. */
export function standingActs({ log }: PathSnapshot): Acts {
	const entries = [...log]
		.map(([id, entry]) => ({ id, entry }))
		.filter(({ entry }) => STEERING.has(entry.kind));
	const ended = new Set<string>();
	for (const { entry } of entries) {
		for (const id of entry.data.undoes ?? []) ended.add(`${entry.kind} ${id}`);
	}
	const stands = ({ id, entry }: Standing): boolean => !ended.has(`${ENDED_BY[entry.kind] ?? ''} ${id}`);
	const standing = entries.filter(stands).sort((a, b) => (a.id < b.id ? -1 : 1));
	const ofKind = (kind: string): Standing[] => standing.filter(({ entry }) => entry.kind === kind);
	return {
		pauses: ofKind('pause'),
		finishes: byTarget(ofKind('finish')),
		completes: byTarget(ofKind('complete')),
		overrides: overridden(ofKind('override')),
	};
}

const STEERING: ReadonlySet<string> = new Set([
	'pause',
	'resume',
	'finish',
	'complete',
	'reopen',
	'override',
]);

function byTarget(entries: readonly Standing[]): Map<string, Standing[]> {
	const groups = new Map<string, Standing[]>();
	for (const act of entries) {
		const group = groups.get(act.entry.target);
		if (group === undefined) groups.set(act.entry.target, [act]);
		else group.push(act);
	}
	return groups;
}

function overridden(entries: readonly Standing[]): Map<string, Set<string>> {
	const hashes = new Map<string, Set<string>>();
	for (const { entry } of entries) {
		const hash = entry.data['contentHash'];
		if (typeof hash !== 'string') continue;
		hashes.set(entry.target, (hashes.get(entry.target) ?? new Set()).add(hash));
	}
	return hashes;
}
