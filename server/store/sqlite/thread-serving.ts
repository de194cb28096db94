// The inside of a thread: functions by name, called by messages, one after the other unless one waits. What one throws is sent back as a bug.

import { parentPort, type Transferable } from 'node:worker_threads';

/** What a thread can be asked: functions of plain data that answer plain data. */
export type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/** A question: its number, the function, what it is told. */
export type Question = readonly [id: number, name: string, args: readonly unknown[]];

/** An answer to a question; `bug` is set where the function threw. */
export type Answer = readonly [id: number, value: unknown, bug: string | undefined];

/** An answer of which these blocks are moved and not copied. */
export class HandedOver<T> {
	readonly value: T;
	readonly blocks: Transferable[];

	constructor(value: T, blocks: Transferable[]) {
		this.value = value;
		this.blocks = blocks;
	}
}

/** Handlers as a thread gives them: what they answer may be handed over. */
export type Serving<H extends Handlers> = {
	[K in keyof H]: (...args: Parameters<H[K]>) => ReturnType<H[K]> | HandedOver<Awaited<ReturnType<H[K]>>>;
};

/** Answers the thread that started this one. */
export function serveThread<H extends Handlers>(handlers: Serving<H>): void {
	const port = parentPort;
	if (port === null) throw new Error('this file is the entry of a thread');
	const answer = (id: number, value: unknown): void => {
		if (value instanceof HandedOver)
			port.postMessage([id, value.value, undefined] satisfies Answer, value.blocks);
		else port.postMessage([id, value, undefined] satisfies Answer);
	};
	const failed = (id: number, cause: unknown): void => {
		const bug = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
		port.postMessage([id, undefined, bug] satisfies Answer);
	};
	port.on('message', ([id, name, args]: Question) => {
		try {
			const value: unknown = handlers[name]?.(...(args as Parameters<H[string]>)); // typed where it is asked
			if (value instanceof Promise)
				value.then((late) => answer(id, late)).catch((cause: unknown) => failed(id, cause));
			else answer(id, value);
		} catch (cause) {
			failed(id, cause);
		}
	});
}

/** Bytes in a block of their own, so that the block can be handed over. */
export function inOwnBlock(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	const { buffer } = bytes;
	const alone = buffer instanceof ArrayBuffer && bytes.byteLength === buffer.byteLength;
	return alone ? new Uint8Array(buffer) : bytes.slice();
}
