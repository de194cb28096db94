// What the core alone takes, in Node: no screen, no storage. Says where the time of the whole app can come from, and finds a step that began to
// grow with the path before anybody feels it.

import * as Y from 'yjs';
import { exportPath } from '#lib/core/exchange/airalogy/write.ts';
import { pathStatus } from '#lib/core/flow/status.ts';
import { growTree } from '#lib/core/flow/tree.ts';
import { printJson } from '#lib/core/json/print.ts';
import { setCell } from '#lib/core/path/cell-edits.ts';
import type { Who } from '#lib/core/path/document.ts';
import { cellId, PersonId, textName } from '#lib/core/path/names.ts';
import { PathReader, readPath } from '#lib/core/path/read.ts';
import type { BenchPath } from './paths.ts';
import { Samples, timed } from './samples.ts';

/** The steps in the order of the table, each with its unit. A keystroke is the mean of 200 in a row, a state that of 20. */
export const CORE_STEPS = [
	['load', 'Yjs reads the document', 'ms'],
	['reader', 'the reader parses it', 'ms'],
	['status', 'tree and status', 'ms'],
	['key', 'a keystroke, nobody listening', 'µs'],
	['heard', 'a keystroke, a reader listening', 'µs'],
	['state', 'a cell is done or open again, status read', 'µs'],
	['export', 'export to text', 'ms'],
] as const;

const WRITER: Who = {
	by: PersonId.parse('bench'),
	at: 1_800_000_000_000,
	person: { member: 'bench', name: 'Bench', colour: '#336699' },
};
const KEYS = 200;
const STATES = 20;

/** Measures every path in turn, `rounds` times; samples are named "<step> <stages>" and "<step> <stages> cpu". */
export function measureCore(paths: readonly BenchPath[], rounds: number): Samples {
	const samples = new Samples();
	for (const path of paths) measurePath(path, new Samples()); // the first run pays for compiling
	for (let round = 0; round < rounds; round += 1) {
		for (const path of paths) measurePath(path, samples);
	}
	return samples;
}

function measurePath({ id, stages, bytes, end }: BenchPath, samples: Samples): void {
	const run = <T>(step: (typeof CORE_STEPS)[number][0], per: number, work: () => T): T => {
		const { value, wall, cpu } = timed(work);
		samples.add(`${step} ${String(stages)}`, wall / per);
		samples.add(`${step} ${String(stages)} cpu`, cpu / per);
		return value;
	};
	const doc = new Y.Doc();
	run('load', 1, () => Y.applyUpdate(doc, bytes));
	const note = cellId(end, 'note');
	const text = doc.getText(textName(note, 'own'));
	const type = (): void => {
		for (let key = 0; key < KEYS; key += 1) text.insert(key, 'k');
	};
	type();
	run('key', KEYS / 1000, type);
	const reader = run('reader', 1, () => new PathReader(doc, id));
	run('status', 1, () => pathStatus(reader.current, growTree(reader.current)));
	let heard = 0;
	reader.watch(({ cells }) => (heard += cells.size));
	type();
	run('heard', KEYS / 1000, type);
	if (heard !== 2 * KEYS) throw new Error(`${String(heard)} keys were heard of ${String(2 * KEYS)}`);
	run('state', STATES / 1000, () => {
		for (let n = 0; n < STATES; n += 1) {
			setCell(doc, cellId(end, 'phased'), n % 2 === 0 ? 'open' : 'done', WRITER);
			pathStatus(reader.current, growTree(reader.current));
		}
	});
	reader.close();
	run('export', 1, () => printJson(exportPath(readPath(doc, id), new Map())));
}
