// Plays a script into documents of its own, act by act, with the same edits a person makes. The documents are made apart from the open ones
// and handed over as updates: their Yjs client then belongs to the person of the example, and what the reader writes later in the same
// session is their own. Refused: writing the maps directly (the example would not notice when the edits change).

import * as Y from 'yjs';
import type { Json } from '#lib/core/json/json.ts';
import { editText, setCell, skipCell } from '#lib/core/path/cell-edits.ts';
import { cellHash } from '#lib/core/path/content.ts';
import { createPath } from '#lib/core/path/create.ts';
import type { Who } from '#lib/core/path/document.ts';
import type { Definition, Person, Proposal } from '#lib/core/path/entries.ts';
import { setField, setResearchable } from '#lib/core/path/field-edits.ts';
import {
	cellId,
	PersonId,
	type ProposalId,
	RecordId,
	StageId,
	type CellId,
	type Variant,
	type VersionUid,
} from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { moveRecord, referRecord } from '#lib/core/path/reference-edits.ts';
import { goOn, nameBranch } from '#lib/core/path/stage-edits.ts';
import { submit } from '#lib/core/record/edits.ts';
import type { Result } from '#lib/core/result.ts';
import type { PathScript, Round, Values, Words } from './script.ts';

/** Who wrote the example: nobody of this lab. */
export interface ExamplePerson {
	readonly name: string;
	readonly colour: string;
}

/** The model named behind every proposal of an example. */
export const EXAMPLE_MODEL = 'example';

const MINUTE = 60_000;

export interface BuiltDocument {
	readonly id: string;
	/** The whole document as a Yjs update, version 1. */
	readonly update: Uint8Array;
}

export interface BuiltPath {
	readonly path: BuiltDocument;
	readonly records: readonly BuiltDocument[];
}

/** Makes the documents of one worked path. `newId` gives UUIDv7s. */
export function buildPath(
	script: PathScript,
	definition: Definition,
	example: string,
	{ newId, person }: { readonly newId: () => string; readonly person: ExamplePerson },
): BuiltPath {
	const player = new Player(newId, { member: EXAMPLE_MODEL, ...person });
	player.play(script, definition, example);
	return player.finish();
}

class Player {
	readonly #newId: () => string;
	readonly #person: Person;
	readonly #doc = new Y.Doc();
	readonly #records = new Map<string, Y.Doc>();
	readonly #stages = new Map<string, StageId>();
	#now = 0;

	constructor(newId: () => string, person: Person) {
		this.#newId = newId;
		this.#person = person;
	}

