// What a field holds, in the reader's language.

import type { Field, FieldKind } from '#lib/core/protocol/protocol.ts';
import { m } from '#lib/paraglide/messages.js';

const WORDS: { readonly [kind in FieldKind]: () => string } = {
	text: () => m.workflow_kind_text(),
	markdown: () => m.workflow_kind_markdown(),
	code: () => m.workflow_kind_code(),
	number: () => m.workflow_kind_number(),
	integer: () => m.workflow_kind_integer(),
	boolean: () => m.workflow_kind_boolean(),
	date: () => m.workflow_kind_date(),
	time: () => m.workflow_kind_time(),
	datetime: () => m.workflow_kind_datetime(),
	duration: () => m.workflow_kind_duration(),
	choice: () => m.workflow_kind_choice(),
	choices: () => m.workflow_kind_choices(),
	list: () => m.workflow_kind_list(),
	table: () => m.workflow_kind_table(),
	file: () => m.workflow_kind_file(),
	json: () => m.workflow_kind_json(),
};

/** The kind of a field with its unit or its items. */
export function kindWords(field: Field): string {
	const kind = WORDS[field.kind]();
	if (field.kind === 'list' && field.items !== null)
		return m.workflow_kind_list_of({ items: WORDS[field.items.kind]() });
	return field.unit === '' ? kind : `${kind}, ${field.unit}`;
}
