// Lets a page put live parts (an input, a name) into rendered Markdown: the caller replaces each by a slot before parsing, the parser
// carries it through tables and lists, and it comes out as an element with its number. Private-use characters mark a slot, so no text
// that a person types can become markup. Refused: parsing a second grammar inside markdown-it (its marks hold pipes and line breaks).

import type MarkdownIt from 'markdown-it';
import Token from 'markdown-it/lib/token.mjs';

const OPEN = '\ue000';
const CLOSE = '\ue001';
const SLOT = /\ue000(\d+)\ue001/g;

/** The place of part number `index` in a text for `renderMarkdown(text, { slots })`. */
export function slot(index: number): string {
	return `${OPEN}${index}${CLOSE}`;
}

/** Removes what a text may hold that looks like a slot. */
export function withoutSlots(text: string): string {
	return text.replaceAll(OPEN, '').replaceAll(CLOSE, '');
}

/** What is handed to a parse beside the text. */
export interface MarkdownEnv {
	readonly heading: number;
	readonly slots: readonly string[] | undefined;
	/** Lines were broken to fit an editor and not to be seen. */
	readonly wrapped: boolean;
}

/** Turns slots into elements; in code, the written form given in `env.slots` is put back. */
export function slots(md: MarkdownIt): void {
	md.core.ruler.push('slots', (state) => {
		const { slots: texts } = state.env as MarkdownEnv; // grammar.ts passes it to every render
		if (texts === undefined) return;
		state.tokens.forEach((token, index) => {
			if (token.type === 'inline') fillInline(token, state.tokens[index - 1], state.tokens[index + 1], texts);
			else if (token.content !== '') token.content = restore(token.content, texts);
		});
	});
	md.renderer.rules['slot'] = (tokens, index) => `<span data-slot="${tokens[index]?.content ?? ''}"></span>`;
}

function restore(content: string, texts: readonly string[]): string {
	return content.replace(SLOT, (_, index: string) => texts[Number(index)] ?? '');
}

function fillInline(
	inline: Token,
	open: Token | undefined,
	close: Token | undefined,
	texts: readonly string[],
) {
	const children = (inline.children ?? []).flatMap((child) => {
		if (child.type === 'text') return split(child, texts.length);
		child.content = restore(child.content, texts);
		for (const [index, [, value]] of (child.attrs ?? []).entries()) {
			const attribute = child.attrs?.[index];
			if (attribute) attribute[1] = restore(decodeSlots(value), texts);
		}
		return [child];
	});
	inline.children = children;
	if (!children.some((child) => child.type === 'slot')) return;
	// A paragraph element may not hold blocks, and a part may be one.
	if (open?.type === 'paragraph_open' && close?.type === 'paragraph_close') {
		open.tag = 'div';
		close.tag = 'div';
		open.attrSet('class', children.length === 1 ? 'slot-alone' : 'paragraph');
		if (open.hidden && children.length === 1) open.hidden = close.hidden = false;
	}
}

function decodeSlots(value: string): string {
	return value.replace(/%EE%80%80(\d+)%EE%80%81/gi, (_, index: string) => slot(Number(index)));
}

function split(text: Token, count: number): Token[] {
	const parts: Token[] = [];
	let from = 0;
	for (const match of text.content.matchAll(SLOT)) {
		const index = Number(match[1]);
		if (index >= count) continue;
		parts.push(piece(text, text.content.slice(from, match.index)));
		const part = piece(text, String(index));
		part.type = 'slot';
		parts.push(part);
		from = match.index + match[0].length;
	}
	if (parts.length === 0) return [text];
	parts.push(piece(text, text.content.slice(from)));
	return parts.filter((part) => part.type === 'slot' || part.content !== '');
}

function piece(from: Token, content: string): Token {
	const made = new Token(from.type, from.tag, from.nesting);
	made.level = from.level;
	made.content = content;
	return made;
}
