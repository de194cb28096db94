// Where the things of a JSON text stand: a reader keeps no places (a path has a hundred thousand values, a report speaks of five), so who has to
// point at some asks afterwards, for all of them in one pass. Reads what parse.ts reads, with its tolerance.

import { placeFinder, type Place } from './place.ts';
import { escapeToken } from './pointer.ts';
import { nextToken } from './tokens.ts';

interface Frame {
	readonly list: boolean;
	readonly pointer: string;
	index: number;
	key: string | null;
	/** Where the key stands, and whether its colon has come. */
	keyAt: number;
	ready: boolean;
}

/** Places of the asked pointers that are in the text: of the key where a thing has one. A doubled key stands where it came last. */
export function locate(text: string, pointers: ReadonlySet<string>): ReadonlyMap<string, Place> {
	const place = placeFinder(text);
	const found = new Map<string, Place>();
	const stack: Frame[] = [];
	for (let at = 0; ;) {
		const token = nextToken(text, at, () => undefined);
		if (token.kind === 'end' || token.kind === 'fault') return found;
		at = token.end;
		const frame = stack.at(-1);
		const mark = token.kind === 'mark' ? token.text : '';
		if (mark === '}' || mark === ']') stack.pop();
		else if (mark === ':' && frame) frame.ready = true;
		else if (mark === ',') continue;
		else if (frame && !frame.list && !frame.ready) {
			frame.key = token.kind === 'string' ? token.value : text.slice(token.start, token.end);
			frame.keyAt = token.start;
		} else {
			const pointer = frame
				? `${frame.pointer}/${frame.list ? String(frame.index) : escapeToken(frame.key ?? '')}`
				: '';
			if (pointers.has(pointer)) found.set(pointer, place(frame && !frame.list ? frame.keyAt : token.start));
			if (frame) {
				frame.index += 1;
				frame.ready = false;
			}
			if (mark === '{' || mark === '[')
				stack.push({ list: mark === '[', pointer, index: 0, key: null, keyAt: 0, ready: false });
		}
	}
}
