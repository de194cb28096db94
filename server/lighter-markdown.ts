// Three packages that markdown-it brings and Pathbook's pages do not need: the table of character names (the browser has it), the finder
// of bare addresses (switched off, see grammar.ts) and the spelling of foreign host names (the browser's URL has it). Together they are
// a quarter of what a page of text would load. Refused: a copy of markdown-it without them, which nobody would keep up to date.

import { join } from 'node:path';
import type { Plugin } from 'vite';

const OURS: Readonly<Record<string, string>> = {
	'linkify-it': 'export default class {}',
	'punycode.js': `export default {
		toASCII: (name) => new URL('http://' + name).hostname,
		toUnicode: (name) => name,
	};`,
};
const ENTITIES = join(import.meta.dirname, '../src/lib/ui/markdown/entities.ts');
const PREFIX = '\0lighter-markdown:';

/** Puts small parts in the place of three that markdown-it imports; other importers keep theirs. */
export function lighterMarkdown(): Plugin {
	return {
		name: 'lighter-markdown',
		enforce: 'pre',
		resolveId(source, importer) {
			if (importer?.includes('/markdown-it/') !== true) return null;
			if (source === 'entities') return ENTITIES;
			return source in OURS ? PREFIX + source : null;
		},
		load(id) {
			return id.startsWith(PREFIX) ? OURS[id.slice(PREFIX.length)] : null;
		},
	};
}
