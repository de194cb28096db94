// How a screen asks for a path as a file, without knowing what does it: a route puts the screen and the exporting side by side.

import type { PathId } from '#lib/core/path/names.ts';

export interface ExportSubject {
	readonly id: PathId;
	readonly title: string;
	/** Known to whoever has the path open: then storage that fails does not matter. */
	readonly lab?: string;
}

export interface Exporter {
	/** Saves the canonical file at once. */
	readonly save: (subject: ExportSubject) => void;
	/** Asks in which form. */
	readonly ask: (subject: ExportSubject) => void;
}
