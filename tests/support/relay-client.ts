// A client that says exactly what it is told to and remembers all that it heard: raw frames over ws, with a Yjs document beside them that follows.
// It waits for what it heard, never for time. Refused: y-websocket (it hides frames, heals what went wrong, and retries); stock clients have
// tests of their own.

import { WebSocket, type ClientOptions } from 'ws';
import * as Y from 'yjs';
import type { RelayProcess } from './relay-process.ts';
import {
	presenceFrame,
	queryFrame,
	readReceived,
	step1,
	step2,
	updateFrame,
	type Entry,
	type Received,
} from './relay-frames.ts';

const PATIENCE = 10_000;

export type Door = {
	/** The capability as a subprotocol beside `pathbook.v1`. */
	readonly capability?: string;
	/** The capability in the query, as stock clients send it: without `pathbook.v1`, so without acknowledgements. */
	readonly token?: string;
	/** Subprotocols as they are, in place of those that `capability` makes. */
	readonly protocols?: readonly string[];
	readonly headers?: Readonly<Record<string, string>>;
	/** Does not answer the relay's step 1 by itself. */
	readonly mute?: true;
	/** Uses this document in place of a new one. */
	readonly doc?: Y.Doc;
};

export class RelayClient {
	readonly doc: Y.Doc;
	readonly socket: WebSocket;
	readonly received: Received[] = [];
	/** Whether the upgrade was completed. */
	opened = false;
	closed: { readonly code: number; readonly reason: string } | undefined;
	/** The answer in place of an upgrade. */
	refused: number | undefined;
	/** What could not be read of what the relay sent. */
	trouble: unknown;
	/** Sync step 2 and update messages sent so far, and how many of them the relay says are settled. */
	sent = 0;
	acknowledged = 0;
	readonly #mute: boolean;
	readonly #waiting = new Set<() => void>();

