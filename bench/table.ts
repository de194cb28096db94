// Cells and rows of Markdown, the same in every chapter of the figures. Prettier aligns the columns when the page is written.

import type { Spread } from './samples.ts';

export function row(cells: readonly string[]): string {
	return `| ${cells.join(' | ')} |`;
}

/** The head of a table: what its rows are about, then one column of numbers for each head. */
export function head(title: string, heads: readonly string[]): string[] {
	return [row([title, ...heads]), row(['---', ...heads.map(() => '---:')])];
}

/** “a (b–c)”: median, least and most; “a” where they are one, a dash where nothing was measured. */
export function range({ median, least, most }: Spread): string {
	if (Number.isNaN(median)) return '–';
	return least === most ? short(median) : `${short(median)} (${short(least)}–${short(most)})`;
}

export function ms(value: number): string {
	return `${short(value)} ms`;
}

/** Three digits that mean something; what took for ever never came. */
export function short(value: number): string {
	if (value === Infinity) return 'never';
	return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}

/** How a limit was kept: by every round, by the median alone, or not. */
export function verdict({ median, most }: Spread, kept: (value: number) => boolean): string {
	if (Number.isNaN(median)) return 'not measured';
	if (!kept(median)) return '**missed**';
	return kept(most) ? 'met' : 'met by the median';
}
