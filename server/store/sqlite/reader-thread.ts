// The thread with the connection that only reads: what joiners wait for never waits for a commit, and the other way round. Contents are handed
// over to the thread that asked, not copied.

import { workerData } from 'node:worker_threads';
import { ok, type Result } from '#lib/core/result.ts';
import type { Content, OpenFault, OpenRoom } from '../store.ts';
import { Reading } from './reading.ts';
import { openForReading } from './schema.ts';
import { HandedOver, inOwnBlock, serveThread } from './thread-serving.ts';

export type ReaderData = { readonly file: string };

/** What a reader can be asked. */
export type ReaderHandlers = {
	open(room: string): Result<OpenRoom, OpenFault>;
	content(room: string, since: Uint8Array | null): Result<Content, OpenFault>;
	revoked(): Map<string, { ids: Set<string>; lists: string[] }>;
	claimed(): string | undefined;
	labBytes(lab: string): number;
};

const { file } = workerData as ReaderData; // given by store.ts
const database = openForReading(file);
if (!database.ok) throw new Error(database.error);
const reading = new Reading(database.value);

serveThread<ReaderHandlers>({
	open: (room) => reading.open(room),
	content: (room, since) => {
		const content = reading.content(room, since);
		if (!content.ok) return content;
		const update = inOwnBlock(content.value.update);
		return new HandedOver(ok({ ...content.value, update }), [update.buffer]);
	},
	revoked: () => reading.revoked(),
	claimed: () => reading.claimed(),
	labBytes: (lab) => reading.labBytes(lab),
});
