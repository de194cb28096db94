// The thread that folds, with a connection of its own that only reads; what it makes is written by the writer. It alone loads Yjs, and only
// when there is something to fold. Its memory has an end, so that a monstrous room costs this thread and not the process.

import { workerData } from 'node:worker_threads';
import { ok, type Result } from '#lib/core/result.ts';
import { writeExtent } from '#lib/wire/update/extent.ts';
import { press } from '../press.ts';
import type { CompactFault } from '../store.ts';
import type { Fold } from './folding.ts';
import { Reading } from './reading.ts';
import { openForReading } from './schema.ts';
import { HandedOver, inOwnBlock, serveThread } from './thread-serving.ts';

export type PressData = { readonly file: string };

/** What the press can be asked. `kept`: there was nothing to fold. */
export type PressHandlers = {
	press(room: string): Result<Fold | { readonly kept: { seq: number; bytes: number } }, CompactFault>;
};

const { file } = workerData as PressData; // given by store.ts
const database = openForReading(file);
if (!database.ok) throw new Error(database.error);
const reading = new Reading(database.value);

serveThread<PressHandlers>({
	press: (room) => {
		const log = reading.log(room);
		if (!log.ok) {
			const { why, detail } = log.error;
			return { ok: false, error: { why: why === 'damaged' ? 'unreadable' : why, detail } };
		}
		const { seq, base, folded, bytes, updates } = log.value;
		if (folded) return ok({ kept: { seq, bytes } });
		const pressed = press(updates);
		if (!pressed.ok) return pressed;
		const update = inOwnBlock(pressed.value.update);
		const extent = inOwnBlock(writeExtent(pressed.value.extent));
		return new HandedOver(ok({ room, seq, base, update, extent }), [update.buffer, extent.buffer]);
	},
});
