// Who is here, as y-protocols' awareness updates: a number of entries, then client, clock and a state that is JSON text (`null` for one
// who left). The number is a claim: nothing is made ready for it, and more entries than a room can have people are not read. States are
// handed over as text, because most entries that arrive are echoes that nobody needs to parse.

import { err, ok, type Result } from '#lib/core/result.ts';
import type { Malformed } from './malformed.ts';
import { readUtf8, writeUtf8 } from './utf8.ts';
import { readVarBytes, readVarUint, varUintLength, writeVarUint, type Cursor } from './var-bytes.ts';

/** `state` is JSON text; `null` says that the client left. Clients and clocks are whole numbers up to 2^53 - 1. */
export type PresenceEntry = { readonly client: number; readonly clock: number; readonly state: string };

/** Reads an awareness update of at most `most` entries. Codes: cut, not_utf8, too_many, bytes_behind. */
export function readPresence(bytes: Uint8Array, most = 10_000): Result<PresenceEntry[], Malformed> {
	const cursor: Cursor = { bytes, at: 0 };
	const claimed = readVarUint(cursor);
	if (claimed < 0) return err({ code: 'cut', at: cursor.at });
	const entries: PresenceEntry[] = [];
	for (let left = claimed; left > 0; left--) {
		const client = readVarUint(cursor);
		const clock = readVarUint(cursor);
		const state = readVarBytes(cursor);
		if (client < 0 || clock < 0 || state === undefined) return err({ code: 'cut', at: cursor.at });
		if (entries.length === most) return err({ code: 'too_many', at: cursor.at });
		const text = readUtf8(state);
		if (text === undefined) return err({ code: 'not_utf8', at: cursor.at });
		entries.push({ client, clock, state: text });
	}
	return cursor.at === bytes.length ? ok(entries) : err({ code: 'bytes_behind', at: cursor.at });
}

/** Entries as an awareness update. */
export function writePresence(entries: readonly PresenceEntry[]): Uint8Array {
	const states = entries.map(({ state }) => writeUtf8(state));
	let length = varUintLength(entries.length);
	entries.forEach(({ client, clock }, n) => {
		const bytes = states[n]?.length ?? 0;
		length += varUintLength(client) + varUintLength(clock) + varUintLength(bytes) + bytes;
	});
	const update = new Uint8Array(length);
	let at = writeVarUint(update, 0, entries.length);
	entries.forEach(({ client, clock }, n) => {
		const state = states[n] ?? new Uint8Array();
		at = writeVarUint(update, at, client);
		at = writeVarUint(update, at, clock);
		at = writeVarUint(update, at, state.length);
		update.set(state, at);
		at += state.length;
	});
	return update;
}
