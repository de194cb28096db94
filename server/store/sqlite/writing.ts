// All that is written, by the one connection that writes, in plain synchronous calls: the thread around it adds nothing but messages. What
// cannot be written is an answer and leaves everything as it was; numbers that do not follow are a bug of the caller and are told apart from
// that. Of calls that share a transaction each fails alone where only its own room is at fault. Refused: ON CONFLICT for the log (a number that is
// there already is never an accident one may smooth over).

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { err, ok, type Result } from '#lib/core/result.ts';
import type { StoreTrouble } from '../store.ts';
import { unpacked, type Batch, type Run } from './batch.ts';
import { rowCheck } from './row-check.ts';
import { isDamage, troubleOf } from './trouble.ts';

/** What became of one append; `bug` is thrown at whoever asked. */
export type Outcome = { readonly kept: true } | StoreTrouble | { readonly bug: string };

type Room = { id: number; seq: number; deleted: boolean };

const KEPT: Outcome = { kept: true };
const ROOMS_REMEMBERED = 20_000;

export class Writing {
	readonly #database: DatabaseSync;
	readonly #folder: string;
	readonly #rooms = new Map<string, Room>();
	readonly #find: StatementSync;
	readonly #last: StatementSync;
	readonly #make: StatementSync;
	readonly #insert: StatementSync;
	readonly #weigh: StatementSync;

	constructor(database: DatabaseSync, folder: string) {
		this.#database = database;
		this.#folder = folder;
		this.#find = database.prepare('SELECT id, deleted_at FROM rooms WHERE name = ?');
		this.#last = database.prepare(`SELECT max(
			coalesce((SELECT max(seq) FROM log WHERE room = ?1), 0),
			coalesce((SELECT max(seq) FROM snapshots WHERE room = ?1), 0)) AS seq`);
		this.#make = database.prepare('INSERT INTO rooms (name) VALUES (?)');
		this.#insert = database.prepare('INSERT INTO log (room, seq, crc, content) VALUES (?, ?, ?, ?)');
		this.#weigh = database.prepare(`INSERT INTO labs (lab, bytes) VALUES (?, ?)
			ON CONFLICT (lab) DO UPDATE SET bytes = bytes + excluded.bytes`);
	}

	/** One transaction for all calls of a batch; what became of each. */
	append(batch: Batch): Outcome[] {
		const calls: Run[][] = Array.from({ length: batch.calls }, () => []);
		for (const run of unpacked(batch)) calls[run.call]?.push(run);
		const together = this.#append(calls);
		if (together.ok) return together.value;
		if (calls.length === 1 || !together.error.alone) return calls.map(() => together.error.trouble);
		return calls.map((call) => {
			const alone = this.#append([call]);
			return alone.ok ? (alone.value[0] ?? KEPT) : alone.error.trouble;
		});
	}

	#append(calls: readonly Run[][]): Result<Outcome[], { trouble: StoreTrouble; alone: boolean }> {
		try {
			return ok(
				this.transaction(() => {
					const due = new Map<string, number>();
					const bytes = new Map<string, number>();
					const outcomes = calls.map((call) => {
						const bug = this.#outOfOrder(call, due);
						if (bug !== undefined) return { bug };
						for (const run of call) this.#keep(run, bytes);
						return KEPT;
					});
					for (const [lab, added] of bytes) this.weigh(lab, added);
					return outcomes;
				}),
			);
		} catch (cause) {
			return err({ trouble: troubleOf(cause, this.#folder), alone: isDamage(cause) });
		}
	}

	#outOfOrder(call: readonly Run[], due: Map<string, number>): string | undefined {
		const next = new Map<string, number>();
		for (const { room: name, seq, updates } of call) {
			const room = this.room(name);
			if (room?.deleted) continue;
			const expected = next.get(name) ?? due.get(name) ?? (room?.seq ?? 0) + 1;
			if (seq !== expected) return `entry ${seq} of ${name} came where ${expected} was due`;
			next.set(name, seq + updates.length);
		}
		for (const [name, seq] of next) due.set(name, seq);
		return undefined;
	}

	#keep({ room: name, seq, updates }: Run, bytes: Map<string, number>): void {
		const room = this.room(name) ?? this.makeRoom(name);
		if (room.deleted) return;
		let number = seq;
		let added = 0;
		for (const update of updates) {
			this.#insert.run(room.id, number, rowCheck(update, number), update);
			number += 1;
			added += update.length;
		}
		room.seq = number - 1;
		const lab = labOf(name);
		bytes.set(lab, (bytes.get(lab) ?? 0) + added);
	}

	/** Runs in one transaction, which is undone where it throws. */
	transaction<T>(act: () => T): T {
		this.#database.exec('BEGIN IMMEDIATE');
		try {
			const value = act();
			this.#database.exec('COMMIT');
			return value;
		} catch (cause) {
			this.#rooms.clear(); // some of what is remembered was undone
			if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
			throw cause;
		}
	}

	/** What is known of a room, if it was ever written or deleted. */
	room(name: string): Room | undefined {
		const remembered = this.#rooms.get(name);
		if (remembered) return remembered;
		const row = this.#find.get(name);
		if (!row) return undefined;
		const id = Number(row['id']);
		const room = { id, seq: Number(this.#last.get(id)?.['seq']), deleted: row['deleted_at'] !== null };
		return this.#remember(name, room);
	}

	/** Makes the row of a room that has none. */
	makeRoom(name: string): Room {
		const id = Number(this.#make.run(name).lastInsertRowid);
		return this.#remember(name, { id, seq: 0, deleted: false });
	}

	/** Adds to the bytes of a lab. */
	weigh(lab: string, bytes: number): void {
		this.#weigh.run(lab, bytes);
	}

	/** Forgets what is remembered of a room that changes otherwise than by appending. */
	forget(name: string): void {
		this.#rooms.delete(name);
	}

	#remember(name: string, room: Room): Room {
		if (this.#rooms.size >= ROOMS_REMEMBERED) this.#rooms.clear();
		this.#rooms.set(name, room);
		return room;
	}
}

/** The lab a room belongs to. */
export function labOf(room: string): string {
	const end = room.indexOf('/');
	return end === -1 ? room : room.slice(0, end);
}
