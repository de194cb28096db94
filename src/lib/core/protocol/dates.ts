// Dates as records hold them: ISO 8601, checked against the calendar, with the latitude Python's models have (a space for the T, seconds
// left out, durations also as hours:minutes:seconds). Refused: Date.parse (accepts February 30th and differs between engines).

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME =
	/^([01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;
const DURATION =
	/^[+-]?P(?!$)(?:\d+(?:\.\d+)?Y)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?W)?(?:\d+(?:\.\d+)?D)?(?:T(?!$)(?:\d+(?:\.\d+)?H)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?S)?)?$/;
const CLOCK = /^-?(?:\d+ days?, ?)?\d{1,4}:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;

/** `2026-02-28`, a day that exists. */
export function isDate(text: string): boolean {
	const [, year, month, day] = DAY.exec(text) ?? [];
	if (year === undefined) return false;
	const [y, m, d] = [Number(year), Number(month), Number(day)];
	const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
	const days = m === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31;
	return y >= 1 && m >= 1 && m <= 12 && d >= 1 && d <= days;
}

/** `09:30`, `09:30:15.5+08:00`. */
export function isTime(text: string): boolean {
	return TIME.test(text);
}

/** A date and a time with a T or a space between them; the zone may be missing. */
export function isDateTime(text: string): boolean {
	return /^[T ]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** `PT1H30M`, or `1:30:00`, `2 days, 1:30:00`. */
export function isDuration(text: string): boolean {
	return DURATION.test(text) || CLOCK.test(text);
}
