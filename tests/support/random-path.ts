// Random paths for property tests and fuzzing: one to three people edit replicas of one path, and of its records, by the named edits of the
// core, meet now and then, and all meet in the end. A move is data, so that fast-check can shrink it; it picks what it acts on among what is
// there. "Damage" writes what a hostile or newer peer could write. Deterministic: the same moves give the same documents.

import * as Y from 'yjs';
import { barePath } from '#lib/core/path/bare-path.ts';
import { editText, reopenCell, setCell, showVariant, skipCell } from '#lib/core/path/cell-edits.ts';
import { cellHash } from '#lib/core/path/content.ts';
import { createPath } from '#lib/core/path/create.ts';
import { mapsOf, type Who } from '#lib/core/path/document.ts';
import {
	addRow,
	clearField,
	deleteRow,
	setField,
	setResearchable,
	setRowField,
} from '#lib/core/path/field-edits.ts';
import { addLog, reopenPath, reviseStrategy } from '#lib/core/path/log-edits.ts';
import { keep, setTitle, upgradeDefinition } from '#lib/core/path/meta-edits.ts';
import {
	cellId,
	partsOf,
	PersonId,
	StageId,
	type ProposalId,
	type RecordId,
	type Variant,
} from '#lib/core/path/names.ts';
import { acceptProposal, offerProposal } from '#lib/core/path/proposal-edits.ts';
import { readPath } from '#lib/core/path/read.ts';
import { clearRecord, moveRecord, referRecord } from '#lib/core/path/reference-edits.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { chooseLine, deleteStage, goOn, nameBranch, restoreStage } from '#lib/core/path/stage-edits.ts';
import { readRecord, type RecordSnapshot } from '#lib/core/record/document.ts';
import { damage, KINDS, PATH_ID, proposed, RANDOM_DEFINITION, type Move } from './random-moves.ts';
import { addDraftRow, setDraft, submit } from '#lib/core/record/edits.ts';

/** Moves that pick their cell among those with proposals. */
const ABOUT_PROPOSALS: ReadonlySet<string> = new Set(['accept', 'editProposal', 'showVariant']);

/** One person's device. */
export interface Actor {
	readonly who: Who;
	readonly doc: Y.Doc;
	readonly records: Map<RecordId, Y.Doc>;
}

export interface PlayedPath {
	readonly doc: Y.Doc;
	readonly snapshot: PathSnapshot;
	readonly records: ReadonlyMap<RecordId, RecordSnapshot>;
}

/** Plays moves on fresh replicas, lets all meet, and returns what everybody sees. */
export function playPath(moves: readonly Move[]): PlayedPath {
	const game = new Game();
	for (const move of moves) game.play(move);
	game.meet();
	const [first] = game.actors;
	if (!first) throw new Error('somebody plays');
	return { doc: first.doc, snapshot: readPath(first.doc, PATH_ID), records: readRecords(first.records) };
}

/** The records of one device, read. */
export function readRecords(records: ReadonlyMap<RecordId, Y.Doc>): ReadonlyMap<RecordId, RecordSnapshot> {
	return new Map([...records].map(([id, doc]) => [id, readRecord(doc, id)]));
}

/** Replicas of one path in the hands of three people. */
export class Game {
	readonly actors: readonly Actor[];
	#ids = 0;

