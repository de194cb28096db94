// How things in a path are named. Every shared thing has a name that two people cannot both mint for different things: UUIDv7 or a
// content hash, joined by '/'. Root texts are named by what they belong to, so that nobody needs to create them. Refused: nested shared
// types (two offline creations under one key lose one) and positions in arrays (moving duplicates).

import * as z from 'zod/mini';

export const PathId = z
	.string()
	.check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
	.brand<'PathId'>();
export type PathId = z.infer<typeof PathId>;

export const StageId = z
	.string()
	.check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
	.brand<'StageId'>();
export type StageId = z.infer<typeof StageId>;

/** SHA-256, lower-case hex, of the JCS of a proposal. */
export const ProposalId = z
	.string()
	.check(z.regex(/^[0-9a-f]{64}$/))
	.brand<'ProposalId'>();
export type ProposalId = z.infer<typeof ProposalId>;

/** SHA-256, lower-case hex, of the JCS of {workflow, protocols}. */
export const DefinitionHash = z
	.string()
	.check(z.regex(/^[0-9a-f]{64}$/))
	.brand<'DefinitionHash'>();
export type DefinitionHash = z.infer<typeof DefinitionHash>;

/** The record's own id: that of the stage it was made in, or the foreign one of an imported record. */
export const RecordId = z.string().check(z.minLength(1), z.maxLength(200)).brand<'RecordId'>();
export type RecordId = z.infer<typeof RecordId>;

/** SHA-256, lower-case hex, of one record version. */
export const VersionUid = z
	.string()
	.check(z.regex(/^[0-9a-f]{64}$/))
	.brand<'VersionUid'>();
export type VersionUid = z.infer<typeof VersionUid>;

/** A member inside one path: the first 12 characters of the member key's thumbprint (72 bits), listed once in `people`. */
export const PersonId = z
	.string()
	.check(z.regex(/^[A-Za-z0-9_-]{1,43}$/))
	.brand<'PersonId'>();
export type PersonId = z.infer<typeof PersonId>;

export const PERSON_ID_LENGTH = 12;

/** The step a cell stands for. An open set: kinds we do not know are kept and shown as unknown. */
export const CELL_KINDS = [
	'goal',
	'strategy',
	'next',
	'values',
	'record',
	'phased',
	'final',
	'note',
] as const;
export type KnownCellKind = (typeof CELL_KINDS)[number];
export const CellKind = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}$/));
export type CellKind = KnownCellKind | (string & {});

/** "<stage>/<kind>". */
export const CellId = z
	.string()
	.check(z.regex(/^[A-Za-z0-9_-]{1,64}\/[a-z][a-z0-9_]{0,31}$/))
	.brand<'CellId'>();
export type CellId = z.infer<typeof CellId>;

/** Whose words a cell shows: its own, or those that began as a proposal. */
export type Variant = 'own' | ProposalId;

const KNOWN_KINDS: ReadonlySet<string> = new Set(CELL_KINDS);

/** The cell of a stage. Throws where the kind is no kind. */
export function cellId(stage: StageId, kind: CellKind): CellId {
	if (!KNOWN_KINDS.has(kind)) CellKind.parse(kind);
	return `${stage}/${kind}` as CellId; // both parts are checked: this is asked for every cell of every stage
}

/** Splits a cell id. */
export function partsOf(cell: CellId): { stage: StageId; kind: CellKind } {
	const cut = cell.indexOf('/');
	return { stage: cell.slice(0, cut) as StageId, kind: cell.slice(cut + 1) }; // checked when the id was made
}

/** Name of the root text that holds a cell's words. */
export function textName(cell: CellId, variant: Variant): string {
	return variant === 'own' ? `cell/${cell}` : `cell/${cell}/${variant}`;
}

/** Reads the name of a root text back; undefined for roots that are no cell's text. */
export function cellOfText(name: string): { cell: CellId; variant: Variant } | undefined {
	const parts = name.split('/');
	if (parts[0] !== 'cell' || parts.length < 3 || parts.length > 4) return undefined;
	const cell = CellId.safeParse(`${parts[1]}/${parts[2]}`);
	if (!cell.success) return undefined;
	if (parts[3] === undefined) return { cell: cell.data, variant: 'own' };
	const proposal = ProposalId.safeParse(parts[3]);
	return proposal.success ? { cell: cell.data, variant: proposal.data } : undefined;
}

/** A foreign field id may hold '/' or '%'; inside a key both are percent-encoded, nothing else is. */
export function encodeField(field: string): string {
	return field.replaceAll('%', '%25').replaceAll('/', '%2F');
}

export function decodeField(part: string): string {
	return part.replaceAll('%2F', '/').replaceAll('%25', '%');
}

/** "<stage>/<own|proposalId>/<field>", with "/<rowId>" for a table row's own entry and "/<rowId>/<column>" for a value in it. */
export function fieldKey(
	stage: StageId,
	variant: Variant,
	field: string,
	row?: string,
	column?: string,
): string {
	const parts = [stage, variant, encodeField(field)];
	if (row !== undefined) parts.push(row);
	if (row !== undefined && column !== undefined) parts.push(encodeField(column));
	return parts.join('/');
}

export interface FieldKeyParts {
	readonly stage: StageId;
	readonly variant: Variant;
	readonly field: string;
	readonly row: string | undefined;
	readonly column: string | undefined;
}

/** Reads a field key back; undefined where it is none of ours. */
export function partsOfField(key: string): FieldKeyParts | undefined {
	const [stage, variant, field, row, column, ...rest] = key.split('/');
	const id = StageId.safeParse(stage);
	const shown = variant === 'own' ? 'own' : ProposalId.safeParse(variant).data;
	if (!id.success || shown === undefined || field === undefined || rest.length > 0) return undefined;
	return {
		stage: id.data,
		variant: shown,
		field: decodeField(field),
		row,
		column: column === undefined ? undefined : decodeField(column),
	};
}

/** The field that holds the three-way judgement of a strategy. */
export const RESEARCHABLE = 'researchable';
