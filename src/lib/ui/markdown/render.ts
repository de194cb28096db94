// Markdown to HTML that may be put into a page. Two locks: the grammar makes no element from the text's own HTML, and only-allowed.ts
// lets only the elements and attributes through that the grammar makes. Results are remembered, bounded by size, because a long path makes
// and drops its cells while it scrolls; the memory cannot be observed from outside. Refused: rendering in a worker (a message each way
// costs more than most cells, and the text would appear a frame late, which shifts the page).

import { markdownGrammar, type MarkdownOptions } from './grammar.ts';
import { onlyAllowed } from './only-allowed.ts';

const REMEMBERED = 1_000_000;

const toHtml = markdownGrammar();
const memory = { html: new Map<string, string>(), size: 0 };

/** HTML of a cell's words, safe to insert; same input, same output. Needs a DOM. */
export function renderMarkdown(text: string, options: MarkdownOptions = {}): string {
	const heading = options.heading ?? 4;
	const key = `${heading}${options.wrapped === true ? 'w' : ''}\n${JSON.stringify(options.slots ?? null)}\n${text}`;
	const known = memory.html.get(key);
	if (known !== undefined) return known;
	const html = onlyAllowed(toHtml(text, options));
	remember(key, html);
	return html;
}

/** True where the HTML holds formulas that maths.ts has to set. */
export function hasMath(html: string): boolean {
	return html.includes(' data-math="');
}

function remember(key: string, html: string): void {
	memory.html.set(key, html);
	memory.size += key.length + html.length;
	for (const [oldest, value] of memory.html) {
		if (memory.size <= REMEMBERED) return;
		memory.html.delete(oldest);
		memory.size -= oldest.length + value.length;
	}
}
