// What a person does with the path as a whole: every act that the log alone knows names its writer and, where it ends others, those.

import type { Refusal, Written } from '#lib/core/path/document.ts';
import type { Definition } from '#lib/core/path/entries.ts';
import { addLog, reopenPath, reviseStrategy as revise, type LogRefusal } from '#lib/core/path/log-edits.ts';
import { setTitle, upgradeDefinition } from '#lib/core/path/meta-edits.ts';
import type { CellId, DefinitionHash, StageId } from '#lib/core/path/names.ts';
import type { Result } from '#lib/core/result.ts';
import type { Notebook } from '#lib/app/notebook.ts';
import { act, type NotWritable } from './acting.ts';

type Logged = Result<Written, LogRefusal | NotWritable>;

export function rename(notebook: Notebook, title: string): Result<Written, Refusal | NotWritable> {
	return act(notebook, (who) => setTitle(notebook.doc, title, who));
}

export function pause(notebook: Notebook, reason = ''): Logged {
	return stand(notebook, { kind: 'pause', target: notebook.id, data: { reason }, endedBy: 'resume' });
}

/** Ends the pauses named, as the flow offers it. */
export function resume(notebook: Notebook, undoes: readonly string[]): Logged {
	return stand(notebook, { kind: 'resume', target: notebook.id, data: { undoes }, endedBy: 'pause' });
}

/** On to the final conclusion of a stage, without an END. */
export function finish(notebook: Notebook, stage: StageId, reason = ''): Logged {
	return stand(notebook, { kind: 'finish', target: stage, data: { reason }, endedBy: 'reopen' });
}

/** Completes the path at a stage, with or without a final conclusion. */
export function complete(notebook: Notebook, stage: StageId, reason = ''): Logged {
	return stand(notebook, { kind: 'complete', target: stage, data: { reason }, endedBy: 'reopen' });
}

/** Opens a completed path, as the flow offers it: the final conclusion moves into the log, and the entries named are ended. */
export function reopen(
	notebook: Notebook,
	stage: StageId,
	undoes: readonly string[],
	reason: string,
): Logged {
	const logId = notebook.world.id();
	return act(notebook, (who) => reopenPath(notebook.doc, { stage, logId, reason, undoes }, who));
}

/** Goes on although the strategy says no: counts while the strategy says the same. */
export function override(notebook: Notebook, cell: CellId, contentHash: string, reason: string): Logged {
	return note(notebook, 'override', cell, { contentHash, reason });
}

/** Opens the strategy for a logged revision; its earlier words stay in the log. */
export function reviseStrategy(notebook: Notebook, stage: StageId): Logged {
	const logId = notebook.world.id();
	return act(notebook, (who) => revise(notebook.doc, { stage, logId }, who));
}

/** Later stages are made under another definition; earlier ones keep theirs. */
export function upgrade(
	notebook: Notebook,
	definition: Definition,
): Result<DefinitionHash, Refusal | 'log-entry-exists' | NotWritable> {
	const logId = notebook.world.id();
	return act(notebook, (who) => upgradeDefinition(notebook.doc, definition, { logId }, who));
}

interface Standing {
	readonly kind: string;
	readonly target: string;
	readonly data: Readonly<Record<string, unknown>>;
	/** The kind of act that takes it back. */
	readonly endedBy: string;
}

/** An act that stands until another one ends it. Undo adds that other one, because the log only grows; redo says it again. */
function stand(notebook: Notebook, { kind, target, data, endedBy }: Standing): Logged {
	const write = (as: string, what: Readonly<Record<string, unknown>>): string => {
		const id = notebook.world.id();
		addLog(notebook.doc, id, { kind: as, target, data: what }, notebook.who());
		return id;
	};
	let standing = notebook.world.id();
	const said = filled(data);
	const written = act(notebook, (who) => addLog(notebook.doc, standing, { kind, target, data: said }, who));
	if (!written.ok) return written;
	let answer = '';
	notebook.history.made({
		undo: () => {
			answer = write(endedBy, { undoes: [standing] });
		},
		redo: () => {
			standing = write(kind, kind === 'resume' ? { undoes: [answer] } : said);
		},
	});
	return written;
}

function filled(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''));
}

function note(
	notebook: Notebook,
	kind: string,
	target: string,
	data: Readonly<Record<string, unknown>>,
): Logged {
	const logId = notebook.world.id();
	return act(notebook, (who) => addLog(notebook.doc, logId, { kind, target, data: filled(data) }, who));
}
