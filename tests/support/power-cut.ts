// What a disk holds when the power is cut. A process runs under strace, which writes down every change of a file in order; from that the
// files are rebuilt as of any moment, with everything since a file's last fsync gone, or only some of it, torn at 512 bytes, in any order. Names
// too are on the disk only once their folder was synced. Refused: killing the process, which loses nothing the kernel had taken.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Random } from './fuzz-random.ts';

const CALLS = 'openat,write,pwrite64,ftruncate,fallocate,fsync,fdatasync,unlink,unlinkat,rename,renameat2';
const SECTOR = 512;

type Change = { readonly at: number; readonly data: Buffer } | { readonly size: number };
type Event =
	| { readonly type: 'made'; readonly path: string }
	| { readonly type: 'removed'; readonly path: string }
	| { readonly type: 'changed'; readonly path: string; readonly change: Change }
	| { readonly type: 'synced'; readonly path: string; readonly asked: number }
	| { readonly type: 'said'; readonly words: string };

/** All that happened, in order. */
export type History = readonly Event[];

/** Whether processes can be watched here. */
export function canWatch(): boolean {
	return spawnSync('strace', ['-qq', '-f', '-o', '/dev/null', 'true']).status === 0;
}

/** Runs Node with these arguments and writes down what happens to files under `folder`, and what it says. Throws where it fails. */
export function watched(args: readonly string[], folder: string, trace: string): History {
	const options = ['-f', '-y', '-xx', '-s', '100000000', '-e', `trace=${CALLS}`, '-o', trace];
	const run = spawnSync('strace', [...options, process.execPath, ...args], { encoding: 'utf8' });
	if (run.status !== 0) throw new Error(`it ended with ${run.status}: ${run.stderr}`);
	return historyOf(readFileSync(trace, 'latin1'), folder);
}

function historyOf(trace: string, folder: string): History {
	const events: Event[] = [];
	const begun = new Map<string, { line: string; at: number }>();
	for (const line of trace.split('\n')) {
		const [, process = '', rest = ''] = /^(\d+) +(.*)$/s.exec(line) ?? [];
		const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
		const start = resumed ? begun.get(process) : { line: rest, at: events.length };
		if (!start) continue;
		if (rest.endsWith('<unfinished ...>')) {
			begun.set(process, { line: rest.slice(0, -'<unfinished ...>'.length), at: events.length });
			// what a call writes may be on its way to the disk as soon as it is made
			const early = eventOf(`${rest.slice(0, -' <unfinished ...>'.length)}) = 0`, folder, events.length);
			if (early && early.type !== 'synced') events.push(early);
			continue;
		}
		const event = eventOf(resumed ? `${start.line}${resumed[1] ?? ''}` : rest, folder, start.at);
		if (event && (!resumed || event.type === 'synced')) events.push(event);
	}
	return events;
}

function eventOf(call: string, folder: string, asked: number): Event | undefined {
	const [, name = '', told = '', answer = ''] = /^(\w+)\((.*)\) += (-?\d+)/s.exec(call) ?? [];
	if (name === '' || answer.startsWith('-')) return undefined;
	const [first = '', second = '', third = '', fourth = ''] = told.split(', ');
	if (/^p?write(64)?$/.test(name) && first.startsWith('1<'))
		return { type: 'said', words: unhexed(second).toString() };
	const path =
		name === 'openat' || name.startsWith('unlink') || name.startsWith('rename') ? '' : fileOf(first);
	const inside = (place: string): boolean => place === folder || dirname(place) === folder;
	if (name === 'openat') {
		const made = unhexed(second).toString();
		return third.includes('O_CREAT') && inside(made) ? { type: 'made', path: made } : undefined;
	}
	if (name === 'unlink') {
		const removed = unhexed(first).toString();
		return inside(removed) ? { type: 'removed', path: removed } : undefined;
	}
	if (!inside(path)) return undefined;
	if (name === 'pwrite64') {
		const data = unhexed(second);
		return { type: 'changed', path, change: { at: Number(fourth), data } };
	}
	if (name === 'ftruncate') return { type: 'changed', path, change: { size: Number(second) } };
	if (name === 'fsync' || name === 'fdatasync') return { type: 'synced', path, asked };
	throw new Error(`the model of a disk does not know what ${name} of ${path} (${third}) does`);
}

