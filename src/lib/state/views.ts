// What the screens read, in one place: plain values computed from the snapshot, no Yjs and no verbs. One Outline for the frame (stages, line,
// status), one StageView and one CellView for each thing on screen, so that a keystroke redraws one cell and nothing else.
// Refused: one big view of the notebook (20 ms a keystroke at 1,000 stages).

import type { OpenRecord } from '#lib/app/open-records.ts';
import type { allowedActions } from '#lib/core/flow/actions.ts';
import type { StageTree } from '#lib/core/flow/tree.ts';
import type { pathStatus } from '#lib/core/flow/status.ts';
import type { Json } from '#lib/core/json/json.ts';
import type {
	BranchName,
	CellState,
	GoneEntry,
	Person,
	Proposal,
	RecordEntry,
	StageEntry,
} from '#lib/core/path/entries.ts';
import type {
	CellId,
	CellKind,
	PersonId,
	ProposalId,
	RecordId,
	StageId,
	Variant,
} from '#lib/core/path/names.ts';
import type { FieldValues, PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Protocol } from '#lib/core/protocol/protocol.ts';
import type { RecordSnapshot } from '#lib/core/record/document.ts';
import type { SaveState, StorageFault } from '#lib/ports.ts';

/** The frame of a notebook. Changes when a map changes or another line is looked at, never on a keystroke in a text. */
export interface Outline {
	readonly snapshot: PathSnapshot;
	readonly tree: StageTree;
	readonly status: ReturnType<typeof pathStatus>;
	readonly actions: ReturnType<typeof allowedActions>;
	/** Protocol title per stage; '' for the preparation and the end, which the screen names in the reader's language. */
	readonly titles: ReadonlyMap<StageId, string>;
	/** The stages in view, from the root. Stays where this device was looking, whatever a merge makes of the main line. */
	readonly line: readonly StageId[];
	/** The main line is another one than the line in view: say so and ask. */
	readonly lineMoved: boolean;
	/** Stages of the line in view with more than one live child, each with all of them. */
	readonly forks: ReadonlyMap<StageId, readonly StageId[]>;
	/** Cells by stage that stand in it though its kind has none of them; worked out when asked for. */
	readonly others: ReadonlyMap<StageId, readonly CellId[]>;
	/** Deleted stages, latest deletion first. */
	readonly trash: readonly { readonly stage: StageId; readonly gone: GoneEntry }[];
}

export interface Writer {
	readonly id: PersonId;
	/** Undefined where the path names nobody under this id. */
	readonly person: Person | undefined;
}

export interface ProposalView {
	readonly id: ProposalId;
	readonly proposal: Proposal;
	/** Whether what the model saw is still what stands there. */
	readonly stale: 'fresh' | 'stale' | 'unknown';
	/** The cell shows this one. */
	readonly accepted: boolean;
}

export interface CellView {
	readonly id: CellId;
	readonly stage: StageId;
	readonly kind: CellKind;
	readonly state: CellState['state'];
	/** Who set the state, and when (ms); undefined while nobody has. */
	readonly by: Writer | undefined;
	readonly at: number | undefined;
	readonly shown: Variant;
	readonly mode: 'ai' | 'user';
	readonly thought: string | null;
	/** The words of what is shown: a proposal's own until somebody edits it. */
	readonly text: string;
	/** The words of one variant; '' where there are none. */
	variantText(variant: Variant): string;
	readonly proposals: readonly ProposalView[];
	/** What a values cell shows: field id to value, a proposal overlaid by what people wrote. Empty for other kinds. */
	readonly values: ReadonlyMap<string, Json>;
	/** The entries behind `values` in the shown variant: who, when, unit, rows. */
	readonly fields: FieldValues;
	/** Strategy cells; null means not judged. */
	readonly researchable: boolean | null;
	/** Why it was skipped; '' where no reason was given. */
	readonly skipReason: string;
	/** Who wrote words that still stand in the shown text, in order of first appearance. */
	readonly editors: readonly Writer[];
}

export interface StageView {
	readonly id: StageId;
	/** Undefined for a stage that is not (or no longer readable) in the document. */
	readonly entry: StageEntry | undefined;
	/** path_index: 0 for the preparation. */
	readonly depth: number;
	/** '' for the preparation and the end. */
	readonly title: string;
	readonly protocol: Protocol | undefined;
	/** The cells of this stage in the order they are worked through; the note comes last. */
	readonly cells: readonly CellId[];
	readonly by: Writer | undefined;
	/** Whether the choice that made this stage is the model's. */
	readonly mode: 'ai' | 'user';
	readonly thought: string | null;
	readonly name: BranchName | undefined;
	readonly gone: GoneEntry | undefined;
	/** Live children, the main one first. */
	readonly children: readonly StageId[];
	/** Live stages with the same parent, itself included. */
	readonly siblings: readonly StageId[];
	readonly parent: StageId | undefined;
	readonly record: RecordEntry | undefined;
	/** The record this stage refers to, or would make. */
	readonly recordId: RecordId;
}

export interface HistoryView {
	readonly canUndo: boolean;
	readonly canRedo: boolean;
}

/** A record document as far as this device has it; it is opened by looking at it and let go when nobody looks. */
export type RecordView =
	| { readonly at: 'loading' }
	| { readonly at: 'failed'; readonly fault: StorageFault }
	| {
			readonly at: 'open';
			/** What the record verbs take. */
			readonly record: OpenRecord;
			readonly snapshot: RecordSnapshot;
			readonly saving: SaveState;
	  };
