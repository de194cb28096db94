// Fenced code blocks as CommonMark has them: they are where definitions live (workflow, quiz, assigner …) and where marks are only text.
// Small and lexical on purpose: markdown-it is a page's burden and gives lines, not offsets. Refused: blocks inside quotes (`> ```) and
// indented code, in which Airalogy does read marks (lists of inputs are indented).

export interface Fence {
	/** First word after the fence, lower case; empty where none. */
	readonly kind: string;
	/** The rest of the opening line. */
	readonly info: string;
	/** Offsets of the whole block, fences included. */
	readonly start: number;
	readonly end: number;
	/** Offset of the content, which is given raw: indentation is not removed. */
	readonly contentStart: number;
	readonly content: string;
	/** False where the text ends before the block does. */
	readonly closed: boolean;
}

const OPEN = /^([ \t]*)(`{3,}|~{3,})([^\r\n]*)$/;
const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/y;

/** All fenced blocks of a Markdown text, in order. */
export function findFences(text: string): Fence[] {
	const fences: Fence[] = [];
	let open: { mark: string; info: string; start: number; contentStart: number } | null = null;
	for (const { start, end, line } of linesOf(text)) {
		if (!open) {
			const [, , mark, info = ''] = OPEN.exec(line) ?? [];
			if (mark && !(mark.startsWith('`') && info.includes('`')))
				open = { mark, info: info.trim(), start, contentStart: end };
		} else if (closes(line, open.mark)) {
			fences.push(toFence(text, open, start, start + line.length, true));
			open = null;
		}
	}
	if (open) fences.push(toFence(text, open, text.length, text.length, false));
	return fences;
}

function closes(line: string, mark: string): boolean {
	const trimmed = line.trim();
	return (
		trimmed.length >= mark.length &&
		trimmed.startsWith(mark) &&
		trimmed === mark.charAt(0).repeat(trimmed.length)
	);
}

function toFence(
	text: string,
	open: { info: string; start: number; contentStart: number },
	contentEnd: number,
	end: number,
	closed: boolean,
): Fence {
	const kind = /^[^\s{]*/.exec(open.info)?.[0] ?? '';
	return {
		kind: kind.toLowerCase(),
		info: open.info.slice(kind.length).trim(),
		start: open.start,
		end,
		contentStart: open.contentStart,
		content: text.slice(open.contentStart, contentEnd),
		closed,
	};
}

function* linesOf(text: string): Generator<{ start: number; end: number; line: string }> {
	let start = 0;
	while (start < text.length) {
		LINE.lastIndex = start;
		const whole = LINE.exec(text)?.[0] ?? '';
		const end = start + whole.length;
		yield { start, end, line: whole.replace(/[\r\n]+$/, '') };
		start = end;
	}
}
