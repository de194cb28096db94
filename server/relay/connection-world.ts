// What a connection needs of the relay around it.

export interface ConnectionWorld {
	readonly limits: {
		/** Messages a second, and how many may come at once after a rest. */
		readonly rate: number;
		readonly burst: number;
		/** Bytes that may wait for a reader. */
		readonly buffered: number;
	};
	/** Milliseconds, only ever forward. */
	readonly now: () => number;
	readonly sent: (bytes: number) => void;
	readonly malformed: () => void;
	readonly closing: (code: number, reason: string) => void;
}
