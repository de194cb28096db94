// A WebSocket made by hand on a TCP connection, for what no library would send: broken frames, floods of tiny ones, half a handshake, and a reader that
// reads nothing. It understands only what it needs of what comes back: whether the upgrade was taken, and the code in a close frame.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { protocolsOf } from './relay-client.ts';
import type { RelayProcess } from './relay-process.ts';

const PATIENCE = 10_000;

export type FrameParts = {
	readonly opcode: number;
	readonly payload?: Uint8Array;
	/** Absent: the last frame of its message. */
	readonly more?: boolean;
	/** The three reserved bits as a number. */
	readonly reserved?: number;
	readonly unmasked?: boolean;
	/** A length that is not that of the payload. */
	readonly claimed?: bigint;
};

export const TEXT = 1;
export const BINARY = 2;
export const CLOSE = 8;
export const PING = 9;

/** One frame, as wrong as it is asked to be. */
export function rawFrame(parts: FrameParts): Buffer {
	const payload = parts.payload ?? new Uint8Array();
	const length = parts.claimed ?? BigInt(payload.length);
	const head = [(parts.more === true ? 0 : 0x80) | ((parts.reserved ?? 0) << 4) | parts.opcode];
	const masked = parts.unmasked === true ? 0 : 0x80;
	if (length < 126n) head.push(masked | Number(length));
	else if (length < 65_536n) head.push(masked | 126, Number(length >> 8n), Number(length & 255n));
	else {
		head.push(masked | 127);
		for (let shift = 56n; shift >= 0n; shift -= 8n) head.push(Number((length >> shift) & 255n));
	}
	if (parts.unmasked === true) return Buffer.concat([Buffer.from(head), payload]);
	return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]); // a mask of zeros changes nothing
}

export class RawWebSocket {
	readonly tcp: Socket;
	ended = false;
	#heard = Buffer.alloc(0);
	#wake: () => void = () => undefined;

	constructor(relay: RelayProcess) {
		this.tcp = connect({ host: '127.0.0.1', port: relay.port, noDelay: true });
		this.tcp.on('data', (chunk: Buffer) => {
			this.#heard = Buffer.concat([this.#heard, chunk]);
			this.#wake();
		});
		this.tcp.on('error', () => undefined); // a reset is one way of being closed
		this.tcp.on('close', () => {
			this.ended = true;
			this.#wake();
		});
	}

	/** The first lines of an upgrade, without the blank line that ends them. */
	static request(relay: RelayProcess, room: string, capability?: string): string {
		const protocols =
			capability === undefined ? '' : `Sec-WebSocket-Protocol: ${protocolsOf(capability).join(', ')}\r\n`;
		return (
			`GET /sync/${room} HTTP/1.1\r\nHost: 127.0.0.1:${relay.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
			`Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n${protocols}`
		);
	}

	/** Through the handshake into a room. */
	static async open(relay: RelayProcess, room: string, capability?: string): Promise<RawWebSocket> {
		const socket = new RawWebSocket(relay);
		socket.tcp.write(`${RawWebSocket.request(relay, room, capability)}\r\n`);
		await socket.#until(() => socket.#heard.includes('\r\n\r\n'), 'the upgrade');
		const end = socket.#heard.indexOf('\r\n\r\n');
		const status = socket.#heard.subarray(0, end).toString();
		if (!status.startsWith('HTTP/1.1 101')) throw new Error(status);
		socket.#heard = socket.#heard.subarray(end + 4);
		return socket;
	}

	write(...frames: (FrameParts | Uint8Array)[]): void {
		for (const frame of frames) this.tcp.write(frame instanceof Uint8Array ? frame : rawFrame(frame));
	}

	/** Writes what the connection takes without waiting for the other side: stops where it is full. */
	async pour(bytes: Uint8Array, times: number): Promise<number> {
		for (let n = 0; n < times; n++) {
			if (this.ended) return n;
			if (this.tcp.write(bytes)) continue;
			const drained = new Promise((resolve) => this.tcp.once('drain', resolve));
			const closed = new Promise((resolve) => this.tcp.once('close', resolve));
			await Promise.race([drained, closed]);
		}
		return times;
	}

	/** The code of the close frame that came, or 0 where the connection ended without one; waits for either. */
	async closeCode(): Promise<number> {
		await this.#until(() => this.ended || this.#code() !== undefined, 'the close');
		return this.#code() ?? 0;
	}

	/** Waits until the connection is gone. */
	async ending(): Promise<void> {
		await this.#until(() => this.ended, 'the end');
	}

	#code(): number | undefined {
		for (let at = 0; at + 2 <= this.#heard.length;) {
			const opcode = (this.#heard[at] ?? 0) & 15;
			let length = (this.#heard[at + 1] ?? 0) & 127;
			let begin = at + 2;
			if (length === 126 && begin + 2 <= this.#heard.length) {
				length = this.#heard.readUInt16BE(begin);
				begin += 2;
			} else if (length === 127 && begin + 8 <= this.#heard.length) {
				length = Number(this.#heard.readBigUInt64BE(begin));
				begin += 8;
			}
			if (opcode === CLOSE && begin + 2 <= this.#heard.length)
				return length >= 2 ? this.#heard.readUInt16BE(begin) : 1005;
			at = begin + length;
		}
		return undefined;
	}

	/** Stops reading, as a tab that hangs. */
	pause(): void {
		this.tcp.pause();
	}

	drop(): void {
		this.tcp.destroy();
	}

	async #until(condition: () => boolean, what: string): Promise<void> {
		const deadline = performance.now() + PATIENCE;
		while (!condition()) {
			const left = deadline - performance.now();
			if (left <= 0) throw new Error(`${what} did not come`);
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, left);
				this.#wake = () => {
					clearTimeout(timer);
					resolve();
				};
			});
		}
	}
}
