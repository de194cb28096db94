// What a room sees of somebody who is connected: no socket, so that rooms can be tested without one.

import type { Settling } from './settling.ts';

/** Who somebody is, as everybody in the room is told: from the capability, never from what they say of themselves. */
export type Member = { readonly id: string; readonly name: string; readonly role: string };

export interface Peer {
	readonly member: Member;
	readonly mayWrite: boolean;
	/** Which of this connection's updates are settled. */
	readonly settling: Settling;
	/** Sends a frame at once; a reader that does not keep up is cut by whoever implements this. */
	send(frame: Uint8Array): void;
	/** Sends the answer to a step 1. */
	answer(frames: readonly Uint8Array[]): void;
	/** Tells how far this connection's updates are settled, if it asked to be told. */
	acknowledge(): void;
	/** Says that a write was refused. */
	deny(): void;
	close(code: number, reason: string): void;
	/** Takes no more frames until `resume`; calls nest. */
	pause(): void;
	resume(): void;
}
