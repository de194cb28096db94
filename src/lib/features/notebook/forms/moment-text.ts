// Dates and times between RFC 3339 and the browser's own inputs, which know no offset. The offset a value came with is kept while the
// rest is edited; a new value gets the offset of the place where it is entered, because a time without one is off by hours as soon as
// somebody elsewhere reads it. Refused: converting to UTC (the wall clock is what people remember and compare with photographs).

export interface Moment {
	/** YYYY-MM-DD, or '' for a time of day. */
	readonly date: string;
	/** HH:MM:SS, or '' for a date. */
	readonly time: string;
	/** Digits of the fraction of a second, with the dot, or ''. */
	readonly fraction: string;
	/** 'Z', '+01:00', or ''. */
	readonly offset: string;
}

export type MomentKind = 'date' | 'time' | 'datetime';

const MOMENT =
	/^(?:(\d{4}-\d{2}-\d{2})(?:[T ](?=\d)|$))?(?:(\d{2}:\d{2})(:\d{2})?(\.\d+)?\s?(Z|z|[-+]\d{2}:?\d{2})?)?$/;

/** Reads a stored value; undefined where it is no such moment, and then it is shown as words. */
export function readMoment(kind: MomentKind, value: string): Moment | undefined {
	const [whole, date = '', minutes = '', seconds = ':00', fraction = '', zone = ''] =
		MOMENT.exec(value.trim()) ?? [];
	if (whole === undefined || whole === '') return undefined;
	if ((date === '') !== (kind === 'time') || (minutes === '') !== (kind === 'date')) return undefined;
	if (date !== '' && !isDate(date)) return undefined;
	const time = minutes === '' ? '' : `${minutes}${seconds}`;
	if (time !== '' && !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)) return undefined;
	const offset = zone.toUpperCase().replace(/^([-+]\d{2})(\d{2})$/, '$1:$2');
	return { date, time, fraction, offset };
}

function isDate(date: string): boolean {
	const at = new Date(`${date}T00:00:00Z`);
	return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

/** The value of a native input for a moment. Seconds are left out where there are none, so that phones do not ask for them. */
export function nativeText({ date, time, fraction }: Moment): string {
	const clock =
		time.endsWith(':00') && fraction === '' ? time.slice(0, -3) : `${time}${fraction.slice(0, 4)}`;
	return [date, clock].filter((part) => part !== '').join('T');
}

/** How finely the native input counts. */
export function nativeStep(moment: Moment | undefined): string | undefined {
	if (moment === undefined || moment.time === '') return undefined;
	if (moment.fraction !== '') return 'any';
	return moment.time.endsWith(':00') ? undefined : '1';
}

/** The value to keep for what a native input says; `before` lends its offset, else `offsetAt` tells the one of this place. Undefined while incomplete. */
export function writeMoment(
	kind: MomentKind,
	native: string,
	before: Moment | undefined,
	offsetAt: (date: string, time: string) => string,
): string | undefined {
	const moment = readMoment(kind, native);
	if (moment === undefined) return undefined;
	if (kind === 'date') return moment.date;
	const clock = `${moment.time}${moment.fraction}`;
	if (kind === 'time') return `${clock}${before?.offset ?? ''}`;
	return `${moment.date}T${clock}${before?.offset || offsetAt(moment.date, moment.time)}`;
}

/** '+01:00' for what `Date.prototype.getTimezoneOffset` calls -60. */
export function offsetText(minutesBehindUtc: number): string {
	const east = -minutesBehindUtc;
	const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
	return `${east < 0 ? '-' : '+'}${two(Math.abs(east) / 60)}:${two(Math.abs(east) % 60)}`;
}
