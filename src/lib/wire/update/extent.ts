// What a room holds, without any of its words: up to where each client's edits are here, and what of them was deleted. That is all a relay
// needs to say what of an update is new (and, with the marks, what would do harm), and it is small enough to keep for hundreds of rooms. Refused: a Y.Doc per room (a hundred times
// the memory, milliseconds instead of microseconds, and it throws).

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Malformed } from '#lib/wire/malformed.ts';
import { writeCut } from './cut-struct.ts';
import { DeleteSet, readDeleted, writeDeleted } from './delete-set.ts';
import { judge, type Judgement } from './judgement.ts';
import { Marks, readMarks } from './marks.ts';
import { Reader } from './reader.ts';
import type { Section } from './section.ts';
import { readVector, writeVector, type StateVector } from './state-vector.ts';
import { Writer } from './writer.ts';

export type News = {
	/** What can be kept now, as one update (v1): the same bytes, no copy, where all of it is new; null where nothing is. */
	readonly fresh: Uint8Array | null;
	/** Whether something in it waits for parts that are not here; it is not part of `fresh`. */
	readonly gap: boolean;
};

/** Forms of a written extent: added, never used again for something else. */
const FORM = 1;

export class Extent {
	readonly vector: StateVector;
	readonly deletes: DeleteSet;
	readonly marks: Marks;

	constructor(vector: StateVector = new Map(), deletes = new DeleteSet(), marks = new Marks()) {
		this.vector = vector;
		this.deletes = deletes;
		this.marks = marks;
	}

	/** What of an update (v1) is new here; takes it in. Malformed: nothing changed. */
	admit(update: Uint8Array): Result<News, Malformed> {
		const judged = judge(update, this);
		if (!judged.ok) return judged;
		const { isNews, isWhole, gap } = judged.value;
		if (!isNews) return ok({ fresh: null, gap });
		this.#take(judged.value);
		return ok({ fresh: isWhole ? update : freshOf(update, judged.value), gap });
	}

	/** Whether an update (v1) holds anything that is not here, or waits for what is not here. Takes nothing in. */
	adds(update: Uint8Array): Result<boolean, Malformed> {
		const judged = judge(update, this);
		return judged.ok ? ok(judged.value.isNews || judged.value.gap) : judged;
	}

	#take({ sections, deletes }: Judgement): void {
		for (const { client, taken, reached, gone, marks } of sections) {
			if (taken > 0) this.vector.set(client, reached);
			if (gone !== null) this.deletes.addRanges(client, gone);
			for (let i = 0; i < marks.length; i += 2) this.marks.add(client, marks[i] ?? 0, marks[i + 1] ?? 0);
		}
		for (const { client, ranges } of deletes) this.deletes.addRanges(client, ranges);
	}
}

function freshOf(update: Uint8Array, { sections, deletes }: Judgement): Uint8Array {
	const taken = sections.filter((section) => section.taken > 0);
	const writer = new Writer(update.length + 16);
	writer.uint(taken.length);
	for (const section of taken) writeSection(writer, update, section);
	writeDeleted(writer, deletes);
	return writer.written();
}

function writeSection(writer: Writer, update: Uint8Array, section: Section): void {
	const { client, taken, fromClock, known, from, to } = section;
	writer.uint(taken);
	writer.uint(client);
	writer.uint(fromClock);
	if (known === 0) writer.bytes(update, from, to);
	else {
		const end = writeCut(writer, update, from, client, fromClock - known, known);
		writer.bytes(update, end, to);
	}
}

/** Writes an extent to be kept: a form number, its state vector, its deletions, its marks. */
export function writeExtent(extent: Extent): Uint8Array {
	const writer = new Writer(64 + 10 * extent.vector.size);
	writer.uint(FORM);
	writeVector(writer, extent.vector);
	extent.deletes.write(writer);
	extent.marks.write(writer);
	return writer.written();
}

/** Reads a written extent. Codes: unknown_form, and those of a state vector and of deletions. */
export function readExtent(bytes: Uint8Array): Result<Extent, Malformed> {
	const reader = new Reader(bytes);
	if (reader.uint() !== FORM) reader.fail('unknown_form', 0);
	const vector = readVector(reader);
	const deletes = new DeleteSet();
	for (const { client, ranges } of readDeleted(reader)) deletes.addRanges(client, ranges);
	const marks = readMarks(reader);
	if (reader.at < bytes.length) reader.fail('bytes_behind');
	return reader.fault === null ? ok(new Extent(vector, deletes, marks)) : err(reader.fault);
}

/** What the updates (v1) of a log hold, in their order. Code `gap` where one waits for others; `at` counts over all of their bytes. */
export function extentOf(updates: readonly Uint8Array[]): Result<Extent, Malformed> {
	const extent = new Extent();
	let before = 0;
	for (const update of updates) {
		const news = extent.admit(update);
		if (!news.ok) return err({ code: news.error.code, at: before + news.error.at });
		if (news.value.gap) return err({ code: 'gap', at: before });
		before += update.length;
	}
	return ok(extent);
}
