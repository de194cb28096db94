// Somebody in a room, without a socket: remembers what was sent and how the connection ended.

import { readFrame, type Frame } from '#lib/wire/frames.ts';
import type { Member, Peer } from '../../server/relay/peer.ts';
import { Settling } from '../../server/relay/settling.ts';

export class RoomPeer implements Peer {
	readonly member: Member;
	readonly mayWrite: boolean;
	readonly settling = new Settling();
	readonly frames: Frame[] = [];
	readonly acknowledged: number[] = [];
	denied = 0;
	closed: { code: number; reason: string } | undefined;
	held = 0;
	#waiting: { holds: () => boolean; done: () => void }[] = [];

	constructor(name: string, mayWrite: boolean) {
		this.member = { id: name.toLowerCase(), name, role: mayWrite ? 'editor' : 'reader' };
		this.mayWrite = mayWrite;
	}

	send(bytes: Uint8Array): void {
		const frame = readFrame(bytes);
		if (!frame.ok) throw new Error(frame.error.code);
		this.frames.push(frame.value);
		this.#look();
	}

	answer(frames: readonly Uint8Array[]): void {
		for (const frame of frames) this.send(frame);
	}

	acknowledge(): void {
		const count = this.settling.news();
		if (count !== undefined) this.acknowledged.push(count);
		this.#look();
	}

	deny(): void {
		this.denied++;
		this.#look();
	}

	close(code: number, reason: string): void {
		this.closed ??= { code, reason };
		this.#look();
	}

	pause(): void {
		this.held++;
	}

	resume(): void {
		this.held--;
	}

	/** Resolves once something holds; a test that waits in vain runs into its time limit. */
	until(holds: () => boolean): Promise<void> {
		return new Promise((resolve) => {
			this.#waiting.push({ holds, done: resolve });
			this.#look();
		});
	}

	#look(): void {
		const waiting = this.#waiting;
		this.#waiting = waiting.filter(({ holds, done }) => {
			if (!holds()) return true;
			done();
			return false;
		});
	}
}

/** Somebody who may write, unless said otherwise. */
export function peerFor(name: string, mayWrite = true): RoomPeer {
	return new RoomPeer(name, mayWrite);
}
