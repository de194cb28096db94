// Markdown's look while it is written: marks faint, words as they will read. The parser is used directly; lang-markdown would bring the
// parsers of three more languages along.

import {
	defineLanguageFacet,
	HighlightStyle,
	Language,
	languageDataProp,
	syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

/** Parses and colours Markdown; colours are the app's custom properties. */
export function markdownHighlight(): Extension {
	const data = defineLanguageFacet();
	const grammar = parser.configure([GFM, { props: [languageDataProp.add({ Document: data })] }]);
	return [new Language(data, grammar, [], 'markdown'), syntaxHighlighting(look())];
}

function look(): HighlightStyle {
	return HighlightStyle.define([
		{ tag: tags.heading, fontWeight: '600', fontFamily: 'var(--font-ui)' },
		{ tag: tags.strong, fontWeight: '700' },
		{ tag: tags.emphasis, fontStyle: 'italic' },
		{ tag: tags.strikethrough, textDecoration: 'line-through' },
		{ tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.85em' },
		{ tag: tags.quote, color: 'var(--soft)' },
		{ tag: [tags.link, tags.url], color: 'var(--accent)' },
		{ tag: [tags.processingInstruction, tags.labelName, tags.contentSeparator], color: 'var(--faint)' },
	]);
}
