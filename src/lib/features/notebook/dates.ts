// Times as people read them, in their language; the exact one with its zone is in the title of the element.

import { getLocale } from '#lib/paraglide/runtime.js';

/** Day and time of an instant in ms, such as "21 Nov, 16:02"; with the year where it is not this one. */
export function shortTime(at: number, now: number): string {
	const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
	return new Intl.DateTimeFormat(getLocale() === 'zh' ? 'zh-CN' : 'en-GB', {
		day: 'numeric',
		month: 'short',
		...(sameYear ? {} : { year: 'numeric' }),
		hour: '2-digit',
		minute: '2-digit',
	}).format(at);
}

/** A record's own device time: wall clock and zone as they were there (`2026-11-21T16:02:11.000+01:00` → "2026-11-21 16:02 +01:00"). */
export function deviceTime(at: string): string {
	const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})[^+\-Z]*(Z|[+-]\d{2}:\d{2})$/.exec(at);
	return parts ? `${parts[1]} ${parts[2]} ${parts[3]}` : at;
}
