// What every input of a form is given; the component for a kind adds nothing to it.

import type { Json } from '#lib/core/json/json.ts';
import type { Field } from '#lib/core/protocol/protocol.ts';

export interface InputProps {
	field: Field;
	value: Json | undefined;
	/** Id of the element that takes the focus. */
	id: string;
	/** Ids of hint, doubt and faults. */
	describedby: string | undefined;
	invalid: boolean;
	/** Name for those who hear the page; undefined where a visible label names the input. */
	label: string | undefined;
	/** Undefined empties the field. */
	onvalue: (value: Json | undefined) => void;
}
