// One door per map: the only place where what stands in a document is believed. An entry that fails is listed and counts for nothing;
// it never stops the others (H14) and is never removed. Refused: one schema for the whole document.

import type * as z from 'zod/mini';
import {
	BranchName,
	CellState,
	GoneEntry,
	KeptEntry,
	LogEntry,
	PathMeta,
	Person,
	RecordEntry,
	StageEntry,
} from './entries.ts';
import { CellId, PersonId, ProposalId, StageId, type DefinitionHash, type Variant } from './names.ts';
import type { Door } from './shelf.ts';

const SHOWN = '/shown';

function reader<S extends z.ZodMiniType>(schema: S): (value: unknown) => z.output<S> | undefined {
	return (value) => schema.safeParse(value).data;
}

const anyKey = (key: string): string => key;
const stageKey = (key: string): StageId | undefined => StageId.safeParse(key).data;

export const stageDoor: Door<StageId, StageEntry> = { name: stageKey, read: reader(StageEntry) };
export const goneDoor: Door<StageId, GoneEntry> = { name: stageKey, read: reader(GoneEntry) };
export const lineDoor: Door<StageId, StageId> = { name: stageKey, read: reader(StageId) };
export const nameDoor: Door<StageId, BranchName> = { name: stageKey, read: reader(BranchName) };
export const recordDoor: Door<StageId, RecordEntry> = { name: stageKey, read: reader(RecordEntry) };
export const personDoor: Door<PersonId, Person> = {
	name: (key) => PersonId.safeParse(key).data,
	read: reader(Person),
};
export const logDoor: Door<string, LogEntry> = { name: anyKey, read: reader(LogEntry) };
export const keptDoor: Door<string, KeptEntry> = { name: anyKey, read: reader(KeptEntry) };

export const clientDoor: Door<number, PersonId> = {
	name: (key) => (/^(0|[1-9]\d{0,15})$/.test(key) ? Number(key) : undefined),
	read: reader(PersonId),
};

export const cellDoor: Door<CellId, CellState> = {
	name: (key) => (key.endsWith(SHOWN) ? null : CellId.safeParse(key).data),
	read: reader(CellState),
};

export const shownDoor: Door<CellId, Variant> = {
	name: (key) => (key.endsWith(SHOWN) ? CellId.safeParse(key.slice(0, -SHOWN.length)).data : null),
	read: (value) => (value === 'own' ? 'own' : ProposalId.safeParse(value).data),
};

/** The key under which `cells` keeps what a cell shows. */
export function shownKey(cell: CellId): string {
	return cell + SHOWN;
}

/**
 * Reads the entries of `meta` together. An optional one that is damaged is left out and named, a damaged title is ''. The template is
 * `otherwise` while it is not here: Yjs takes the old value away as soon as it hears of a new one, also when that one must still wait for
 * an update before it, and a path must not look empty meanwhile.
 */
export function readMeta(
	values: Readonly<Record<string, unknown>>,
	otherwise: () => DefinitionHash | undefined,
): {
	meta: PathMeta | undefined;
	bad: readonly string[];
} {
	if (Object.keys(values).length === 0) return { meta: undefined, bad: [] };
	const first = PathMeta.safeParse(values);
	if (first.success) return { meta: first.data, bad: [] };
	const bad = [...new Set(first.error.issues.map(({ path }) => String(path[0])))];
	const rest = Object.fromEntries(Object.entries(values).filter(([key]) => !bad.includes(key)));
	return { meta: PathMeta.safeParse({ title: '', template: otherwise(), ...rest }).data, bad };
}
