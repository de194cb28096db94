// A store on a disk that refuses, in a process of its own: whoever starts it brings the disk about (a small file system that is mounted for
// it alone, or system calls that fail for a while). It writes until something is refused, looks what still works, waits for better times
// where it can bring them about itself, and goes on. What it found is one line of JSON.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import type { Store } from '../../server/store/store.ts';
import { noteOf, noteUpdates } from './note-updates.ts';

/** What it found. */
export type Found = {
	opened: string;
	/** What the first refusal said, after how many updates that were kept. */
	refused?: string;
	after?: number;
	/** While nothing could be written: what `probe` says, and whether the room could be opened and read. */
	probe?: string;
	readable?: boolean;
	/** How many more refusals came before all was well. */
	more?: number;
	/** Whether everything that was promised, and nothing else, is there in the end. */
	whole?: boolean;
};

const ROOM = `${'L'.repeat(43)}/path/a`;
const PADDING = 'x'.repeat(1500);

async function run(folder: string, ballast: string | undefined, most: number): Promise<Found> {
	if (ballast) writeFileSync(ballast, new Uint8Array(512 * 1024));
	const opened = await openSqliteStore(join(folder, 'data'));
	if (!opened.ok) return { opened: opened.error };
	const store = opened.value;
	const found: Found = { opened: 'yes', more: 0 };
	const { updates } = noteUpdates(20, 1);
	const kept: Uint8Array[] = [];
	for (let good = 0, tries = 0; good < 50 && tries < most; tries++) {
		const update = updates[kept.length] ?? padded(kept.length);
		const result = await store.append([{ room: ROOM, seq: kept.length + 1, update }]);
		if (result.ok) {
			kept.push(update);
			if (found.refused !== undefined) good += 1;
		} else if (found.refused === undefined) {
			Object.assign(
				found,
				{ refused: result.error.why, after: kept.length },
				await whileRefused(store, kept),
			);
			if (ballast) rmSync(ballast);
		} else {
			found.more = (found.more ?? 0) + 1;
			good = 0;
		}
	}
	found.whole = await isWhole(store, kept);
	await store.close();
	return found;
}

async function whileRefused(store: Store, kept: readonly Uint8Array[]): Promise<Partial<Found>> {
	const probe = await store.probe();
	return { probe: probe.ok ? 'ok' : probe.error.why, readable: await isWhole(store, kept) };
}

async function isWhole(store: Store, kept: readonly Uint8Array[]): Promise<boolean> {
	const [open, content] = [await store.open(ROOM), await store.content(ROOM, null)];
	if (!open.ok || !content.ok || open.value.seq !== kept.length) return false;
	return noteOf(content.value.update) === noteOf(...kept);
}

/** A valid update of its own client. */
function padded(number: number): Uint8Array {
	const text = new TextEncoder().encode(`${number}${PADDING}`.slice(0, 1500));
	const bytes = [1, 1, ...varUint(1000 + number), 0, 4, 1, 4, ...new TextEncoder().encode('note')];
	return new Uint8Array([...bytes, ...varUint(text.length), ...text, 0]);
}

function varUint(number: number): number[] {
	const bytes: number[] = [];
	for (let left = number; ; left = Math.floor(left / 128)) {
		if (left < 128) return [...bytes, left];
		bytes.push(128 + (left % 128));
	}
}

const [folder, ballast, most = '5000'] = process.argv.slice(2);
if (import.meta.main && folder !== undefined)
	console.log(JSON.stringify(await run(folder, ballast, Number(most))));
