// What a room needs of the relay around it.

import type { Result } from '#lib/core/result.ts';
import type { Extent, News } from '#lib/wire/update/extent.ts';
import type { Malformed } from '#lib/wire/malformed.ts';
import type { Store } from '../store/store.ts';
import type { PresenceLimits } from './attendance.ts';
import type { ContentCache } from './content-cache.ts';
import type { Journal } from './journal.ts';
import type { Room } from './room.ts';

/** What happened, for those who count. */
export type RoomEvent =
	| 'update'
	| 'repeated'
	| 'denied'
	| 'gap'
	| 'malformed'
	| 'presence'
	| 'presence_too_much'
	| 'answer_at_hand'
	| 'answer_fetched'
	| 'room_full'
	| 'room_damaged';

export type Digested = { readonly news: News; readonly extent: Extent };

export interface RoomWorld {
	readonly store: Pick<Store, 'open' | 'content'>;
	readonly journal: Journal;
	readonly cache: ContentCache;
	/** Reads a large update away from the loop; the extent that is given stays as it is. */
	readonly digest: (extent: Extent, update: Uint8Array) => Promise<Result<Digested, Malformed>>;
	readonly limits: { readonly room: number; readonly presence: PresenceLimits };
	/** Whether the lab of a room may keep so many bytes more, and that it does. */
	readonly labTakes: (room: string, bytes: number) => boolean;
	readonly labTook: (room: string, bytes: number) => void;
	readonly count: (event: RoomEvent) => void;
	/** Milliseconds, only ever forward. */
	readonly now: () => number;
	/** The room could not be read; for the log. */
	readonly failed: (room: string, why: string, detail: string) => void;
	/** The room gave itself up: whoever comes next reads it afresh. */
	readonly gone: (room: Room) => void;
}
