// A member's first colour comes from the key, so that two devices rarely look alike before anybody chose. Every colour carries white text
// (at least 4.5:1) and stays apart from the others for most colour-blind readers by lightness as well as hue.

export const COLOURS = [
	'#1d4ed8',
	'#b91c1c',
	'#047857',
	'#7e22ce',
	'#a16207',
	'#0e7490',
	'#be185d',
	'#3f6212',
	'#4338ca',
	'#9a3412',
	'#0f766e',
	'#334155',
] as const;

/** A CSS hex colour, the same for the same id. */
export function colourOf(id: string): string {
	let sum = 0;
	for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
	return COLOURS[sum % COLOURS.length] ?? COLOURS[0];
}
