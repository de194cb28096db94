// One kind of work: its text, its fields, its version. The parts a foreign file gave (Python model, assigner, JSON schema) are carried
// untouched: we never run them, but whoever gets the export wants them back.

import * as z from 'zod/mini';
import type { Json } from '#lib/core/json/json.ts';

const JsonValue: z.ZodMiniType<Json> = z.json();

/** A file that belongs to a protocol: its path inside the package (`/` between folders) and its content's SHA-256 (hex) and size in bytes. */
export const ProtocolFile = z.object({
	path: z.string().check(z.minLength(1)),
	sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
	size: z.int().check(z.gte(0)),
});
export type ProtocolFile = z.infer<typeof ProtocolFile>;

export const Protocol = z.object({
	/** The index of the workflow's node this protocol serves. */
	index: z.int().check(z.gte(0)),
	protocolId: z.string().check(z.minLength(1)),
	protocolVersion: z.nullable(z.string()),
	airalogyProtocolId: z.nullable(z.string()),
	/** The first heading of the AIMD text, else the workflow's name for it, else the id. */
	title: z.string(),
	markdown: z.nullable(z.string()),
	model: z.nullable(z.string()),
	assigner: z.nullable(z.string()),
	/** Pydantic v2 JSON schema of the `var` section, as it was given; null where only marks are known. */
	schema: z.nullable(JsonValue),
	/** Keys of the foreign item that have no place here, by name. */
	kept: z.record(z.string(), JsonValue),
	/** Other files of its package, such as `files/bench.svg`; absent where it came without. The bytes are kept by their hash. */
	files: z.optional(z.array(ProtocolFile)),
});
export type Protocol = z.infer<typeof Protocol>;

/** How a field is edited and checked. */
export type FieldKind =
	| 'text' // one line
	| 'markdown'
	| 'code'
	| 'number'
	| 'integer'
	| 'boolean'
	| 'date'
	| 'time'
	| 'datetime'
	| 'duration'
	| 'choice' // one of `choices`
	| 'choices' // several of `choices`
	| 'list' // scalars of `items`
	| 'table' // rows of `columns`
	| 'file'
	| 'json'; // anything else: edited as JSON text, never dropped

export interface Limits {
	readonly ge?: number;
	readonly gt?: number;
	readonly le?: number;
	readonly lt?: number;
	readonly multipleOf?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
	readonly minItems?: number;
	readonly maxItems?: number;
}

/** One value of the `var` section of a record. */
export interface Field {
	readonly id: string;
	readonly kind: FieldKind;
	/** The type as the protocol writes it: `float`, `list[str]`, `AiralogyMarkdown`, `number` … */
	readonly type: string;
	readonly title: string;
	readonly description: string;
	/** Undefined where the protocol gives none; null is a default too. */
	readonly default: Json | undefined;
	/** Unit read from an explicit key, else from the title or the text around the mark (`(mL)`, `_c` is not a unit). */
	readonly unit: string;
	readonly limits: Limits;
	readonly choices: readonly Json[];
	/** May be null (`| None`, `anyOf [..., null]`). */
	readonly nullable: boolean;
	/** A record without it is refused. */
	readonly required: boolean;
	/** Set before the work rather than measured by it; only these are proposed by a model. */
	readonly parameter: boolean;
	/** Filled by an assigner of the protocol. */
	readonly computed: boolean;
	readonly columns: readonly Field[];
	readonly items: Field | null;
	/** Allowed endings of a `file` field, without the dot; empty means any. */
	readonly fileExtensions: readonly string[];
	readonly examples: readonly Json[];
	/** The JSON schema this field was read from, where it was; validation uses it. */
	readonly schema: Json | null;
}

/** One `{{step|…}}`: a thing to do, with an optional tick and a remark. */
export interface StepMark {
	readonly id: string;
	readonly level: number;
	readonly checkable: boolean;
	readonly title: string;
	/** As written, such as `5m`; empty where none. */
	readonly duration: string;
}

/** One `{{check|…}}`: a tick with a remark. */
export interface CheckMark {
	readonly id: string;
	readonly message: string;
}

/** One fenced quiz: kept as its YAML, answered as free JSON under `quiz`. */
export interface QuizMark {
	readonly id: string;
	readonly kind: string;
	readonly stem: string;
	readonly source: Json;
}

/** Everything a record under a protocol can hold. */
export interface ProtocolFields {
	readonly vars: readonly Field[];
	readonly steps: readonly StepMark[];
	readonly checks: readonly CheckMark[];
	readonly quizzes: readonly QuizMark[];
}
