// A store that forgets everything when the process ends: for tests, and to show what the port asks for without a database in the way.
// Trouble can be had on request, because a full disk is hard to come by in a test of a room.

import { err, ok, type Result } from '#lib/core/result.ts';
import { Extent, writeExtent } from '#lib/wire/update/extent.ts';
import { joinUpdates, updateSince } from '#lib/wire/update/join.ts';
import { readStateVector } from '#lib/wire/update/state-vector.ts';
import { press } from './press.ts';
import { listsWorthKeeping, type RevokedList } from './revoked-lists.ts';
import type {
	Compacted,
	CompactFault,
	Content,
	Entry,
	OpenFault,
	OpenRoom,
	Store,
	StoreTrouble,
} from './store.ts';

type Room = { base: Uint8Array | null; baseSeq: number; log: Uint8Array[] };

export type MemoryOptions = {
	/** Asked before each write; what it answers is the outcome. */
	readonly trouble?: () => StoreTrouble | undefined;
	/** Awaited before each write, to hold it back. */
	readonly gate?: () => Promise<void>;
};

const DELETED: OpenFault & CompactFault = { why: 'deleted', detail: 'the room was deleted for good' };

/** An empty store in memory. */
export function createMemoryStore(options: MemoryOptions = {}): Store {
	return new MemoryStore(options);
}

class MemoryStore implements Store {
	readonly #options: MemoryOptions;
	readonly #rooms = new Map<string, Room>();
	readonly #deleted = new Set<string>();
	readonly #lists = new Map<string, RevokedList[]>();
	#claimed: string | undefined;
	#writes: Promise<unknown> = Promise.resolve();

	constructor(options: MemoryOptions) {
		this.#options = options;
	}

	async open(name: string): Promise<Result<OpenRoom, OpenFault>> {
		await Promise.resolve();
		if (this.#deleted.has(name)) return err(DELETED);
		const room = this.#rooms.get(name);
		const extent = new Extent();
		for (const update of updatesOf(room)) must(extent.admit(update));
		const tail = { count: room?.log.length ?? 0, bytes: sizeOf(room?.log ?? []) };
		return ok({ seq: seqOf(room), extent: writeExtent(extent), tail, bytes: sizeOf(updatesOf(room)) });
	}

	async content(name: string, since: Uint8Array | null): Promise<Result<Content, OpenFault>> {
		await Promise.resolve();
		if (this.#deleted.has(name)) return err(DELETED);
		const room = this.#rooms.get(name);
		const whole = joinUpdates(updatesOf(room));
		const vector = since === null ? undefined : readStateVector(since);
		return ok({ update: vector?.ok ? updateSince(whole, vector.value) : whole, seq: seqOf(room) });
	}

	append(entries: readonly Entry[]): Promise<Result<void, StoreTrouble>> {
		return this.#write(() => {
			const next = new Map<string, number>();
			const kept = entries.filter(({ room }) => !this.#deleted.has(room));
			for (const { room, seq } of kept) {
				const expected = next.get(room) ?? seqOf(this.#rooms.get(room)) + 1;
				if (seq !== expected) throw new Error(`entry ${seq} of ${room} came where ${expected} was due`);
				next.set(room, seq + 1);
			}
			for (const { room: name, update } of kept) {
				const room = this.#rooms.get(name) ?? { base: null, baseSeq: 0, log: [] };
				room.log.push(update.slice());
				this.#rooms.set(name, room);
			}
		});
	}

	async compact(name: string): Promise<Result<Compacted, CompactFault>> {
		await this.#writes;
		if (this.#deleted.has(name)) return err(DELETED);
		const room = this.#rooms.get(name);
		const before = sizeOf(updatesOf(room));
		if (!room || room.log.length === 0) return ok({ seq: seqOf(room), bytes: { before, after: before } });
		const pressed = press(updatesOf(room));
		if (!pressed.ok) return pressed;
		this.#rooms.set(name, { base: pressed.value.update, baseSeq: seqOf(room), log: [] });
		return ok({ seq: seqOf(room), bytes: { before, after: pressed.value.update.length } });
	}

	erase(rooms: readonly string[]): Promise<Result<void, StoreTrouble>> {
		return this.#write(() => {
			for (const room of rooms) {
				this.#rooms.delete(room);
				this.#deleted.add(room);
			}
		});
	}

	revoke(
		lab: string,
		list: string,
		version: number,
		ids: readonly string[],
	): Promise<Result<void, StoreTrouble>> {
		return this.#write(() => {
			const lists = [...(this.#lists.get(lab) ?? []), { list, version, ids: [...ids] }];
			this.#lists.set(lab, listsWorthKeeping(lists));
		});
	}

	async revoked(): Promise<ReadonlyMap<string, { ids: ReadonlySet<string>; lists: readonly string[] }>> {
		await this.#writes;
		return new Map(
			[...this.#lists].map(([lab, lists]) => [
				lab,
				{ ids: new Set(lists.flatMap(({ ids }) => ids)), lists: lists.map(({ list }) => list) },
			]),
		);
	}

	async claimed(): Promise<string | undefined> {
		await this.#writes;
		return this.#claimed;
	}

	claim(lab: string): Promise<Result<string, StoreTrouble>> {
		return this.#write(() => (this.#claimed ??= lab));
	}

	async labBytes(lab: string): Promise<number> {
		await this.#writes;
		const rooms = [...this.#rooms].filter(([name]) => name.startsWith(`${lab}/`));
		return rooms.reduce((sum, [, room]) => sum + sizeOf(updatesOf(room)), 0);
	}

	probe(): Promise<Result<void, StoreTrouble>> {
		return this.#write(() => undefined);
	}

	async close(): Promise<void> {
		await this.#writes;
	}

	#write<T>(act: () => T): Promise<Result<T, StoreTrouble>> {
		const written = this.#writes.then(async (): Promise<Result<T, StoreTrouble>> => {
			await this.#options.gate?.();
			const trouble = this.#options.trouble?.();
			return trouble === undefined ? ok(act()) : err(trouble);
		});
		this.#writes = written.catch(() => undefined); // who asked hears of it; the next write does not
		return written;
	}
}

function updatesOf(room: Room | undefined): Uint8Array[] {
	if (!room) return [];
	return room.base === null ? room.log : [room.base, ...room.log];
}

function seqOf(room: Room | undefined): number {
	return room ? room.baseSeq + room.log.length : 0;
}

function sizeOf(updates: readonly Uint8Array[]): number {
	return updates.reduce((sum, { length }) => sum + length, 0);
}

function must<T>(result: Result<T, unknown>): T {
	if (!result.ok) throw new Error(`the store was given what is no update: ${JSON.stringify(result.error)}`);
	return result.value;
}
