// The relay, wired: a durable log with roles. Everything that lives has its owner here and is closed here. It answers the upgrades and the
// requests that are its own, so that it can stand alone or beside the web app at one port.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ok, type Result } from '#lib/core/result.ts';
import { CLOSE } from '#lib/wire/close-codes.ts';
import type { RelaySettings } from '../settings.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import type { Store, StoreTrouble } from '../store/store.ts';
import { ContentCache } from './content-cache.ts';
import { Digest } from './digest.ts';
import { createDoor, type Door } from './door.ts';
import { createEndpoints, type Endpoints } from './http/endpoints.ts';
import { Journal } from './journal.ts';
import { LabSizes } from './lab-sizes.ts';
import { roomInLog, type Log } from './log.ts';
import { Metrics } from './metrics.ts';
import type { RoomWorld } from './room-world.ts';
import { Rooms } from './rooms.ts';
import { Sockets } from './sockets.ts';

/** Bytes of content that are kept in memory for joiners. */
const CACHE = 64 * 1024 * 1024;
/** Milliseconds between two rounds over rooms and capabilities, and over connections. */
const ROUND = 500;
const CONNECTION_ROUND = 5_000;

export type Relay = {
	/** Answers a request that is the relay's own; false leaves it to somebody else. */
	request(request: IncomingMessage, response: ServerResponse): boolean;
	/** Answers an upgrade that is the relay's own; false leaves it to somebody else. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
	/** Writes what is underway, tells everybody, closes. */
	close(): Promise<void>;
};

/** Opens the relay that keeps its things in `folder`; the error is one sentence for people. `say` prints for the person who starts it. */
export async function openRelay(
	folder: string,
	settings: RelaySettings,
	log: Log,
	say: (line: string) => void,
): Promise<Result<Relay, string>> {
	const store = await openSqliteStore(folder);
	if (!store.ok) return store;
	const door = await createDoor(settings, store.value, say);
	return ok(new OpenRelay(folder, settings, log, store.value, door));
}

class OpenRelay implements Relay {
	readonly #store: Store;
	readonly #log: Log;
	readonly #metrics: Metrics;
	readonly #cache = new ContentCache(CACHE);
	readonly #digest = new Digest();
	readonly #journal: Journal;
	readonly #sizes: LabSizes;
	readonly #rooms: Rooms;
	readonly #sockets: Sockets;
	readonly #endpoints: Endpoints;
	readonly #rounds: NodeJS.Timeout[];
	#probing = false;

	constructor(folder: string, settings: RelaySettings, log: Log, store: Store, door: Door) {
		this.#store = store;
		this.#log = log;
		this.#metrics = new Metrics({
			connections: () => this.#sockets.size,
			rooms: () => this.#rooms.size,
			cached: () => this.#cache.bytes,
		});
		this.#journal = new Journal(store, {
			committed: (updates, bytes, took) => this.#metrics.committed(updates, bytes, took),
			trouble: (trouble) => this.#trouble(trouble),
		});
		this.#sizes = new LabSizes(
			{ labBytes: async (lab) => (await store.labBytes(lab)) + (await this.#endpoints.fileBytes(lab)) },
			settings.limits.lab,
		);
		this.#rooms = new Rooms(this.#roomWorld(settings), store, this.#compactions());
		this.#sockets = this.#openSockets(settings, door);
		this.#endpoints = this.#openEndpoints(folder, settings, door);
		this.#rounds = [
			setInterval(() => this.#look(), ROUND),
			setInterval(() => this.#sockets.look(), CONNECTION_ROUND),
		];
	}

	request(request: IncomingMessage, response: ServerResponse): boolean {
		return this.#endpoints.answer(request, response);
	}

	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
		return this.#sockets.upgrade(request, socket, head);
	}

	async close(): Promise<void> {
		for (const round of this.#rounds) clearInterval(round);
		await this.#journal.settled();
		this.#sockets.stop();
		await this.#journal.settled();
		this.#rooms.shutAll(CLOSE.restart, 'the relay stops');
		await this.#digest.close();
		await this.#store.close();
		this.#log.info('stopped');
	}

	#look(): void {
		this.#sockets.review();
		this.#rooms.look();
		if (this.#journal.trouble && !this.#probing) void this.#probe();
	}

	#trouble(trouble: StoreTrouble): void {
		this.#metrics.trouble(trouble.why);
		this.#log.error(trouble, 'updates could not be kept; their writers were told to come back');
	}

	/** Looks whether the disk takes writes again. */
	async #probe(): Promise<void> {
		this.#probing = true;
		const probe = await this.#store.probe();
		this.#probing = false;
		if (!probe.ok) return;
		this.#journal.recovered();
		this.#log.info('the disk takes writes again');
	}

	#roomWorld({ limits }: RelaySettings): Omit<RoomWorld, 'gone'> {
		return {
			store: this.#store,
			journal: this.#journal,
			cache: this.#cache,
			digest: (extent, update) => this.#digest.read(extent, update),
			limits: { room: limits.room, presence: limits.presence },
			labTakes: (room, bytes) => this.#sizes.takes(room, bytes),
			labTook: (room, bytes) => this.#sizes.took(room, bytes),
			count: (event) => this.#metrics.count(event),
			now: () => performance.now(),
			failed: (room, why, detail) =>
				this.#log.warn({ room: roomInLog(room), why, detail }, 'a room cannot be opened'),
		};
	}

	#compactions(): ConstructorParameters<typeof Rooms>[2] {
		return {
			compacted: (room, before, after, took) => {
				this.#metrics.compaction('done');
				this.#log.debug({ room: roomInLog(room), before, after, took }, 'a log was folded');
			},
			notCompacted: (room, why, detail) => {
				this.#metrics.compaction(why);
				this.#log.warn({ room: roomInLog(room), why, detail }, 'a log could not be folded');
			},
		};
	}

	#openSockets({ limits }: RelaySettings, door: Door): Sockets {
		const world = {
			limits: { rate: limits.rate, burst: limits.rate * 4, buffered: limits.buffered },
			now: () => performance.now(),
			sent: (bytes: number) => this.#metrics.sent(bytes),
			malformed: () => this.#metrics.count('malformed'),
			closing: (code: number, reason: string) => {
				this.#metrics.closed(code);
				this.#log.info({ code, reason }, 'a connection was closed');
			},
		};
		return new Sockets(this.#rooms, door, world, limits);
	}

	#openEndpoints(folder: string, settings: RelaySettings, door: Door): Endpoints {
		return createEndpoints({
			folder,
			settings,
			door,
			store: this.#store,
			revoked: () => this.#sockets.review(),
			erase: (rooms) => this.#erase(rooms),
			metrics: () => this.#metrics.text(),
			trouble: () => this.#journal.trouble,
			failed: (cause) => this.#log.error({ err: cause }, 'a request failed'),
		});
	}

	/** Erases rooms for good: first nobody is in them, then their tombstones are on the disk, then their content is gone. */
	async #erase(rooms: readonly string[]): Promise<Result<void, StoreTrouble>> {
		for (const room of rooms) this.#rooms.shut(room, CLOSE.deleted, 'deleted');
		const erased = await this.#store.erase(rooms);
		// somebody may have come in between
		if (erased.ok) for (const room of rooms) this.#rooms.shut(room, CLOSE.deleted, 'deleted');
		return erased;
	}
}
