// Names of documents: those of the relay's rooms, so that a document keeps its name when it is shared.

import { sha256Hex } from '#lib/core/json/hash.ts';
import type { PathId, RecordId } from '#lib/core/path/names.ts';

const ROOM_ID = /^[A-Za-z0-9_-]{1,64}$/;

export function pathRoom(lab: string, id: PathId): string {
	return `${lab}/path/${id}`;
}

/** A foreign record id that no room may be called by is named by its SHA-256. */
export function recordRoom(lab: string, id: RecordId): string {
	return `${lab}/record/${ROOM_ID.test(id) ? id : sha256Hex(id)}`;
}
