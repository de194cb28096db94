// The doors of the rooms: `/sync/<room>` over WebSocket. Whoever may not come in is let through the handshake and then told why with a close
// code, because browsers and stock clients learn nothing from a refused handshake and try again for ever. Capabilities are checked
// before the handshake is answered, so that strangers cost no more than that. One round looks after all connections.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { CLOSE, type CloseCode } from '#lib/wire/close-codes.ts';
import { readRoomName, type Room as RoomName } from '#lib/wire/room-name.ts';
import { mayRead, mayWrite } from '#lib/wire/roles.ts';
import { Connection } from './connection.ts';
import type { ConnectionWorld } from './connection-world.ts';
import type { Door, Session } from './door.ts';
import type { Rooms } from './rooms.ts';

const PATH = '/sync/';
const PROTOCOL = 'pathbook.v1';

export type SocketLimits = {
	readonly frame: number;
	readonly connections: number;
	readonly connectionsPerLab: number;
};

/** Why somebody is sent away again. */
type TurnedAway = { readonly code: CloseCode; readonly reason: string };

/** ws speaks of 1009 and 1002 where the contract has numbers at which clients stop. */
class RelaySocket extends WebSocket {
	override close(code?: number, reason?: string | Buffer): void {
		if (code === 1009) super.close(CLOSE.tooLarge, 'the frame is too large');
		else if (code === 1002 || code === 1007 || code === 1003 || code === 1008)
			super.close(CLOSE.malformed, 'no WebSocket frame');
		else super.close(code, reason);
	}
}

type Live = {
	readonly connection: Connection;
	readonly session: Session;
	readonly room: string;
	readonly socket: Socket;
};

export class Sockets {
	readonly #server: WebSocketServer;
	readonly #rooms: Rooms;
	readonly #door: Door;
	readonly #world: ConnectionWorld;
	readonly #limits: SocketLimits;
	readonly #live = new Set<Live>();
	readonly #perLab = new Map<string, number>();
	#stopping = false;

	constructor(rooms: Rooms, door: Door, world: ConnectionWorld, limits: SocketLimits) {
		this.#rooms = rooms;
		this.#door = door;
		this.#world = world;
		this.#limits = limits;
		this.#server = new WebSocketServer({
			noServer: true,
			clientTracking: false,
			perMessageDeflate: false,
			maxPayload: limits.frame,
			WebSocket: RelaySocket,
			handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
		});
	}

	get size(): number {
		return this.#live.size;
	}

	/** Answers an upgrade below `/sync/`; false where the address is not ours. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
		const path = (request.url ?? '').split('?')[0] ?? '';
		if (!path.startsWith(PATH)) return false;
		socket.on('error', ignore);
		const judged = this.#judge(request, path.slice(PATH.length));
		this.#server.handleUpgrade(request, socket, head, (webSocket) => {
			webSocket.on('error', (cause) => this.#broken(cause)); // ws closes the socket, and `close` follows
			if ('code' in judged) this.#turnAway(webSocket, judged);
			else this.#enter(webSocket, judged, request.socket);
		});
		return true;
	}

	/** Closes the connections whose capabilities do not hold any more. */
	review(): void {
		for (const { connection, session } of this.#live) {
			const refusal = this.#door.stillValid(session);
			if (refusal) connection.close(refusal.code, refusal.reason);
		}
	}

	/** One look in a round over all connections. */
	look(): void {
		const now = this.#world.now();
		for (const { connection, socket } of this.#live) {
			connection.look(now, socket.writableLength, socket.bytesWritten);
		}
	}

	/** Turns everybody away from now on, and those who are here. */
	stop(): void {
		this.#stopping = true;
		for (const { connection } of this.#live) connection.close(CLOSE.restart, 'the relay stops');
	}

	#judge(
		request: IncomingMessage,
		name: string,
	): TurnedAway | { session: Session; room: RoomName; name: string } {
		if (this.#stopping) return { code: CLOSE.restart, reason: 'the relay stops' };
		if (this.#live.size >= this.#limits.connections)
			return { code: CLOSE.tooFast, reason: 'too many connections' };
		const room = readRoomName(name);
		if (!room) return { code: CLOSE.malformed, reason: 'no such room name' };
		const session = this.#door.admit(request);
		if (!session.ok) return session.error;
		const { capability } = session.value;
		if (!mayRead(capability, room))
			return { code: CLOSE.forbidden, reason: 'the capability does not open this room' };
		if ((this.#perLab.get(capability.lab) ?? 0) >= this.#limits.connectionsPerLab) {
			return { code: CLOSE.tooFast, reason: 'too many connections of this lab' };
		}
		return { session: session.value, room, name };
	}

	/** A frame that ws did not take. */
	#broken(cause: Error): void {
		const tooLarge = 'code' in cause && cause.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
		if (tooLarge) this.#world.closing(CLOSE.tooLarge, 'the frame is too large');
		else this.#world.closing(CLOSE.malformed, 'no WebSocket frame');
	}

	#turnAway(webSocket: WebSocket, { code, reason }: TurnedAway): void {
		this.#world.closing(code, reason);
		webSocket.close(code, reason);
		webSocket.resume();
		setTimeout(() => webSocket.terminate(), 2_000).unref();
	}

	#enter(
		webSocket: WebSocket,
		{ session, room, name }: { session: Session; room: RoomName; name: string },
		socket: Socket,
	): void {
		const { capability } = session;
		const connection = new Connection(webSocket, this.#world, {
			member: { id: capability.sub ?? capability.jti, name: capability.name ?? '', role: capability.role },
			mayWrite: mayWrite(capability, room),
			acknowledged: webSocket.protocol === PROTOCOL,
		});
		const live: Live = { connection, session, room: name, socket };
		this.#live.add(live);
		this.#perLab.set(capability.lab, (this.#perLab.get(capability.lab) ?? 0) + 1);
		webSocket.once('close', () => this.#left(live));
		connection.enter(this.#rooms.enter(name));
	}

	#left(live: Live): void {
		this.#live.delete(live);
		const { lab } = live.session.capability;
		const left = (this.#perLab.get(lab) ?? 1) - 1;
		if (left > 0) this.#perLab.set(lab, left);
		else this.#perLab.delete(lab);
		live.connection.left();
	}
}

function ignore(): void {
	// nothing to do: the socket ends by itself
}
