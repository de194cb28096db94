// What the screen says about fields: our own readings of what was typed, in the reader's language.

import { m } from '#lib/paraglide/messages.js';
import { durationParts } from './duration-text.ts';
import type { Origin } from './form.ts';
import type { Doubt } from './typed-value.ts';

/** Why what was typed is doubted. */
export function doubtWords(doubt: Doubt): string {
	switch (doubt) {
		case 'not-a-number':
			return m.fields_doubt_number();
		case 'not-whole':
			return m.fields_doubt_whole();
		case 'not-a-date':
			return m.fields_doubt_date();
		case 'not-a-time':
			return m.fields_doubt_time();
		case 'not-a-datetime':
			return m.fields_doubt_datetime();
		case 'not-a-duration':
			return m.fields_doubt_duration();
		case 'not-json':
			return m.fields_doubt_json();
	}
}

/** Where a value comes from; '' where a person wrote it here, which needs no saying. */
export function originWords(origin: Origin): string {
	switch (origin) {
		case 'proposal':
			return m.fields_origin_proposal();
		case 'default':
			return m.fields_origin_default();
		case 'initial':
			return m.fields_origin_initial();
		case 'own':
		case 'empty':
			return '';
	}
}

/** A duration as people say it; the value itself where it is none. */
export function durationWords(value: string): string {
	const parts = durationParts(value);
	if (parts === undefined) return value;
	return parts.map(({ unit, amount }) => partWords(unit, amount)).join(' ');
}

function partWords(unit: 'week' | 'day' | 'hour' | 'minute' | 'second', amount: string): string {
	switch (unit) {
		case 'week':
			return m.fields_weeks({ amount });
		case 'day':
			return m.fields_days({ amount });
		case 'hour':
			return m.fields_hours({ amount });
		case 'minute':
			return m.fields_minutes({ amount });
		case 'second':
			return m.fields_seconds({ amount });
	}
}
