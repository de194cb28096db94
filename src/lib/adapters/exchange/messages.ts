// What the page and its worker say to each other: one job per worker, so nothing needs a number. Both come from one build; still a message
// is looked at before it is believed, because a worker's file may come out of another version's cache.

import type { NamedBytes } from '#lib/core/exchange/files.ts';
import type {
	ReadOptions,
	ReadOutcome,
	ReadProgress,
	Supplies,
	Wanted,
	WriteJob,
	WriteOutcome,
} from '#lib/ports.ts';

/** From the page. */
export type Order =
	| { readonly type: 'read'; readonly files: readonly NamedBytes[]; readonly options: ReadOptions }
	| { readonly type: 'write'; readonly job: WriteJob }
	| { readonly type: 'supplies'; readonly supplies: Supplies };

/** From the worker. */
export type Answer =
	| { readonly type: 'progress'; readonly at: ReadProgress }
	| { readonly type: 'wanted'; readonly wanted: Wanted }
	| { readonly type: 'done'; readonly outcome: ReadOutcome | WriteOutcome }
	| { readonly type: 'failed'; readonly detail: string };

const ANSWERS = ['progress', 'wanted', 'done', 'failed'];

/** The message as an answer; undefined where it is none of ours. */
export function answerOf(message: unknown): Answer | undefined {
	if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
	// Its name says what else is in it: both sides are compiled from the types above.
	return ANSWERS.includes(String(message.type)) ? (message as Answer) : undefined;
}

/** The buffers that are handed over, not copied: those of whole arrays, each once. */
export function buffersIn(arrays: readonly Uint8Array[]): ArrayBuffer[] {
	const whole = arrays.filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
	return [...new Set(whole.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}
