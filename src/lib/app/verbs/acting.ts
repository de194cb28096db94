// The one door through which a person changes a notebook: refused while nothing can be kept, one step of undo, signed with who they are now.

import type { Who } from '#lib/core/path/document.ts';
import { err, type Result } from '#lib/core/result.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import type { OpenRecord } from '#lib/app/open-records.ts';

export type NotWritable = 'not-writable';

/** Runs one edit of the path. Acts with the same `join` within half a second are undone together. */
export function act<T, E>(
	notebook: Notebook,
	edit: (who: Who) => Result<T, E>,
	join?: string,
): Result<T, E | NotWritable> {
	if (!notebook.writable) return err('not-writable');
	return notebook.history.act(() => edit(notebook.who()), join);
}

/** Runs one edit of an open record. */
export function actOn<T, E>(
	notebook: Notebook,
	record: OpenRecord,
	edit: (who: Who) => Result<T, E>,
	join?: string,
): Result<T, E | NotWritable> {
	if (!notebook.writable || !record.writable) return err('not-writable');
	return notebook.history.act(() => edit(notebook.who()), join);
}