	constructor() {
		const names = ['ada', 'ben', 'cai'];
		this.actors = names.map((name, index) => {
			const doc = new Y.Doc();
			doc.clientID = 101 + index;
			const person = { member: `${name}-key`, name, colour: '#336699' };
			return {
				who: { by: PersonId.parse(name), at: 1_700_000_000_000 + index, person },
				doc,
				records: new Map(),
			};
		});
		const [maker] = this.actors;
		if (!maker) throw new Error('somebody plays');
		createPath(maker.doc, {
			title: 'Peat',
			definition: RANDOM_DEFINITION,
			stage: StageId.parse(this.#id()),
			who: maker.who,
		});
		this.meet();
	}

	/** Brings all replicas to the same state. */
	meet(): void {
		for (const from of this.actors) {
			for (const to of this.actors) {
				if (from === to) continue;
				send(from.doc, to.doc);
				for (const [id, record] of from.records) send(record, this.#record(to, id));
			}
		}
	}

	/** Makes one move; edits that are refused change nothing. */
	play(move: Move): void {
		const actor = this.actors[move.actor % this.actors.length];
		if (!actor) return;
		if (move.kind === 'meet') this.meet();
		else this.#edit(actor, move);
	}

	#id(): string {
		this.#ids += 1;
		return `01890000-0000-7000-8000-${this.#ids.toString(16).padStart(12, '0')}`;
	}

	#record(actor: Actor, id: RecordId): Y.Doc {
		const known = actor.records.get(id) ?? new Y.Doc();
		if (!actor.records.has(id)) known.clientID = actor.doc.clientID;
		actor.records.set(id, known);
		return known;
	}

