// Where code stands in a cell, line by line, as CommonMark has it: what is inside a fence is nobody's heading. A fence lives as long as the list item
// or quotation it was opened in, which is what this keeps count of. Refused: protocol/fences.ts, which reads on where Markdown would not (it
// looks for definitions, and errs on the side of finding them; here a heading taken for code would break the outline).

interface Open {
	readonly mark: string;
	/** Columns a line must be indented by to belong to the list item the fence stands in; 0 outside lists. */
	readonly width: number;
	readonly quoted: boolean;
}

/** What never goes on with the paragraph before: a list item, a fence, a heading, a quotation, a rule. */
const BEGINS = /^(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|`{3,}[^`]*$|~{3}|#{1,6}(?:[ \t]|$)|>|(?:-[ \t]*){3,}$)/;

/** Follows the fences of a text; ask it for every line in order. */
export class Fences {
	#open: Open | null = null;
	/** Content columns of the list items that are open, outermost first. */
	#lists: number[] = [];
	/** Whether the line before left no paragraph that this one could go on with. */
	#apart = true;

	/** Whether a line is code or the fence around it. */
	holds(line: string): boolean {
		if (this.#open !== null && leaves(line, this.#open)) this.#end();
		if (this.#open !== null) {
			if (closes(line, this.#open)) this.#end();
			return true;
		}
		this.#open = this.#enter(line);
		return this.#open !== null;
	}

	/**
	 * Whether a line stands left of the list item above it without an empty line between: it may go on with the item's words or end the item, as
	 * the reader likes. Where fences come, that must be said by an empty line.
	 */
	straggles(line: string): boolean {
		const { indent, rest } = measure(line, 0);
		const width = this.#lists.at(-1) ?? 0;
		return this.#open === null && !this.#apart && rest !== '' && indent < width && !BEGINS.test(rest);
	}

	/** The line that ends a fence nobody closed. */
	closing(): readonly string[] {
		if (this.#open === null) return [];
		const { mark, width, quoted } = this.#open;
		return [`${' '.repeat(width)}${quoted ? '> ' : ''}${mark}`];
	}

	#end(): void {
		this.#open = null;
		this.#apart = true;
	}

	#enter(line: string): Open | null {
		const { indent, rest } = measure(line, 0);
		if (rest === '') {
			this.#apart = true;
			return null;
		}
		const begins = BEGINS.test(rest);
		if (begins || this.#apart || indent < (this.#lists.at(-1) ?? 0)) this.#leaveLists(indent);
		this.#apart = /^#{1,6}(?:[ \t]|$)/.test(rest);
		return this.#walk(line);
	}

	#leaveLists(indent: number): void {
		this.#lists = this.#lists.filter((width) => width <= indent);
	}

	/** Takes list markers and quotation marks off a line, and looks for a fence behind them. */
	#walk(line: string): Open | null {
		let { indent, rest } = measure(line, 0);
		let width = this.#lists.at(-1) ?? 0;
		for (;;) {
			if (indent - width > 3) return null; // indented code, or the words of the line before
			if (rest.startsWith('>')) {
				const inner = rest.replace(/^(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+)+/, '');
				const mark = markOf(inner);
				return mark === null ? null : { mark, width, quoted: true };
			}
			const [marker] = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t])/.exec(rest) ?? [];
			if (marker === undefined) {
				const mark = markOf(rest);
				return mark === null ? null : { mark, width, quoted: false };
			}
			const column = indent + marker.length;
			const next = measure(rest.slice(marker.length), column);
			width = next.rest === '' || next.indent - column > 4 ? column + 1 : next.indent;
			this.#lists.push(width);
			({ indent, rest } = next);
		}
	}
}

/** The column a line's words begin at, tabs counted to the next multiple of four. */
function measure(text: string, from: number): { readonly indent: number; readonly rest: string } {
	let indent = from;
	let at = 0;
	for (; text[at] === ' ' || text[at] === '\t'; at += 1) indent += text[at] === ' ' ? 1 : 4 - (indent % 4);
	return { indent, rest: text.slice(at) };
}

function markOf(rest: string): string | null {
	const [, mark = '', info = ''] = /^(`{3,}|~{3,})(.*)$/.exec(rest) ?? [];
	return mark === '' || (mark.startsWith('`') && info.includes('`')) ? null : mark;
}

/** A line that cannot belong to the list item or quotation a fence was opened in. */
function leaves(line: string, { width, quoted }: Open): boolean {
	const { indent, rest } = measure(line, 0);
	if (rest === '') return quoted;
	return indent < width || (quoted && !rest.startsWith('>'));
}

function closes(line: string, { mark, width, quoted }: Open): boolean {
	const { indent, rest } = measure(line, 0);
	const bare = (quoted ? rest.replace(/^(?:>[ \t]?)+/, '').trimStart() : rest).trimEnd();
	if (!quoted && indent - width > 3) return false;
	return bare.length >= mark.length && bare === mark.charAt(0).repeat(bare.length);
}
