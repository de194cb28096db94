// How the words of a cell become HTML. HTML in the text stays text; a line break is a line break (what one sees in the editor is
// what one reads, and Chinese lines joined by spaces would be wrong); headings are demoted below the page's own. Whatever may not be
// shown as a link or a picture keeps its words. Refused: linkify (turns "Fig.2" and file names into links).

import MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import { tex } from '@mdit/plugin-tex';
import { chineseEmphasis } from './chinese-emphasis.ts';
import { isAddress, isLinkAllowed, isPictureAllowed } from './references.ts';
import { slots, withoutSlots, type MarkdownEnv } from './slots.ts';

export interface MarkdownOptions {
	/** Level of a heading written `#`; 4 unless said otherwise. */
	readonly heading?: 2 | 3 | 4 | 5;
	/** What stood where the slots are (see slots.ts), by number. */
	readonly slots?: readonly string[];
	/** For texts from files: a line break after a line as long as an editor's is no line break. In a cell every line break is one. */
	readonly wrapped?: boolean;
}

/** Beyond this many characters a text is shown as it is written: no cell of a notebook is that long, a hostile one may be. */
export const LONGEST = 200_000;

/** A parser for cells. Its HTML holds no element, address or attribute that the text could choose beyond the ones allowed here. */
export function markdownGrammar(): (text: string, options?: MarkdownOptions) => string {
	const md = configured();
	return (text, { heading = 4, slots: written, wrapped = false } = {}) => {
		if (text.length > LONGEST) return `<pre>${escape(text)}</pre>`;
		const env: MarkdownEnv = { heading, slots: written, wrapped };
		return md.render(written === undefined ? withoutSlots(text) : text, env);
	};
}

function configured(): MarkdownIt {
	const md = new MarkdownIt({ html: false, linkify: false, breaks: true, typographer: false });
	md.validateLink = isAddress;
	md.use(chineseEmphasis);
	md.use(tex, { delimiters: 'all', mathFence: true, render: mathPlace });
	md.use(slots);
	md.core.ruler.push('headings', (state) => {
		const { heading } = state.env as MarkdownEnv; // passed to every render, above
		demote(state.tokens, heading);
	});
	md.core.ruler.push('wrapping', (state) => {
		const { wrapped } = state.env as MarkdownEnv;
		if (wrapped) for (const token of state.tokens) if (token.children) unwrap(token.children);
	});
	md.core.ruler.push('tasks', (state) => markTasks(state.tokens));
	md.core.ruler.push('links', (state) => state.tokens.forEach((token) => settleLinks(token.children ?? [])));
	md.renderer.rules['image'] = (tokens, index) => picture(tokens[index]);
	md.renderer.rules['fence'] = (tokens, index) => code(tokens[index]?.content ?? '');
	md.renderer.rules['code_block'] = (tokens, index) => code(tokens[index]?.content ?? '');
	md.renderer.rules['table_open'] = () => '<div class="table-box"><table>';
	md.renderer.rules['table_close'] = () => '</table></div>';
	for (const cell of ['th_open', 'td_open'])
		md.renderer.rules[cell] = (tokens, index) => tableCell(tokens[index]);
	return md;
}

const escape = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function mathPlace(content: string, display: boolean): string {
	const formula = escape(content.trim());
	if (display) return `<div class="math" data-math="display">${formula}</div>`;
	return `<span class="math" data-math="inline">${formula}</span>`;
}

function code(content: string): string {
	return `<pre><code>${escape(content)}</code></pre>`;
}

/** The highest heading a text uses becomes `first`, so that the page's outline has no gap wherever an author began. */
function demote(tokens: readonly Token[], first: number): void {
	const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close');
	const highest = Math.min(...headings.map(({ tag }) => Number(tag.slice(1))));
	for (const token of headings) token.tag = `h${Math.min(6, first + Number(token.tag.slice(1)) - highest)}`;
}

/** Columns of a line from which on a line break may be the editor's; Chinese characters take two. */
const WRAP = 56;
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/;

/** Takes the breaks out that only wrap: after a long line of words, and never beside a live part, which has a line of its own. */
function unwrap(children: Token[]): void {
	let columns = 0;
	let parts = false;
	children.forEach((child, index) => {
		if (child.type === 'softbreak') {
			const next = children.slice(index + 1);
			const end = next.findIndex(({ type }) => type === 'softbreak' || type === 'hardbreak');
			const beside = parts || (end === -1 ? next : next.slice(0, end)).some(({ type }) => type === 'slot');
			if (columns >= WRAP && !beside) join(child, children[index - 1]?.content, children[index + 1]?.content);
			[columns, parts] = [0, false];
		} else if (child.type === 'hardbreak') [columns, parts] = [0, false];
		else if (child.type === 'slot') parts = true;
		else for (const char of child.content) columns += WIDE.test(char) ? 2 : 1;
	});
}

function join(line: Token, before = '', after = ''): void {
	line.type = 'text';
	line.content = WIDE.test(before.at(-1) ?? '') && WIDE.test(after.at(0) ?? '') ? '' : ' ';
}

function tableCell(token: Token | undefined): string {
	const align = /text-align:(left|center|right)/.exec(token?.attrGet('style') ?? '')?.[1];
	return `<${token?.tag ?? 'td'}${align === undefined ? '' : ` class="${align}"`}>`;
}

function markTasks(tokens: Token[]): void {
	tokens.forEach((token, index) => {
		const item = tokens[index - 2];
		const text = token.children?.[0];
		if (token.type !== 'inline' || item?.type !== 'list_item_open' || text?.type !== 'text') return;
		const mark = /^\[([ xX])\](?:\s+|$)/.exec(text.content);
		if (mark === null) return;
		text.content = text.content.slice(mark[0].length);
		item.attrSet('class', mark[1] === ' ' ? 'task' : 'task done');
	});
}

/** Links that lead nowhere allowed keep their words; the others open apart from the notebook. */
function settleLinks(tokens: Token[]): void {
	const open: Token[] = [];
	for (const token of tokens) {
		if (token.type === 'link_open') {
			const href = token.attrGet('href') ?? '';
			const allowed = isLinkAllowed(href);
			if (!allowed) token.tag = 'span';
			token.attrs = allowed ? opensApart(href) : [['class', 'no-link']];
			open.push(token);
		} else if (token.type === 'link_close') token.tag = open.pop()?.tag ?? token.tag;
	}
}

function opensApart(href: string): [string, string][] {
	return [
		['href', href],
		['target', '_blank'],
		['rel', 'noopener noreferrer'],
	];
}

function picture(token: Token | undefined): string {
	const source = token?.attrGet('src') ?? '';
	const words = escape(token?.content ?? '');
	if (isPictureAllowed(source))
		return `<img src="${escape(source)}" alt="${words}" loading="lazy" decoding="async">`;
	const label = words === '' ? escape(decoded(source)) : words;
	if (!isLinkAllowed(source))
		return `<span class="picture" title="${escape(decoded(source))}">${label}</span>`;
	return `<a class="picture" href="${escape(source)}" target="_blank" rel="noopener noreferrer">${label}</a>`;
}

function decoded(source: string): string {
	try {
		return decodeURI(source);
	} catch {
		return source; // shown as it is written
	}
}
