// Writes a plan into documents. The path is built whole in a document of its own and arrives in one transaction: nobody sees half an import,
// its words carry a client id that is nobody's (an importer did not type them), and what was built is compared with the plan before it
// arrives. Words that began as a proposal are planted like any first edit, so that they merge with one. Refused: named edits (they
// would stamp today's date on a path of last year), undo (an import is removed by deleting the path).

import type * as Y from 'yjs';
import { isObject, type Json, type JsonObject } from '#lib/core/json/json.ts';
import { sameJson } from '#lib/core/json/same.ts';
import { MADE, mapsOf, type Who } from '#lib/core/path/document.ts';
import type { Proposal } from '#lib/core/path/entries.ts';
import { cellOfText, type ProposalId } from '#lib/core/path/names.ts';
import { plantSeeds } from '#lib/core/path/seed.ts';
import { readPath } from '#lib/core/path/read.ts';
import type { PathSnapshot } from '#lib/core/path/snapshot.ts';
import { storable } from '#lib/core/path/storable.ts';
import { documentAside, transplant } from '#lib/core/path/transplant.ts';
import { PLAN_MAPS, SELF, type ImportPlan, type PlannedRecord } from './plan.ts';

export interface Applied {
	/** The new path's own id. */
	readonly id: string;
	readonly who: Who;
	/** SHA-256 of the file, and the id the path had there. */
	readonly importedFrom?: { readonly file: string; readonly id?: string };
}

/** Writes `plan` into an empty document and its records into theirs, one transaction each. Throws where something would be lost. */
export function applyPlan(
	doc: Y.Doc,
	openRecord: (id: string) => Y.Doc,
	plan: ImportPlan,
	{ id, importedFrom }: Applied,
): void {
	if (mapsOf(doc).meta.size > 0) throw new Error('a plan is applied to a document of its own');
	const built = buildPath(plan, id);
	if (importedFrom) built.doc.getMap('meta').set('importedFrom', { ...importedFrom });
	for (const record of plan.records) applyRecord(openRecord(record.id), record);
	transplant(built.doc, doc);
}

export interface BuiltPath {
	readonly doc: Y.Doc;
	/** What the document says; also after the document was destroyed. */
	readonly snapshot: PathSnapshot;
}

/** The path of a plan in a document of its own, as `id`. Throws where something of the plan is not in it. */
export function buildPath(plan: ImportPlan, id: string): BuiltPath {
	const doc = documentAside();
	const maps = mapsOf(doc);
	doc.transact(() => {
		for (const [key, value] of Object.entries(plan.meta)) maps.meta.set(key, copied(value));
		for (const name of PLAN_MAPS) {
			for (const [key, value] of Object.entries(plan.maps[name])) {
				maps[name].set(key, copied(name === 'log' ? retargeted(value, SELF, id) : value));
			}
		}
	}, MADE);
	// Read once: the maps say all they will, and words are read live.
	const snapshot = readPath(doc, id);
	plantAll(doc, plan, snapshot);
	doc.transact(() => {
		for (const [name, words] of Object.entries(plan.texts)) write(doc.getText(name), words);
	}, MADE);
	check(snapshot, plan);
	return { doc, snapshot };
}

/** A log entry that targets another id where it targeted `from`. */
export function retargeted(entry: Json, from: string, to: string): Json {
	return isObject(entry) && entry['target'] === from ? { ...entry, target: to } : entry;
}

/** Words under a proposal's name continue from the proposal, which has to be planted outside of a transaction. */
function plantAll(doc: Y.Doc, plan: ImportPlan, snapshot: PathSnapshot): void {
	const seeds = new Map<ProposalId, Proposal>();
	for (const name of Object.keys(plan.texts)) {
		const variant = cellOfText(name)?.variant;
		if (variant === undefined || variant === 'own') continue;
		const proposal = snapshot.proposal(variant);
		if (proposal) seeds.set(variant, proposal);
	}
	plantSeeds(doc, seeds);
}

function write(text: Y.Text, words: string): void {
	const before = text.toString();
	if (before === words) return;
	text.delete(0, before.length);
	text.insert(0, words);
}

function check(snapshot: PathSnapshot, plan: ImportPlan): void {
	for (const name of PLAN_MAPS) {
		const stored = snapshot.raw(name);
		for (const [key, value] of Object.entries(plan.maps[name])) {
			const wanted = name === 'log' ? retargeted(value, SELF, snapshot.id) : value;
			if (!sameJson(stored.get(key) ?? null, wanted)) throw new Error(`lost: ${name}/${key}`);
		}
	}
	for (const [name, words] of Object.entries(plan.texts)) {
		const text = cellOfText(name);
		if (!text || (snapshot.text(text.cell, text.variant) ?? '') !== words) throw new Error(`lost: ${name}`);
	}
}

/** A record of a plan in a document of its own. */
export function buildRecord(record: PlannedRecord): Y.Doc {
	const doc = documentAside();
	applyRecord(doc, record);
	return doc;
}

/** Adds versions and draft entries that are not there yet. Versions are named by their content; a draft that somebody goes on with stays theirs. */
function applyRecord(doc: Y.Doc, { versions, draft }: PlannedRecord): void {
	doc.transact(() => {
		add(doc.getMap('versions'), versions);
		add(doc.getMap('draft'), draft);
	}, MADE);
}

function add(map: Y.Map<unknown>, entries: JsonObject): void {
	for (const [key, value] of Object.entries(entries)) if (!map.has(key)) map.set(key, copied(value));
}

function copied(value: Json): Json {
	const copy = storable(value);
	if (!copy) throw new Error('a plan holds only what can be stored');
	return copy.value;
}
