// The forms a path or a workflow can be written in, and what a writer gives back: bytes, and what they do not say. Every writer reports like a
// reader does, so that nothing is lost on the way out without a line either.

import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import type { Records } from './airalogy/write.ts';
import type { ReportLine } from './report.ts';

/** Forms of an export, by the names the command line knows them by. */
export const EXPORT_FORMS = [
	'airalogy',
	'aira',
	'aira-archive',
	'markdown',
	'workflow-info',
	'workflow-block',
] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** A path to be written: what it says, the records it refers to and those of its stages, and the bytes of its files that are at hand. */
export interface ExportSource {
	readonly snapshot: PathSnapshot;
	readonly records: Records;
	/** Bytes by SHA-256 (hex); undefined where they are not here, which the report says. */
	readonly file: (sha256: string) => Uint8Array | undefined;
}

/** A written file. Its report has lines only for what this form says differently (`changed`) or cannot say (`lost`). */
export interface Written {
	readonly bytes: Uint8Array;
	/** With the dot: `.json`, `.aira`, `.md`. */
	readonly extension: string;
	readonly mediaType: string;
	readonly changed: readonly ReportLine[];
	readonly lost: readonly ReportLine[];
}
