// What the flow, the exports and the screens read: parsed, checked, and free of Yjs. The maps are those of design 2; what can be computed
// (status, mode, order) is not here but in flow/. Texts and proposals are read on demand, because a path of 1,000 stages holds
// 10,000 of them and a screen shows ten. Refused: one big plain object per change (20 ms a keystroke at 1,000 stages).

import type { Json } from '#lib/core/json/json.ts';
import type {
	BranchName,
	CellState,
	Definition,
	FieldEntry,
	GoneEntry,
	KeptEntry,
	LogEntry,
	PathMeta,
	Person,
	Proposal,
	RecordEntry,
	RowEntry,
	StageEntry,
} from './entries.ts';
import type { CellId, DefinitionHash, PersonId, ProposalId, StageId, Variant } from './names.ts';

/** Something in the document that cannot be understood: counted for nothing, kept, and shown. */
export interface Unreadable {
	readonly map: string;
	readonly key: string;
	readonly why: 'malformed' | 'hash-mismatch' | 'too-large' | 'unknown-stage';
}

export interface FieldValues {
	/** Plain fields by id. */
	readonly values: ReadonlyMap<string, FieldEntry>;
	/** Rows of table fields, by field id, in the order of their ids (UUIDv7: order of making). */
	readonly rows: ReadonlyMap<string, readonly Row[]>;
}

export interface Row {
	readonly id: string;
	readonly entry: RowEntry | undefined;
	/** Deleted, and not edited since; a row edited since its deletion is live again. */
	readonly gone: boolean;
	readonly values: ReadonlyMap<string, FieldEntry>;
}

export interface PathSnapshot {
	readonly id: string;
	/** Undefined while the document is empty or its meta cannot be read. */
	readonly meta: PathMeta | undefined;
	readonly people: ReadonlyMap<PersonId, Person>;
	/** Yjs client id to person. */
	readonly clients: ReadonlyMap<number, PersonId>;
	readonly stages: ReadonlyMap<StageId, StageEntry>;
	readonly gone: ReadonlyMap<StageId, GoneEntry>;
	readonly line: ReadonlyMap<StageId, StageId>;
	readonly names: ReadonlyMap<StageId, BranchName>;
	readonly cells: ReadonlyMap<CellId, CellState>;
	/** What a cell shows; absent means its own words. */
	readonly shown: ReadonlyMap<CellId, Variant>;
	readonly records: ReadonlyMap<StageId, RecordEntry>;
	readonly log: ReadonlyMap<string, LogEntry>;
	readonly kept: ReadonlyMap<string, KeptEntry>;
	/** Proposal ids by the cell they were made for, in id order. Next-protocol proposals belong to "<parent stage>/next". */
	readonly proposalsOf: ReadonlyMap<CellId, readonly ProposalId[]>;
	readonly unreadable: readonly Unreadable[];

	/** The frozen definition under a hash, checked against it. */
	definition(hash: DefinitionHash): Definition | undefined;
	/** One proposal, checked against its id; undefined where absent or damaged. */
	proposal(id: ProposalId): Proposal | undefined;
	/** A cell's words in one variant as stored; undefined where nobody has typed (for a proposal: nobody has edited it yet). */
	text(cell: CellId, variant: Variant): string | undefined;
	/** What people wrote into fields of one variant of a stage. */
	fields(stage: StageId, variant: Variant): FieldValues;
	/** Every entry of any map of the document as it stands, by key, also what could not be read; only what is no JSON is left out. */
	raw(map: string): ReadonlyMap<string, Json>;
	/** Names of all root texts that hold words, in name order. */
	textNames(): readonly string[];
}
