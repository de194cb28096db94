// A lint rule: words that people read come from messages/, else one of the two languages misses them and nobody sees it.
// It looks where words show: text in markup, and the attributes that are read out or shown. An element that carries `lang` is
// deliberate (the name of a language in that language), `kbd` and `code` hold keys and code.
// Refused: looking into scripts; there a string is more often a key than a word.

import type { Rule } from 'eslint';

const SHOWN =
	/^(aria-label|aria-description|aria-placeholder|aria-roledescription|alt|title|placeholder|label|description|heading)$/;
const NAMES = new Set(['Pathbook']);

type Node = {
	type: string;
	value?: unknown;
	name?: { name?: string };
	key?: { name?: string };
	parent?: Node | null;
	startTag?: { attributes: Node[] };
	expression?: Node;
	consequent?: Node;
	alternate?: Node;
	quasis?: { value: { raw: string } }[];
};

function isWord(value: unknown): boolean {
	return typeof value === 'string' && !NAMES.has(value.trim()) && /\p{L}/u.test(value);
}

function isDeliberate(node: Node): boolean {
	for (let at: Node | null | undefined = node; at; at = at.parent) {
		if (at.type === 'SvelteStyleElement' || at.type === 'SvelteScriptElement') return true;
		if (at.type !== 'SvelteElement') continue;
		if (['kbd', 'code', 'svg'].includes(at.name?.name ?? '')) return true;
		if (at.startTag?.attributes.some((it) => it.key?.name === 'lang') === true) return true;
	}
	return false;
}

function hasWord(shown: Node | undefined): boolean {
	if (shown === undefined) return false;
	if (shown.type === 'Literal' || shown.type === 'SvelteLiteral') return isWord(shown.value);
	if (shown.type === 'TemplateLiteral') return (shown.quasis ?? []).some((it) => isWord(it.value.raw));
	if (shown.type === 'ConditionalExpression') return hasWord(shown.consequent) || hasWord(shown.alternate);
	return shown.type === 'SvelteMustacheTag' && hasWord(shown.expression);
}

export const wordsAreMessages: Rule.RuleModule = {
	meta: {
		type: 'problem',
		schema: [],
		messages: { word: 'Words people read come from messages/, in both languages.' },
	},
	create(context) {
		const check = (node: unknown): void => {
			const at = node as Node; // svelte-eslint-parser's nodes, of which only the members named above are read
			const attribute = at.type === 'SvelteAttribute';
			if (attribute && !SHOWN.test(at.key?.name ?? '')) return;
			if (!attribute && at.parent?.type === 'SvelteAttribute') return;
			const parts = attribute ? (at.value as Node[]) : [at];
			const found = at.type === 'SvelteText' ? isWord(at.value) : parts.some(hasWord);
			if (found && !isDeliberate(at)) context.report({ node: node as Rule.Node, messageId: 'word' });
		};
		return { SvelteText: check, SvelteAttribute: check, SvelteMustacheTag: check };
	},
};
