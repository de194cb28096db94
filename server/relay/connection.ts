// One WebSocket, as the peer of a room: counts what waits to be read on the other side, how fast frames come, and when it was last heard.
// No timer of its own: the relay looks after all connections in one round, because thousands of them are quiet. A frame that cannot be
// sent any more ends the connection; the room hears of it by `leave`.

import type { WebSocket } from 'ws';
import { CLOSE } from '#lib/wire/close-codes.ts';
import { acknowledgedFrame, deniedFrame, readFrame, type Frame } from '#lib/wire/frames.ts';
import type { ConnectionWorld } from './connection-world.ts';
import type { Member, Peer } from './peer.ts';
import type { Room } from './room.ts';
import { Settling } from './settling.ts';

/** An awareness update without entries: stock clients hang up after 30 s without a message. */
const NOTHING = Uint8Array.of(1, 1, 0);
/** Milliseconds of silence before that is sent. */
const SILENCE = 14_000;
/** Milliseconds between pings, and without any sign of life before the connection is given up. */
const PING = 25_000;
const DEAD = 75_000;
/** Milliseconds between the close frame and the end of the socket, for a reader who does not read it. */
const FAREWELL = 2_000;
/** What frames cost in messages: those that make the relay work. */
const COST = { step1: 100, presence: 4, query: 50 } as const;
/** Bytes that count as one more message. */
const BYTES_PER_MESSAGE = 4_096;
/** Milliseconds of the relay's time in a second that one connection may have: what is slow to take in costs more messages. */
const SHARE = 500;
/** Bytes below which an answer is not waited for. */
const SMALL = 32 * 1024;
const SEND = { binary: true, compress: false, fin: true } as const;

export class Connection implements Peer {
	readonly member: Member;
	readonly mayWrite: boolean;
	readonly settling = new Settling();
	readonly #socket: WebSocket;
	readonly #world: ConnectionWorld;
	readonly #told: boolean;
	#room: Room | undefined;
	#sentAt: number;
	#heardAt: number;
	#pingedAt: number;
	#drained = 0;
	#budget: number;
	#budgetAt: number;
	#paused = 0;
	/** Bytes of a large answer that has not left yet. */
	#answering = 0;
	#answerNext: readonly Uint8Array[] | undefined;

	constructor(
		socket: WebSocket,
		world: ConnectionWorld,
		who: { readonly member: Member; readonly mayWrite: boolean; readonly acknowledged: boolean },
	) {
		this.#socket = socket;
		this.#world = world;
		this.member = who.member;
		this.mayWrite = who.mayWrite;
		this.#told = who.acknowledged;
		this.#sentAt = this.#heardAt = this.#pingedAt = this.#budgetAt = world.now();
		this.#budget = world.limits.burst;
	}

	/** Begins to hand what comes to the room. */
	enter(room: Room): void {
		this.#room = room;
		this.#socket.on('message', (data, binary) => this.#hear(data as Buffer, binary)); // binaryType is nodebuffer
		this.#socket.on('pong', () => (this.#heardAt = this.#world.now()));
		room.join(this);
	}

	/** Leaves the room; nothing that comes is heard any more. */
	left(): void {
		const room = this.#room;
		this.#room = undefined;
		room?.leave(this);
	}

	send(frame: Uint8Array): void {
		if (this.#socket.readyState !== 1) return;
		if (this.#socket.bufferedAmount > this.#world.limits.buffered + this.#answering) {
			this.#tooSlow();
			return;
		}
		this.#sentAt = this.#world.now();
		this.#world.sent(frame.length);
		this.#socket.send(frame, SEND);
	}

	answer(frames: readonly Uint8Array[]): void {
		// One answer at a time: who asks again without reading gets the latest answer, not all of them.
		if (this.#answering > 0) {
			this.#answerNext = frames;
			return;
		}
		if (this.#socket.readyState !== 1) return;
		this.#sentAt = this.#world.now();
		const last = frames.length - 1;
		const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
		frames.forEach((frame, n) => {
			this.#world.sent(frame.length);
			if (n < last || bytes < SMALL) {
				this.#socket.send(frame, SEND);
				return;
			}
			this.#answering = bytes;
			this.#socket.send(frame, SEND, () => this.#answered());
		});
	}

	acknowledge(): void {
		const count = this.settling.news();
		if (count !== undefined && this.#told) this.send(acknowledgedFrame(count));
	}

	deny(): void {
		this.send(deniedFrame('this capability may not write here'));
	}

	close(code: number, reason: string): void {
		if (this.#socket.readyState > 1) return;
		this.left(); // what still comes is not heard: who was closed may do nothing more
		this.#world.closing(code, reason);
		this.#socket.close(code, reason.slice(0, 120));
		this.#socket.resume(); // the answer to the close frame has to be heard
		const socket = this.#socket;
		setTimeout(() => socket.terminate(), FAREWELL).unref();
	}

	pause(): void {
		if (this.#paused++ === 0) this.#socket.pause();
	}

	resume(): void {
		if (--this.#paused === 0) this.#socket.resume();
	}

	/** One look in a round over all connections. */
	look(now: number, unread: number, written: number): void {
		const drained = written - unread;
		if (drained !== this.#drained) this.#heardAt = now;
		this.#drained = drained;
		if (now - this.#heardAt > DEAD) {
			this.#socket.terminate();
			return;
		}
		if (now - this.#sentAt >= SILENCE) this.send(NOTHING);
		if (now - this.#pingedAt < PING) return;
		this.#pingedAt = now;
		if (this.#socket.readyState === 1) this.#socket.ping();
	}

	#hear(data: Buffer, binary: boolean): void {
		// what comes behind a close counts for nothing, whether we closed or ws did
		if (this.#room === undefined || this.#socket.readyState !== 1) return;
		this.#heardAt = this.#world.now();
		if (!binary) {
			this.#malformed('text');
			return;
		}
		const frame = readFrame(data);
		if (!this.#affords(frame.ok ? frame.value.kind : 'unknown', data.length)) return;
		if (frame.ok) this.#room.receive(this, frame.value);
		else if (frame.error.code !== 'unknown_message') this.#malformed(frame.error.code);
		this.#budget -= ((this.#world.now() - this.#heardAt) * this.#world.limits.rate) / SHARE;
	}

	#affords(kind: Frame['kind'] | 'unknown', bytes: number): boolean {
		const { rate, burst } = this.#world.limits;
		const cost =
			(kind === 'step1' || kind === 'presence' || kind === 'query' ? COST[kind] : 1) +
			bytes / BYTES_PER_MESSAGE;
		this.#budget = Math.min(burst, this.#budget + ((this.#heardAt - this.#budgetAt) * rate) / 1000);
		this.#budgetAt = this.#heardAt;
		this.#budget -= cost;
		if (this.#budget >= 0) return true;
		this.close(CLOSE.tooFast, 'too many messages');
		return false;
	}

	#answered(): void {
		this.#answering = 0;
		const next = this.#answerNext;
		this.#answerNext = undefined;
		if (next) this.answer(next);
	}

	#tooSlow(): void {
		this.close(CLOSE.slowReader, 'the reader does not keep up');
	}

	#malformed(what: string): void {
		this.#world.malformed();
		this.close(CLOSE.malformed, `malformed frame: ${what}`);
	}
}
