// The path's own entries: its title, the definition it goes on under, and what an import had no place for.

import type * as Y from 'yjs';
import { err, ok, type Result } from '#lib/core/result.ts';
import { freeze } from './create.ts';
import { edit, LOCAL, MADE, type Refusal, type Who, type Written } from './document.ts';
import type { Definition, KeptEntry } from './entries.ts';
import { writeLog } from './log-edits.ts';
import type { DefinitionHash } from './names.ts';
import { storable, storableText } from './storable.ts';

/** Names the path. */
export function setTitle(doc: Y.Doc, title: string, who: Who): Result<Written, Refusal> {
	const { value, replaced } = storableText(title);
	return edit(doc, who, LOCAL, ({ meta }) =>
		ok(() => {
			meta.set('title', value);
			return { replaced };
		}),
	);
}

/** Later stages are made under `definition`; earlier ones keep theirs. Logged as 'upgrade' {from, to}. */
export function upgradeDefinition(
	doc: Y.Doc,
	definition: Definition,
	{ logId }: { readonly logId: string },
	who: Who,
): Result<DefinitionHash, Refusal | 'log-entry-exists'> {
	const { hash, value } = freeze(definition);
	return edit(doc, who, MADE, ({ frozen, meta, log }) => {
		if (log.has(logId)) return err('log-entry-exists');
		return ok(() => {
			const from = meta.get('template');
			if (!frozen.has(hash)) frozen.set(hash, value);
			meta.set('template', hash);
			writeLog(
				log,
				logId,
				{ kind: 'upgrade', target: hash, data: { from: typeof from === 'string' ? from : null, to: hash } },
				who,
			);
			return hash;
		});
	});
}

/** Keeps a foreign thing we have no place for, with the pointer it stood at. Only for imports. */
export function keep(
	doc: Y.Doc,
	id: string,
	entry: KeptEntry,
	who: Who,
): Result<Written, Refusal | 'malformed'> {
	return edit(doc, who, MADE, ({ kept }) => {
		const json = storable(entry);
		if (json === undefined) return err('malformed');
		return ok(() => {
			kept.set(id, json.value);
			return { replaced: json.replaced };
		});
	});
}