function fileOf(descriptor: string): string {
	const hex = /^\d+<([^>]*)>/.exec(descriptor)?.[1] ?? '';
	return unhexed(hex).toString();
}

function unhexed(text: string): Buffer {
	return Buffer.from(text.replaceAll(/"|\\x/g, ''), 'hex');
}

/** How much of what was not synced a power cut takes: `all`, or what chance says. */
export type Loss = 'all' | Random;

class Disk {
	readonly files = new Map<string, { lasting: Buffer; waiting: { at: number; change: Change }[] }>();
	/** Names that are, or are not, and have not been written to the folder yet. */
	readonly #names = new Map<string, boolean>();

	happened(event: Event, index: number): void {
		if (event.type === 'made' && !this.files.has(event.path)) {
			this.files.set(event.path, { lasting: Buffer.alloc(0), waiting: [] });
			this.#names.set(event.path, true);
		}
		if (event.type === 'removed') this.#names.set(event.path, false);
		if (event.type === 'changed')
			this.files.get(event.path)?.waiting.push({ at: index, change: event.change });
		if (event.type === 'synced') this.#synced(event.path, event.asked);
	}

	#synced(path: string, asked: number): void {
		for (const [name, there] of this.#names)
			if (dirname(name) === path) {
				if (!there) this.files.delete(name);
				this.#names.delete(name);
			}
		const file = this.files.get(path);
		if (!file) return;
		const done = file.waiting.filter(({ at }) => at < asked);
		file.waiting = file.waiting.filter(({ at }) => at >= asked);
		for (const { change } of done) file.lasting = applied(file.lasting, change);
	}

	/** What is on the disk when the power is cut now. */
	left(loss: Loss): Map<string, Buffer> {
		const left = new Map<string, Buffer>();
		for (const [path, { lasting, waiting }] of this.files) {
			const named = this.#names.get(path);
			const changed = loss === 'all' ? false : loss.chance(0.5);
			if (named !== undefined && named !== changed) continue; // made but not written down, or removed and written down
			let content = lasting;
			if (loss !== 'all')
				for (const { change } of waiting)
					for (const part of torn(change)) if (loss.chance(0.5)) content = applied(content, part);
			left.set(path, content);
		}
		return left;
	}
}

function torn(change: Change): Change[] {
	if ('size' in change) return [change];
	const parts: Change[] = [];
	for (let from = 0; from < change.data.length;) {
		const to = Math.min(change.data.length, from + SECTOR - ((change.at + from) % SECTOR));
		parts.push({ at: change.at + from, data: change.data.subarray(from, to) });
		from = to;
	}
	return parts;
}

function applied(content: Buffer, change: Change): Buffer {
	if ('size' in change) {
		const cut = Buffer.alloc(change.size);
		content.copy(cut);
		return cut;
	}
	const end = change.at + change.data.length;
	const long = Buffer.alloc(Math.max(content.length, end));
	content.copy(long);
	change.data.copy(long, change.at);
	return long;
}

/** Goes through a history and cuts the power at these moments (indices, rising): `then` gets the folder that is left and what was said. */
export function cutPower(
	history: History,
	moments: ReadonlySet<number>,
	losses: readonly Loss[],
	into: string,
	then: (folder: string, said: string, moment: number) => void,
): void {
	const disk = new Disk();
	let said = '';
	for (const [index, event] of history.entries()) {
		if (moments.has(index))
			for (const loss of losses) {
				rmSync(into, { recursive: true, force: true });
				mkdirSync(into);
				for (const [path, content] of disk.left(loss)) writeFileSync(join(into, basename(path)), content);
				then(into, said, index);
			}
		disk.happened(event, index);
		if (event.type === 'said') said += event.words;
	}
}
