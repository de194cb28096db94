// What a form is told and what it answers, in one place. A form keeps nothing: it shows what it is given and says what a person did.
// Records, drafts and initial values are all shown through it, so it knows neither of them. Refused: a form that reads the document
// itself (one component for each kind of document, and no way to show a version that is only read).

import type { Json } from '#lib/core/json/json.ts';

/** The sections of a record. */
export type Section = 'var' | 'step' | 'check' | 'quiz';

/** Where a shown value comes from. */
export type Origin = 'proposal' | 'own' | 'default' | 'initial' | 'empty';

/** What is wrong with a value; codes as the core gives them, the words are in value-fault-words.ts. */
export interface FieldFault {
	readonly code: string;
	readonly data: { readonly [key: string]: Json };
	readonly detail?: string;
}

/** Faults by field id; of other sections than `var` by "<section>/<id>". */
export type Faults = ReadonlyMap<string, readonly FieldFault[]>;

/** What is shown, by section and field id. */
export type FormValues = { readonly [section in Section]?: ReadonlyMap<string, Json> };

export interface FormRow {
	readonly id: string;
	readonly values: ReadonlyMap<string, Json>;
}

/** What a person did. */
export interface FormEdits {
	/** Runs several of the edits below as one step of undo. */
	together(run: () => void): void;
	onset(section: Section, field: string, value: Json): void;
	onclear(section: Section, field: string): void;
	/** Adds an empty row at the end and gives its id; undefined where it was refused. */
	onaddrow(field: string): string | undefined;
	ondeleterow(field: string, row: string): void;
	/** Takes the deletion back. */
	onrestorerow(field: string, row: string): void;
	/** Undefined empties the value. */
	onsetrow(field: string, row: string, column: string, value: Json | undefined): void;
}

/** The key under which faults and places of a field are found. */
export function fieldKeyOf(section: Section, field: string): string {
	return section === 'var' ? field : `${section}/${field}`;
}
