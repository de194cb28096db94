// Words of people inside a document of ours. A cell is Markdown already and stays so; only what would break the document around it is changed:
// its headings go below ours, a fence that is never closed is closed, HTML is what it is in the notebook, plain text. Everything else
// that is quoted (titles, names, values) says letter by letter what it is and can become no link, image, heading or table.
// Refused: a Markdown parser (a page's burden, and it prints another text than it read), quoting every cell with `>`.

import { Fences } from './fences.ts';

/** A cell's Markdown, ending without a line break, its highest heading at `level` or below. */
export function cellText(text: string, level: number): string {
	const lines: string[] = [];
	const fences = new Fences();
	const hasFences = /`{3}|~{3}/.test(text);
	for (const line of text.replaceAll(/\r\n?/g, '\n').split('\n')) {
		if (hasFences && fences.straggles(line)) lines.push('');
		if (fences.holds(line)) lines.push(line);
		else pushLine(lines, line, level);
	}
	return [...lines, ...fences.closing()]
		.join('\n')
		.replace(/^(?:[ \t]*\n)+/, '')
		.trimEnd();
}

const CONTAINER = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)]|>)(?=[ \t]))*[ \t]*/;

function pushLine(lines: string[], line: string, level: number): void {
	const [, before, marks, rest] = /^(.*?)(#{1,6})(?=[ \t]|$)(.*)$/.exec(line) ?? [];
	if (
		before !== undefined &&
		marks !== undefined &&
		CONTAINER.exec(before)?.[0] === before &&
		!/^(?: {4}|\t)/.test(before)
	) {
		lines.push(`${before}${'#'.repeat(Math.min(6, marks.length + level - 1))}${withoutHtml(rest ?? '')}`);
		return;
	}
	if (/^[ \t>]*(?:=+|-+)[ \t]*$/.test(line) && /\S/.test(line.replaceAll('>', ''))) {
		underline(lines, line, level);
		return;
	}
	lines.push(withoutHtml(line));
}

/** A row of = or - under a text makes it a heading: a single line becomes one of ours, under several it becomes a rule or plain. */
function underline(lines: string[], line: string, level: number): void {
	const text = lines.at(-1) ?? '';
	const plain = /^ {0,3}[^\s#>|`~+*-]/.test(text) && !/^ {0,3}\d+[.)]/.test(text);
	const alone = (lines.at(-2) ?? '').trim() === '';
	if (plain && alone && !/^\s*>/.test(line)) {
		const marks = '#'.repeat(Math.min(6, level + (line.includes('=') ? 0 : 1)));
		lines[lines.length - 1] = `${marks} ${text.trim()}`;
	} else if (text.trim() === '') lines.push(line);
	else if (line.includes('=')) lines.push(line.replace('=', '\\='));
	else lines.push('', line);
}

const LONGEST = 20_000;
const CODE = /(`+)(?!`)(?:.*?[^`])?\1(?!`)/g;

/** A line whose HTML is text, outside code; links in angle brackets stay links. */
function withoutHtml(line: string): string {
	// In a line longer than anybody writes, looking for code could take for ever.
	if (line.length > LONGEST) return escapeTags(line);
	let at = 0;
	const parts: string[] = [];
	for (const { 0: code, index } of line.matchAll(CODE)) {
		parts.push(escapeTags(line.slice(at, index)), code);
		at = index + code.length;
	}
	return [...parts, escapeTags(line.slice(at))].join('');
}

function escapeTags(text: string): string {
	return text.replaceAll(/(?<!\\)<(?=[a-z/!?])(?!(?:https?|mailto|ftp):[^\s<>]*>)/gi, '\\<');
}

/** Something quoted inside a line: letter by letter, in one line. */
export function quoted(text: string): string {
	return text
		.replaceAll(/\s+/gu, ' ')
		.trim()
		.replaceAll(/[\\`*[\]<|~$]|&(?=#?\w+;)|!(?=\[)/g, '\\$&')
		.replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
		.replace(/^\d+(?=[.)](?:\s|$))|^(?:#{1,6}|[+=-]+)(?=\s|$)|^>/, (mark) =>
			/\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
		)
		.replaceAll(/(?<=https?|ftp):(?=\/\/)|(?<=mailto|xmpp):|(?<=www)\.|@/gi, '\\$&')
		.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}

/** Something quoted as code, in one line: an id, JSON. */
export function code(text: string): string {
	const line = text.replaceAll(/\s+/gu, ' ');
	const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
	const mark = '`'.repeat(longest + 1);
	const pad = longest > 0 ? ' ' : '';
	return line.trim() === '' ? '' : `${mark}${pad}${line}${pad}${mark}`;
}

/** A table of cells that were quoted already; empty where it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	if (rows.length === 0) return '';
	const cell = (text: string): string => text.replaceAll(/(?<!\\)\|/g, '\\|');
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Parts with an empty line between them; empty ones left out. */
export function blocks(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('\n\n');
}

/** A heading of ours. */
export function heading(level: number, text: string): string {
	return `${'#'.repeat(level)} ${text}`;
}
