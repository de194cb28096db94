// The state of a step or check in a record: a tick and a remark. Keys we do not know stay.

import { isObject, type Json } from '#lib/core/json/json.ts';

export interface MarkState {
	readonly checked: boolean;
	readonly annotation: string;
}

/** Reads what a record holds for a step or check; nothing is an open one. */
export function markState(value: Json | undefined): MarkState {
	const { checked, annotation } = isObject(value) ? value : { checked: value === true, annotation: '' };
	return { checked: checked === true, annotation: typeof annotation === 'string' ? annotation : '' };
}

/** The value after a change; undefined where nothing is left to say. */
export function withMark(value: Json | undefined, change: Partial<MarkState>): Json | undefined {
	const next = { ...(isObject(value) ? value : {}), ...markState(value), ...change };
	const empty = !next.checked && next.annotation === '' && Object.keys(next).length === 2;
	return empty && value === undefined ? undefined : next;
}
