// What SQLite's codes mean to people who run a relay. SQLite calls every refused write an I/O error, so for those the folder itself is asked.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreTrouble } from '../store.ts';

const FULL = 13;
const READ_ONLY = 8;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const IO_ERROR = 10;
const CANNOT_OPEN = 14;

/** What was thrown in writing, as trouble. `folder` is where the database is. */
export function troubleOf(cause: unknown, folder: string): StoreTrouble {
	const code = primaryCode(cause);
	const detail = detailOf(cause);
	if (code === FULL) return { why: 'full', detail };
	if (code === READ_ONLY) return { why: 'read_only', detail };
	if (code === IO_ERROR || code === CANNOT_OPEN) return { why: whyNotWritten(folder) ?? 'broken', detail };
	return { why: 'broken', detail };
}

/** Whether what was thrown says that the file's content is damaged (and not that the disk has trouble). */
export function isDamage(cause: unknown): boolean {
	const code = primaryCode(cause);
	return code === CORRUPT || code === NOT_A_DATABASE;
}

/** What was thrown, for people. */
export function detailOf(cause: unknown): string {
	return cause instanceof Error ? cause.message : String(cause);
}

function primaryCode(cause: unknown): number | undefined {
	if (!(cause instanceof Error) || !('errcode' in cause)) return undefined;
	return Number(cause.errcode) & 0xff; // extended codes keep the primary one in their low byte
}

function whyNotWritten(folder: string): 'full' | 'read_only' | undefined {
	const file = join(folder, '.can-it-be-written');
	try {
		writeFileSync(file, new Uint8Array(4096), { flush: true });
		return undefined;
	} catch (cause) {
		const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
		if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
		return code === 'EROFS' || code === 'EACCES' || code === 'EPERM' ? 'read_only' : undefined;
	} finally {
		try {
			rmSync(file, { force: true });
		} catch {
			// a folder that takes nothing has nothing to be removed from
		}
	}
}
