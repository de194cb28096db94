// A worked example as plain data: what was written, offered, measured and skipped, round by round. The structure of a path is written once
// and takes its words as an argument, so both languages have the same rounds, numbers and versions by construction. Refused: finished
// Yjs documents or exports as fixtures (they would carry ids that are the same on every device, and nobody could review their prose).

import type { Json } from '#lib/core/json/json.ts';
import type { RecordData } from '#lib/core/record/record.ts';

/** Words of one cell: a person's own, a proposal that was accepted (perhaps with one passage changed), or none, with the reason. */
export type Words =
	| { readonly own: string }
	| {
			readonly offered: string;
			readonly thought: string | null;
			/** A passage of the proposal and what a person put in its place after accepting. */
			readonly edited?: { readonly passage: string; readonly instead: string };
	  }
	| { readonly skipped: string };

export type Values = { readonly [field: string]: Json };

/** Initial values: a person's own, accepted ones of a proposal (some changed), or none, with the reason. */
export type InitialValues =
	| { readonly own: Values }
	| { readonly offered: Values; readonly thought: string; readonly changed?: Values }
	| { readonly skipped: string };

export interface Round {
	/** Names the round inside its script; stage ids are made when it is built. */
	readonly key: string;
	/** The round it follows; 'start' is the preparation. */
	readonly after: string;
	readonly choice: number | 'end';
	/** Epoch milliseconds at which the round was begun. */
	readonly at: number;
	/** Why the model of the example proposed this protocol; the person accepted. */
	readonly proposed?: string;
	/** False for a branch beside the line that goes on. */
	readonly onLine: boolean;
	readonly branch?: string;
	readonly values?: InitialValues;
	/** Versions in order: each later one corrects the one before. */
	readonly versions?: readonly RecordData[];
	readonly phased?: Words;
	readonly final?: Words;
	readonly note?: string;
}

export interface PathScript {
	readonly title: string;
	/** Epoch milliseconds at which the path was made. */
	readonly at: number;
	readonly goal: Words;
	readonly strategy: Words;
	readonly rounds: readonly Round[];
}

/** Dates of a story told backwards from the day it is added; times are UTC. */
export interface Calendar {
	/** Epoch milliseconds, `days` before, at "HH:MM". */
	instant(days: number, time: string): number;
	/** "YYYY-MM-DD", `days` before. */
	date(days: number): string;
	/** RFC 3339, `days` before, at "HH:MM". */
	moment(days: number, time: string): string;
}

/** A step or check that was ticked, without a remark. */
export const ticked = { checked: true, annotation: '' };

const DAY = 86_400_000;

/** A calendar counted from `now` (epoch milliseconds). */
export function calendarOf(now: number): Calendar {
	const date = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 10);
	const moment = (days: number, time: string) => `${date(days)}T${time}:00Z`;
	return { date, moment, instant: (days, time) => Date.parse(moment(days, time)) };
}
