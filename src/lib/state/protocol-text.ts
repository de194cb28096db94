// A protocol's text with live parts where its marks stand. The text between the marks is Markdown and stays as it was written, except for
// what only a browser of HTML would understand (comments, folding) and code that nobody reads to do the work (assigners).
// Refused: forms in an order of their own beside the text; the text says when a thing is measured.

import { readMarks, type VarMark } from '#lib/core/protocol/marks.ts';
import type { CheckMark, Field, ProtocolFields, QuizMark, StepMark } from '#lib/core/protocol/protocol.ts';

/** One thing in the text. `alone` is a field that no words on its line introduce. */
export type Part =
	| {
			readonly kind: 'var';
			readonly id: string;
			readonly field: Field;
			readonly alone: boolean;
			/** The text says the unit already, so the input need not. */
			readonly unitWritten: boolean;
	  }
	/** Room for a remark on a step or check, at the end of its line. */
	| { readonly kind: 'remark'; readonly id: string; readonly of: 'step' | 'check'; readonly title: string }
	| { readonly kind: 'step'; readonly id: string; readonly step: StepMark }
	| { readonly kind: 'check'; readonly id: string; readonly check: CheckMark }
	| { readonly kind: 'quiz'; readonly id: string; readonly quiz: QuizMark }
	| {
			readonly kind: 'name';
			readonly id: string;
			readonly words: string;
			readonly target: string | undefined;
	  };

export interface Written {
	/** Markdown for `renderMarkdown(text, { slots })`; slot n is `parts[n]`. */
	readonly text: string;
	readonly slots: readonly string[];
	readonly parts: readonly Part[];
	/** Fields that the text does not mention. */
	readonly rest: readonly Field[];
}

interface Piece {
	readonly start: number;
	readonly end: number;
	readonly part: Part | undefined;
	readonly block: boolean;
}

/** How a text holds places for live parts (ui/markdown/slots.ts); the text itself must hold none. */
export interface Places {
	slot(index: number): string;
	withoutSlots(text: string): string;
}

const NOWHERE: Places = { slot: () => '', withoutSlots: (text) => text };

/** Takes a protocol's text apart; a mark of an unknown field stays text. */
export function written(markdown: string, fields: ProtocolFields, places: Places): Written {
	const pieces = piecesOf(markdown, fields);
	const texts: string[] = [];
	const parts: Part[] = [];
	const slots: string[] = [];
	let from = 0;
	for (const { start, end, part, block } of pieces) {
		if (start < from) continue;
		texts.push(readable(places.withoutSlots(markdown.slice(from, start))));
		from = end;
		if (part === undefined) continue;
		const place = places.slot(parts.length);
		texts.push(block ? `\n\n${place}\n\n` : part.kind === 'remark' ? ` ${place}` : place);
		slots.push(markdown.slice(start, end));
		parts.push(part);
	}
	texts.push(readable(places.withoutSlots(markdown.slice(from))));
	const known = new Set(parts.flatMap((part) => (part.kind === 'var' ? [part.id] : [])));
	return { text: texts.join(''), slots, parts, rest: fields.vars.filter(({ id }) => !known.has(id)) };
}

/** What is asked for once; remarks and names only stand in the text. */
export type Asked = Exclude<Part, { kind: 'name' | 'remark' }>;

/** Everything a form asks for, in the order of the text; what the text does not mention comes last. */
export function inOrder(markdown: string | null, fields: ProtocolFields): readonly Asked[] {
	const { parts, rest } = written(markdown ?? '', fields, NOWHERE);
	const seen = parts.flatMap((part) => (part.kind === 'name' || part.kind === 'remark' ? [] : [part]));
	const has = (kind: Part['kind'], id: string) => seen.some((part) => part.kind === kind && part.id === id);
	return [
		...seen,
		...rest.map((field) => varPart(field)),
		...fields.steps
			.filter(({ id }) => !has('step', id))
			.map((step) => ({ kind: 'step', id: step.id, step }) as const),
		...fields.checks
			.filter(({ id }) => !has('check', id))
			.map((check) => ({ kind: 'check', id: check.id, check }) as const),
		...fields.quizzes
			.filter(({ id }) => !has('quiz', id))
			.map((quiz) => ({ kind: 'quiz', id: quiz.id, quiz }) as const),
	];
}

