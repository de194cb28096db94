// What an AIMD text marks: fields, steps, checks, references, and its fenced blocks. Offsets are kept, so that a view can put a form where
// the mark stands. A broken mark is listed, the rest is read; a mark of an unknown kind is kept among the references under its kind.

import { fault, type Fault } from '#lib/core/json/fault.ts';
import type { Json } from '#lib/core/json/json.ts';
import { placeFinder } from '#lib/core/json/place.ts';
import type { Fence } from './fences.ts';
import { split, type Range } from './literal.ts';
import {
	levelOf,
	readHead,
	readOption,
	readVar,
	type Complain,
	type MarkFaultCode,
	type VarContent,
} from './mark-content.ts';
import { scanMarks, type RawMark } from './mark-scan.ts';
import type { CheckMark, QuizMark, StepMark } from './protocol.ts';

export type MarkFault = Fault<MarkFaultCode>;

export interface VarMark extends Range, VarContent {
	/** The words before the mark on its line, or in the table cell before it; without bullets, emphasis and colon. */
	readonly label: string;
	/** The text around the mark on its line, verbatim, at most 200 characters each. */
	readonly before: string;
	readonly after: string;
}

export interface RefMark extends Range {
	/** `ref_var`, `ref_step`, `ref_fig`, `cite` … or a kind we do not know. */
	readonly kind: string;
	readonly id: string;
}

export interface Marks {
	readonly vars: readonly VarMark[];
	readonly steps: readonly (StepMark & Range)[];
	readonly checks: readonly (CheckMark & Range)[];
	readonly refs: readonly RefMark[];
	readonly quizzes: readonly (QuizMark & Range)[];
	/** Every fenced block, quizzes included. */
	readonly blocks: readonly Fence[];
	readonly faults: readonly MarkFault[];
}

const AROUND = 200;

/** Reads all marks of an AIMD text; never fails. */
export function readMarks(markdown: string): Marks {
	const { marks, fences } = scanMarks(markdown);
	const place = placeFinder(markdown);
	const faults: MarkFault[] = [];
	const complain: Complain = (code, offset, data) =>
		void faults.push(fault(code, { at: place(offset), data }));
	const reader = new MarkReader(markdown, complain);
	marks.forEach((mark, at) =>
		reader.take(mark, marks[at - 1]?.end ?? 0, marks[at + 1]?.start ?? markdown.length),
	);
	const quizzes = fences.filter(({ kind }) => kind === 'quiz').flatMap((block) => readQuiz(block, complain));
	const { vars, steps, checks, refs } = reader;
	return { vars, steps, checks, refs, quizzes, blocks: fences, faults };
}

class MarkReader {
	readonly vars: VarMark[] = [];
	readonly steps: (StepMark & Range)[] = [];
	readonly checks: (CheckMark & Range)[] = [];
	readonly refs: RefMark[] = [];
	readonly #known = new Set<string>();
	readonly #text: string;
	readonly #complain: Complain;

	constructor(text: string, complain: Complain) {
		this.#text = text;
		this.#complain = complain;
	}

