// Every word a Markdown export says, handed in by whoever knows the reader's language. What is quoted (titles, names, values) arrives escaped
// already, so a sentence only has to put it in its place. Refused: a table of strings with holes (languages order things differently).

import type { PathStatus } from '#lib/core/flow/status.ts';

/** Who a step is from. */
export type Hand = 'person' | 'model' | 'model-edited';

/** The parts a stage can have, as headings. */
export type Part = 'goal' | 'strategy' | 'values' | 'record' | 'phased' | 'final' | 'note';

export interface MarkdownWords {
	readonly untitled: string;
	readonly part: (part: Part) => string;
	/** A part of a kind this version does not know. */
	readonly otherPart: (kind: string) => string;
	/** A heading with who it is from, such as "Strategy (model, edited)". */
	readonly from: (heading: string, hand: Hand) => string;
	readonly workflow: (title: string, id: string) => string;
	readonly status: (status: PathStatus) => string;
	readonly paused: string;
	readonly begun: (when: string, by: string) => string;
	readonly people: (names: readonly string[]) => string;
	/** How many rounds the line has. */
	readonly rounds: (count: number) => string;
	readonly researchable: (judged: boolean) => string;
	readonly round: (n: number, protocol: string, version: string) => string;
	/** The protocol an index stands for is not known. */
	readonly unknownProtocol: (index: number) => string;
	readonly chosen: (hand: Hand, by: string, when: string) => string;
	/** Chosen without an edge leading there, with the reason given. */
	readonly unreachable: (reason: string) => string;
	readonly end: string;
	readonly ended: (hand: Hand, by: string, when: string) => string;
	readonly skipped: (part: string, reason: string) => string;
	/** What is written here is not marked as done. */
	readonly unfinished: string;
	readonly columns: {
		readonly field: string;
		readonly value: string;
		readonly planned: string;
		readonly id: string;
	};
	readonly yes: string;
	readonly no: string;
	readonly nothing: string;
	/** Stands in a table for a text or table that follows it. */
	readonly below: string;
	readonly version: (label: string, author: string, when: string) => string;
	readonly unknownTime: string;
	readonly unknownPerson: string;
	/** Later versions exist than the one the path refers to. */
	readonly newer: (count: number) => string;
	readonly recordGone: (reason: string) => string;
	readonly recordNotHere: string;
	readonly steps: string;
	readonly checks: string;
	readonly quiz: string;
	/** What a record holds beside its values, under the name it has in the file. */
	readonly otherData: (name: string) => string;
	readonly proposals: string;
	/** How many proposals for a part were changed after they were accepted, and how many were not taken. */
	readonly proposed: (place: string, edited: number, discarded: number) => string;
	/** A part of a round, such as "Round 2, record". */
	readonly place: (n: number, part: string) => string;
	readonly choice: string;
	readonly branches: string;
	readonly branch: (name: string, after: number) => string;
	readonly unnamedBranch: (after: number) => string;
	readonly detached: string;
	readonly inBrief: (round: string, record: string, conclusion: string) => string;
	readonly files: string;
}