	constructor(address: string, door: Door = {}) {
		this.doc = door.doc ?? new Y.Doc();
		this.#mute = door.mute ?? false;
		const protocols = door.protocols ?? (door.capability === undefined ? [] : protocolsOf(door.capability));
		const options: ClientOptions = { headers: { ...door.headers }, perMessageDeflate: false };
		const url = door.token === undefined ? address : `${address}?token=${encodeURIComponent(door.token)}`;
		this.socket = new WebSocket(url, [...protocols], options);
		this.socket.binaryType = 'nodebuffer';
		this.socket.on('open', () => this.#heard(() => (this.opened = true)));
		this.socket.on('unexpected-response', (_, { statusCode }) => {
			this.#heard(() => (this.refused = statusCode ?? 0));
			this.socket.terminate();
		});
		this.socket.on('error', (cause) => this.#heard(() => (this.trouble ??= cause)));
		this.socket.on('close', (code, reason) =>
			this.#heard(() => (this.closed = { code, reason: reason.toString() })),
		);
		this.socket.on('message', (data: Buffer, isBinary) => this.#heard(() => this.#take(data, isBinary)));
	}

	/** Into a room, open when this answers; throws where the relay closes it. */
	static async join(relay: RelayProcess, room: string, door: Door = {}): Promise<RelayClient> {
		const client = new RelayClient(`${relay.sync}/${room}`, door);
		await client.until('open', () => client.opened);
		return client;
	}

	/** Into a room and in step with it. */
	static async joinAndSync(relay: RelayProcess, room: string, door: Door = {}): Promise<RelayClient> {
		const client = await RelayClient.join(relay, room, door);
		await client.catchUp();
		return client;
	}

	#heard(happen: () => void): void {
		happen();
		for (const look of [...this.#waiting]) look();
	}

	#take(data: Buffer, isBinary: boolean): void {
		try {
			if (!isBinary) throw new Error('a text message');
			const message = readReceived(data);
			this.received.push(message);
			if (message.kind === 'acknowledged') this.acknowledged = message.count;
			if (message.kind === 'step 2' || message.kind === 'update')
				Y.applyUpdate(this.doc, message.update, this);
			if (message.kind === 'step 1' && !this.#mute)
				this.sendStep2(Y.encodeStateAsUpdate(this.doc, message.vector));
		} catch (cause) {
			this.trouble ??= cause;
		}
	}

	/** Resolves when the condition holds after something was heard; throws where the socket closes or patience ends before. */
	async until(what: string, condition: () => boolean, patience = PATIENCE): Promise<void> {
		await this.#wait(what, condition, true, patience);
	}

	#wait(what: string, condition: () => boolean, closingFails: boolean, patience: number): Promise<void> {
		if (condition()) return Promise.resolve();
		return new Promise((resolve, reject) => {
			const end = (done: () => void): void => {
				clearTimeout(timer);
				this.#waiting.delete(look);
				done();
			};
			const fail = (why: string): void => end(() => reject(new Error(`${what}: ${why}; ${this.#story()}`)));
			const timer = setTimeout(() => fail('not in time'), patience);
			const look = (): void => {
				if (condition()) end(resolve);
				else if (closingFails && this.closed !== undefined) fail('closed before');
			};
			this.#waiting.add(look);
			look();
		});
	}

	#story(): string {
		const kinds = this.received.slice(-12).map(({ kind }) => kind);
		const { opened, closed, refused, sent, acknowledged } = this;
		return JSON.stringify({
			opened,
			closed,
			refused,
			sent,
			acknowledged,
			kinds,
			trouble: String(this.trouble),
		});
	}

	/** Waits for the end of the socket and answers the code; refused upgrades answer their HTTP status. */
	async end(patience = PATIENCE): Promise<number> {
		await this.#wait('the end', () => this.closed !== undefined, false, patience);
		return this.refused ?? this.closed?.code ?? 0;
	}

	send(frame: Uint8Array): void {
		this.socket.send(frame);
	}

	sendUpdate(update: Uint8Array): void {
		this.sent += 1;
		this.send(updateFrame(update));
	}

	sendStep2(update: Uint8Array): void {
		this.sent += 1;
		this.send(step2(update));
	}

	sendPresence(entries: readonly Entry[]): void {
		this.send(presenceFrame(entries));
	}

	/** Changes the document and sends what changed, as one message. */
	edit(change: (doc: Y.Doc) => void): void {
		const updates: Uint8Array[] = [];
		const note = (update: Uint8Array): void => void updates.push(update);
		this.doc.on('update', note);
		this.doc.transact(() => change(this.doc));
		this.doc.off('update', note);
		for (const update of updates) this.sendUpdate(update);
	}

	/** Adds words to the text `words`. */
	write(words: string): void {
		this.edit((doc) => doc.getText('words').insert(0, words));
	}

	get words(): string {
		return this.doc.getText('words').toString(); // the words alone, without formats
	}

	/** All that was sent is settled. */
	async settled(patience = PATIENCE): Promise<void> {
		await this.until('settled', () => this.acknowledged === this.sent, patience);
	}

	/** Sends step 1 and waits for the answer to it. */
	async catchUp(patience = PATIENCE): Promise<void> {
		const before = this.count('step 2');
		this.send(step1(Y.encodeStateVector(this.doc)));
		await this.until('step 2', () => this.count('step 2') > before, patience);
	}

	/** The same, from before the socket is open. */
	async catchUpWhenOpen(): Promise<void> {
		await this.until('open', () => this.opened);
		await this.catchUp();
	}

	/** A sign that everything sent before was dealt with, for sockets that get no acknowledgement: the answer to a step 1. */
	async turn(): Promise<void> {
		await this.catchUp();
	}

	count(kind: Received['kind']): number {
		return this.received.reduce((sum, message) => sum + (message.kind === kind ? 1 : 0), 0);
	}

	/** The last state heard of each client id; ids that left are absent. */
	present(): Map<number, Entry> {
		const present = new Map<number, Entry>();
		for (const message of this.received) {
			if (message.kind !== 'presence') continue;
			for (const entry of message.entries) {
				if (entry.state === 'null') present.delete(entry.client);
				else present.set(entry.client, entry);
			}
		}
		return present;
	}

	/** Asks for everybody's presence. */
	query(): void {
		this.send(queryFrame());
	}

	/** Closes as people do, and waits for it. */
	async leave(): Promise<void> {
		this.socket.close();
		await this.end();
	}

	/** Goes without a word, as a laptop that is shut. */
	drop(): void {
		this.socket.terminate();
	}
}

/** What carries a capability on a socket. */
export function protocolsOf(capability: string): string[] {
	return ['pathbook.v1', `cap.${capability}`];
}
