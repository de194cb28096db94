// Exporting an open notebook: works also while storage fails, because that is when a copy is needed.

import { exportDoc, type ExportedFile } from '#lib/app/exporting.ts';
import type { Notebook } from '#lib/app/notebook.ts';

/** The canonical file of the path as it is on the screen now. */
export function exportNotebook(notebook: Notebook): Promise<ExportedFile> {
	return exportDoc(notebook.documents, notebook.lab, notebook.id, notebook.doc);
}
