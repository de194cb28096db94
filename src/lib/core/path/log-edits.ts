// The log: unsigned notes by editors, each under its own id, never changed and never removed. One ends another only by naming it in
// `undoes`: clocks decide nothing. So an act that only the log knows (pause, finish, complete …) is answered by another act and not by
// undo; acts whose effect stands elsewhere (a skipped cell) can be undone, and their entry stays as history.

import type * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import { barePath } from './bare-path.ts';
import { judgementOf, variantShown, wordsOf } from './content.ts';
import {
	edit,
	LOCAL,
	MADE,
	textOf,
	type PathMaps,
	type Refusal,
	type Who,
	type Written,
} from './document.ts';
import { shownKey } from './doors.ts';
import { cellId, type StageId } from './names.ts';
import { storable, storableText } from './storable.ts';

export type LogRefusal = Refusal | 'no-such-stage' | 'log-entry-exists' | 'malformed';

export interface LogNote {
	readonly kind: string;
	/** A cell, a stage, or the path's own id. */
	readonly target: string;
	readonly data: Readonly<Record<string, unknown>>;
}

/** Writes a note with its writer; what it says must be storable. Only inside a transaction. */
export function writeLog(log: Y.Map<unknown>, id: string, note: LogNote, { by, at }: Who): Written {
	const json = storable({ ...note, by, at });
	if (json === undefined) throw new TypeError('a log entry is JSON');
	log.set(id, json.value);
	return { replaced: json.replaced };
}

/** Adds a note of any kind. */
export function addLog(doc: Y.Doc, logId: string, note: LogNote, who: Who): Result<Written, LogRefusal> {
	return edit(doc, who, MADE, (maps) => {
		const cut = note.target.indexOf('/');
		if (cut >= 0 && !maps.stages.has(note.target.slice(0, cut))) return err('no-such-stage');
		if (maps.log.has(logId)) return err('log-entry-exists');
		if (storable(note.data) === undefined) return err('malformed');
		return ok(() => writeLog(maps.log, logId, note, who));
	});
}

export interface Reopening {
	/** The stage whose final conclusion is opened again. */
	readonly stage: StageId;
	readonly logId: string;
	readonly reason: string;
	/** Log entries this one ends. */
	readonly undoes: readonly string[];
}

/** Opens a completed path: the final conclusion's words go into the log entry ({text, variant, own?}), the cell is empty and open again. */
export function reopenPath(
	doc: Y.Doc,
	{ stage, logId, reason, undoes }: Reopening,
	who: Who,
): Result<Written, LogRefusal> {
	return edit(doc, who, MADE, (maps) => {
		if (!maps.stages.has(stage)) return err('no-such-stage');
		if (maps.log.has(logId)) return err('log-entry-exists');
		const cell = cellId(stage, 'final');
		const path = barePath(doc);
		const variant = variantShown(path, cell);
		const own = wordsOf(path, cell, 'own');
		const text = variant === 'own' ? own : wordsOf(path, cell, variant);
		const words = { text, variant, ...(variant === 'own' || own === '' ? {} : { own }) };
		return ok(() => {
			const written = writeLog(
				maps.log,
				logId,
				{ kind: 'reopen', target: cell, data: { reason, undoes, ...words } },
				who,
			);
			const typed = textOf(doc, cell, 'own');
			typed?.delete(0, typed.length);
			if (maps.cells.has(shownKey(cell))) maps.cells.set(shownKey(cell), 'own');
			setState(maps, cell, 'open', who);
			return written;
		});
	});
}

/** Opens a strategy again after a conclusion: its words and judgement stay in the cell and go into the log as the earlier ones. */
export function reviseStrategy(
	doc: Y.Doc,
	{ stage, logId }: { readonly stage: StageId; readonly logId: string },
	who: Who,
): Result<Written, LogRefusal> {
	return edit(doc, who, LOCAL, (maps) => {
		if (!maps.stages.has(stage)) return err('no-such-stage');
		if (maps.log.has(logId)) return err('log-entry-exists');
		const cell = cellId(stage, 'strategy');
		const path = barePath(doc);
		const variant = variantShown(path, cell);
		const text = storableText(wordsOf(path, cell, variant)).value;
		const data = { text, researchable: judgementOf(path, stage, variant), variant };
		return ok(() => {
			setState(maps, cell, 'open', who);
			return writeLog(maps.log, logId, { kind: 'revise', target: cell, data }, who);
		});
	});
}

/** Writes a cell's state. Only inside a transaction. */
export function setState(
	maps: PathMaps,
	cell: string,
	state: 'open' | 'done' | 'skipped',
	{ by, at }: Who,
): void {
	maps.cells.set(cell, { state, by, at });
}
