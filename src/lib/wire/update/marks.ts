// Where the structs of a room stand: how deep their type lies in other types, and whether they are the value of a key. An update that says
// "beside that one" does not say it again, and Yjs throws at what stands too deep or is too long a value; so it is remembered, in runs, because
// neighbours in time mostly stand alike: sixteen bytes for each change. Refused: a number per struct.

import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** Depth doubled, and one more for the value of a key. */
export type Mark = number;
/** [from, mark, from, mark, …): each mark holds from its clock to the next; before the first it is 0. */
export type Runs = number[];

export function markOf(depth: number, isValue: boolean): Mark {
	return 2 * depth + (isValue ? 1 : 0);
}

export function depthOf(mark: Mark): number {
	return Math.floor(mark / 2);
}

export function isValue(mark: Mark): boolean {
	return mark % 2 === 1;
}

/** The mark of a clock. */
export function markAt(runs: readonly number[], clock: number): Mark {
	let low = 0;
	let high = runs.length / 2;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((runs[2 * middle] ?? Infinity) <= clock) low = middle + 1;
		else high = middle;
	}
	return runs[2 * low - 1] ?? 0;
}

export class Marks {
	readonly #clients = new Map<number, Runs>();

	at(client: number, clock: number): Mark {
		const runs = this.#clients.get(client);
		return runs === undefined ? 0 : markAt(runs, clock);
	}

	/** Notes the mark of a client's clocks from one on, which is behind all that were noted. */
	add(client: number, from: number, mark: Mark): void {
		const runs = this.#clients.get(client);
		if (mark === (runs?.[runs.length - 1] ?? 0)) return;
		if (runs) runs.push(from, mark);
		else this.#clients.set(client, [from, mark]);
	}

	write(writer: Writer): void {
		writer.uint(this.#clients.size);
		for (const [client, runs] of [...this.#clients].toSorted(([a], [b]) => b - a)) {
			writer.uint(client);
			writer.uint(runs.length / 2);
			for (const number of runs) writer.uint(number);
		}
	}
}

/** Reads what was written; faults stay in the reader. */
export function readMarks(reader: Reader): Marks {
	const marks = new Marks();
	const clients = reader.uint();
	for (let i = 0; i < clients && reader.fault === null; i++) readRuns(reader, marks, reader.uint());
	return marks;
}

function readRuns(reader: Reader, marks: Marks, client: number): void {
	const count = reader.uint();
	for (let i = 0; i < count && reader.fault === null; i++) marks.add(client, reader.uint(), reader.uint());
}
