// Two relays on one folder would each believe to know what a room holds. So the one that runs holds a lock on a file of its own, which the
// system lets go of when the process ends, however it ends. The database itself stays free, for a backup of a running relay. Refused: a file
// with a process id (after a crash nobody knows whether it still means anything).

import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '#lib/core/result.ts';
import { detailOf } from './trouble.ts';

/** Name of the file inside the data folder. */
export const LOCK_FILE = 'relay.lock';

/** Held until it is released or the process ends. */
export type Lock = { release(): void };

/** Why there is no lock, in one sentence; `inUse`: somebody has it. */
export type LockFault = { readonly inUse: boolean; readonly sentence: string };

/** Takes the lock of a data folder. */
export function lockFolder(folder: string): Result<Lock, LockFault> {
	const file = join(folder, LOCK_FILE);
	try {
		createPrivately(file);
		const database = new DatabaseSync(file, { timeout: 0 });
		try {
			database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
			return ok({ release: () => database.close() });
		} catch (cause) {
			database.close();
			if (/locked|busy/.test(detailOf(cause)))
				return err({ inUse: true, sentence: `Another relay is running on "${folder}".` });
			throw cause;
		}
	} catch (cause) {
		return err({ inUse: false, sentence: `"${file}" cannot be locked (${detailOf(cause)}).` });
	}
}

/** Makes an empty file for its owner alone, where there is none: opening one that is there would take a lock away from another connection. */
export function createPrivately(file: string): void {
	if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}
