// Why the relay ends a connection. After 44xx a client stops by itself (stock clients too); after the others it tries again.

export const CLOSE = {
	/** The room's name or a frame is no such thing. */
	malformed: 4400,
	/** The capability is missing, forged or expired, also in mid-session. */
	unauthorized: 4401,
	/** Revoked, lowered, out of its scope, or of a lab that this relay does not serve. */
	forbidden: 4403,
	/** The path was deleted for good. */
	deleted: 4410,
	/** A frame, a room or a lab is larger than allowed. */
	tooLarge: 4413,
	/** The room cannot be loaded, or the disk has trouble. */
	unavailable: 4503,
	/** Too many messages, or too many connections. */
	tooFast: 4529,
	/** The reader does not keep up. */
	slowReader: 1013,
	/** The relay stops or starts again. */
	restart: 1012,
} as const;

export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];
