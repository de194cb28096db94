// Who wrote what, as a name. A member who has given none is called so; an id nobody introduced is not passed off as somebody.

import type { PersonId } from '#lib/core/path/names.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { m } from '#lib/paraglide/messages.js';
import type { CellView } from '#lib/state/views.ts';

/** The name a member gave themself in this path. */
export function personName(snapshot: PathSnapshot, id: PersonId): string {
	return snapshot.people.get(id)?.name || m.notebook_by_unnamed();
}

/** Who wrote what a cell shows: a person, the model unchanged, or a person from a proposal. Undefined while nothing is there. */
export function authorOf(view: CellView): { mode: 'ai' | 'user'; words: string } | undefined {
	const proposal = view.proposals.find((entry) => entry.id === view.shown)?.proposal;
	const model = proposal?.model ?? m.notebook_by_model_unknown();
	if (proposal && view.mode === 'ai') return { mode: 'ai', words: m.notebook_by_model({ model }) };
	const names = view.editors.map((writer) => writer.person?.name || m.notebook_by_unnamed());
	if (names.length === 0 && view.by && view.state === 'done')
		names.push(view.by.person?.name || m.notebook_by_unnamed());
	if (names.length === 0) return undefined;
	const name = [...new Set(names)].join(', ');
	return { mode: 'user', words: proposal ? m.notebook_by_edited({ name }) : name };
}