	#edit(actor: Actor, move: Move): void {
		const { doc, who } = actor;
		const { text, value: data } = move;
		const [a, b, c] = move.picks;
		const path = readPath(doc, PATH_ID);
		const stages = [...path.stages.keys()].sort();
		const about = ABOUT_PROPOSALS.has(move.kind) ? [...path.proposalsOf.keys()].sort() : [];
		const cell = about.length > 0 ? pick(about, a) : cellId(pick(stages, a), pick(KINDS, b));
		const stage = partsOf(cell).stage;
		const own = barePath(doc);
		const proposals = own.proposalsOf.get(cell) ?? [];
		const proposal: ProposalId | undefined = proposals.length > 0 ? pick(proposals, c) : undefined;
		const variant: Variant = c % 2 === 0 ? 'own' : (proposal ?? 'own');
		const field = pick(['heat', 'mass', 'layers', 'a/b%c'], b);
		const rows = [...(own.fields(stage, variant).rows.get('layers') ?? [])];
		const logged = { logId: this.#id(), reason: text };
		switch (move.kind) {
			case 'goOn': {
				const from = own.proposalsOf.get(cellId(stage, 'next'))?.[0];
				const choice = b % 6 === 5 ? 'end' : b % 3;
				const more = { ...(c % 3 === 0 && from ? { from } : {}), ...(c % 5 === 0 ? logged : {}) };
				return void goOn(
					doc,
					{ parent: stage, stage: StageId.parse(this.#id()), choice, choose: c % 2 === 0, ...more },
					who,
				);
			}
			case 'chooseLine':
				return void chooseLine(doc, stage, pick(stages, b), who);
			case 'nameBranch':
				return void nameBranch(doc, stage, text, b % 2 === 0, who);
			case 'deleteStage':
				return void deleteStage(doc, stage, who);
			case 'restoreStage':
				return void restoreStage(doc, stage, who);
			case 'setCell':
				return void setCell(doc, cell, c % 4 === 0 ? 'open' : 'done', who);
			case 'skipCell':
				return void skipCell(doc, cell, logged, who);
			case 'reopenCell':
				return void reopenCell(doc, cell, logged, who);
			case 'showVariant':
				return void showVariant(doc, cell, variant, who);
			case 'offer':
				return void offerProposal(doc, proposed(cell, text, data, c), who);
			case 'accept':
				return proposal === undefined
					? undefined
					: void acceptProposal(doc, cell, proposal, { seen: cellHash(own, cell) }, who);
			case 'editOwn':
				return void editText(doc, cell, 'own', c, b % 4, text, who);
			case 'editProposal':
				return proposal === undefined ? undefined : void editText(doc, cell, proposal, c, b % 9, text, who);
			case 'setField':
				return void setField(
					doc,
					stage,
					variant,
					field,
					{ value: data, ...(c % 3 === 0 ? { unit: 'g' } : {}) },
					who,
				);
			case 'clearField':
				return void clearField(doc, stage, variant, field, who);
			case 'addRow':
				return void addRow(doc, stage, variant, 'layers', this.#id(), who);
			case 'setRowField':
				return rows.length > 0
					? void setRowField(doc, stage, variant, 'layers', pick(rows, b).id, text || 'x', data, who)
					: undefined;
			case 'deleteRow':
				return rows.length > 0
					? void deleteRow(doc, stage, variant, 'layers', pick(rows, b).id, who)
					: undefined;
			case 'judge':
				return void setResearchable(doc, stage, variant, pick([null, true, false], b), who);
			case 'log': {
				const kind = pick(
					['pause', 'resume', 'finish', 'complete', 'override', 'decision', 'seen-elsewhere'],
					b,
				);
				const undoes = c % 3 === 0 ? [...mapsOf(doc).log.keys()].slice(0, 2) : [];
				const target = kind === 'pause' || kind === 'resume' ? PATH_ID : kind === 'override' ? cell : stage;
				return void addLog(doc, this.#id(), { kind, target, data: { undoes, note: data } }, who);
			}
			case 'reopenPath':
				return void reopenPath(
					doc,
					{ stage, ...logged, undoes: [...mapsOf(doc).log.keys()].slice(0, 3) },
					who,
				);
			case 'revise':
				return void reviseStrategy(doc, { stage, logId: this.#id() }, who);
			case 'upgrade': {
				const protocols = RANDOM_DEFINITION.protocols.map((one) => ({
					...one,
					protocolVersion: `1.0.${c % 3}`,
				}));
				return void upgradeDefinition(doc, { ...RANDOM_DEFINITION, protocols }, { logId: this.#id() }, who);
			}
			case 'title':
				return void setTitle(doc, text, who);
			case 'keep':
				return void keep(
					doc,
					this.#id(),
					{ pointer: '/path_data/x', place: 'path_data', key: `x_${text}`, value: data },
					who,
				);
			case 'damage':
				damage(doc, stage, b, data);
				return;
			default:
				this.#editRecord(actor, stage, move);
				return;
		}
	}

	#editRecord(actor: Actor, stage: StageId, { kind, picks: [, b, c], text, value: data }: Move): void {
		const { doc, who } = actor;
		const entry = readPath(doc, PATH_ID).records.get(stage);
		const id = (typeof entry === 'object' ? entry.record : stage) as string as RecordId; // a stage's id is its record's
		const record = this.#record(actor, id);
		const versions = [...readRecord(record, id).versions.keys()];
		const basedOn = c % 3 === 0 || versions.length === 0 ? null : pick(versions, c);
		const field = pick(['heat', 'mass', 'layers'], b);
		switch (kind) {
			case 'submit': {
				const said = {
					var: { heat: data, mass: b },
					...(c % 2 === 0 ? { step: { dry: { checked: true, annotation: text } } } : {}),
				};
				const by = { author: who.person.member, at: '2026-11-21T16:02:11.000+01:00', zone: 'Europe/Berlin' };
				return void referRecord(doc, stage, submit(record, id, basedOn, said, by, who), who);
			}
			case 'moveRecord':
				return versions.length > 0
					? void moveRecord(doc, stage, pick(versions, b), { logId: this.#id() }, who)
					: undefined;
			case 'clearRecord':
				return void clearRecord(doc, stage, { logId: this.#id(), reason: text, keepEmpty: b % 2 === 0 }, who);
			case 'draft':
				return void setDraft(record, basedOn, 'var', field, data, who);
			case 'draftRow':
				return void addDraftRow(record, basedOn, 'layers', this.#id(), who);
			default:
				return;
		}
	}
}

function send(from: Y.Doc, to: Y.Doc): void {
	Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)), 'link');
}

function pick<T>(list: readonly T[], at: number): T {
	const found = list[at % list.length];
	if (found === undefined) throw new Error('nothing to pick from');
	return found;
}
