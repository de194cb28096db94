// What may stand in the maps of a path document: one schema per map, used at the one door (read.ts). Everything is loose: keys that a
// newer version adds pass through untouched, so an older client keeps what it does not know. Refused: strict objects (they would
// make tomorrow's document unreadable today).

import * as z from 'zod/mini';
import type { Json } from '#lib/core/json/json.ts';
import { Protocol } from '#lib/core/protocol/protocol.ts';
import { Workflow } from '#lib/core/workflow/workflow.ts';
import { CellId, DefinitionHash, PersonId, ProposalId, RecordId, StageId, VersionUid } from './names.ts';

export const JsonValue: z.ZodMiniType<Json> = z.json();

/** Milliseconds since 1970 UTC by the device's clock: shown to people, never used to decide who wins. */
export const Instant = z.int();

const stamp = { by: PersonId, at: Instant };

export const SCHEMA = { major: 1, minor: 0 } as const;

export const PathMeta = z.looseObject({
	title: z.string(),
	createdBy: PersonId,
	createdAt: Instant,
	schema: z.string().check(z.regex(/^\d+\.\d+$/)),
	template: DefinitionHash,
	/** Where an imported path came from: SHA-256 of the file and the id it had there. Never exported. */
	importedFrom: z.optional(z.looseObject({ file: z.string(), id: z.optional(z.string()) })),
	/** Set on the worked examples, so that they are marked and can be removed together. */
	example: z.optional(z.string()),
});
export type PathMeta = z.infer<typeof PathMeta>;

/** What a path is run under: a workflow and its protocols, frozen by content hash. */
export const Definition = z.looseObject({ workflow: Workflow, protocols: z.array(Protocol) });
export type Definition = z.infer<typeof Definition>;

export const Person = z.looseObject({
	/** RFC 7638 thumbprint of the member key. */
	member: z.string(),
	name: z.string(),
	/** CSS hex colour. */
	colour: z.string(),
});
export type Person = z.infer<typeof Person>;

/** `null` is the preparation, a number the protocol's index, 'end' closes the path. */
export const StageChoice = z.union([z.null(), z.int().check(z.gte(0)), z.literal('end')]);
export type StageChoice = z.infer<typeof StageChoice>;

export const StageEntry = z.looseObject({
	after: z.array(StageId),
	choice: StageChoice,
	/** The next-protocol proposal that stands behind the choice; the mode is `ai` when it says the same. */
	from: z.optional(ProposalId),
	under: DefinitionHash,
	...stamp,
});
export type StageEntry = z.infer<typeof StageEntry>;

export const GoneEntry = z.looseObject({ ...stamp, contentHash: z.string() });
export type GoneEntry = z.infer<typeof GoneEntry>;

export const BranchName = z.looseObject({ name: z.string(), archived: z.boolean() });
export type BranchName = z.infer<typeof BranchName>;

export const CellState = z.looseObject({ state: z.enum(['open', 'done', 'skipped']), ...stamp });
export type CellState = z.infer<typeof CellState>;

export const FieldEntry = z.looseObject({
	value: JsonValue,
	unit: z.optional(z.string()),
	label: z.optional(z.string()),
	source: z.optional(JsonValue),
	/** Emptied by a person where a proposal had a value. */
	cleared: z.optional(z.literal(true)),
	...stamp,
});
export type FieldEntry = z.infer<typeof FieldEntry>;

/** The entry of a table row itself: it exists without values, and is deleted like a stage. */
export const RowEntry = z.looseObject({ row: z.literal(true), gone: z.optional(GoneEntry), ...stamp });
export type RowEntry = z.infer<typeof RowEntry>;

export const RecordEntry = z.union([
	VersionUid,
	z.looseObject({
		record: RecordId,
		uid: VersionUid,
		/** The record was deleted by a person; the empty reference stays, with the reason. */
		gone: z.optional(z.looseObject({ ...stamp, reason: z.string() })),
	}),
]);
export type RecordEntry = z.infer<typeof RecordEntry>;

/** At most 32 kB as JCS. `content` has the keys of the step's data without `thought`. */
export const Proposal = z.looseObject({
	cell: CellId,
	generationId: z.string(),
	content: z.record(z.string(), JsonValue),
	thought: z.nullable(z.string()),
	numbers: z.array(JsonValue),
	manifest: z.nullable(z.string()),
	model: z.nullable(z.string()),
	prompt: z.nullable(z.looseObject({ id: z.string(), version: z.string() })),
	/** contextHash of wire.md at the time of asking; null where unknown. */
	context: z.nullable(z.string()),
	/** 'model' asked here; 'imported' came with a foreign file. */
	origin: z.string(),
});
export type Proposal = z.infer<typeof Proposal>;

export const PROPOSAL_LIMIT = 32 * 1024;

/**
 * Kinds: skip, reopen, finish, complete, pause, resume, revise, override, upgrade, unreachable, move-record, delete-record, decision. An open
 * set. `target` is a cell, a stage, or the path's own id; `data` depends on the kind; `undoes` names the entries this one ends.
 */
export const LogEntry = z.looseObject({
	kind: z.string(),
	target: z.string(),
	data: z.looseObject({ undoes: z.optional(z.array(z.string())), reason: z.optional(z.string()) }),
	...stamp,
});
export type LogEntry = z.infer<typeof LogEntry>;

/** What another tool wrote and we have no place for, with the pointer it stood at. */
export const KeptEntry = z.looseObject({ pointer: z.string(), value: JsonValue });
export type KeptEntry = z.infer<typeof KeptEntry>;