	play(script: PathScript, definition: Definition, example: string): void {
		this.#now = script.at;
		const stage = this.#newStage('start');
		createPath(this.#doc, { title: script.title, definition, stage, who: this.#who(), example });
		this.#write(cellId(stage, 'goal'), script.goal, (goal) => ({ goal }));
		this.#write(cellId(stage, 'strategy'), script.strategy, (strategy) => ({ researchable: true, strategy }));
		if ('own' in script.strategy) done(setResearchable(this.#doc, stage, 'own', true, this.#who()));
		for (const round of script.rounds) this.#round(round);
	}

	finish(): BuiltPath {
		const built = {
			path: { id: this.#newId(), update: Y.encodeStateAsUpdate(this.#doc) },
			records: [...this.#records].map(([id, doc]) => ({ id, update: Y.encodeStateAsUpdate(doc) })),
		};
		for (const doc of [this.#doc, ...this.#records.values()]) doc.destroy();
		return built;
	}

	#round(round: Round): void {
		this.#now = round.at;
		const stage = this.#begin(round);
		if (round.values) this.#values(stage, round.values);
		if (round.versions) this.#record(stage, round.versions);
		const conclusion = (text: string) => ({ conclusion: text });
		if (round.phased) this.#write(cellId(stage, 'phased'), round.phased, conclusion);
		if (round.final) this.#write(cellId(stage, 'final'), round.final, conclusion);
		if (round.note !== undefined) this.#type(cellId(stage, 'note'), 'own', round.note);
	}

	#begin(round: Round): StageId {
		const parent = this.#stages.get(round.after);
		if (parent === undefined) throw new Error(`no round ${round.after} before ${round.key}`);
		const from =
			round.proposed === undefined
				? undefined
				: this.#offer(
						cellId(parent, 'next'),
						round.choice === 'end'
							? { end_path: true, protocol_index: null }
							: { end_path: false, protocol_index: round.choice },
						round.proposed,
					);
		const stage = this.#newStage(round.key);
		const next = { parent, stage, choice: round.choice, choose: round.onLine };
		done(goOn(this.#doc, from === undefined ? next : { ...next, from }, this.#who()));
		if (round.branch !== undefined) done(nameBranch(this.#doc, stage, round.branch, false, this.#who()));
		return stage;
	}

	#values(stage: StageId, values: NonNullable<Round['values']>): void {
		const cell = cellId(stage, 'values');
		if ('skipped' in values) {
			this.#skip(cell, values.skipped);
			return;
		}
		if ('own' in values) {
			this.#fields(stage, 'own', values.own);
			done(setCell(this.#doc, cell, 'done', this.#who()));
			return;
		}
		const id = this.#accept(cell, { values: values.offered }, values.thought);
		if (values.changed) this.#fields(stage, id, values.changed);
	}

	#fields(stage: StageId, variant: Variant, values: Values): void {
		for (const [field, value] of Object.entries(values))
			done(setField(this.#doc, stage, variant, field, { value }, this.#who()));
	}

	#record(stage: StageId, versions: NonNullable<Round['versions']>): void {
		const id = RecordId.parse(stage);
		const doc = new Y.Doc();
		this.#records.set(id, doc);
		let uid: VersionUid | null = null;
		for (const data of versions) {
			const who = this.#who();
			const signed = {
				author: EXAMPLE_MODEL,
				at: new Date(who.at).toISOString().replace('Z', '+00:00'),
				zone: 'Etc/UTC',
			};
			const before = uid;
			uid = submit(doc, id, before, data, signed, who);
			if (before === null) done(referRecord(this.#doc, stage, uid, who));
			else done(moveRecord(this.#doc, stage, uid, { logId: this.#newId() }, who));
		}
		done(setCell(this.#doc, cellId(stage, 'record'), 'done', this.#who()));
	}

	#write(cell: CellId, words: Words, content: (text: string) => Proposal['content']): void {
		if ('skipped' in words) {
			this.#skip(cell, words.skipped);
			return;
		}
		if ('own' in words) {
			this.#type(cell, 'own', words.own);
			done(setCell(this.#doc, cell, 'done', this.#who()));
			return;
		}
		const id = this.#accept(cell, content(words.offered), words.thought);
		if (!words.edited) return;
		const { passage, instead } = words.edited;
		const at = words.offered.indexOf(passage);
		if (at < 0) throw new Error(`not in the proposal: ${passage}`);
		done(editText(this.#doc, cell, id, at, passage.length, instead, this.#who()));
	}

	#type(cell: CellId, variant: Variant, text: string): void {
		done(editText(this.#doc, cell, variant, 0, 0, text, this.#who()));
	}

	#skip(cell: CellId, reason: string): void {
		done(skipCell(this.#doc, cell, { logId: this.#newId(), reason }, this.#who()));
	}

	#accept(cell: CellId, content: Proposal['content'], thought: string | null): ProposalId {
		const id = this.#offer(cell, content, thought);
		const seen = cellHash(readPath(this.#doc, ''), cell);
		done(acceptProposal(this.#doc, cell, id, { seen }, this.#who()));
		return id;
	}

	#offer(cell: CellId, content: { readonly [key: string]: Json }, thought: string | null): ProposalId {
		const proposal: Proposal = {
			cell,
			generationId: this.#newId(),
			content,
			thought,
			numbers: [],
			manifest: null,
			model: EXAMPLE_MODEL,
			prompt: null,
			context: null,
			origin: EXAMPLE_MODEL,
		};
		return done(offerProposal(this.#doc, proposal, this.#who()));
	}

	#newStage(key: string): StageId {
		const id = StageId.parse(this.#newId());
		this.#stages.set(key, id);
		return id;
	}

	/** Each act comes four minutes after the one before. */
	#who(): Who {
		this.#now += 4 * MINUTE;
		return { by: PersonId.parse(EXAMPLE_MODEL), at: this.#now, person: this.#person };
	}
}

/** The examples are ours: an edit that is refused here is a bug. */
function done<T>(result: Result<T, string>): T {
	if (!result.ok) throw new Error(`example: ${result.error}`);
	return result.value;
}
