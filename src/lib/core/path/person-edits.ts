// Who is who in a path: a person once, their Yjs client ids once per session. So the author of every character is read off the items
// themselves and nothing is counted per keystroke.

import type * as Y from 'yjs';
import { ok, type Result } from '#lib/core/result.ts';
import { edit, MADE, type Refusal, type Who } from './document.ts';

/** Lists the person and this client; changes nothing where both are listed. Call it before an editor is bound to a text. */
export function introduce(doc: Y.Doc, who: Who): Result<void, Refusal> {
	return edit(doc, who, MADE, () => ok(() => undefined));
}
