// The options of a question, read line by line from its block as far as that is plain: a page need not load a YAML parser to offer A, B and
// C. Anything deeper stays in the block and the answer is free.

import type { QuizMark } from '#lib/core/protocol/protocol.ts';

export interface QuizOptions {
	/** What may be answered; empty where the answer is free. */
	readonly keys: readonly string[];
	/** "A: 4 °C" … as a reader sees them. */
	readonly lines: readonly string[];
	readonly several: boolean;
}

/** Options of `choice` and `true_false` questions; none for the others. */
export function optionsOf(quiz: QuizMark): QuizOptions {
	const source = typeof quiz.source === 'string' ? quiz.source : '';
	const several = /^mode:\s*["']?multiple/m.test(source);
	if (quiz.kind !== 'choice' && quiz.kind !== 'true_false') return { keys: [], lines: [], several };
	const block = /^options:[ \t]*\r?\n((?:[ \t]+[^\r\n]*\r?\n?|\r?\n)*)/m.exec(source)?.[1] ?? '';
	const indent = /^([ \t]+)-/m.exec(block)?.[1] ?? '';
	const items = block.split(new RegExp(`^${indent}-`, 'm')).slice(1);
	const read = items.flatMap((item) => {
		const key = scalar(/(?:^|\n)\s*key:[ \t]*([^\r\n]*)/.exec(item)?.[1]);
		const text = scalar(/(?:^|\n)\s*text:[ \t]*([^\r\n]*)/.exec(item)?.[1]);
		return key === '' ? [] : [{ key, line: text === '' || text === key ? key : `${key}: ${text}` }];
	});
	return { keys: read.map(({ key }) => key), lines: read.map(({ line }) => line), several };
}

function scalar(text = ''): string {
	return text.trim().replace(/^(["'])(.*)\1$/, '$2');
}
