// Durations are kept as ISO 8601 (PT1H30M), which nobody types. Reads "1 h 30 min", "90s", "2 天", "01:30:00"; a bare number or "5:00" can mean
// two things and is offered as each of them. Refused: guessing minutes for a bare number.

export type DurationReading =
	| { readonly at: 'empty' }
	| { readonly at: 'duration'; readonly value: string }
	| { readonly at: 'words'; readonly offers: readonly string[] };

export type DurationPart = {
	readonly unit: 'week' | 'day' | 'hour' | 'minute' | 'second';
	readonly amount: string;
};

const ISO = /^(-?)P(?=.)(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(?=.)(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/i;
const UNITS = [
	['week', /^(?:w|wk|wks|weeks?|周|星期)$/i],
	['day', /^(?:d|days?|天|日)$/i],
	['hour', /^(?:h|hrs?|hours?|小时|时|个小时)$/i],
	['minute', /^(?:m|min|mins|minutes?|分钟|分)$/i],
	['second', /^(?:s|sec|secs|seconds?|秒|秒钟)$/i],
] as const;

/** Reads what was typed. */
export function readDuration(typed: string): DurationReading {
	const text = typed.normalize('NFKC').trim();
	if (text === '') return { at: 'empty' };
	if (durationParts(text) !== undefined) return { at: 'duration', value: text.toUpperCase() };
	const clock = /^(\d+):([0-5]\d):([0-5]\d(?:\.\d+)?)$/.exec(text);
	if (clock) return { at: 'duration', value: iso({ hour: clock[1], minute: clock[2], second: clock[3] }) };
	const short = /^(\d+):([0-5]\d)$/.exec(text);
	if (short) {
		const [, first, second] = short;
		return { at: 'words', offers: [iso({ minute: first, second }), iso({ hour: first, minute: second })] };
	}
	if (/^\d+(?:\.\d+)?$/.test(text)) {
		return { at: 'words', offers: [iso({ second: text }), iso({ minute: text }), iso({ hour: text })] };
	}
	return readWords(text);
}

/** The parts of an ISO 8601 duration that are there, largest first; undefined where it is none (months and years have no fixed length). */
export function durationParts(value: string): readonly DurationPart[] | undefined {
	const match = ISO.exec(value);
	if (match === null || match[1] === '-') return undefined;
	return UNITS.flatMap(([unit], index) => {
		const amount = match[index + 2];
		return amount === undefined ? [] : [{ unit, amount }];
	});
}

function readWords(text: string): DurationReading {
	const found: { [unit: string]: string | undefined } = {};
	let rest = text;
	while (rest !== '') {
		const match = /^(\d+(?:\.\d+)?)\s*(\p{L}+)[\s,，]*(?:and\s+)?/u.exec(rest);
		const unit = UNITS.find(([, names]) => names.test(match?.[2] ?? ''))?.[0];
		if (match === null || unit === undefined || found[unit] !== undefined) return { at: 'words', offers: [] };
		found[unit] = match[1];
		rest = rest.slice(match[0].length);
	}
	return { at: 'duration', value: iso(found) };
}

function iso(parts: { readonly [unit: string]: string | undefined }): string {
	const part = (unit: string, letter: string) => {
		const amount = parts[unit]?.replace(/^0+(?=\d)/, '');
		return amount === undefined || Number(amount) === 0 ? '' : `${amount}${letter}`;
	};
	const date = part('week', 'W') + part('day', 'D');
	const time = part('hour', 'H') + part('minute', 'M') + part('second', 'S');
	if (date + time === '') return 'PT0S';
	return `P${date}${time === '' ? '' : `T${time}`}`;
}
