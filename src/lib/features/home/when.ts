// How long ago, as people say it: minutes and days near by, the date further off. The exact time is in the element's title.

import { m } from '#lib/paraglide/messages.js';
import { getLocale } from '#lib/paraglide/runtime.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function language(): string {
	return getLocale() === 'zh' ? 'zh-CN' : 'en-GB';
}

/** "just now", "2 days ago", "yesterday"; after three weeks the date. Both in ms since 1970. */
export function ago(at: number, now: number): string {
	const past = Math.max(0, now - at);
	const say = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
	if (past < MINUTE) return m.home_just_now();
	if (past < HOUR) return say.format(-Math.floor(past / MINUTE), 'minute');
	if (past < DAY) return say.format(-Math.floor(past / HOUR), 'hour');
	if (past < 21 * DAY) return say.format(-Math.floor(past / DAY), 'day');
	return new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(at);
}

/** Date and time in full. */
export function exactly(at: number): string {
	return new Intl.DateTimeFormat(language(), { dateStyle: 'full', timeStyle: 'short' }).format(at);
}
