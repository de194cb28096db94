// What one example is made of before anything is parsed. Both languages are loaded on demand: nobody needs both, and most visits none.

import type { Calendar, PathScript } from './script.ts';

export const EXAMPLE_KEYS = ['riffle', 'qpcr', 'kuramoto'] as const;
export type ExampleKey = (typeof EXAMPLE_KEYS)[number];

export type ExampleLanguage = 'en' | 'zh';

export interface ExampleSource {
	readonly key: ExampleKey;
	/** Markdown with one workflow block. */
	readonly workflow: string;
	/** AIMD text of each protocol by its id. */
	readonly protocols: { readonly [protocolId: string]: string };
	/** The worked path, where there is one, told backwards from the calendar's day. */
	readonly path?: (calendar: Calendar) => PathScript;
}

/** The three examples in one language, in the order in which they are shown. */
export async function loadExamples(language: ExampleLanguage): Promise<readonly ExampleSource[]> {
	const { examples } =
		language === 'zh' ? await import('./zh/examples.ts') : await import('./en/examples.ts');
	return examples;
}
