// How the newest whole state of a room is found: the newest snapshot that is not damaged, and the log behind it. A damaged snapshot is got
// around by the one before, whose log is kept for that; a log with a damaged row or a hole is not guessed at. What can be told without
// content (what the room holds) is read without it.

import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { err, ok, type Result } from '#lib/core/result.ts';
import { rowCheck } from './row-check.ts';
import { detailOf, isDamage } from './trouble.ts';

/** A snapshot's bytes (its extent or its content; null: there is none) and the updates behind it. */
export type KeptRoom = {
	/** Number of the snapshot; 0 where there is none. */
	readonly base: number;
	readonly snapshot: Uint8Array | null;
	readonly tail: readonly Uint8Array[];
	readonly seq: number;
	/** What was damaged and got around. */
	readonly mended: string | undefined;
};

export class KeptRooms {
	readonly #numbers: StatementSync;
	readonly #parts: Readonly<Record<'extent' | 'content', StatementSync>>;
	readonly #tail: StatementSync;

	constructor(database: DatabaseSync) {
		const part = (crc: string, bytes: string): StatementSync =>
			database.prepare(`SELECT ${crc} AS crc, ${bytes} AS bytes FROM snapshots WHERE room = ? AND seq = ?`);
		this.#numbers = database.prepare('SELECT seq FROM snapshots WHERE room = ? ORDER BY seq DESC');
		this.#parts = { extent: part('extent_crc', 'extent'), content: part('crc', 'content') };
		this.#tail = database.prepare(
			'SELECT seq, crc, content FROM log WHERE room = ? AND seq > ? ORDER BY seq',
		);
		this.#tail.setReturnArrays(true);
	}

	/** The room with this number in `rooms`; the error says what is damaged. Throws what SQLite throws for other reasons than damage. */
	read(room: number, part: 'extent' | 'content'): Result<KeptRoom, string> {
		try {
			const numbers = this.#numbers.all(room).map((row) => Number(row['seq']));
			let mended: string | undefined;
			for (const base of [...numbers, 0]) {
				const snapshot = base === 0 ? ok(null) : this.#snapshot(room, base, part);
				if (!snapshot.ok) {
					mended ??= snapshot.error;
					continue;
				}
				const tail = this.#updatesBehind(room, base, numbers[0] ?? 0);
				if (!tail.ok) return mended === undefined ? tail : err(`${mended}, ${tail.error}`);
				const seq = base + tail.value.length;
				return ok({ base, snapshot: snapshot.value, tail: tail.value, seq, mended });
			}
			return err(mended ?? 'nothing is there');
		} catch (cause) {
			if (isDamage(cause)) return err(detailOf(cause));
			throw cause;
		}
	}

	#snapshot(room: number, seq: number, part: 'extent' | 'content'): Result<Uint8Array, string> {
		try {
			const row = this.#parts[part].get(room, seq);
			const bytes = row?.['bytes'];
			if (!(bytes instanceof Uint8Array) || rowCheck(bytes, seq) !== row?.['crc'])
				return err(`the ${part} of snapshot ${seq} is damaged`);
			if (part === 'extent') return ok(bytes);
			const extent = this.#snapshot(room, seq, 'extent'); // one rule for both, so that folding mends either
			return extent.ok ? ok(bytes) : extent;
		} catch (cause) {
			if (isDamage(cause)) return err(`snapshot ${seq}: ${detailOf(cause)}`);
			throw cause;
		}
	}

	#updatesBehind(room: number, base: number, newest: number): Result<Uint8Array[], string> {
		const updates: Uint8Array[] = [];
		let due = base + 1;
		for (const row of this.#tail.all(room, base)) {
			const [seq, crc, content] = row as unknown as readonly SQLOutputValue[]; // asked for as arrays above
			if (seq !== due) return err(`update ${due} is missing`);
			if (!(content instanceof Uint8Array) || rowCheck(content, due) !== crc)
				return err(`update ${due} is damaged`);
			updates.push(content);
			due += 1;
		}
		return due > newest ? ok(updates) : err(`updates ${due} to ${newest} are missing`);
	}
}
