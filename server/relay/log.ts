// Structured lines for whoever runs the relay, to standard error. Rooms appear as their kind and a short hash: the ids of records open
// them to the whole lab, so they do not belong into logs. Never: content, capabilities, addresses with their query.

import { createHash } from 'node:crypto';
import { destination, pino, type Logger } from 'pino';

export type Log = Logger;

/** `level`: one of pino's, or `silent`. */
export function createLog(level: string): Log {
	return pino(
		{ level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
		destination({ fd: 2, sync: true }),
	);
}

/** A room's kind, and a hash that is the same in every line about it. */
export function roomInLog(name: string): string {
	const kind = name.endsWith('/review') ? 'review' : (name.split('/')[1] ?? 'room');
	return `${kind}:${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}
