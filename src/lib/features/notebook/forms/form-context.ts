// What the parts of one form ask of it. A context, because parts stand inside rendered Markdown, where no parent hands down props.

import { createContext } from 'svelte';
import type { Json } from '#lib/core/json/json.ts';
import type { FormInputs } from './load-inputs.ts';
import type { FieldFault, FormEdits, FormRow, Origin, Section } from './form.ts';

export interface FormContext {
	/** What a person fills in; undefined where the form is only read. */
	readonly inputs: FormInputs | undefined;
	readonly readonly: boolean;
	readonly edits: FormEdits;
	/** Id of the element that takes the focus for a field. */
	idOf(section: Section, field: string): string;
	value(section: Section, field: string): Json | undefined;
	/** Undefined where the form was given none: then the rows are those of the value. */
	rows(field: string): readonly FormRow[] | undefined;
	origin(field: string): Origin;
	faults(section: Section, field: string): readonly FieldFault[];
}

export const [useForm, provideForm] = createContext<FormContext>();