	take(mark: RawMark, previous: number, next: number): void {
		const { kind, start, content } = mark;
		if (mark.broken) {
			this.#complain('broken_mark', start, {
				found: this.#text.slice(start, Math.min(mark.end, start + 60)),
			});
			return;
		}
		if (kind === 'var' || kind === 'var_table') this.#takeVar(mark, previous, next);
		else if (kind === 'step' || kind === 'check') this.#takeStep(mark);
		else
			for (const { start: from, end } of split(this.#text, content, ',') ?? [])
				if (from < end) this.refs.push({ kind, id: this.#text.slice(from, end), start, end: mark.end });
	}

	#isNew(section: string, id: string, offset: number): boolean {
		const key = `${section} ${id}`;
		if (this.#known.has(key)) this.#complain('double_id', offset, { id });
		return !this.#known.has(key) && Boolean(this.#known.add(key));
	}

	#takeVar(mark: RawMark, previous: number, next: number): void {
		const content = readVar(this.#text, mark.content, this.#complain);
		if (!content || !this.#isNew('var', content.id, mark.start)) return;
		const before = lineBefore(this.#text, mark.start, previous);
		const after = lineAfter(this.#text, mark.end, next);
		const columns = mark.kind === 'var_table' ? (content.columns ?? []) : content.columns;
		this.vars.push({
			...content,
			columns,
			start: mark.start,
			end: mark.end,
			before,
			after,
			label: labelOf(before) || labelAbove(this.#text, mark.start, previous),
		});
	}

	#takeStep(mark: RawMark): void {
		const text = this.#text;
		const head = readHead(text, mark.content, this.#complain);
		if (!head || !this.#isNew(mark.kind, head.id, mark.start)) return;
		const options = new Map<string, Json>();
		for (const [key, range] of head.options) readOption(text, head.id, key, range, this.#complain, options);
		const range = { start: mark.start, end: mark.end };
		const said = options.get('title') ?? wordsAfter(text, mark.end);
		const message = options.get('checked_message');
		if (mark.kind === 'check') {
			const words = typeof said === 'string' && said !== '' ? said : message;
			this.checks.push({ id: head.id, message: typeof words === 'string' ? words : '', ...range });
			return;
		}
		this.steps.push({
			id: head.id,
			level: levelOf(text, head),
			checkable: options.get('check') === true || typeof message === 'string',
			title: typeof said === 'string' ? said : '',
			duration: textOf(options.get('duration')),
			...range,
		});
	}
}

function textOf(value: Json | undefined): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function lineBefore(text: string, at: number, previous: number): string {
	const near = text.slice(Math.max(previous, at - AROUND), at);
	return near.slice(Math.max(near.lastIndexOf('\n'), near.lastIndexOf('\r')) + 1);
}

function lineAfter(text: string, at: number, next: number): string {
	return /^[^\r\n]*/.exec(text.slice(at, Math.min(next, at + AROUND)))?.[0] ?? '';
}

/** The words of the rest of the line (at most 300 characters), marks in it by their ids. */
function wordsAfter(text: string, at: number): string {
	const line = /^[^\r\n]*/.exec(text.slice(at, at + 300))?.[0] ?? '';
	const stop = line.search(/\{\{\s*(?:step|check)\s*\|/);
	return (stop < 0 ? line : line.slice(0, stop))
		.replace(/\{\{\s*\w+\s*\|\s*([^\s,:=}]+)[^}]*(?:\}\}|$)/g, '$1')
		.trim();
}

/** A mark alone on its line is named by the line above that ends with a colon. */
function labelAbove(text: string, at: number, previous: number): string {
	const near = text.slice(Math.max(previous, at - AROUND), at);
	const line = /(?:^|[\r\n])([^\r\n]+[:：])[*_ \t]*[\r\n]\s*$/.exec(near)?.[1] ?? '';
	return /^\s*#/.test(line) ? '' : labelOf(line);
}

function labelOf(before: string): string {
	const cells = before.split('|').map((cell) => cell.trim());
	const words = cells.findLast((cell) => cell !== '') ?? '';
	return words
		.replace(/^(?:[-*+]|\d+[.)]|>|#+)\s+/, '')
		.replace(/[*_`]+/g, (found) => (found === '_' ? found : ''))
		.replace(/\s*[:：=]\s*$/, '')
		.trim();
}

/** The three keys we show, read line by line: a page without the YAML parser can list a quiz. The YAML itself is kept. */
function readQuiz(block: Fence, complain: Complain): (QuizMark & Range)[] {
	const id = topKey(block.content, 'id');
	if (id === '') complain('missing_id', block.contentStart, { found: 'quiz' });
	if (id === '') return [];
	const { content: source, start, end } = block;
	return [{ id, kind: topKey(source, 'type'), stem: topKey(source, 'stem'), source, start, end }];
}

function topKey(yaml: string, key: string): string {
	const [, value = '', folded = ''] =
		new RegExp(`^${key}:[ \\t]*([^\\r\\n]*)((?:\\r?\\n(?:[ \\t]+[^\\r\\n]*)?)*)`, 'm').exec(yaml) ?? [];
	if (/^[|>][-+\d]*$/.test(value.trim())) return folded.replace(/^[ \t]+/gm, '').trim();
	const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(value);
	return quoted
		? (quoted[1] ?? quoted[2] ?? '').replace(/\\(["\\])/g, '$1')
		: value.replace(/\s+#.*$/, '').trim();
}
