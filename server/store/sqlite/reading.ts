// All that is read, by a connection that cannot write, in plain synchronous calls. Each question sees one state of the file. Opening a room
// reads what its newest snapshot holds and the updates behind it, not the snapshot.

import type { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '#lib/core/result.ts';
import { Extent, readExtent, writeExtent } from '#lib/wire/update/extent.ts';
import { joinUpdates, updateSince } from '#lib/wire/update/join.ts';
import { readStateVector } from '#lib/wire/update/state-vector.ts';
import type { Content, OpenFault, OpenRoom } from '../store.ts';
import { bytesOf } from './folding.ts';
import { KeptRooms, type KeptRoom } from './kept-room.ts';
import { claimedBy, listsOf } from './ruling.ts';
import { detailOf, isDamage } from './trouble.ts';

/** A room's log for folding: its updates in order, the first of them the snapshot `base` where that is not 0. */
export type WholeLog = {
	readonly updates: readonly Uint8Array[];
	readonly seq: number;
	readonly base: number;
	/** Whether folding would change anything. */
	readonly folded: boolean;
	readonly bytes: number;
};

export class Reading {
	readonly #database: DatabaseSync;
	readonly #kept: KeptRooms;

	constructor(database: DatabaseSync) {
		this.#database = database;
		this.#kept = new KeptRooms(database);
	}

	/** What a room holds, without its content. */
	open(name: string): Result<OpenRoom, OpenFault> {
		const empty = { seq: 0, extent: writeExtent(new Extent()), tail: { count: 0, bytes: 0 }, bytes: 0 };
		return this.#room<OpenRoom>(name, empty, 'extent', (room, id) => {
			const extent = room.snapshot === null ? ok(new Extent()) : readExtent(room.snapshot);
			if (!extent.ok) return err(`the extent of snapshot ${room.base} cannot be read`);
			for (const [index, update] of room.tail.entries())
				if (!extent.value.admit(update).ok) return err(`update ${room.base + 1 + index} cannot be read`);
			const tail = { count: room.tail.length, bytes: room.tail.reduce((sum, u) => sum + u.length, 0) };
			const { seq, mended } = room;
			const bytes = bytesOf(this.#database, id);
			const value = { seq, extent: writeExtent(extent.value), tail, bytes };
			return ok(mended === undefined ? value : { ...value, mended });
		});
	}

	/** The content of a room that `since` lacks. */
	content(name: string, since: Uint8Array | null): Result<Content, OpenFault> {
		const empty = { update: joinUpdates([]), seq: 0 };
		return this.#room<Content>(name, empty, 'content', (room) => {
			const whole = joined(room);
			if (!whole.ok) return whole;
			const vector = since === null ? undefined : readStateVector(since);
			const update = vector?.ok ? updateSince(whole.value, vector.value) : whole.value;
			const { seq, mended } = room;
			return ok(mended === undefined ? { update, seq } : { update, seq, mended });
		});
	}

	/** What folding needs. */
	log(name: string): Result<WholeLog, OpenFault> {
		const empty = { updates: [], seq: 0, base: 0, folded: true, bytes: 0 };
		return this.#room<WholeLog>(name, empty, 'content', (room, id) => {
			const { seq, base, mended } = room;
			const folded = room.tail.length === 0 && mended === undefined;
			return ok({ updates: updatesOf(room), seq, base, folded, bytes: bytesOf(this.#database, id) });
		});
	}

	/** All labs that revoked anything, with their lists. Throws what SQLite throws. */
	revoked(): Map<string, { ids: Set<string>; lists: string[] }> {
		const labs = this.#database.prepare('SELECT DISTINCT lab FROM revoked_lists').all();
		return new Map(
			labs.map((row) => {
				const lists = listsOf(this.#database, String(row['lab']));
				const ids = new Set(lists.flatMap((list) => list.ids));
				return [String(row['lab']), { ids, lists: lists.map(({ list }) => list) }];
			}),
		);
	}

	/** Whose relay it is. Throws what SQLite throws. */
	claimed(): string | undefined {
		return claimedBy(this.#database);
	}

	/** Bytes of a lab's rooms. Throws what SQLite throws. */
	labBytes(lab: string): number {
		return Number(this.#database.prepare('SELECT bytes FROM labs WHERE lab = ?').get(lab)?.['bytes'] ?? 0);
	}

	#room<T>(
		name: string,
		empty: T,
		part: 'extent' | 'content',
		use: (room: KeptRoom, id: number) => Result<T, string>,
	): Result<T, OpenFault> {
		try {
			return this.#atOneTime(() => {
				const row = this.#database.prepare('SELECT id, deleted_at FROM rooms WHERE name = ?').get(name);
				if (!row) return ok(empty);
				if (row['deleted_at'] !== null)
					return err({ why: 'deleted', detail: 'the room was deleted for good' });
				const id = Number(row['id']);
				const room = this.#kept.read(id, part);
				const used = room.ok ? use(room.value, id) : room;
				return used.ok ? used : err({ why: 'damaged', detail: used.error });
			});
		} catch (cause) {
			return err({ why: isDamage(cause) ? 'damaged' : 'trouble', detail: detailOf(cause) });
		}
	}

	#atOneTime<T>(read: () => T): T {
		this.#database.exec('BEGIN');
		try {
			return read();
		} finally {
			if (this.#database.isTransaction) this.#database.exec('COMMIT');
		}
	}
}

function updatesOf({ snapshot, tail }: KeptRoom): readonly Uint8Array[] {
	return snapshot === null ? tail : [snapshot, ...tail];
}

function joined(room: KeptRoom): Result<Uint8Array, string> {
	if (room.snapshot !== null && room.tail.length === 0) return ok(room.snapshot);
	try {
		return ok(joinUpdates(updatesOf(room)));
	} catch (cause) {
		return err(detailOf(cause)); // rows are as they were written, but do not make one log
	}
}
