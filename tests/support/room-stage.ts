// A room with a store in memory around it, for tests that need no socket.

import { Journal } from '../../server/relay/journal.ts';
import { ContentCache } from '../../server/relay/content-cache.ts';
import { Digest } from '../../server/relay/digest.ts';
import { Room } from '../../server/relay/room.ts';
import type { RoomEvent, RoomWorld } from '../../server/relay/room-world.ts';
import { createMemoryStore, type MemoryOptions } from '../../server/store/memory.ts';
import type { Store } from '../../server/store/store.ts';

export type Stage = {
	readonly store: Store;
	readonly journal: Journal;
	readonly events: RoomEvent[];
	/** The room of this name, opened anew where it gave itself up. */
	readonly room: (name?: string) => Room;
	readonly close: () => Promise<void>;
};

export const ROOM = `${'L'.repeat(43)}/path/one`;

export function stageOf(options: MemoryOptions = {}, limits: Partial<RoomWorld['limits']> = {}): Stage {
	const store = createMemoryStore(options);
	const events: RoomEvent[] = [];
	const journal = new Journal(store, { committed: () => undefined, trouble: () => undefined });
	const digest = new Digest();
	const rooms = new Map<string, Room>();
	const world: RoomWorld = {
		store,
		journal,
		cache: new ContentCache(1e6),
		digest: (extent, update) => digest.read(extent, update),
		limits: { room: 1e7, presence: { ids: 64, bytes: 65_536 }, ...limits },
		labTakes: () => true,
		labTook: () => undefined,
		count: (event) => events.push(event),
		now: () => performance.now(),
		failed: () => undefined,
		gone: (room) => rooms.delete(room.name),
	};
	const room = (name = ROOM): Room => {
		const open = rooms.get(name) ?? new Room(name, world);
		rooms.set(name, open);
		return open;
	};
	return { store, journal, events, room, close: () => digest.close() };
}
