// Sets formulas into their places. KaTeX weighs more than all the rest of a notebook page, so it is loaded when the first formula comes
// into view of somebody; until then, and if it cannot be loaded, the formula stands there as it is written. `katex.render` builds
// elements, which the content policy allows; an HTML string with style attributes would be stripped. Refused: trust, which lets \href
// and \htmlStyle into the page.

const OPTIONS = {
	output: 'htmlAndMathml',
	throwOnError: false,
	trust: false,
	maxExpand: 500,
	maxSize: 20,
	strict: 'ignore',
	errorColor: 'var(--bad)',
} as const;

/** Sets every formula under `root` that is not set yet; resolves when done. Rejects only if the formula setter cannot be loaded. */
export async function setFormulas(root: HTMLElement): Promise<void> {
	const places = [...root.querySelectorAll<HTMLElement>('[data-math]:not([data-set])')];
	if (places.length === 0) return;
	const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')]);
	for (const place of places) {
		const formula = place.textContent;
		place.dataset['set'] = '';
		place.title = formula;
		katex.render(formula, place, { ...OPTIONS, displayMode: place.dataset['math'] === 'display' });
	}
}