/** A field on its own, outside of the text. */
export function varPart(field: Field): Part & { readonly kind: 'var' } {
	return { kind: 'var', id: field.id, field, alone: true, unitWritten: false };
}

function piecesOf(markdown: string, fields: ProtocolFields): readonly Piece[] {
	const marks = readMarks(markdown);
	const [vars, steps] = [byId(fields.vars), byId(fields.steps)];
	const [checks, quizzes] = [byId(fields.checks), byId(fields.quizzes)];
	const quizAt = new Map(marks.quizzes.map(({ start, id }) => [start, quizzes.get(id)]));
	const pieces = [
		...marks.vars.flatMap((mark) => fieldPieces(mark, vars.get(mark.id))),
		...marks.steps.flatMap((mark) => {
			const step = steps.get(mark.id);
			if (step === undefined) return [];
			const remark: Part = { kind: 'remark', id: mark.id, of: 'step', title: step.title || mark.id };
			return [piece(mark, { kind: 'step', id: mark.id, step }), atLineEnd(markdown, mark, remark)];
		}),
		...marks.checks.flatMap((mark) => {
			const check = checks.get(mark.id);
			if (check === undefined) return [];
			const remark: Part = { kind: 'remark', id: mark.id, of: 'check', title: check.message || mark.id };
			return [piece(mark, { kind: 'check', id: mark.id, check }), atLineEnd(markdown, mark, remark)];
		}),
		...marks.refs.map((mark) => piece(mark, named(mark.kind, mark.id, vars, steps))),
		...marks.blocks.flatMap((block) => {
			const quiz = quizAt.get(block.start);
			if (quiz !== undefined) return [piece(block, { kind: 'quiz', id: quiz.id, quiz }, true)];
			return block.kind === 'assigner' ? [piece(block, undefined)] : [];
		}),
	];
	return pieces.toSorted((a, b) => a.start - b.start);
}

function byId<T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> {
	return new Map(list.map((item) => [item.id, item]));
}

function piece({ start, end }: { start: number; end: number }, part: Part | undefined, block = false): Piece {
	return { start, end, part, block };
}

/** A remark on a line with a mark over several lines has no place in the text; the list has one for it. */
function atLineEnd(text: string, { end }: { end: number }, part: Part): Piece {
	const stop = text.slice(end).search(/[\r\n]|$/);
	return { start: end + stop, end: end + stop, part, block: false };
}

function fieldPieces(mark: VarMark, field: Field | undefined): Piece[] {
	if (field === undefined) return [];
	const alone = mark.label === '';
	const unitWritten = mark.after.trimStart().startsWith(field.unit) || mark.before.includes(field.unit);
	return [piece(mark, { kind: 'var', id: mark.id, field, alone, unitWritten })];
}

function named(
	kind: string,
	id: string,
	vars: ReadonlyMap<string, Field>,
	steps: ReadonlyMap<string, StepMark>,
): Part {
	const field = kind === 'ref_var' ? vars.get(id) : undefined;
	const step = kind === 'ref_step' ? steps.get(id) : undefined;
	const target = field !== undefined ? id : step !== undefined ? `step/${id}` : undefined;
	return { kind: 'name', id, words: field?.title ?? (step?.title || id), target };
}

function readable(text: string): string {
	return text
		.replace(/<!--[\s\S]*?-->/g, '')
		.replace(/<summary>\s*([\s\S]*?)\s*<\/summary>/gi, '**$1**')
		.replace(/^[ \t]*<\/?details(?:\s+open)?>[ \t]*$/gim, '');
}
